// A platform that nobody has used yet: `npm start` on an empty folder, for the test that begins where an operator does.
// What it prints is read as a person would read it.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@inrange/server/testing/free-port'
import { makeScratchFolder } from '@inrange/server/testing/scratch-folder'

const PROJECT_DIR = join(import.meta.dirname, '..')
const START_PATIENCE_MS = 120_000
const STOP_PATIENCE_MS = 30_000

export type NewPlatform = {
  url: string
  /** Of superadmin, as printed at the first start. */
  printedPassword: string
  stop(): Promise<void>
}

export async function startNewPlatform(): Promise<NewPlatform> {
  const dataDir = makeScratchFolder('newcomer')
  const [httpPort, smppPort] = [await freePort(), await freePort()]
  const program = spawn(process.execPath, [join(PROJECT_DIR, 'server/src/main.ts')], {
    env: { DATA_DIR: dataDir, HTTP_PORT: String(httpPort), SMPP_PORT: String(smppPort) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = async () => {
    await end(program)
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    const printed = await readUntilAddress(program)
    const [, printedPassword = ''] = /superadmin with the password (\S+)/.exec(printed) ?? []
    const [, url = ''] = /Inrange +(http:\S+)/.exec(printed) ?? []
    return { url, printedPassword, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function readUntilAddress(program: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    const fail = (why: string) => reject(new Error(`${why}. It printed:\n${printed}`))
    const timer = setTimeout(() => fail('The platform did not start in time'), START_PATIENCE_MS)
    program.once('exit', (code) => fail(`The platform ended with ${code}`))
    program.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      if (!/Inrange +http:\S+/.test(printed)) return
      clearTimeout(timer)
      resolve(printed)
    })
  })
}

async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return
  const exited = once(program, 'exit')
  program.kill('SIGTERM')
  const timer = setTimeout(() => program.kill('SIGKILL'), STOP_PATIENCE_MS)
  await exited
  clearTimeout(timer)
}
