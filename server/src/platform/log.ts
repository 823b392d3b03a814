// Guarantees one JSON line per event on standard output (or to a given stream), with values under secret-like names
// replaced before they are written. It deliberately does not decide what to log, and it never sees message bodies.
import { pino, type DestinationStream, type Logger } from 'pino'

/** The logger handed to every part of the program. */
export type Log = Logger

/** Levels an operator may choose, from the most to the least talkative. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

const REDACTED = '[redacted]'
const DEPTH_MAX = 6
// Matched on the whole name in lower case without separators, so that `apiKey`, `api_key` and `API-KEY` are one name.
// `key` alone and names ending in it are secret unless they are known to be harmless identifiers.
const SECRET_NAME = /(password|passwd|passphrase|secret|token|cookie|authorization|credential|privatekey|apikey|otp)/
const HARMLESS_KEY_NAMES = new Set(['idempotencykey', 'jobkey', 'publickey', 'primarykey', 'errorkey'])

/**
 * Makes the program's logger.
 * @param options.level lowest level that is written
 * @param options.stream where lines go; standard output unless given
 */
export function createLog(options: { level: LogLevel; stream?: DestinationStream }): Log {
  const settings = {
    level: options.level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: Record<string, unknown>) => redactFields(fields),
    },
  }
  return redactingChildren(options.stream ? pino(settings, options.stream) : pino(settings))
}

/** A logger that writes nothing, for tests and tools. */
export function createSilentLog(): Log {
  return pino({ level: 'silent' })
}

/** Whether a field of this name may hold a secret. */
export function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  if (HARMLESS_KEY_NAMES.has(plain)) return false
  return SECRET_NAME.test(plain) || plain === 'key' || plain.endsWith('key')
}

/** A connection address with its password hidden, fit for a log line. */
export function withoutPassword(address: string): string {
  return address.replace(/(\/\/[^/?#:@]*):[^@/?#]*@/, '$1:***@').replaceAll(/([?&]password=)[^&]*/gi, '$1***')
}

// Pino does not pass the bindings of a child through a formatter. A child inherits from its parent, so replacing the
// method once covers every generation.
function redactingChildren(log: Log): Log {
  const makeChild = Reflect.get(log, 'child') as unknown as (this: Log, fields: object, options?: object) => Log
  const child = function (this: Log, fields: Record<string, unknown>, options?: object): Log {
    return Reflect.apply(makeChild, this, [redactFields(fields), options])
  }
  return Object.assign(log, { child })
}

function redactFields(fields: Record<string, unknown>): Record<string, unknown> {
  return redact(fields, 0) as Record<string, unknown>
}

function redact(value: unknown, depth: number): unknown {
  if (typeof value === 'bigint') return value.toString()
  // Errors, dates, buffers and class instances are left to pino's serializers; only plain data is walked.
  if (Array.isArray(value)) return depth >= DEPTH_MAX ? '[deep]' : value.map((item) => redact(item, depth + 1))
  if (!isPlainObject(value)) return value
  if (depth >= DEPTH_MAX) return '[deep]'
  const copy: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(value)) {
    copy[name] = isSecretName(name) && inner !== undefined && inner !== null ? REDACTED : redact(inner, depth + 1)
  }
  return copy
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
