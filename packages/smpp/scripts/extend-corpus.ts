// Looks for octets that take a new way through the codec and saves them in corpus/, where a test replays them for ever.
//   node packages/smpp/scripts/extend-corpus.ts [seconds, 10 unless told] [seed, 1 unless told]
// Starts from the golden PDUs and from what the corpus holds; changes them blindly. An input that makes the codec
// throw is saved first and then ends the run.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { behaviourOf } from '../src/testing/behaviour.ts'
import { GOLDEN, octetsOf } from '../src/testing/golden.pdus.ts'

const CORPUS = new URL('../corpus/', import.meta.url)
const INPUT_OCTETS_MAX = 400
const [seconds = '10', seed = '1'] = process.argv.slice(2)

let state = Number(seed)
/** A small generator of its own (mulberry32), so that a seed gives the same run everywhere. */
function below(limit: number): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), state | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
}

const TELLING = [0x00, 0x01, 0x02, 0x04, 0x05, 0x08, 0x1b, 0x24, 0x25, 0x40, 0x7f, 0x80, 0xc0, 0xf0, 0xff]

function changed(input: Buffer, pool: readonly Buffer[]): Buffer {
  let octets = Buffer.from(input)
  for (let changes = 1 + below(4); changes > 0; changes -= 1) {
    const at = below(octets.length + 1)
    const kind = below(6)
    const octet = below(2) === 0 ? below(256) : (TELLING[below(TELLING.length)] ?? 0)
    const other = pool[below(pool.length)] ?? input
    if (kind <= 1 && at < octets.length) octets[at] = octet
    if (kind === 2) octets = Buffer.concat([octets.subarray(0, at), Buffer.from([octet]), octets.subarray(at)])
    if (kind === 3)
      octets = Buffer.concat([octets.subarray(0, at), octets.subarray(Math.min(octets.length, at + 1 + below(8)))])
    if (kind === 4) octets = Buffer.concat([octets.subarray(0, at), other.subarray(below(other.length))])
    if (kind === 5) octets = Buffer.concat([octets, other])
  }
  octets = octets.subarray(0, INPUT_OCTETS_MAX)
  // Usually the length is made right again, for otherwise nothing but the framer would ever be reached.
  if (octets.length >= 4 && below(8) !== 0) octets.writeUInt32BE(octets.length, 0)
  return octets
}

/**
 * The steps of a way, and each two that follow each other: all combinations of all steps would be thousands of files.
 */
function steps(behaviour: string): readonly string[] {
  const parts = behaviour.split(', ')
  return parts.map((part, i) => `${i} ${parts[i - 1] ?? ''} ${part}`)
}

function save(octets: Buffer, behaviour: string): void {
  const name = createHash('sha256').update(octets).digest('hex').slice(0, 12)
  writeFileSync(new URL(`${name}.txt`, CORPUS), `${behaviour}\n${octets.toString('hex')}\n`)
}

const saved = readdirSync(CORPUS)
  .filter((name) => name.endsWith('.txt'))
  .map((name) => readFileSync(new URL(name, CORPUS), 'utf8').split('\n'))
const known = new Set(saved.flatMap(([behaviour = '']) => steps(behaviour)))
const pool = [...GOLDEN.map(({ hex }) => octetsOf(hex)), ...saved.map(([, hex = '']) => Buffer.from(hex, 'hex'))]

const deadlineMs = Date.now() + Number(seconds) * 1_000
let tried = 0
while (Date.now() < deadlineMs) {
  const octets = changed(pool[below(pool.length)] ?? Buffer.alloc(16), pool)
  tried += 1
  let behaviour: string
  try {
    behaviour = behaviourOf(octets)
  } catch (error) {
    save(octets, 'must not throw')
    throw error
  }
  // Several PDUs in one input only repeat what each of them does.
  if (behaviour.includes(' | ') || steps(behaviour).every((step) => known.has(step))) continue
  for (const step of steps(behaviour)) known.add(step)
  pool.push(octets)
  save(octets, behaviour)
}
console.log(`${tried} inputs tried, ${known.size} steps known`)
