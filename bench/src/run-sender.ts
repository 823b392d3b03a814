// Runs the simulator's fast sender in a process of its own, so that its CPU is its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** What the sender reports of a run; times in ms. */
export type SenderReport = {
  messages: number
  seconds: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  cpuMicrosPerMessage: number
  /** Answers by the name of their command_status. */
  statuses: Record<string, number>
}

export type SenderSettings = {
  sessions: number
  window: number
  numbers: readonly { prefix: string; start: string; end: string }[]
  messages: number
  ratePerSecond?: number
} & ({ host: string; port: number; systemId: string; password: string } | { listen: { host: string; port: number } })

/** @throws when a message was not answered with ESME_ROK, or the sender could not do its work */
export async function runSender(settings: SenderSettings): Promise<SenderReport> {
  const program = join(import.meta.dirname, '../../sim/src/fast-sender.ts')
  const sender = spawn(process.execPath, [program, JSON.stringify(settings)], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  sender.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  const [code] = (await once(sender, 'close')) as [number]
  if (code !== 0) throw new Error(`the sender ended with ${code}: ${output}`)
  const report = JSON.parse(output.trim().split('\n').at(-1) ?? '') as SenderReport
  if (report.statuses['ESME_ROK'] !== report.messages) {
    throw new Error(`messages were refused: ${JSON.stringify(report.statuses)}`)
  }
  return report
}
