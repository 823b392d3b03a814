// What a `messages` event of the live stream says, read once for however many parts of a page listen.
import type { liveEventSchema } from '@inrange/contract/messages'
import type { SchemaOut } from '@inrange/contract/operation'
import type { StreamEvent } from './event-stream.ts'

export type LiveNews = SchemaOut<typeof liveEventSchema>

let lastData = ''
let lastNews: LiveNews | null = null

/** The news in an event; null for a heartbeat and for anything that is no JSON object. */
export function newsOf({ event, data }: StreamEvent): LiveNews | null {
  if (event !== 'messages') return null
  if (data === lastData) return lastNews
  lastData = data
  try {
    const value: unknown = JSON.parse(data)
    lastNews = typeof value === 'object' && value !== null && 'items' in value ? (value as LiveNews) : null
  } catch {
    lastNews = null
  }
  return lastNews
}
