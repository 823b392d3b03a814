import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEventParser } from './event-stream.ts'

const stream = [
  ': hello\n\nid: 41\nevent: messages\ndata: {"a":1}\n\n',
  'id: 42\r\nevent: messages\r\ndata: one\r\ndata: two\r\n\r\n',
  'data:bare\n\n',
].join('')
const events = [
  { id: '41', event: 'messages', data: '{"a":1}' },
  { id: '42', event: 'messages', data: 'one\ntwo' },
  { id: '42', event: 'message', data: 'bare' },
]

test('events come out whole, comments and empty events do not', () => {
  expect(createEventParser()(stream)).toEqual(events)
})

test('the stream may be cut anywhere', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: stream.length - 1 }), { maxLength: 12 }), (cuts) => {
      const parse = createEventParser()
      const edges = [0, ...cuts.sort((a, b) => a - b), stream.length]
      const pieces = edges.slice(1).map((edge, index) => stream.slice(edges[index], edge))
      expect(pieces.flatMap(parse)).toEqual(events)
    }),
  )
})

test('an event without its empty line is not given', () => {
  expect(createEventParser()('data: half\n')).toEqual([])
})
