// The SMS gateway over real HTTP: what is asked, and what is made of the answers.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendSms, type SmsGatewayAccess } from './sms-gateway.ts'

type Asked = { method: string | undefined; type: string | undefined; key: string | undefined; body: string }

let server: Server
let asked: Asked[]
let status: number
let answer: string
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const { method, headers } = request
      asked.push({ method, type: headers['content-type'], key: headers['x-key']?.toString(), body })
      if (status === 302) response.setHeader('location', '/elsewhere')
      response.writeHead(status).end(answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
beforeEach(() => {
  asked = []
  status = 200
  answer = '{"id":"1"}'
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

function gateway(facts: Partial<SmsGatewayAccess> = {}): SmsGatewayAccess {
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`,
    body: 'json',
    numberField: 'to',
    textField: 'text',
    senderField: 'from',
    sender: 'Inrange',
    credentialHeader: 'x-key',
    credential: 'let me',
    ...facts,
  }
}
const sms = { to: '447700900123', text: 'Code 123 & more' }

test('JSON, with the names and the credential of the settings', async () => {
  expect((await sendSms(gateway(), sms)).kind).toBe('sent')
  expect(asked).toMatchObject([{ method: 'POST', type: 'application/json', key: 'let me' }])
  expect(JSON.parse(asked[0]!.body)).toEqual({ to: '+447700900123', text: 'Code 123 & more', from: 'Inrange' })
})

test('a form, without sender and without credential where none is set', async () => {
  const plain = gateway({ body: 'form', numberField: 'dst', senderField: '', credential: null })
  expect((await sendSms(plain, sms)).kind).toBe('sent')
  expect(asked).toMatchObject([{ type: 'application/x-www-form-urlencoded', key: undefined }])
  expect([...new URLSearchParams(asked[0]!.body)]).toEqual([
    ['dst', '+447700900123'],
    ['text', 'Code 123 & more'],
  ])
})

const answers = [
  [201, 'sent'],
  [401, 'refused'],
  [422, 'refused'],
  [429, 'unreachable'],
  [500, 'unreachable'],
  [302, 'unreachable'],
] as const
test.each(answers)('an answer of %i is %s', async (given, kind) => {
  status = given
  expect((await sendSms(gateway(), sms)).kind).toBe(kind)
  expect(asked).toHaveLength(1)
})

test('of a long answer the beginning is kept', async () => {
  answer = 'x'.repeat(1_000_000)
  status = 400
  expect((await sendSms(gateway(), sms)).detail.length).toBeLessThan(250)
})

test('nobody there is unreachable, and does not throw', async () => {
  expect((await sendSms(gateway({ url: 'http://127.0.0.1:1/sms' }), sms)).kind).toBe('unreachable')
})
