// The part of the npm package `smpp` (node-smpp) that the interoperation tests use. It has no types of its own.
declare module 'smpp' {
  import type { EventEmitter } from 'node:events'
  import type { Server } from 'node:net'

  export interface ForeignPdu {
    command: string
    command_status: number
    sequence_number: number
    system_id?: string
    password?: string
    source_addr?: string
    destination_addr?: string
    esm_class?: number
    data_coding?: number
    message_id?: string
    short_message?: { message?: string | Buffer; udh?: Buffer[] }
    message_payload?: { message?: string | Buffer } | string | Buffer
    sar_msg_ref_num?: number
    sar_total_segments?: number
    sar_segment_seqnum?: number
    response(fields?: object): ForeignPdu
  }

  export interface ForeignSession extends EventEmitter {
    bind_transceiver(fields: object, callback: (pdu: ForeignPdu) => void): boolean
    bind_transmitter(fields: object, callback: (pdu: ForeignPdu) => void): boolean
    bind_receiver(fields: object, callback: (pdu: ForeignPdu) => void): boolean
    deliver_sm(fields: object, callback: (pdu: ForeignPdu) => void): boolean
    submit_sm(fields: object, callback: (pdu: ForeignPdu) => void): boolean
    data_sm(fields: object, callback: (pdu: ForeignPdu) => void): boolean
    enquire_link(fields: object, callback: (pdu: ForeignPdu) => void): boolean
    unbind(callback: (pdu: ForeignPdu) => void): boolean
    send(pdu: ForeignPdu): boolean
    close(): void
  }

  const smpp: {
    connect(options: object, listener?: () => void): ForeignSession
    createServer(options: object, listener: (session: ForeignSession) => void): Server
  }
  export default smpp
}
