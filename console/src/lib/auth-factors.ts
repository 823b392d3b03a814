// Second factors, passkeys, recovery codes and identities of the signed-in person, as the auth service serves them.
import type { Factor, User } from '@supabase/auth-js'
import { queryOptions } from '@tanstack/react-query'
import { outcomeOf, sentenceOf, type AuthOutcome } from './auth-outcome.ts'
import { renewAccess } from './auth.ts'
import { queryClient } from './query-client.ts'

/** A factor with what our server adds to the client's type. */
export type OwnFactor = Factor & { phone?: string }
export type FactorKind = 'totp' | 'phone' | 'webauthn'

const userKey = ['auth.user'] as const

async function readAuthUser(): Promise<User> {
  const outcome = await outcomeOf(({ client }) => client.getUser())
  if (outcome.ok) return outcome.value.user
  throw new Error(sentenceOf(outcome, { failed: 'The server cannot be reached. Check your connection.' }))
}

/** The signed-in person with factors and identities. Served also while a duty is open. */
export const authUser = queryOptions({ queryKey: userKey, queryFn: readAuthUser, staleTime: 0 })

/** After a change: what is on screen is asked for again. */
export async function outdateAuthUser(): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [name] }) => name === 'auth.user' || name === 'account.read',
  })
}

/** The verified factors that can be shown to the server, in the order they were added. */
export function usableFactors(user: Pick<User, 'factors'>): OwnFactor[] {
  return (user.factors ?? []).filter(
    ({ status, factor_type }) => status === 'verified' && factor_type !== 'recovery_code',
  )
}

export function hasRecoveryCodes(user: Pick<User, 'factors'>): boolean {
  return (user.factors ?? []).some(({ factor_type }) => factor_type === 'recovery_code')
}

export type TotpEnrolment = { id: string; qr_code: string; secret: string }

/** The secret of a new authenticator app and its QR code as SVG; it counts once its first code was verified. */
export async function enrolTotp(friendlyName: string): Promise<AuthOutcome<TotpEnrolment>> {
  const outcome = await outcomeOf(({ client }) =>
    client.mfa.enroll({ factorType: 'totp', friendlyName, issuer: 'Inrange' }),
  )
  if (!outcome.ok) return outcome
  const { id, totp } = outcome.value
  return {
    ok: true,
    value: { id, qr_code: totp.qr_code.replace(/^data:image\/svg\+xml;utf-8,/, ''), secret: totp.secret },
  }
}

/** @param phone E.164, with or without + */
export function enrolPhone(friendlyName: string, phone: string): Promise<AuthOutcome<{ id: string }>> {
  return outcomeOf(({ client }) => client.mfa.enroll({ factorType: 'phone', friendlyName, phone }))
}

/** Sends a code to a phone; answers the challenge that the code belongs to. */
export function sendPhoneCode(factorId: string): Promise<AuthOutcome<{ id: string }>> {
  return outcomeOf(({ client }) => client.mfa.challenge({ factorId, channel: 'sms' }))
}

/** Verifies a code and so lifts the session to the second level. Without a challenge one is made (TOTP). */
export function verifyCode(factorId: string, code: string, challengeId?: string): Promise<AuthOutcome> {
  return outcomeOf(({ client }) =>
    challengeId === undefined
      ? client.mfa.challengeAndVerify({ factorId, code })
      : client.mfa.verify({ factorId, challengeId, code }),
  )
}

export function verifyPasskey(factorId: string): Promise<AuthOutcome> {
  return outcomeOf(({ client }) => client.mfa.webauthn.authenticate({ factorId, webauthn: {} }))
}

export function verifyRecoveryCode(code: string): Promise<AuthOutcome> {
  return outcomeOf(({ client }) => client.mfa.recoveryCodes.verify({ code }))
}

export function removeFactor(factorId: string): Promise<AuthOutcome> {
  return outcomeOf(({ client }) => client.mfa.unenroll({ factorId }))
}

/** New codes in place of any former ones; they are answered once. */
export async function makeRecoveryCodes(areThereAny: boolean): Promise<AuthOutcome<string[]>> {
  const outcome = await outcomeOf(({ client }) =>
    areThereAny ? client.mfa.recoveryCodes.regenerate() : client.mfa.recoveryCodes.generate(),
  )
  return outcome.ok ? { ok: true, value: outcome.value.codes } : outcome
}

/**
 * Registers a passkey on this device and gives it its name. A first factor counts once it was shown, so it is shown at
 * once; whoever turns that down is asked for it like at a sign-in.
 */
export async function addPasskey(friendlyName: string, isFirst: boolean): Promise<AuthOutcome> {
  const added = await outcomeOf(({ client }) => client.registerPasskey())
  if (!added.ok) return added
  const shown = isFirst ? await verifyPasskey(added.value.id) : added
  if (shown.ok) return renamePasskey(added.value.id, friendlyName)
  await renewAccess()
  return added
}

export function renamePasskey(passkeyId: string, friendlyName: string): Promise<AuthOutcome> {
  return outcomeOf(({ client }) => client.passkey.update({ passkeyId, friendlyName }))
}

export function removePasskey(passkeyId: string): Promise<AuthOutcome> {
  return outcomeOf(({ client }) => client.passkey.delete({ passkeyId }))
}

/** Leaves for the provider, which sends the browser back to the account section. */
export function linkIdentity(provider: string): Promise<AuthOutcome> {
  return outcomeOf(({ client }) =>
    client.linkIdentity({
      provider: provider as 'google',
      options: { redirectTo: `${location.origin}/account?tab=identities` },
    }),
  )
}

export async function unlinkIdentity(identityId: string): Promise<AuthOutcome> {
  return outcomeOf(async ({ client }) => {
    const { data, error } = await client.getUserIdentities()
    if (error !== null) return { data, error }
    const identity = data.identities.find(({ identity_id }) => identity_id === identityId)
    return identity === undefined ? { data: null, error: null } : client.unlinkIdentity(identity)
  })
}
