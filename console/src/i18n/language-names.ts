// How each language calls itself: who cannot read the page finds theirs all the same.
import type { Language } from './language.ts'

export const languageNames = { en: 'English', es: 'Español', ar: 'العربية' } as const satisfies Record<Language, string>
