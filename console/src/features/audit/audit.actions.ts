// The one catalog of actions: each as a sentence, and the families that the filter offers, by how their actions begin.
// An action that is not here yet is shown in its own words.
import { words } from './audit.rules.ts'

const sentences: Readonly<Record<string, string>> = {
  signed_in: 'Signed in',
  signed_out: 'Signed out',
  sign_in_refused: 'Sign-in refused',
  second_factor_shown: 'Showed the second factor',
  second_factor_refused: 'Second factor refused',
  recovery_code_used: 'Used a recovery code',
  session_ended: 'Session ended',
  sessions_ended: 'Ended sessions',
  signing_key_rotated: 'Signing key rotated',
  password_changed: 'Changed the password',
  password_reset: 'Reset the password',
  email_changed: 'Changed the email address',
  factor_enrolment_begun: 'Began to set up a factor',
  factor_added: 'Added a factor',
  factor_removed: 'Removed a factor',
  factors_reset: 'Reset the factors',
  recovery_codes_made: 'Made recovery codes',
  recovery_codes_removed: 'Removed recovery codes',
  passkey_renamed: 'Renamed a passkey',
  link_made: 'Made a link',
  user_created: 'Created a user',
  user_updated: 'Edited a user',
  user_signed_out: 'Signed a user out everywhere',
  user_unlocked: 'Unlocked a user',
  acting_started: 'Began to act for a user',
  acting_ended: 'Stopped acting for a user',
  acted: 'Made a request as the user',
  range_created: 'Created a range',
  range_updated: 'Edited a range',
  carrier_created: 'Created a carrier',
  carrier_updated: 'Edited a carrier',
  connection_created: 'Created a connection',
  connection_updated: 'Edited a connection',
  connection_secret_rotated: 'Rotated a connection’s secret',
  message_revealed: 'Revealed a message',
  case_opened: 'Opened a case',
  case_end_proposed: 'Proposed how to end a case',
  case_end_refused: 'Refused how to end a case',
  case_released: 'Released what a case held',
  case_forfeited: 'Took back what a case held',
  proof_refused: 'Proof refused',
  destination_added: 'Added a withdrawal destination',
  destination_removed: 'Removed a withdrawal destination',
  withdrawal_requested: 'Requested a withdrawal',
  withdrawal_cancelled: 'Cancelled a withdrawal',
  withdrawal_approved: 'Approved a withdrawal',
  withdrawal_rejected: 'Rejected a withdrawal',
  withdrawal_held: 'Held a withdrawal back',
  withdrawal_let_go_on: 'Let a held withdrawal go on',
  withdrawal_recorded_sent: 'Proved that a withdrawal was sent',
  withdrawal_transaction_refused: 'Proof of a sent withdrawal refused',
  withdrawal_give_back_stated: 'Stated that a withdrawal was not sent',
  withdrawal_given_back: 'Gave a withdrawal back',
  settings_changed: 'Changed settings',
  payment_method_created: 'Added a payment method',
  payment_method_updated: 'Edited a payment method',
  payment_method_tested: 'Tested a payment method',
  payment_method_xpub_proposed: 'Proposed another extended public key',
  payment_method_xpub_confirmed: 'Confirmed an extended public key',
  payment_method_xpub_withdrawn: 'Withdrew an extended public key',
  deposit_reversed: 'Took a deposit back',
  payment_review_decided: 'Decided about a payment',
  payment_looked_up: 'Looked a transaction up',
  audit_exported: 'Exported the audit log',
  request_denied: 'Request denied',
}

export function actionText(action: string): string {
  return sentences[action] ?? words(action)
}

export const families = [
  { key: 'signIns', prefixes: 'sign,session,second_factor' },
  { key: 'passwords', prefixes: 'password,email,factor,passkey,recovery,identity,link' },
  { key: 'users', prefixes: 'user,account,invitation' },
  { key: 'acting', prefixes: 'act' },
  { key: 'ranges', prefixes: 'range' },
  { key: 'carriers', prefixes: 'carrier,connection' },
  { key: 'messages', prefixes: 'message' },
  { key: 'settings', prefixes: 'settings,provider' },
  { key: 'denials', prefixes: 'request' },
  { key: 'audit', prefixes: 'audit' },
] as const

/** The family that the beginnings of an address stand for. */
export function familyOf(prefixes: string): (typeof families)[number] | undefined {
  return families.find((family) => family.prefixes === prefixes)
}
