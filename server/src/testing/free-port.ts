// A port of loopback that nobody listens on at this moment, for programs that have to be told theirs before they start.
// It deliberately reserves nothing: whoever starts late may find it taken.
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
