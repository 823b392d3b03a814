// The check of a captcha over real HTTP.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { verifyCaptcha } from './captcha.ts'

let server: Server
let asked: string[]
let answer: string
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      asked.push(body)
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
beforeEach(() => {
  asked = []
  answer = '{"success":true}'
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const check = (token: string | null) => {
  const verifyUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`
  return verifyCaptcha({ verifyUrl, secret: 'ours', token, address: '192.0.2.7' })
}

test('what the provider confirms has passed; it is told secret, token and address', async () => {
  expect(await check('solved')).toBe('passed')
  expect(Object.fromEntries(new URLSearchParams(asked[0]))).toEqual({
    secret: 'ours',
    response: 'solved',
    remoteip: '192.0.2.7',
  })
})

test('what it denies has failed', async () => {
  answer = '{"success":false,"error-codes":["invalid-input-response"]}'
  expect(await check('made up')).toBe('failed')
})

test.each([null, '', 'x'.repeat(5_000)])('without a token that could be one nobody is asked', async (token) => {
  expect(await check(token)).toBe('failed')
  expect(asked).toEqual([])
})

test.each(['not json', '{"ok":1}'])('an answer that is none is unreachable: %s', async (text) => {
  answer = text
  expect(await check('solved')).toBe('unreachable')
})
