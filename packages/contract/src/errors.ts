// The one registry of errors a caller can meet: HTTP status, public sentence, and who has to act. The internal detail
// of an error is kept apart from its public text and only logged. HTTP status speaks about the request, never about a
// business decision.
export type ErrorOwner = 'caller' | 'operator' | 'platform'
type ErrorSpec = {
  status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503
  message: string
  owner: ErrorOwner
}

export const errorCodes = {
  malformed_request: { status: 400, message: 'The request could not be read as JSON.', owner: 'caller' },
  unauthenticated: { status: 401, message: 'Sign in to continue.', owner: 'caller' },
  bad_signature: { status: 401, message: 'The signature of this message does not match.', owner: 'caller' },
  password_change_required: { status: 403, message: 'Choose a new password before you continue.', owner: 'caller' },
  second_factor_required: { status: 403, message: 'Show your second factor before you continue.', owner: 'caller' },
  second_factor_enrolment_required: {
    status: 403,
    message: 'Your role needs a second factor. Set one up before you continue.',
    owner: 'caller',
  },
  reauthentication_needed: {
    status: 403,
    message: 'Show your second factor again before you continue.',
    owner: 'caller',
  },
  forbidden: { status: 403, message: 'Your role does not allow this.', owner: 'caller' },
  acting_read_only: { status: 403, message: 'You may look, not change: you act for this user.', owner: 'caller' },
  acting_refused: { status: 403, message: 'Nobody may do this for somebody else.', owner: 'caller' },
  acting_over: { status: 403, message: 'You no longer act for this user.', owner: 'caller' },
  foreign_origin: { status: 403, message: 'This request came from another origin.', owner: 'caller' },
  not_found: { status: 404, message: 'There is nothing here, or you may not see it.', owner: 'caller' },
  method_not_allowed: { status: 405, message: 'This address does not answer to that method.', owner: 'caller' },
  conflict: { status: 409, message: 'This conflicts with what is stored.', owner: 'caller' },
  username_taken: { status: 409, message: 'This username is taken.', owner: 'caller' },
  email_taken: { status: 409, message: 'This email address belongs to another user.', owner: 'caller' },
  range_overlaps: { status: 409, message: 'These numbers overlap another range.', owner: 'caller' },
  range_in_use: {
    status: 409,
    message: 'Numbers of a range that has received messages cannot be changed.',
    owner: 'caller',
  },
  range_changed: {
    status: 409,
    message: 'Somebody changed this range meanwhile. Look at it again before you save.',
    owner: 'caller',
  },
  carrier_name_taken: { status: 409, message: 'Another carrier has this name.', owner: 'caller' },
  system_id_taken: { status: 409, message: 'Another connection uses this system_id.', owner: 'caller' },
  identity_provider_taken: {
    status: 409,
    message: 'Another provider has this id, or this issuer and client.',
    owner: 'caller',
  },
  identity_provider_in_use: {
    status: 409,
    message: 'Users are linked to this provider. Disable it instead.',
    owner: 'caller',
  },
  settings_changed: {
    status: 409,
    message: 'Somebody changed the settings meanwhile. Look at them again before you save.',
    owner: 'caller',
  },
  view_name_taken: { status: 409, message: 'You keep another view of this name.', owner: 'caller' },
  too_many_views: {
    status: 409,
    message: 'You keep as many views of this section as can be kept. Delete one first.',
    owner: 'caller',
  },
  amount_too_small: { status: 422, message: 'The amount is below the minimum.', owner: 'caller' },
  amount_not_available: { status: 422, message: 'This is more than is ready for withdrawal.', owner: 'caller' },
  limit_exceeded: { status: 422, message: 'This is over a limit.', owner: 'caller' },
  account_resting: {
    status: 422,
    message: 'Withdrawals rest for a while after a change of how you sign in.',
    owner: 'caller',
  },
  destination_resting: { status: 422, message: 'This destination is new and not usable yet.', owner: 'caller' },
  destination_refused: { status: 422, message: 'Money cannot be sent to this destination.', owner: 'caller' },
  withdrawals_paused: {
    status: 409,
    message: 'Withdrawals are paused for everybody at the moment.',
    owner: 'caller',
  },
  proof_refused: { status: 422, message: 'The proof was not accepted. Try again.', owner: 'caller' },
  intent_over: { status: 422, message: 'This took too long or was used before. Begin again.', owner: 'caller' },
  request_key_reused: {
    status: 409,
    message: 'This request key was used for something else. Use a new key for a new request.',
    owner: 'caller',
  },
  payment_method_taken: { status: 409, message: 'Another active method is of this kind.', owner: 'caller' },
  payment_method_unchecked: {
    status: 422,
    message: 'The token could not be checked on the chain, so the method cannot be enabled.',
    owner: 'caller',
  },
  state_changed: {
    status: 409,
    message: 'This has moved on meanwhile. Look at it again.',
    owner: 'caller',
  },
  other_person_needed: { status: 409, message: 'Somebody else has to do this step.', owner: 'caller' },
  transaction_refused: { status: 422, message: 'This transaction does not prove the payment.', owner: 'caller' },
  transaction_used: { status: 409, message: 'This transaction was used before.', owner: 'caller' },
  outside_unavailable: {
    status: 503,
    message: 'The payment service cannot be reached at the moment. Nothing was lost; try again shortly.',
    owner: 'operator',
  },
  last_super_admin: { status: 409, message: 'The last active super admin cannot be changed away.', owner: 'caller' },
  body_too_large: { status: 413, message: 'The request body is larger than allowed.', owner: 'caller' },
  unsupported_media_type: { status: 415, message: 'Send JSON, or a form where one is documented.', owner: 'caller' },
  invalid_request: { status: 422, message: 'Some fields need attention.', owner: 'caller' },
  owner_inactive: { status: 422, message: 'This user is inactive or does not exist.', owner: 'caller' },
  too_many_requests: { status: 429, message: 'Too many requests. Wait a moment and try again.', owner: 'caller' },
  internal: {
    status: 500,
    message: 'Something failed on our side. Quote the request id to support.',
    owner: 'platform',
  },
  unavailable: {
    status: 503,
    message: 'The database cannot be reached at the moment. Try again shortly.',
    owner: 'operator',
  },
} as const satisfies Record<string, ErrorSpec>

export type ErrorCode = keyof typeof errorCodes
export type FieldErrors = Record<string, string>
export type ErrorBody = { error: { code: ErrorCode; message: string; requestId: string; fields?: FieldErrors } }

type AppErrorDetail = {
  message?: string
  fields?: FieldErrors
  internal?: string
  retryAfterSeconds?: number
  cause?: unknown
}

/** Thrown by operations; the HTTP layer turns it into an ErrorBody. `internal` is logged and never sent. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldErrors | undefined
  readonly internal: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, detail: AppErrorDetail = {}) {
    super(detail.message ?? errorCodes[code].message, { cause: detail.cause })
    this.name = 'AppError'
    this.code = code
    this.fields = detail.fields
    this.internal = detail.internal
    this.retryAfterSeconds = detail.retryAfterSeconds
  }
}
