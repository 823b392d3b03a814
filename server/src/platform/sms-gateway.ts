// Hands one SMS to a gateway: one HTTP POST with the fields the operator named. Guarantees a bounded wait, a bounded
// answer and no redirect, and one of three outcomes. It deliberately reads nothing out of the answer but its status:
// what a gateway says besides differs from one to the next.

const ANSWER_TIMEOUT_MS = 10_000
const ANSWER_CHARS_MAX = 200

export type SmsGatewayAccess = {
  url: string
  body: 'json' | 'form'
  numberField: string
  textField: string
  /** Empty: no sender is given. */
  senderField: string
  sender: string
  credentialHeader: string
  credential: string | null
}

export type SmsOutcome = { kind: 'sent' | 'refused' | 'unreachable'; detail: string }

/** @param sms.to digits of E.164, without a plus; the gateway gets it with one */
export async function sendSms(gateway: SmsGatewayAccess, sms: { to: string; text: string }): Promise<SmsOutcome> {
  const fields: Record<string, string> = { [gateway.numberField]: `+${sms.to}`, [gateway.textField]: sms.text }
  if (gateway.senderField !== '' && gateway.sender !== '') fields[gateway.senderField] = gateway.sender
  const isJson = gateway.body === 'json'
  try {
    const response = await fetch(gateway.url, {
      method: 'POST',
      headers: {
        'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
        ...(gateway.credential === null ? {} : { [gateway.credentialHeader]: gateway.credential }),
      },
      body: isJson ? JSON.stringify(fields) : new URLSearchParams(fields).toString(),
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    })
    const detail = `${response.status} ${await firstChars(response)}`.trim()
    if (response.ok) return { kind: 'sent', detail }
    return { kind: response.status >= 500 || response.status === 429 ? 'unreachable' : 'refused', detail }
  } catch (error) {
    const { message, cause } = error as Error
    return { kind: 'unreachable', detail: cause instanceof Error ? cause.message : message }
  }
}

/** The beginning of an answer, however long it goes on. */
async function firstChars(response: Response): Promise<string> {
  if (!response.body) return ''
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length >= ANSWER_CHARS_MAX) break
  }
  return text.replace(/\s+/g, ' ').slice(0, ANSWER_CHARS_MAX)
}
