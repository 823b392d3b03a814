// How much CPU time processes of others have used, from Linux' process table: exact to the tick of 10 ms, threads and
// ended children included. Deliberately nothing for other systems: there a figure is left out rather than guessed.
import { readdirSync, readFileSync } from 'node:fs'

/** USER_HZ: 100 on every architecture that Node runs on (time(7)). */
const MICROS_PER_TICK = 10_000

/** One process as /proc/<pid>/stat shows it (proc_pid_stat(5)). */
type Stat = { pid: number; parentPid: number; ticks: number }

/** User and system time of these processes, in µs, of their threads and of children that ended; null without /proc. */
export function readCpuMicros(pids: readonly number[]): number | null {
  const stats = readStats()
  if (stats === null) return null
  return stats.filter(({ pid }) => pids.includes(pid)).reduce((sum, { ticks }) => sum + ticks * MICROS_PER_TICK, 0)
}

/**
 * The same of a process and its children, living and ended, so that it never falls when one ends.
 * @returns µs; null without /proc
 */
export function readFamilyCpuMicros(parentPid: number): number | null {
  const stats = readStats()
  if (stats === null) return null
  const family = stats.filter((stat) => stat.pid === parentPid || stat.parentPid === parentPid)
  return family.reduce((sum, { ticks }) => sum + ticks * MICROS_PER_TICK, 0)
}

function readStats(): Stat[] | null {
  if (process.platform !== 'linux') return null
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return parseStat(readFileSync(`/proc/${name}/stat`, 'utf8'))
      } catch {
        // It ended between the listing and the reading; its time is in its parent's by now.
        return []
      }
    })
}

/** The name of the program stands in parentheses and may hold anything, parentheses and spaces too. */
export function parseStat(text: string): Stat {
  const pid = Number(text.slice(0, text.indexOf(' ')))
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  // Fields 14 to 17 of the manual, of which the third is the first here: utime, stime, cutime, cstime.
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return { pid, parentPid: Number(fields[1]), ticks }
}
