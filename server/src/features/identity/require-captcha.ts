// Asks whoever signs in, or says that they forgot, to show that they are a person: where the settings name a captcha.
// When its provider cannot be reached nobody is kept out; what is counted still makes guessing slow. It deliberately
// keeps nothing of what the browser sent.
import { z } from 'zod'
import { captchaVerifyUrls, verifyCaptcha } from '../../platform/captcha.ts'
import { SealBroken } from '../../platform/secrets.ts'
import { readSecretSetting, readSettings } from '../settings/settings.public.ts'
import { AuthError } from './auth.errors.ts'
import { accountKey, addressBackOff, addressKey } from './back-off.rules.ts'
import type { IdentityDeps } from './identity.deps.ts'
import { selectFailures } from './identity.queries.ts'

/** Wrong passwords after which a sign-in has to show it: for the account, and from the address that many may share. */
export const FAILURES_BEFORE_CAPTCHA = { account: 3, address: 10 }

/** As auth-js sends it with every call that a captcha may guard. */
export const captchaGiven = z.object({ captcha_token: z.string().max(4_096).nullish() }).nullish()

type CaptchaDeps = Pick<IdentityDeps, 'database' | 'log' | 'secrets' | 'captchaVerifyUrls'>
type Shown = { token: string | null; address: string }

/** @throws AuthError captcha_failed */
export async function requireCaptcha(deps: CaptchaDeps, shown: Shown): Promise<void> {
  const { captcha } = await readSettings(deps.database.kysely)
  if (captcha.provider === 'none') return
  const secret = await findSecret(deps)
  if (secret === null) return
  const verifyUrl = (deps.captchaVerifyUrls ?? captchaVerifyUrls)[captcha.provider]
  const outcome = await verifyCaptcha({ verifyUrl, secret, ...shown })
  if (outcome === 'failed') throw new AuthError('captcha_failed')
  if (outcome === 'unreachable') deps.log.warn({ verifyUrl }, 'the captcha cannot be checked, and was not asked for')
}

/**
 * The same, where wrong passwords came before. It is asked before the attempt is counted, so that one without it costs
 * the account nothing.
 * @throws AuthError captcha_failed
 */
export async function requireCaptchaAfterFailures(
  deps: CaptchaDeps & Pick<IdentityDeps, 'clock'>,
  login: string,
  shown: Shown,
): Promise<void> {
  const { captcha } = await readSettings(deps.database.kysely)
  if (captcha.provider === 'none') return
  const since = new Date(deps.clock.nowMs() - addressBackOff.forgetAfterMs)
  const failuresOf = (key: string) => selectFailures(deps.database.kysely, { key, since })
  const isNeeded =
    (await failuresOf(accountKey(login))) >= FAILURES_BEFORE_CAPTCHA.account ||
    (await failuresOf(addressKey(shown.address))) >= FAILURES_BEFORE_CAPTCHA.address
  if (isNeeded) await requireCaptcha(deps, shown)
}

/** A secret that does not open any more keeps nobody out either. */
async function findSecret(deps: CaptchaDeps): Promise<string | null> {
  try {
    return await readSecretSetting(deps, deps.database.kysely, 'captchaSecret')
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    deps.log.warn({}, 'the secret of the captcha does not open with the present secret key, and it is not asked for')
    return null
  }
}
