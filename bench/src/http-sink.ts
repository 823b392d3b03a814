// A trivial HTTP server in a process of its own: answers every request with 200 and nothing, and counts the different
// numbers that the texts of the messages end in. It is where a gateway without a database forwards to.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What came; `seconds` is from the first request to the last new message. */
export type Arrived = { messages: number; requests: number; seconds: number }

export type HttpSink = {
  port: number
  /** Resolves when so many different messages have come, or after `timeoutMs`, with what has come. */
  arrived(messages: number, timeoutMs: number): Promise<Arrived>
  stop(): Promise<void>
}

export async function startHttpSink(): Promise<HttpSink> {
  const child = fork(import.meta.filename, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return {
    port,
    async arrived(messages, timeoutMs) {
      child.send({ messages, timeoutMs })
      const [arrived] = (await once(child, 'message')) as [Arrived]
      return arrived
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

function serve(): void {
  const counters = new Set<number>()
  let requests = 0
  let firstAtMs = 0
  let lastAtMs = 0
  let wanted = Infinity
  const reached = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    requests += 1
    firstAtMs ||= performance.now()
    const digits = /(\d+)$/.exec(request.url ?? '')?.[1]
    if (digits !== undefined && !counters.has(Number(digits))) {
      counters.add(Number(digits))
      lastAtMs = performance.now()
    }
    response.end()
    if (counters.size >= wanted) reached.resolve()
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
  process.on('message', ({ messages, timeoutMs }: { messages: number; timeoutMs: number }) => {
    wanted = messages
    if (counters.size >= wanted) reached.resolve()
    const timer = setTimeout(reached.resolve, timeoutMs)
    void reached.promise.then(() => {
      clearTimeout(timer)
      process.send?.({ messages: counters.size, requests, seconds: (lastAtMs - firstAtMs) / 1_000 })
    })
  })
  process.on('disconnect', () => process.exit())
}

if (import.meta.main) serve()
