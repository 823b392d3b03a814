// The text of a server-sent event stream as events (HTML standard, section 9.2.6). Ours because EventSource cannot
// send an authorization header. Bytes may be cut anywhere: an event is given only once its empty line has come.
export type StreamEvent = { id: string | null; event: string; data: string }
export type EventParser = (text: string) => StreamEvent[]

function fieldOf(line: string): [name: string, value: string] {
  const colon = line.indexOf(':')
  if (colon < 0) return [line, '']
  const value = line.slice(colon + 1)
  return [line.slice(0, colon), value.startsWith(' ') ? value.slice(1) : value]
}

/** A parser that keeps what is unfinished between calls. */
export function createEventParser(): EventParser {
  let unfinished = ''
  let id: string | null = null
  let event = ''
  let data: string[] = []

  function takeLine(line: string): StreamEvent | null {
    if (line === '') {
      const whole = data.length === 0 ? null : { id, event: event === '' ? 'message' : event, data: data.join('\n') }
      event = ''
      data = []
      return whole
    }
    const [name, value] = fieldOf(line)
    if (name === 'data') data.push(value)
    else if (name === 'event') event = value
    else if (name === 'id' && !value.includes('\0')) id = value
    return null
  }

  return (text) => {
    unfinished += text
    const events: StreamEvent[] = []
    // A carriage return at the very end may be half of a CRLF, so it waits for the next piece.
    const lines = unfinished.split(/\r\n|\n|\r(?!$)/)
    unfinished = lines.pop() ?? ''
    for (const line of lines) {
      const whole = takeLine(line)
      if (whole !== null) events.push(whole)
    }
    return events
  }
}
