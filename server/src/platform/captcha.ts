// Asks the provider of a captcha whether a visitor solved it. Guarantees a bounded wait and one of three outcomes; what
// follows when nobody answers is decided by whoever asks. Sources: the siteverify calls of Cloudflare Turnstile and of
// hCaptcha, which agree in what is used here.
import { z } from 'zod'

const ANSWER_TIMEOUT_MS = 5_000
const TOKEN_CHARS_MAX = 4_096

export const captchaVerifyUrls = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
} as const

export type CaptchaProvider = keyof typeof captchaVerifyUrls

/** What a page that shows the captcha loads scripts, frames and styles from, as the providers document it. */
export const captchaPageSources = {
  turnstile: ['https://challenges.cloudflare.com'],
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
} as const satisfies Record<CaptchaProvider, readonly string[]>

export type CaptchaOutcome = 'passed' | 'failed' | 'unreachable'

const answer = z.object({ success: z.boolean() })

/** @param check.verifyUrl one of `captchaVerifyUrls`, or a stand-in in tests */
export async function verifyCaptcha(check: {
  verifyUrl: string
  secret: string
  token: string | null
  address: string
}): Promise<CaptchaOutcome> {
  if (check.token === null || check.token === '' || check.token.length > TOKEN_CHARS_MAX) return 'failed'
  try {
    const response = await fetch(check.verifyUrl, {
      method: 'POST',
      body: new URLSearchParams({ secret: check.secret, response: check.token, remoteip: check.address }),
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    })
    const parsed = answer.safeParse(await response.json())
    if (!parsed.success) return 'unreachable'
    return parsed.data.success ? 'passed' : 'failed'
  } catch {
    return 'unreachable'
  }
}
