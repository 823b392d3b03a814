// Sessions and users in the shapes that auth-js reads. Pure. Facts of our own stand in app_metadata, which only the
// server writes.
import { toApiId } from '@inrange/contract/ids'
import type { Account, AccountFactor, AccountIdentity } from './identity.queries.ts'

export type AuthUser = Record<string, unknown>
export type AuthSession = {
  access_token: string
  refresh_token: string
  token_type: 'bearer'
  expires_in: number
  expires_at: number
  user: AuthUser
}

/** What follows from settings, and so is not part of the account. */
export type AccountFacts = {
  /** The role demands a second factor, and there is none. */
  mustEnrolFactor: boolean
}

/**
 * What the console shows about the signed-in person and decides its first screen with; the server decides nothing by
 * it.
 */
export function appMetadata(account: Account, facts: AccountFacts): Record<string, unknown> {
  return {
    provider: 'email',
    providers: ['email', ...new Set(account.identities.map(({ providerId }) => providerId))],
    user_id: toApiId('user', account.id),
    username: account.username,
    role: account.role,
    language: account.language,
    must_change_password: account.mustChangePassword,
    must_enrol_factor: facts.mustEnrolFactor,
  }
}

export function userMetadata(account: Account): Record<string, unknown> {
  return { username: account.username }
}

/** The user of `GET /user` and of a session. */
export function presentUser(account: Account, facts: AccountFacts): AuthUser {
  const createdAt = account.createdAt.toISOString()
  const updatedAtMs = Math.max(account.createdAt.getTime(), account.passwordChangedAt?.getTime() ?? 0)
  const lastSignInAt = account.lastLogin?.toISOString()
  return {
    id: account.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: account.email,
    email_confirmed_at: createdAt,
    phone: '',
    confirmed_at: createdAt,
    ...(lastSignInAt === undefined ? {} : { last_sign_in_at: lastSignInAt }),
    app_metadata: appMetadata(account, facts),
    user_metadata: userMetadata(account),
    identities: [
      {
        identity_id: account.id,
        id: account.id,
        user_id: account.id,
        identity_data: { email: account.email, sub: account.id },
        provider: 'email',
        ...(lastSignInAt === undefined ? {} : { last_sign_in_at: lastSignInAt }),
        created_at: createdAt,
        updated_at: createdAt,
      },
      ...account.identities.map((identity) => presentIdentity(account, identity)),
    ],
    factors: account.factors.map(presentFactor),
    created_at: createdAt,
    updated_at: new Date(updatedAtMs).toISOString(),
    is_anonymous: false,
  }
}

function presentFactor(factor: AccountFactor): Record<string, unknown> {
  return {
    id: factor.id,
    friendly_name: factor.friendlyName,
    factor_type: factor.factorType,
    status: factor.status,
    created_at: factor.createdAt,
    updated_at: factor.updatedAt,
    ...(factor.phone === null ? {} : { phone: `+${factor.phone}` }),
    ...(factor.lastUsedAt === null ? {} : { last_challenged_at: factor.lastUsedAt }),
  }
}

function presentIdentity(account: Account, identity: AccountIdentity): Record<string, unknown> {
  return {
    identity_id: identity.id,
    id: identity.subject,
    user_id: account.id,
    identity_data: { ...identity.data, sub: identity.subject, email: identity.email },
    provider: identity.providerId,
    ...(identity.lastSignInAt === null ? {} : { last_sign_in_at: identity.lastSignInAt }),
    created_at: identity.createdAt,
    updated_at: identity.updatedAt,
  }
}

/** The answer to every grant. */
export function presentSession(
  account: Account,
  facts: AccountFacts,
  tokens: { accessToken: string; refreshToken: string; expiresAtSeconds: number; expiresInSeconds: number },
): AuthSession {
  return {
    access_token: tokens.accessToken,
    refresh_token: tokens.refreshToken,
    token_type: 'bearer',
    expires_in: tokens.expiresInSeconds,
    expires_at: tokens.expiresAtSeconds,
    user: presentUser(account, facts),
  }
}
