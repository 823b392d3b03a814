// The languages that the console and mails to users speak. One that comes gets its catalogs in the console and its
// words of notices in the server; tests name what is missing.
export const languages = ['en', 'es', 'ar'] as const
export type Language = (typeof languages)[number]

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value)
}
