// How alphabets and flags stand in the columns `coding` and `flags` of messages and quarantine. Written by the pipeline, read by the archive; a
// number once given never changes its meaning.
import type { Alphabet } from '@inrange/smpp/text/data-coding'
import type { MessageFlag } from '@inrange/contract/messages'

export const alphabetCodes = {
  gsm7: 0,
  'gsm7-packed': 1,
  ascii: 2,
  latin1: 3,
  binary: 4,
  ucs2: 5,
  'iso-8859-5': 6,
  'iso-8859-8': 7,
  shift_jis: 8,
  'iso-2022-jp': 9,
  'euc-kr': 10,
} as const satisfies Record<Alphabet, number>

export const messageFlagBits = { partial: 1, test: 2, binary: 4 } as const satisfies Record<MessageFlag, number>
