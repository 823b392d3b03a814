// Why a transaction does not prove a payment: the server's sentence, and beside each fact that differs what was expected
// and what was found.
import { ApiError } from '../../lib/api.ts'
import { ErrorBox } from '../../ui/error-box.tsx'
import { GroupedText } from './address.text.tsx'
import { flagText } from './payments.rules.ts'
import { mismatchOf } from './withdrawals.rules.ts'
import { t } from './withdrawals.texts.ts'

function Value({ text }: { text: string }) {
  return /^(0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$/.test(text) ? (
    <GroupedText text={text} className="text-xs" />
  ) : (
    <bdi dir="ltr" className="wrap-anywhere">
      {text}
    </bdi>
  )
}

export function MismatchList({ error }: { error: Error }) {
  const fields = error instanceof ApiError ? Object.entries(error.fields) : []
  return (
    <ErrorBox>
      <p>{error.message}</p>
      {fields.length > 0 && (
        <dl aria-label={t('recordDiffers')} className="mt-2 flex flex-col gap-2 text-[0.8125rem] font-normal text-ink">
          {fields.map(([name, message]) => {
            const differs = mismatchOf(message)
            return (
              <div key={name}>
                <dt className="font-medium">{flagText(name)}</dt>
                {differs === null ? (
                  <dd>{message}</dd>
                ) : (
                  <dd className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
                    <span className="text-ink-soft">{t('expected')}</span>
                    <Value text={differs.expected} />
                    <span className="text-ink-soft">{t('found')}</span>
                    <Value text={differs.found} />
                  </dd>
                )}
              </div>
            )
          })}
        </dl>
      )}
    </ErrorBox>
  )
}
