// Access tokens: JWT signed with ES256, good for ten minutes, with the claims that auth-js reads. A token only says
// which session speaks; what that session may do is read from the database. Source: RFC 7519; RFC 9068, section 2.1
// (the type at+jwt keeps a token of another use, signed with the same key, from passing here).
import { errors, jwtVerify, SignJWT } from 'jose'
import type { Clock } from '../../platform/clock.ts'
import type { Account, SessionRow } from './identity.queries.ts'
import { appMetadata, userMetadata, type AccountFacts } from './session.presenter.ts'
import { SIGNING_ALGORITHM } from './signing-key.codec.ts'
import type { SigningKeyRing } from './signing-key.ring.ts'

export const ACCESS_TOKEN_SECONDS = 600
const AUDIENCE = 'authenticated'
const TOKEN_TYPE = 'at+jwt'
const TOKEN_CHARS_MAX = 4_096
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export type AccessTokenDeps = { clock: Clock; keys: SigningKeyRing; publicUrl: string }
export type AccessClaims = { userId: string; sessionId: string; expiresAtMs: number }

/** The issuer of our tokens. */
function issuerOf(publicUrl: string): string {
  return `${publicUrl.replace(/\/$/, '')}/auth/v1`
}

/** A token for a session, and when it ends (seconds since 1970). */
export async function issueAccessToken(
  deps: AccessTokenDeps,
  account: Account,
  session: SessionRow,
  facts: AccountFacts,
): Promise<{ token: string; expiresAtSeconds: number }> {
  const { kid, privateKey } = await deps.keys.signer()
  const issuedAtSeconds = Math.floor(deps.clock.nowMs() / 1000)
  const expiresAtSeconds = issuedAtSeconds + ACCESS_TOKEN_SECONDS
  const token = await new SignJWT({
    role: 'authenticated',
    email: account.email,
    phone: '',
    session_id: session.id,
    aal: session.aal,
    amr: session.amr,
    app_metadata: appMetadata(account, facts),
    user_metadata: userMetadata(account),
    is_anonymous: false,
  })
    .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid, typ: TOKEN_TYPE })
    .setSubject(account.id)
    .setIssuer(issuerOf(deps.publicUrl))
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAtSeconds)
    .setExpirationTime(expiresAtSeconds)
    .sign(privateKey)
  return { token, expiresAtSeconds }
}

/**
 * What a token says, or null when it is none of ours, was changed, or is over. An outage of the database is thrown,
 * never null.
 */
export async function verifyAccessToken(deps: AccessTokenDeps, token: string): Promise<AccessClaims | null> {
  if (token.length > TOKEN_CHARS_MAX) return null
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid }) => {
        const key = kid === undefined ? null : await deps.keys.publicKey(kid)
        if (!key) throw new errors.JWKSNoMatchingKey()
        return key
      },
      {
        algorithms: [SIGNING_ALGORITHM],
        issuer: issuerOf(deps.publicUrl),
        audience: AUDIENCE,
        typ: TOKEN_TYPE,
        currentDate: deps.clock.now(),
        requiredClaims: ['sub', 'exp', 'session_id'],
      },
    )
    const { sub, exp, session_id: sessionId } = payload
    if (typeof sessionId !== 'string' || !UUID.test(sessionId) || !sub || !UUID.test(sub) || exp === undefined)
      return null
    return { userId: sub, sessionId, expiresAtMs: exp * 1000 }
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
