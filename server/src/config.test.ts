import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig, settings } from './config.ts'
import { generateKeyText } from './platform/secrets.ts'

const folder = mkdtempSync(join(tmpdir(), 'inrange-config-'))
const secretKey = generateKeyText()
const plain = { DATA_DIR: folder, SECRET_KEY: secretKey }
const certificate = join(folder, 'cert.pem')
writeFileSync(certificate, 'pem')

afterAll(() => rmSync(folder, { recursive: true }))

describe('reading', () => {
  test('nothing given: loopback only, the standard ports, the embedded database', () => {
    expect(readConfig(plain)).toMatchObject({
      databaseUrl: undefined,
      dataDir: folder,
      httpHost: '127.0.0.1',
      httpPort: 3000,
      publicUrl: 'http://localhost:3000',
      trustedProxies: [],
      smppHost: '127.0.0.1',
      smppPort: 2775,
      smppTlsPort: undefined,
      superadminPassword: undefined,
      logLevel: 'info',
    })
  })

  test('an empty variable counts as unset', () => {
    expect(readConfig({ ...plain, HTTP_PORT: '', DATABASE_URL: ' ' })).toMatchObject({
      httpPort: 3000,
      databaseUrl: undefined,
    })
  })

  test('a secret may come from a file', () => {
    const path = join(folder, 'password')
    writeFileSync(path, 'from the file\n')
    expect(readConfig({ ...plain, SUPERADMIN_PASSWORD_FILE: path }).superadminPassword).toBe('from the file')
  })
})

describe('the generated key', () => {
  test('is made once, readable by its owner only, and the same afterwards', () => {
    const dataDir = join(folder, 'fresh')
    const first = readConfig({ DATA_DIR: dataDir }).keyRing
    const second = readConfig({ DATA_DIR: dataDir }).keyRing
    expect(second).toEqual(first)
    expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
  })

  test('is not made when SECRET_KEY is given', () => {
    readConfig({ DATA_DIR: join(folder, 'given'), SECRET_KEY: secretKey })
    expect(() => readFileSync(join(folder, 'given', 'secret.key'))).toThrow(/ENOENT/)
  })

  test('is refused when its file is empty, and not replaced', () => {
    const path = join(folder, 'secret.key')
    writeFileSync(path, '')
    expect(() => readConfig({ DATA_DIR: folder })).toThrow(/is empty/)
    expect(readFileSync(path, 'utf8')).toBe('')
  })
})

describe('faults', () => {
  test('all are named at once, each with its remedy', () => {
    const faulty = { ...plain, HTTP_PORT: '70000', LOG_LEVEL: 'everything', DATABASE_URL: 'mysql://x' }
    expect(() => readConfig(faulty)).toThrow(
      [
        'The configuration has 3 faults:',
        '  DATABASE_URL is not the address of a PostgreSQL server. Write it like postgresql://user:password@host:5432/database.',
        '  HTTP_PORT is "70000". Give a number from 0 to 65535.',
        '  LOG_LEVEL is "everything". Choose one of: trace, debug, info, warn, error, fatal, silent.',
      ].join('\n'),
    )
  })

  test.each<[string, Record<string, string>, Record<string, string>]>([
    ['a port', { HTTP_PORT: '65535' }, { HTTP_PORT: '65536' }],
    ['a port of digits', { SMPP_PORT: '0' }, { SMPP_PORT: '0x10' }],
    ['a host', { HTTP_HOST: '::1' }, { HTTP_HOST: 'http://x' }],
    ['a level', { LOG_LEVEL: 'debug' }, { LOG_LEVEL: 'verbose' }],
    ['a public address', { PUBLIC_URL: 'https://sms.example.com' }, { PUBLIC_URL: 'https://sms.example.com/console' }],
    ['its scheme', { PUBLIC_URL: 'http://x' }, { PUBLIC_URL: 'ftp://x' }],
    ['a password', { SUPERADMIN_PASSWORD: '123456' }, { SUPERADMIN_PASSWORD: '12345' }],
    ['a key', { SECRET_KEY: generateKeyText() }, { SECRET_KEY: 'short' }],
    ['a database', { DATABASE_URL: 'postgres://u@h/d' }, { DATABASE_URL: 'u@h/d' }],
    [
      'TLS as a whole',
      { SMPP_TLS_PORT: '3550', SMPP_TLS_CERT: certificate, SMPP_TLS_KEY: certificate },
      { SMPP_TLS_PORT: '3550', SMPP_TLS_CERT: certificate },
    ],
    ['a readable file', { SMPP_TLS_PORT: '' }, { SMPP_TLS_CERT: join(folder, 'nowhere.pem') }],
    ['two ports', { HTTP_PORT: '2776' }, { HTTP_PORT: '2775' }],
    ['any free ports', { HTTP_PORT: '0', SMPP_PORT: '0' }, { HTTP_PORT: '-1' }],
  ])('%s: the right one is taken, its neighbour refused', (_what, right, wrong) => {
    expect(() => readConfig({ ...plain, ...right })).not.toThrow()
    expect(() => readConfig({ ...plain, ...wrong })).toThrow(/The configuration has a fault/)
  })

  test('a fault never shows a secret', () => {
    const faulty = { ...plain, DATABASE_URL: 'oops://u:hunter2@h', SUPERADMIN_PASSWORD: 'hunt', SECRET_KEY: 'hunter3' }
    let message = ''
    try {
      readConfig(faulty)
    } catch (error) {
      message = String(error)
    }
    expect(message).toContain('3 faults')
    expect(message).not.toContain('hunt')
  })

  test('a secret given twice is a fault', () => {
    expect(() => readConfig({ ...plain, SECRET_KEY_FILE: certificate })).toThrow(/SECRET_KEY is given twice/)
  })
})

test('every setting tells its name and what it does', () => {
  const entries = Object.values(settings)
  expect(new Set(entries.map((entry) => entry.name)).size).toBe(entries.length)
  for (const entry of entries) expect(entry.description).toMatch(/^[A-Z][^]{20,}\.$/)
})
