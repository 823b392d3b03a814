import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { parseStat, readCpuMicros, readFamilyCpuMicros } from './read-cpu.ts'

test('reads the times of a process whose name looks like fields', () => {
  const rest = Array.from({ length: 30 }, (_, index) => String(1_000 + index)).join(' ')
  expect(parseStat(`42 (a) R 7 (b) S 9 9 9 0 -1 4194560 1 2 3 4 11 22 33 44 ${rest}\n`)).toEqual({
    pid: 42,
    parentPid: 9,
    ticks: 11 + 22 + 33 + 44,
  })
})

test.runIf(process.platform === 'linux')('counts a child while it lives and after it ended', async () => {
  const before = readFamilyCpuMicros(process.pid) ?? Number.NaN
  const work = 'const end = Date.now() + 300; while (Date.now() < end); process.send("worked")'
  const child = spawn(process.execPath, ['-e', `${work}; process.on("message", () => process.disconnect())`], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  const ofChild = readCpuMicros([child.pid ?? 0]) ?? 0
  expect(ofChild).toBeGreaterThan(50_000)
  const whileItLived = (readFamilyCpuMicros(process.pid) ?? 0) - before
  expect(whileItLived).toBeGreaterThanOrEqual(ofChild)
  child.send('end')
  await once(child, 'exit')
  expect(readCpuMicros([child.pid ?? 0])).toBe(0)
  expect((readFamilyCpuMicros(process.pid) ?? 0) - before).toBeGreaterThanOrEqual(whileItLived)
})
