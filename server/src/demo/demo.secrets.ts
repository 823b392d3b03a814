// The passwords of a demo installation: random, made once, kept beside its data, so that a second start can print
// them again.
import { randomInt } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type DemoSecrets = {
  users: Record<string, string>
  /** SMPP 3.4 allows at most 8 characters. */
  outboundPassword: string
  inboundPassword: string
  outboundPort: number
}

// Without letters and digits that look alike, since people type them.
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

export function readDemoSecrets(dataDir: string, usernames: readonly string[], freePort: number): DemoSecrets {
  const path = join(dataDir, 'demo.json')
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as DemoSecrets
  const secrets: DemoSecrets = {
    users: Object.fromEntries(usernames.map((username) => [username, randomText(10)])),
    outboundPassword: randomText(8),
    inboundPassword: randomText(8),
    outboundPort: freePort,
  }
  writeFileSync(path, JSON.stringify(secrets, null, 2), { mode: 0o600 })
  return secrets
}

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
