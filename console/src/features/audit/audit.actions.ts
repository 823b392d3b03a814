// Actions as sentences, what they were done to, and the families that the filter offers, by how their actions begin. An
// action without a sentence in audit-actions.texts.ts is shown in its own words.
import { actionTexts } from './audit-actions.texts.ts'
import { subjectTexts } from './audit-subjects.texts.ts'
import { words } from './audit.rules.ts'

export function actionText(action: string): string {
  return actionTexts.has(action) ? actionTexts(action) : words(action)
}

/** @param type as the log has it; a refused request names the noun of its address: 'paymentMethod' */
export function subjectText(type: string): string {
  const noun = type.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return subjectTexts.has(noun) ? subjectTexts(noun) : words(type)
}

export const families = [
  { key: 'signIns', prefixes: 'sign,session,second_factor' },
  { key: 'passwords', prefixes: 'password,email,factor,passkey,recovery,identity,link' },
  { key: 'users', prefixes: 'user,account,invitation' },
  { key: 'acting', prefixes: 'act' },
  { key: 'ranges', prefixes: 'range' },
  { key: 'carriers', prefixes: 'carrier,connection' },
  { key: 'messages', prefixes: 'message,quarantine,test_message' },
  { key: 'payments', prefixes: 'payment,deposit,withdrawal,payout,destination,movement,books' },
  { key: 'cases', prefixes: 'case' },
  { key: 'settings', prefixes: 'settings,provider' },
  { key: 'denials', prefixes: 'request' },
  { key: 'alerts', prefixes: 'alert' },
  { key: 'exports', prefixes: 'export,schedule' },
  { key: 'audit', prefixes: 'audit' },
] as const

/** The family that the beginnings of an address stand for. */
export function familyOf(prefixes: string): (typeof families)[number] | undefined {
  return families.find((family) => family.prefixes === prefixes)
}
