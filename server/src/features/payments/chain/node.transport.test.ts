import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChainFault } from './chain.fault.ts'
import { openNode } from './node.transport.ts'

let respond: (response: ServerResponse) => void = () => undefined
const server = createServer((request, response) => {
  request.resume().on('end', () => respond(response))
})
let url: string

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  url = `http://127.0.0.1:${port}/v3/a-key-of-the-operator`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

const json =
  (body: string, status = 200) =>
  (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)

test('an answer comes through, null as well', async () => {
  respond = json('{"jsonrpc":"2.0","id":1,"result":"0x1"}')
  expect(await openNode(url)('eth_chainId', [])).toBe('0x1')
  respond = json('{"jsonrpc":"2.0","id":1,"result":null}')
  expect(await openNode(url)('eth_getTransactionReceipt', ['0x'])).toBeNull()
})

test.each<[string, string, (response: ServerResponse) => void]>([
  ['no result and no error', 'nonsense', json('{"jsonrpc":"2.0","id":1}')],
  ['too many questions', 'unreachable', json('{}', 429)],
  ['a gateway without its node', 'unreachable', json('{}', 503)],
  ['a key that is not accepted', 'refused', json('{}', 401)],
  ['an error of the node', 'refused', json('{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}')],
  ['another address', 'unreachable', (response) => response.writeHead(302, { location: url }).end()],
  ['a beginning and no end', 'unreachable', (response) => response.writeHead(200).write('{"result":')],
  ['more than is read', 'nonsense', (response) => response.writeHead(200).end('x'.repeat(8 * 1024 * 1024 + 1))],
])('%s is %s, and no word of it names the node', async (_, reason, answer) => {
  respond = answer
  const error = await openNode(url, { timeoutMs: 500 })('eth_chainId', []).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ChainFault)
  expect(error).toMatchObject({ reason })
  expect(JSON.stringify([String(error), (error as Error).stack, error])).not.toContain('a-key-of')
  expect((error as Error).cause).toBeUndefined()
})
