// The language of the pages before the shell, for whoever cannot read what the browser asked for.
import { Languages } from 'lucide-react'
import { languages, language, isLanguage } from '../../i18n/language.ts'
import { languageNames } from '../../i18n/language-names.ts'
import { chooseBeforeSignIn } from '../../lib/language.ts'
import { t } from './identity.texts.ts'

export function LanguageChoice() {
  return (
    <label className="mt-6 flex items-center justify-center gap-2 text-xs text-ink-soft">
      <Languages className="size-4" aria-hidden="true" />
      <span className="sr-only">{t('language')}</span>
      <select
        value={language}
        onChange={({ target }) => isLanguage(target.value) && chooseBeforeSignIn(target.value)}
        className="min-h-8 rounded-md bg-transparent px-1 hover:text-ink pointer-coarse:min-h-11"
      >
        {languages.map((each) => (
          <option key={each} value={each} lang={each} className="bg-raised text-ink">
            {languageNames[each]}
          </option>
        ))}
      </select>
    </label>
  )
}
