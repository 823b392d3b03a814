// The language of this page, decided before the first paint and kept until the page is loaded anew: every text and
// every format can be made once. /before-paint.js chose it (what the person chose, else what the browser asks for) and
// wrote it on the root; outside of a browser it is English.
import { isLanguage, type Language } from '@inrange/contract/languages'

export { isLanguage, languages, type Language } from '@inrange/contract/languages'

/** Under which the choice is remembered in this browser; /before-paint.js reads it too. */
export const languagePreference = 'language'

/**
 * What Intl is asked for. Spanish groups digits as where most of our readers live, which is also how amounts are typed;
 * Arabic keeps the digits that numbers, codes and amounts have everywhere else on the page.
 */
const locales = { en: 'en', es: 'es-419', ar: 'ar-u-nu-latn' } as const satisfies Record<Language, string>

function chosenLanguage(): Language {
  // Tests and tools import this too, where there is no document.
  const { document } = globalThis as { document?: { documentElement: { lang: string } } }
  const chosen = document?.documentElement.lang
  return isLanguage(chosen) ? chosen : 'en'
}

export const language = chosenLanguage()
export const locale = locales[language]
export const isRightToLeft = language === 'ar'
