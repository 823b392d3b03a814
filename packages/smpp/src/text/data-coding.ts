// What a data_coding says (SMPP 3.4, 5.2.19), with the coding groups of GSM 03.38 (3GPP TS 23.038, 4) for the values
// that SMPP hands over to it. Values that both reserve are read as 23.038 asks: as the default alphabet.

/** How the octets of a message become text; `binary` means that they do not. */
export type Alphabet =
  | 'gsm7'
  | 'gsm7-packed'
  | 'ascii'
  | 'latin1'
  | 'ucs2'
  | 'iso-8859-5'
  | 'iso-8859-8'
  | 'shift_jis'
  | 'iso-2022-jp'
  | 'euc-kr'
  | 'binary'

/** What a connection means by "the SMSC default alphabet". */
export type DefaultAlphabet = 'gsm7' | 'gsm7-packed' | 'latin1' | 'ucs2' | 'ascii'

export interface MessageWaiting {
  readonly kind: 'voicemail' | 'fax' | 'email' | 'other'
  readonly active: boolean
  /** False when only the indication matters and the text may be discarded. */
  readonly store: boolean
}

export interface DataCoding {
  readonly alphabet: Alphabet | 'default'
  /** 0 is shown at once ("flash"); null when no class is given. */
  readonly messageClass: 0 | 1 | 2 | 3 | null
  readonly messageWaiting: MessageWaiting | null
}

const SMPP_ALPHABETS: readonly (Alphabet | 'default')[] = [
  'default',
  'ascii',
  'binary',
  'latin1',
  'binary',
  'shift_jis',
  'iso-8859-5',
  'iso-8859-8',
  'ucs2',
  'binary',
  'iso-2022-jp',
  'default',
  'default',
  'binary',
  'euc-kr',
  'default',
]

const WAITING_KINDS = ['voicemail', 'fax', 'email', 'other'] as const
const CLASSES = [0, 1, 2, 3] as const

/** The meaning of a data_coding; every value from 0 to 255 has one. */
export function readDataCoding(dataCoding: number): DataCoding {
  if (dataCoding < SMPP_ALPHABETS.length) return plain(SMPP_ALPHABETS[dataCoding] ?? 'default')
  const group = dataCoding >> 4
  if (group < 0x8) return generalGroup(dataCoding)
  if (group < 0xc) return plain('default')
  if (group < 0xf) return messageWaitingGroup(dataCoding, group)
  // 1111: data coding and message class; bit 3 is reserved, bit 2 chooses 8-bit data.
  return {
    alphabet: (dataCoding & 0x04) === 0 ? 'default' : 'binary',
    messageClass: classOf(dataCoding),
    messageWaiting: null,
  }
}

function plain(alphabet: Alphabet | 'default'): DataCoding {
  return { alphabet, messageClass: null, messageWaiting: null }
}

function classOf(dataCoding: number): 0 | 1 | 2 | 3 {
  return CLASSES[dataCoding & 0x03] ?? 0
}

// 00xx and 01xx: bit 5 compressed (which nobody can read as text), bit 4 "the class means something", bits 3-2
// alphabet. SMPP gives 0x00 to 0x0F a meaning of its own; the rest reaches us unchanged from SMSCs that pass the GSM
// value on.
function generalGroup(dataCoding: number): DataCoding {
  const alphabets = ['default', 'binary', 'ucs2', 'default'] as const
  const compressed = (dataCoding & 0x20) !== 0
  return {
    alphabet: compressed ? 'binary' : (alphabets[(dataCoding >> 2) & 0x03] ?? 'default'),
    messageClass: (dataCoding & 0x10) === 0 ? null : classOf(dataCoding),
    messageWaiting: null,
  }
}

function messageWaitingGroup(dataCoding: number, group: number): DataCoding {
  return {
    alphabet: group === 0xe ? 'ucs2' : 'default',
    messageClass: null,
    messageWaiting: {
      kind: WAITING_KINDS[dataCoding & 0x03] ?? 'other',
      active: (dataCoding & 0x08) !== 0,
      store: group !== 0xc,
    },
  }
}

/** The alphabet that applies to a message on a connection with that default. */
export function alphabetOf(dataCoding: number, defaultAlphabet: DefaultAlphabet): Alphabet {
  // The commonest value by far, without the table.
  if (dataCoding === 0) return defaultAlphabet
  const { alphabet } = readDataCoding(dataCoding)
  return alphabet === 'default' ? defaultAlphabet : alphabet
}
