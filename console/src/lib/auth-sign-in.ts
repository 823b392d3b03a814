// The ways in: a password, a passkey, another service that vouches. Loaded with the screens that need them.
import { outcomeOf, type AuthOutcome } from './auth-outcome.ts'

/** Opens a session; what follows (a second factor, a new password) is the duty of the signed-in person. */
export function signIn(username: string, password: string, captchaToken?: string): Promise<AuthOutcome> {
  const options = captchaToken === undefined ? {} : { options: { captchaToken } }
  return outcomeOf(({ client }) => client.signInWithPassword({ email: username, password, ...options }))
}

/** Whether this browser knows passkeys at all. */
export function knowsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && isSecureContext
}

export function signInWithPasskey(): Promise<AuthOutcome> {
  return outcomeOf(({ client }) => client.signInWithPasskey())
}

/** Leaves for the provider, which sends the browser back to /sign-in-return with a code. */
export async function leaveForProvider(provider: string): Promise<AuthOutcome> {
  return outcomeOf(({ client }) =>
    client.signInWithOAuth({
      // The client's list of providers is that of another service; ours are the operator's own.
      provider: provider as 'google',
      options: { redirectTo: `${location.origin}/sign-in-return` },
    }),
  )
}

const exchanges = new Map<string, Promise<AuthOutcome>>()

/** Spends the code of a link or of a visit to a provider; however often it is asked, once. */
export function exchangeCode(code: string): Promise<AuthOutcome> {
  const begun = exchanges.get(code) ?? outcomeOf(({ client }) => client.exchangeCodeForSession(code))
  exchanges.set(code, begun)
  return begun
}
