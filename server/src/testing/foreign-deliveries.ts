// Messages as a carrier cuts and encodes them, written by hand as fields of node-smpp, so that nothing of the platform
// takes part in sending: the text that a person wrote, and the PDUs that it came in.

/** The fields of one PDU beside its addresses. */
export type Piece = { readonly data_coding: number; readonly [field: string]: unknown }
export type ForeignDelivery = {
  readonly name: string
  readonly text: string
  /** As the owner is paid for them; a message_payload counts as the parts that it would have taken. */
  readonly segments: number
  readonly pieces: readonly Piece[]
}

const GSM7 = 0
const LATIN1 = 3
const UCS2 = 8

const english = ['First part, it goes on. ', 'Second [part] €5. ', 'Third and last.']
const mixed = ['Длинное ', 'сообщение ', 'из трёх частей 😀']

export const foreignDeliveries: readonly ForeignDelivery[] = [
  {
    name: 'GSM 7 bit with its extension',
    text: 'Price: 5€ {ok} @home ñ Δ',
    segments: 1,
    pieces: [{ short_message: { message: 'Price: 5€ {ok} @home ñ Δ' }, data_coding: GSM7 }],
  },
  {
    name: 'Latin-1',
    text: 'Déjà vu, façade ÿ',
    segments: 1,
    pieces: [{ short_message: { message: 'Déjà vu, façade ÿ' }, data_coding: LATIN1 }],
  },
  {
    name: 'UCS-2 with emoji',
    text: 'Привет 😀👍🏽',
    segments: 1,
    pieces: [{ short_message: { message: 'Привет 😀👍🏽' }, data_coding: UCS2 }],
  },
  {
    name: 'three parts with an 8-bit reference, shuffled and one of them twice',
    text: english.join(''),
    segments: 3,
    pieces: shuffled(cut(english, GSM7, (sequence) => `0500037f03${octet(sequence)}`)),
  },
  {
    name: 'three parts in UCS-2 with a 16-bit reference behind ports, shuffled and one of them twice',
    text: mixed.join(''),
    segments: 3,
    pieces: shuffled(cut(mixed, UCS2, (sequence) => `0c05040b8423f00804123403${octet(sequence)}`)),
  },
  {
    name: 'an emoji cut in the middle of its surrogate pair',
    text: 'left 😀 right',
    segments: 2,
    pieces: ['left \ud83d', '\ude00 right'].map((half, index) => ({
      short_message: { message: bigEndian(half), udh: Buffer.from(`0500037e02${octet(index + 1)}`, 'hex') },
      data_coding: UCS2,
    })),
  },
  {
    name: 'three parts by SAR parameters, shuffled and one of them twice',
    text: english.join(''),
    segments: 3,
    pieces: shuffled(
      english.map((message, index) => ({
        short_message: { message },
        data_coding: GSM7,
        sar_msg_ref_num: 4_711,
        sar_total_segments: 3,
        sar_segment_seqnum: index + 1,
      })),
    ),
  },
  {
    name: 'one long text in message_payload',
    text: 'Long text. '.repeat(100),
    segments: 8,
    pieces: [{ message_payload: { message: 'Long text. '.repeat(100) }, data_coding: GSM7 }],
  },
]

function cut(texts: readonly string[], dataCoding: number, headerOf: (sequence: number) => string): Piece[] {
  return texts.map((message, index) => ({
    short_message: { message, udh: Buffer.from(headerOf(index + 1), 'hex') },
    data_coding: dataCoding,
  }))
}

/** Last, first, last again, second, and the first once more when all of it is there already. */
function shuffled(inOrder: readonly Piece[]): readonly Piece[] {
  const [first, second, third] = inOrder
  return [third, first, third, second, first].filter((piece) => piece !== undefined)
}

function octet(value: number): string {
  return value.toString(16).padStart(2, '0')
}

function bigEndian(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16()
}
