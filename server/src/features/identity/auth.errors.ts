// What /auth/v1 can refuse, as auth-js reads it: `{code, message}` with the version header. Codes are those of the
// Supabase Auth API where it has one. Statuses matter: a 4xx on refresh ends the session in the client, a 5xx makes it
// try again; an outage is always a 5xx.
export const authErrors = {
  bad_json: { status: 400, message: 'The request could not be read as JSON.' },
  validation_failed: { status: 400, message: 'Some fields need attention.' },
  unsupported_grant_type: { status: 400, message: 'This grant type is not served here.' },
  invalid_credentials: { status: 400, message: 'Invalid username or password' },
  captcha_failed: { status: 400, message: 'Show that you are a person, then try again.' },
  refresh_token_not_found: { status: 400, message: 'Sign in to continue.' },
  refresh_token_already_used: {
    status: 400,
    message: 'This session was ended because its token was used twice. Sign in again.',
  },
  session_expired: { status: 400, message: 'Your session has ended. Sign in again.' },
  bad_code_verifier: { status: 400, message: 'This link was asked for in another browser. Open it there.' },
  current_password_invalid: { status: 400, message: 'The current password is not right.' },
  current_password_required: { status: 400, message: 'Give the current password as well.' },
  no_authorization: { status: 401, message: 'Sign in to continue.' },
  insufficient_aal: { status: 403, message: 'Show your second factor before you continue.' },
  password_change_required: { status: 403, message: 'Choose a new password before you continue.' },
  change_not_allowed: { status: 403, message: 'An administrator changes this for you.' },
  reauthentication_needed: { status: 403, message: 'Show your second factor again before you continue.' },
  user_banned: { status: 403, message: 'Account is disabled' },
  password_expired: { status: 403, message: 'This temporary password has expired. Ask for a new one.' },
  bad_jwt: { status: 403, message: 'This access token is not valid.' },
  session_not_found: { status: 403, message: 'Your session has ended. Sign in again.' },
  flow_state_expired: { status: 403, message: 'This link has expired. Ask for a new one.' },
  otp_expired: { status: 403, message: 'This link was used already or has expired. Ask for a new one.' },
  foreign_origin: { status: 403, message: 'This request came from another origin.' },
  flow_state_not_found: { status: 404, message: 'This link was used already. Ask for a new one.' },
  webauthn_credential_not_found: { status: 404, message: 'This passkey is not known here. Sign in another way.' },
  mfa_factor_not_found: { status: 404, message: 'There is no such factor.' },
  identity_not_found: { status: 404, message: 'There is no such identity.' },
  not_found: { status: 404, message: 'There is nothing here.' },
  body_too_large: { status: 413, message: 'The request body is larger than allowed.' },
  signup_disabled: { status: 422, message: 'Accounts are created by an administrator.' },
  webauthn_challenge_expired: { status: 422, message: 'This took too long or was used already. Try again.' },
  webauthn_verification_failed: { status: 422, message: 'This passkey could not be verified.' },
  webauthn_credential_exists: { status: 422, message: 'This passkey is registered already.' },
  passkeys_unavailable: {
    status: 422,
    message: 'Passkeys need the console at a host name. It is reached at a bare address.',
  },
  mfa_challenge_expired: { status: 422, message: 'This took too long or too many tries. Ask for a new code.' },
  mfa_verification_failed: { status: 422, message: 'This code is not right, or was used already.' },
  mfa_verified_factor_exists: { status: 422, message: 'You have this factor already.' },
  mfa_factor_demanded: {
    status: 422,
    message: 'Your role needs a second factor. Add another before you remove this one.',
  },
  mfa_channel_unsupported: { status: 422, message: 'Codes are sent by SMS alone.' },
  mfa_recovery_codes_sole_factor: { status: 422, message: 'Add a second factor before you make recovery codes.' },
  phone_provider_disabled: { status: 422, message: 'Codes cannot be sent to phones here. Use another factor.' },
  sms_send_failed: {
    status: 422,
    message: 'The code could not be sent. Try again in half a minute, or use another factor.',
  },
  too_many_enrolled_mfa_factors: { status: 422, message: 'Remove a factor before you add another.' },
  mfa_factor_name_conflict: { status: 422, message: 'Another factor of yours has this name.' },
  single_identity_not_deletable: { status: 422, message: 'This is your last way to sign in. Add another first.' },
  identity_already_exists: { status: 422, message: 'This identity belongs to an account already.' },
  provider_disabled: { status: 422, message: 'This way to sign in is not available.' },
  bad_oauth_state: {
    status: 422,
    message: 'This sign-in began in another browser, took too long or was used already.',
  },
  bad_oauth_callback: { status: 422, message: 'The other service did not vouch for you.' },
  too_many_identities: { status: 422, message: 'Unlink an identity before you link another.' },
  weak_password: { status: 422, message: 'This password is too weak.' },
  same_password: { status: 422, message: 'The new password must differ from the current one.' },
  over_sms_send_rate_limit: { status: 429, message: 'No more codes are sent today. Use another factor.' },
  mfa_challenges_open: { status: 429, message: 'Too many codes were asked for. Wait a few minutes.' },
  mfa_recovery_codes_locked: { status: 429, message: 'Too many attempts. Wait a moment and try again.' },
  over_request_rate_limit: { status: 429, message: 'Too many attempts. Wait a moment and try again.' },
  unexpected_failure: { status: 500, message: 'Something failed on our side. Quote the request id to support.' },
  provider_unreachable: { status: 503, message: 'The other service does not answer as it should. Try again later.' },
  unavailable: { status: 503, message: 'The database cannot be reached at the moment. Try again shortly.' },
} as const satisfies Record<string, { status: number; message: string }>

export type AuthErrorCode = keyof typeof authErrors
type AuthErrorDetail = {
  retryAfterSeconds?: number
  weakPasswordReasons?: readonly string[]
  /** The request carried a field that nothing here reads. */
  isUnknownField?: boolean
}

/** Thrown by the routes of this slice only; operations answer outcomes. */
export class AuthError extends Error {
  override readonly name = 'AuthError'
  readonly code: AuthErrorCode
  readonly detail: AuthErrorDetail

  constructor(code: AuthErrorCode, detail: AuthErrorDetail & { message?: string } = {}) {
    super(detail.message ?? authErrors[code].message)
    this.code = code
    this.detail = detail
  }
}
