// The configuration of a simulation, from JSON that a person or a program wrote. Says which field is wrong, and
// refuses fields that it does not know, because a fault misspelt is a fault that never happens.
import { FAULT_KINDS } from './faults.ts'
import type { FaultRates } from './faults.ts'
import type { RangeOfNumbers } from './traffic.ts'

export interface Endpoint {
  readonly host: string
  readonly port: number
  readonly systemId: string
  readonly password: string
}

export interface Simulation {
  readonly seed: number
  /** Messages a second, over both carriers together. */
  readonly ratePerSecond: number
  readonly dayCurve: boolean
  readonly numbers: readonly RangeOfNumbers[]
  readonly faults: FaultRates
  /** A carrier that the platform binds to: where it listens. */
  readonly smsc: Endpoint | null
  /** A carrier that binds to the platform. */
  readonly esme: (Endpoint & { readonly binds: number }) | null
}

type Fields = Readonly<Record<string, unknown>>

/** Throws an Error with a sentence about the first thing that is wrong. */
export function parseSimulation(json: string): Simulation {
  const fields = object(JSON.parse(json), 'the configuration')
  refuseUnknown(fields, ['seed', 'ratePerSecond', 'dayCurve', 'numbers', 'faults', 'smsc', 'esme'], 'the configuration')
  const simulation: Simulation = {
    seed: whole(fields['seed'], 'seed', { min: 0, max: Number.MAX_SAFE_INTEGER }),
    ratePerSecond: numberOf(fields['ratePerSecond'], 'ratePerSecond', { min: 0, max: 100_000 }),
    dayCurve: fields['dayCurve'] === true,
    numbers: list(fields['numbers'], 'numbers').map(parseRange),
    faults: parseFaults(object(fields['faults'] ?? {}, 'faults')),
    smsc: fields['smsc'] === undefined ? null : parseEndpoint(fields['smsc'], { name: 'smsc', portMin: 0, more: [] }),
    esme: fields['esme'] === undefined ? null : parseEsme(fields['esme']),
  }
  if (simulation.smsc === null && simulation.esme === null) throw new Error('give smsc, esme, or both')
  return simulation
}

function parseEsme(value: unknown): Endpoint & { readonly binds: number } {
  const binds = object(value, 'esme')['binds']
  const endpoint = parseEndpoint(value, { name: 'esme', portMin: 1, more: ['binds'] })
  return { ...endpoint, binds: binds === undefined ? 1 : whole(binds, 'esme.binds', { min: 1, max: 64 }) }
}

// Any free port will do to listen on, but not to connect to.
function parseEndpoint(value: unknown, given: { name: string; portMin: 0 | 1; more: readonly string[] }): Endpoint {
  const { name, portMin, more } = given
  const fields = object(value, name)
  refuseUnknown(fields, ['host', 'port', 'systemId', 'password', ...more], name)
  return {
    host: text(fields['host'], `${name}.host`),
    port: whole(fields['port'], `${name}.port`, { min: portMin, max: 65_535 }),
    systemId: text(fields['systemId'], `${name}.systemId`),
    password: text(fields['password'], `${name}.password`),
  }
}

function parseRange(value: unknown): RangeOfNumbers {
  const fields = object(value, 'a range of numbers')
  refuseUnknown(fields, ['prefix', 'start', 'end'], 'a range of numbers')
  const [prefix, start, end] = [digits(fields, 'prefix'), digits(fields, 'start'), digits(fields, 'end')]
  if (start.length !== end.length || end < start) throw new Error(`the range ${prefix}${start} has no proper end`)
  return { prefix, start, end }
}

function parseFaults(fields: Fields): FaultRates {
  refuseUnknown(fields, FAULT_KINDS, 'faults')
  const rates = Object.entries(fields).map(([kind, rate]) => [
    kind,
    numberOf(rate, `faults.${kind}`, { min: 0, max: 1 }),
  ])
  return Object.fromEntries(rates) as FaultRates
}

function refuseUnknown(fields: Fields, known: readonly string[], name: string): void {
  const unknown = Object.keys(fields).find((field) => !known.includes(field))
  if (unknown !== undefined) throw new Error(`${name} has no field '${unknown}'`)
}

function object(value: unknown, name: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`${name} is no object`)
  return value as Fields
}

function list(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value) || value.length === 0) throw new Error(`${name} is no list with something in it`)
  return value
}

function text(value: unknown, name: string): string {
  if (typeof value !== 'string' || value === '') throw new Error(`${name} is missing`)
  return value
}

function digits(fields: Fields, name: string): string {
  const value = fields[name]
  if (typeof value !== 'string' || !/^\d{1,15}$/.test(value))
    throw new Error(`${name} of a range is not made of digits`)
  return value
}

function numberOf(value: unknown, name: string, { min, max }: { min: number; max: number }): number {
  if (typeof value !== 'number' || !(value >= min && value <= max)) {
    throw new Error(`${name} is not a number from ${min} to ${max}`)
  }
  return value
}

function whole(value: unknown, name: string, bounds: { min: number; max: number }): number {
  const number = numberOf(value, name, bounds)
  if (!Number.isInteger(number)) throw new Error(`${name} is not a whole number`)
  return number
}
