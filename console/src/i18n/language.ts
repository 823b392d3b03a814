// The language of this page, decided before the first paint and kept until the page is loaded anew: every text and
// every format can be made once. /before-paint.js chose it (what the person chose, else what the browser asks for) and
// wrote it on the root; outside of a browser it is English.
export const languages = ['en', 'es', 'ar'] as const
export type Language = (typeof languages)[number]

/** Under which the choice is remembered in this browser; /before-paint.js reads it too. */
export const languagePreference = 'language'

/**
 * What Intl is asked for. Spanish groups digits as where most of our readers live, which is also how amounts are typed;
 * Arabic keeps the digits that numbers, codes and amounts have everywhere else on the page.
 */
const locales = { en: 'en', es: 'es-419', ar: 'ar-u-nu-latn' } as const satisfies Record<Language, string>

/** How a language calls itself. */
export const languageNames = { en: 'English', es: 'Español', ar: 'العربية' } as const satisfies Record<Language, string>

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value)
}

function chosenLanguage(): Language {
  // Tests and tools import this too, where there is no document.
  const { document } = globalThis as { document?: { documentElement: { lang: string } } }
  const chosen = document?.documentElement.lang
  return isLanguage(chosen) ? chosen : 'en'
}

export const language = chosenLanguage()
export const locale = locales[language]
export const isRightToLeft = language === 'ar'

/** The same for lists of countries, months and the like that are made for one language only. */
export function localeOf(of: Language): string {
  return locales[of]
}
