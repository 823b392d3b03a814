// The passwords that people choose most, from a list that comes with the program, so that nothing of a password is sent
// to anybody. Read once, when the first new password is looked at; about 30 ms. It deliberately does not hold what was
// found in the newest leaks: for that a service outside would have to be asked.
import { createRequire } from 'node:module'
import type { dictionary } from '@zxcvbn-ts/language-common'
import { PASSWORD_LENGTH_MIN_DEFAULT } from '@inrange/contract/users'

// Synchronous on purpose: whoever checks a password then needs no second, waiting form of the same rule.
const require = createRequire(import.meta.url)
let known: ReadonlySet<string> | null = null

/** The listed passwords in lower case, of those lengths that a password may have at all. */
export function commonPasswords(): ReadonlySet<string> {
  if (known) return known
  const { dictionary: lists } = require('@zxcvbn-ts/language-common') as { dictionary: typeof dictionary }
  const fitting = lists['passwords-common'].filter((text) => text.length >= PASSWORD_LENGTH_MIN_DEFAULT)
  known = new Set(fitting.map((text) => text.toLowerCase()))
  return known
}
