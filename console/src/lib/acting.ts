// Whom this tab acts for, if for anybody. It lasts with the tab and is read once: beginning and ending load the page
// anew, so nothing that was read as one person is ever shown as the other. It is a display and a header; the server
// decides, for every request, whether the administrator still acts.
import { isSignedInUser, isRecord, type SignedInUser } from './signed-in-user.ts'

export type Acting = {
  /** The user whose console this tab shows. */
  user: SignedInUser
  isReadOnly: boolean
  expiresAt: string
  /** The address to come back to. */
  from: string
}

/** What the window is told when the server refuses something because of acting. */
export const actingRefused = 'inrange:acting-refused'
const key = 'inrange.acting'

function isActing(value: unknown): value is Acting {
  return isRecord(value) && isSignedInUser(value['user']) && Date.parse(String(value['expiresAt'])) > Date.now()
}

function readActing(): Acting | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return isActing(value) ? value : null
  } catch {
    return null
  }
}

export const acting = readActing()

// The style sheet makes room for the bar that says so, before the bar itself is loaded.
if (acting !== null) document.documentElement.dataset['acting'] = acting.isReadOnly ? 'look' : 'changes'

/** A section that is its owner's alone: nobody who acts for them is let in. */
export function isWithheld(section: string): boolean {
  return acting !== null && section === 'account'
}

/** Shows this tab as the user from now on, or as the administrator again; leaves the page. */
export function turnInto(next: Acting | null): void {
  if (next === null) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, JSON.stringify(next))
  location.replace(next === null ? (acting?.from ?? '/') : '/')
}
