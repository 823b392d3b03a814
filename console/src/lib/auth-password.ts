// Passwords of the signed-in person, and the links that let somebody choose one who cannot sign in.
import { outcomeOf, type AuthOutcome } from './auth-outcome.ts'

/** Changes the password; the server checks the current one, unless a link brought the person here. */
export function changePassword(password: string, currentPassword?: string): Promise<AuthOutcome> {
  return outcomeOf(({ client }) =>
    client.updateUser({ password, ...(currentPassword === undefined ? {} : { current_password: currentPassword }) }),
  )
}

/** Asks for a link by mail. The answer is the same for an address that nobody has. */
export function requestResetLink(email: string, captchaToken?: string): Promise<AuthOutcome> {
  const captcha = captchaToken === undefined ? {} : { captchaToken }
  return outcomeOf(({ client }) =>
    client.resetPasswordForEmail(email, { redirectTo: `${location.origin}/reset-password`, ...captcha }),
  )
}

/** Opens the link that an administrator handed over; it works once. */
export function openHandedLink(type: 'recovery' | 'invite', token: string): Promise<AuthOutcome> {
  return outcomeOf(({ client }) => client.verifyOtp({ token_hash: token, type }))
}
