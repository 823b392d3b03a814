// A carrier for benchmarks: binds to an SMPP server, or lets receivers bind to it, and sends deliver_sm as fast as
// windows allow, or at a rate, at little more CPU than the copying costs (about half a microsecond a message), so
// that what is measured is the receiver. PDUs are encoded once for each range; a message is a copy with its sequence
// number, the recipient's last digits and a counter in the text patched in, many to a write. Every text is unique.
// Deliberately not a careful carrier: nothing is sent again, not what was refused or throttled either; the answers
// are counted by status.
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { COMMAND_ID } from '@inrange/smpp/command'
import { encodePdu } from '@inrange/smpp/pdu/pdu'
import { EMPTY_SHORT_MESSAGE } from '@inrange/smpp/pdu/short-message'
import { STATUS, statusName } from '@inrange/smpp/status'
import { NO_TLVS } from '@inrange/smpp/tlv'
import { LatencyHistogram } from './latency-histogram.ts'
import type { RangeOfNumbers } from './traffic.ts'

/** The sender as an ESME: it binds, as a transceiver. */
export interface BindingSettings {
  readonly host: string
  readonly port: number
  readonly systemId: string
  readonly password: string
  readonly listen?: undefined
}

/** The sender as an SMSC: whoever binds as receiver or transceiver, under any name, is sent to. */
export interface ListeningSettings {
  /** Port 0 takes any that is free. */
  readonly listen: { readonly host: string; readonly port: number }
}

export type FastSenderSettings = SendingSettings & (BindingSettings | ListeningSettings)

export interface SendingSettings {
  /** Connections, each with its own window. */
  readonly sessions: number
  /** Messages of one session that may wait for an answer. */
  readonly window: number
  readonly numbers: readonly RangeOfNumbers[]
  /** Ends after so many messages, or after so many seconds of sending; at least one of the two. */
  readonly messages?: number
  readonly seconds?: number
  /** Messages a second over all sessions; as fast as possible unless given. */
  readonly ratePerSecond?: number
  /** In every text, to tell the runs apart; the time unless given. ASCII. */
  readonly tag?: string
  /** Gives up when nothing is answered, or an awaited bind does not come, for so long, in ms. */
  readonly silenceMs?: number
}

export interface FastSenderReport {
  /** Sent and answered. */
  readonly messages: number
  /** From the first send to the last answer. */
  readonly seconds: number
  readonly perSecond: number
  /** From a message's send to its answer. */
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
  /** User and system time of this process. */
  readonly cpuMicrosPerMessage: number
  /** Answers by the name of their command_status. */
  readonly statuses: Readonly<Record<string, number>>
}

const HEADER_OCTETS = 16
const COUNTER_DIGITS = 10
const SLAB_OCTETS = 256 * 1024
const RATE_TICK_MS = 2
const SILENCE_MS = 30_000
const CHECK_MS = 250
const ZERO = 0x30

/**
 * Binds or waits until all sessions are bound, sends, waits for the answers, unbinds. Rejects when a bind fails, a
 * session ends early or answers stay away.
 * @param onListening told the port when it can be bound to
 */
export async function runFastSender(
  settings: FastSenderSettings,
  onListening?: (port: number) => void,
): Promise<FastSenderReport> {
  if (settings.messages === undefined && settings.seconds === undefined) throw new RangeError('the run has no end')
  return new FastRun(settings).run(onListening)
}

/** An encoded message of one range: where its digits are, and how many numbers there are. */
interface Template {
  readonly octets: Buffer
  /** The offset after the last digit of the recipient. */
  readonly recipientEnd: number
  readonly recipientDigits: number
  readonly first: number
  readonly size: number
  /** The offset after the last digit of the counter: it ends the text, which ends the PDU. */
  readonly counterEnd: number
}

function createTemplate(range: RangeOfNumbers, tag: string): Template {
  const recipient = range.prefix + range.start
  const octets = encodePdu({
    ...EMPTY_SHORT_MESSAGE,
    command: 'deliver_sm',
    commandStatus: 0,
    sequenceNumber: 0,
    sourceAddrTon: 5,
    sourceAddr: 'Northbank',
    destAddrTon: 1,
    destAddrNpi: 1,
    destinationAddr: recipient,
    shortMessage: Buffer.from(`Northbank: your code is 482913. Run ${tag} no. ${'0'.repeat(COUNTER_DIGITS)}`, 'latin1'),
  })
  const size = Number(range.end) - Number(range.start) + 1
  if (!(size > 0)) throw new RangeError(`the range ${recipient} ends before it starts`)
  // service_type, two octets, source_addr with its NUL, two octets: then comes the recipient.
  const recipientAt = HEADER_OCTETS + 1 + 2 + 'Northbank'.length + 1 + 2
  return {
    octets,
    recipientEnd: recipientAt + recipient.length,
    recipientDigits: range.start.length,
    first: Number(range.start),
    size,
    counterEnd: octets.length,
  }
}

function writeDigits(target: Buffer, end: number, digits: number, value: number): void {
  let rest = value
  for (let at = end - 1; at >= end - digits; at -= 1) {
    const tens = Math.floor(rest / 10)
    target[at] = ZERO + rest - tens * 10
    rest = tens
  }
}

class FastRun {
  readonly settings: FastSenderSettings
  readonly latencies = new LatencyHistogram()
  readonly #templates: readonly Template[]
  readonly #statuses = new Map<number, number>()
  readonly #messagesMax: number
  readonly #finished = Promise.withResolvers<void>()
  #sessions: FastSession[] = []
  #slab: Buffer = Buffer.alloc(0)
  #slabEnd = 0
  #sent = 0
  #answered = 0
  #startedAtMs = 0
  #lastAnswerAtMs = 0
  #stopsAtMs = Number.POSITIVE_INFINITY
  #isOver = false

  constructor(settings: FastSenderSettings) {
    this.settings = settings
    const tag = settings.tag ?? Date.now().toString(36)
    this.#templates = settings.numbers.map((range) => createTemplate(range, tag))
    if (this.#templates.length === 0) throw new RangeError('there are no numbers to write to')
    this.#messagesMax = settings.messages ?? Number.POSITIVE_INFINITY
  }

  async run(onListening?: (port: number) => void): Promise<FastSenderReport> {
    const { seconds, ratePerSecond, silenceMs } = this.settings
    // Awaited below; a session that fails before that must not end the process.
    this.#finished.promise.catch(() => undefined)
    try {
      if (this.settings.listen) await this.#acceptBinds(this.settings.listen, onListening)
      else await this.#bindAll(this.settings)
      const cpuBefore = process.cpuUsage()
      this.#startedAtMs = performance.now()
      this.#lastAnswerAtMs = this.#startedAtMs
      if (seconds !== undefined) this.#stopsAtMs = this.#startedAtMs + seconds * 1_000
      const ticker = ratePerSecond === undefined ? undefined : setInterval(() => this.#fillAll(), RATE_TICK_MS)
      const checker = setInterval(() => this.#check(silenceMs ?? SILENCE_MS), CHECK_MS)
      this.#fillAll()
      try {
        await this.#finished.promise
      } finally {
        clearInterval(ticker)
        clearInterval(checker)
      }
      const cpu = process.cpuUsage(cpuBefore)
      const report = this.#report(cpu.user + cpu.system)
      await Promise.all(this.#sessions.map((session) => session.unbind()))
      return report
    } finally {
      for (const session of this.#sessions) session.destroy()
    }
  }

  readonly #fail = (error: Error): void => this.#finished.reject(error)

  async #bindAll({ host, port, systemId, password }: BindingSettings): Promise<void> {
    this.#sessions = Array.from({ length: this.settings.sessions }, () => {
      return new FastSession(this, connect({ host, port, noDelay: true }), this.#fail)
    })
    await Promise.all(this.#sessions.map((session) => session.bind(systemId, password)))
  }

  /** Nothing is sent before all are bound; a connection more than asked for is closed. */
  async #acceptBinds(address: ListeningSettings['listen'], onListening?: (port: number) => void): Promise<void> {
    const { sessions, silenceMs = SILENCE_MS } = this.settings
    const allAccepted = Promise.withResolvers<void>()
    const server = createServer({ noDelay: true }, (socket) => {
      if (this.#sessions.length < sessions) this.#sessions.push(new FastSession(this, socket, this.#fail))
      else socket.destroy()
      if (this.#sessions.length === sessions) allAccepted.resolve()
    })
    server.listen(address.port, address.host)
    await once(server, 'listening')
    onListening?.((server.address() as AddressInfo).port)
    const tooLate = setTimeout(() => {
      this.#fail(new Error(`${sessions} sessions were not bound within ${silenceMs} ms`))
    }, silenceMs)
    const allBound = allAccepted.promise.then(() => Promise.all(this.#sessions.map((session) => session.bound)))
    try {
      await Promise.race([allBound, this.#finished.promise])
    } finally {
      clearTimeout(tooLate)
      server.close()
    }
  }

  /** How many messages may be sent now, over all sessions. */
  allowance(nowMs: number): number {
    if (nowMs >= this.#stopsAtMs) return 0
    const left = this.#messagesMax - this.#sent
    const { ratePerSecond } = this.settings
    if (ratePerSecond === undefined) return left
    return Math.min(left, Math.floor(((nowMs - this.#startedAtMs) * ratePerSecond) / 1_000) + 1 - this.#sent)
  }

  /** Encodes that many messages side by side; `nextSequence` numbers each. */
  encode(count: number, nextSequence: () => number): Buffer {
    const templates = this.#templates
    let start = this.#slabEnd
    for (let i = 0; i < count; i += 1) {
      const counter = this.#sent
      const template = templates[counter % templates.length] as Template
      const { octets } = template
      if (this.#slabEnd + octets.length > this.#slab.length) start = this.#renewSlab(start, octets.length)
      const at = this.#slabEnd
      const slab = this.#slab
      slab.set(octets, at)
      slab.writeUInt32BE(nextSequence(), at + 12)
      // A prime step walks over all numbers of a range in no order that an index would like.
      const turn = Math.floor(counter / templates.length)
      const number = template.first + ((turn * 7_919) % template.size)
      writeDigits(slab, at + template.recipientEnd, template.recipientDigits, number)
      writeDigits(slab, at + template.counterEnd, COUNTER_DIGITS, counter)
      this.#slabEnd = at + octets.length
      this.#sent += 1
    }
    return this.#slab.subarray(start, this.#slabEnd)
  }

  /** Answers were read; asks for the end when they were the last. */
  countAnswers(answered: number, nowMs: number): void {
    this.#answered += answered
    this.#lastAnswerAtMs = nowMs
    if (this.#answered >= this.#messagesMax) this.#finish()
  }

  countStatus(commandStatus: number): void {
    this.#statuses.set(commandStatus, (this.#statuses.get(commandStatus) ?? 0) + 1)
  }

  // Octets handed to a socket are never written over: a full slab is left to it, with what of this write it holds.
  #renewSlab(start: number, octets: number): number {
    const begun = this.#slab.subarray(start, this.#slabEnd)
    this.#slab = Buffer.allocUnsafeSlow(Math.max(SLAB_OCTETS, 2 * (begun.length + octets)))
    this.#slab.set(begun, 0)
    this.#slabEnd = begun.length
    return 0
  }

  #fillAll(): void {
    const nowMs = performance.now()
    const share = Math.ceil(this.allowance(nowMs) / this.#sessions.length)
    for (const session of this.#sessions) session.fill(nowMs, share)
  }

  #check(silenceMs: number): void {
    const nowMs = performance.now()
    if (nowMs >= this.#stopsAtMs && this.#answered === this.#sent) return this.#finish()
    const quietSinceMs = this.#answered === this.#sent ? nowMs : this.#lastAnswerAtMs
    if (nowMs - quietSinceMs > silenceMs) {
      const missing = this.#sent - this.#answered
      this.#finished.reject(new Error(`${missing} messages were not answered within ${silenceMs} ms`))
    }
  }

  #finish(): void {
    this.#isOver = true
    this.#finished.resolve()
  }

  get isOver(): boolean {
    return this.#isOver
  }

  #report(cpuMicros: number): FastSenderReport {
    const seconds = (this.#lastAnswerAtMs - this.#startedAtMs) / 1_000
    const messages = this.#answered
    const statuses = [...this.#statuses].map(([status, count]) => [statusName(status), count] as const)
    return {
      messages,
      seconds,
      perSecond: seconds > 0 ? messages / seconds : 0,
      p50Ms: this.latencies.percentile(0.5),
      p99Ms: this.latencies.percentile(0.99),
      maxMs: this.latencies.maxMs,
      cpuMicrosPerMessage: messages > 0 ? cpuMicros / messages : 0,
      statuses: Object.fromEntries(statuses),
    }
  }
}

const NO_OCTETS = Buffer.alloc(0)
const RING_MIN = 65_536

class FastSession {
  readonly #run: FastRun
  readonly #fail: (error: Error) => void
  readonly #window: number
  readonly #socket: Socket
  readonly #bound = Promise.withResolvers<void>()
  readonly #unbound = Promise.withResolvers<void>()
  /** When the message of a sequence number was sent, in ms; 0 when none waits. */
  readonly #sentAtMs: Float64Array
  readonly #ringMask: number
  #sequence = 0
  #inFlight = 0
  /** The beginning of a PDU whose rest has not come yet. */
  #rest: Buffer = NO_OCTETS

  constructor(run: FastRun, socket: Socket, fail: (error: Error) => void) {
    this.#run = run
    this.#socket = socket
    this.#fail = fail
    this.#window = run.settings.window
    const ring = Math.max(RING_MIN, 2 ** Math.ceil(Math.log2(this.#window * 4)))
    this.#sentAtMs = new Float64Array(ring)
    this.#ringMask = ring - 1
    this.#socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    this.#socket.on('error', (error) => this.#end(error))
    this.#socket.on('close', () => this.#end(new Error('the connection was closed')))
    this.#bound.promise.catch(() => undefined)
  }

  /** Resolves when the session is bound, whoever bound; rejects when the bind was refused or the connection ended. */
  get bound(): Promise<void> {
    return this.#bound.promise
  }

  bind(systemId: string, password: string): Promise<void> {
    const names = { systemId, password, systemType: '', addressRange: '' }
    const numbers = { commandStatus: 0, sequenceNumber: this.#nextSequence(), interfaceVersion: 0x34 }
    this.#socket.write(encodePdu({ command: 'bind_transceiver', ...names, ...numbers, addrTon: 0, addrNpi: 0 }))
    return this.#bound.promise
  }

  /** Sends what the window has room for, at most `share`. */
  fill(nowMs: number, share: number): void {
    const room = this.#window - this.#inFlight
    const count = Math.min(room, share, this.#run.allowance(nowMs))
    if (count <= 0) return
    const octets = this.#run.encode(count, () => {
      const sequence = this.#nextSequence()
      this.#sentAtMs[sequence & this.#ringMask] = nowMs
      return sequence
    })
    this.#inFlight += count
    this.#socket.write(octets)
  }

  /** Resolves when the peer has answered, or ended the connection. */
  unbind(): Promise<void> {
    this.#writeBare(COMMAND_ID.unbind, this.#nextSequence())
    return this.#unbound.promise
  }

  destroy(): void {
    this.#socket.destroy()
  }

  // Skips numbers whose place in the ring is taken by a message that still waits, so that no time is ever written
  // over.
  #nextSequence(): number {
    do this.#sequence = this.#sequence >= 0x7fff_fffe ? 1 : this.#sequence + 1
    while (this.#sentAtMs[this.#sequence & this.#ringMask] !== 0)
    return this.#sequence
  }

  #receive(chunk: Buffer): void {
    const octets = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    const nowMs = performance.now()
    let at = 0
    let answered = 0
    while (at + HEADER_OCTETS <= octets.length) {
      const length = octets.readUInt32BE(at)
      if (length < HEADER_OCTETS) return this.#end(new Error(`the peer sent a PDU of ${length} octets`))
      if (at + length > octets.length) break
      if (octets.readUInt32BE(at + 4) === COMMAND_ID.deliver_sm_resp) answered += this.#takeAnswer(octets, at, nowMs)
      else answered += this.#takeOther(octets, at, nowMs)
      at += length
    }
    this.#rest = at === octets.length ? NO_OCTETS : octets.subarray(at)
    if (answered === 0) return
    this.#run.countAnswers(answered, nowMs)
    // One fill for all that this chunk has made room for.
    this.fill(nowMs, answered)
  }

  /** 1 when a message of ours was waiting for this, 0 when none was. */
  #takeAnswer(octets: Buffer, at: number, nowMs: number): 0 | 1 {
    const place = octets.readUInt32BE(at + 12) & this.#ringMask
    const sentAtMs = this.#sentAtMs[place] as number
    if (sentAtMs === 0) return 0
    this.#sentAtMs[place] = 0
    this.#inFlight -= 1
    this.#run.latencies.add(nowMs - sentAtMs)
    this.#run.countStatus(octets.readUInt32BE(at + 8))
    return 1
  }

  #takeOther(octets: Buffer, at: number, nowMs: number): 0 | 1 {
    const commandId = octets.readUInt32BE(at + 4)
    const commandStatus = octets.readUInt32BE(at + 8)
    if (commandId === COMMAND_ID.generic_nack) return this.#takeAnswer(octets, at, nowMs)
    if (commandId === COMMAND_ID.enquire_link) {
      this.#writeBare(COMMAND_ID.enquire_link_resp, octets.readUInt32BE(at + 12))
    } else if (commandId === COMMAND_ID.bind_transceiver_resp) {
      if (commandStatus === 0) this.#bound.resolve()
      else this.#bound.reject(new Error(`the bind was refused with ${statusName(commandStatus)}`))
    } else if (commandId === COMMAND_ID.bind_receiver || commandId === COMMAND_ID.bind_transceiver) {
      this.#answerBind(commandId, octets.readUInt32BE(at + 12))
    } else if (commandId === COMMAND_ID.bind_transmitter) {
      // It could not be sent anything (SMPP 3.4, 2.3, table 2-1).
      this.#writeBare(COMMAND_ID.bind_transmitter_resp, octets.readUInt32BE(at + 12), STATUS.ESME_RBINDFAIL)
      this.#bound.reject(new Error('the peer bound as a transmitter, which receives nothing'))
    } else if (commandId === COMMAND_ID.unbind) {
      this.#writeBare(COMMAND_ID.unbind_resp, octets.readUInt32BE(at + 12))
    } else if (commandId === COMMAND_ID.unbind_resp) {
      this.#unbound.resolve()
    }
    return 0
  }

  #answerBind(commandId: number, sequenceNumber: number): void {
    const command = commandId === COMMAND_ID.bind_receiver ? 'bind_receiver_resp' : 'bind_transceiver_resp'
    const names = { systemId: 'fast-sender', tlvs: NO_TLVS }
    this.#socket.write(encodePdu({ command, commandStatus: STATUS.ESME_ROK, sequenceNumber, ...names }))
    this.#bound.resolve()
  }

  #writeBare(commandId: number, sequenceNumber: number, commandStatus = 0): void {
    const octets = Buffer.alloc(HEADER_OCTETS)
    octets.writeUInt32BE(HEADER_OCTETS, 0)
    octets.writeUInt32BE(commandId, 4)
    octets.writeUInt32BE(commandStatus, 8)
    octets.writeUInt32BE(sequenceNumber, 12)
    this.#socket.write(octets)
  }

  #end(error: Error): void {
    this.#socket.destroy()
    this.#bound.reject(error)
    this.#unbound.resolve()
    if (!this.#run.isOver) this.#fail(error)
  }
}

if (import.meta.main) {
  try {
    console.log(JSON.stringify(await runFastSender(JSON.parse(process.argv[2] ?? '{}') as FastSenderSettings)))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
