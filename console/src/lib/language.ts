// Changes the language of this browser. The page is loaded anew, since every text and format was made for one language;
// what was chosen before signing in wins over what the account says, and is then told to the account.
import { isLanguage, language, languagePreference, type Language } from '../i18n/language.ts'
import { readPreference, writePreference } from './preference.ts'

const chosenHereKey = 'inrange.language-chosen'

function isSession(): boolean {
  try {
    return sessionStorage.getItem(chosenHereKey) !== null
  } catch {
    return false
  }
}

/** Opens the page in another language. False when this browser cannot remember it: it would only load in circles. */
export function speak(next: Language): boolean {
  writePreference(languagePreference, next)
  if (readPreference(languagePreference, isLanguage, language) !== next) return false
  if (next !== language) location.reload()
  return true
}

/** What somebody chose who is not signed in yet. */
export function chooseBeforeSignIn(next: Language): void {
  try {
    sessionStorage.setItem(chosenHereKey, '1')
  } catch {
    // Then the account's language is followed after signing in.
  }
  speak(next)
}

/** Whether the account is still to be told what was chosen before signing in; asked once. */
export function takeChosenBeforeSignIn(): boolean {
  if (!isSession()) return false
  sessionStorage.removeItem(chosenHereKey)
  return true
}

/** Follows the account of whoever has just signed in, unless they chose here and now. */
export function followAccount(ofAccount: unknown): void {
  if (isLanguage(ofAccount) && ofAccount !== language && !isSession()) speak(ofAccount)
}
