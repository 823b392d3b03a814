import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const ROOT_DIR = join(import.meta.dirname, '..')
let project: string

// A project that looks installed, whose programs only tell how they were called.
beforeAll(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'inrange-bootstrap-')))
  cpSync(join(ROOT_DIR, 'tools/bootstrap.mjs'), join(project, 'tools/bootstrap.mjs'), { recursive: true })
  mkdirSync(join(project, 'node_modules/.bin'), { recursive: true })
  mkdirSync(join(project, 'node_modules/vite/bin'), { recursive: true })
  mkdirSync(join(project, 'console'))
  mkdirSync(join(project, 'server/src'), { recursive: true })
  mkdirSync(join(project, 'bench/src'), { recursive: true })
  symlinkSync(process.execPath, join(project, 'node_modules/.bin/node'))
  writeFileSync(join(project, 'node_modules/.package-lock.json'), '{"packages":{}}')
  writeFileSync(
    join(project, 'node_modules/vite/bin/vite.js'),
    `require('fs').mkdirSync('console/dist', { recursive: true }); require('fs').appendFileSync('builds', process.argv.slice(2).join(' ') + '\\n')`,
  )
  writeFileSync(
    join(project, 'bench/src/main.ts'),
    'console.log(JSON.stringify(process.argv.slice(2))); process.exit(7)',
  )
})

beforeEach(() => {
  rmSync(join(project, 'builds'), { force: true })
  rmSync(join(project, 'console/dist'), { recursive: true, force: true })
  writeFileSync(join(project, 'package-lock.json'), '{"packages":{}}')
  writeFileSync(join(project, 'console/page.tsx'), 'one')
  writeFileSync(join(project, 'server/src/main.ts'), 'console.log(JSON.stringify(process.argv.slice(2)))')
})

afterAll(() => rmSync(project, { recursive: true }))

type Ended = { code: number | null; output: string; errors: string }

async function run(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const child = spawn(process.execPath, ['tools/bootstrap.mjs', ...args], {
    cwd: project,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended: Ended = { code: null, output: '', errors: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (ended.output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (ended.errors += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { ...ended, code }
}

function builds(): string[] {
  try {
    return readFileSync(join(project, 'builds'), 'utf8').trim().split('\n')
  } catch {
    return []
  }
}

test('arguments and the exit code go through', async () => {
  expect(await run(['bench', 'ingest', '--seconds', '5'])).toMatchObject({
    code: 7,
    output: '["ingest","--seconds","5"]\n',
  })
})

test('an unknown command is told the known ones', async () => {
  const { code, errors } = await run(['destroy'])
  expect(code).toBe(1)
  expect(errors).toContain(
    'demo|start|dev|test|bench|simulate|ledger:check|users:import|users:rescue|audit:check|secrets:rewrap',
  )
})

describe('the console', () => {
  test('is built for demo and start, and only again when one of its sources changed', async () => {
    expect(await run(['demo'])).toMatchObject({ code: 0, output: '["--demo"]\n' })
    expect(await run(['start'])).toMatchObject({ code: 0, output: '[]\n' })
    expect(builds()).toHaveLength(1)
    writeFileSync(join(project, 'server/src/other.ts'), '')
    await run(['start'])
    expect(builds()).toHaveLength(1)
    writeFileSync(join(project, 'console/page.tsx'), 'two')
    await run(['start'])
    expect(builds()).toHaveLength(2)
  })

  test('is not built for what does not serve it', async () => {
    await run(['bench'])
    expect(builds()).toEqual([])
  })
})

test('a signal reaches the program, which ends in its own way', async () => {
  const text = `process.on('SIGTERM', () => { console.log('ending'); process.exit(3) }); setInterval(() => {}, 1000); console.log('up')`
  writeFileSync(join(project, 'server/src/main.ts'), text)
  const child = spawn(process.execPath, ['tools/bootstrap.mjs', 'start'], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  expect((await lines.next()).value).toBe('up')
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  expect((await lines.next()).value).toBe('ending')
  expect(await exited).toEqual([3, null])
})

describe('installing', () => {
  // Stands in for npm, so that no test reaches a registry.
  function fakeNpm(text: string): Record<string, string> {
    const folder = join(project, 'bin')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'npm'), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
    return { PATH: `${folder}:${process.env['PATH']}` }
  }
  const changedLockfile = '{"packages":{"node_modules/left":{"version":"1.0.0"}}}'

  test('happens when the lockfile changed, once', async () => {
    writeFileSync(join(project, 'package-lock.json'), changedLockfile)
    const env = fakeNpm('echo "$@" >> npm-calls')
    await run(['bench'], env)
    await run(['bench'], env)
    expect(readFileSync(join(project, 'npm-calls'), 'utf8')).toBe('ci --no-audit --no-fund\n')
  })

  test('that fails says what it needs, and the program is not started', async () => {
    writeFileSync(join(project, 'package-lock.json'), '{"packages":{"node_modules/right":{"version":"1.0.0"}}}')
    const { code, output, errors } = await run(['bench'], fakeNpm('exit 1'))
    expect({ code, output }).toEqual({ code: 1, output: '' })
    expect(errors).toContain('needs the npm registry once')
  })
})
