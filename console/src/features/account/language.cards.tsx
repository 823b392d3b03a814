// The language of the console and of mails. Kept with the account, so that it is the same in every browser.
import { useMutation } from '@tanstack/react-query'
import { language, languages, type Language } from '../../i18n/language.ts'
import { languageNames } from '../../i18n/language-names.ts'
import { call } from '../../lib/api.ts'
import { speak } from '../../lib/language.ts'
import { outdate } from '../../lib/query.ts'
import { cx } from '../../ui/class-names.ts'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Panel } from './account.parts.tsx'
import { t } from './account.texts.ts'

export function LanguageCards() {
  const choosing = useMutation({
    mutationFn: (next: Language) => call('account.choose-language', { body: { language: next } }),
    onSuccess: async (_account, next) => {
      speak(next)
      await outdate('account.read')
    },
  })
  return (
    <Panel title={t('language')} hint={t('languageHint')}>
      <div role="radiogroup" aria-label={t('language')} className="grid gap-3 sm:grid-cols-3">
        {languages.map((each) => (
          <label
            key={each}
            className={cx(
              'relative flex h-11 cursor-pointer items-center gap-3 rounded-xl border bg-surface px-3.5 text-sm font-medium',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              each === language ? 'border-accent ring-1 ring-accent' : 'border-line hover:border-line-strong/60',
            )}
          >
            <input
              type="radio"
              name="language"
              value={each}
              checked={each === language}
              disabled={choosing.isPending}
              onChange={() => choosing.mutate(each)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <bdi lang={each}>{languageNames[each]}</bdi>
            {choosing.isPending && choosing.variables === each && <span className="spinner" aria-hidden="true" />}
          </label>
        ))}
      </div>
      {choosing.error !== null && (
        <ErrorBox className="mt-4">{t('languageFailed', { reason: choosing.error.message })}</ErrorBox>
      )}
    </Panel>
  )
}
