// Why a transaction does not prove a payment: which fact differs, what was expected and what was found.
import { ErrorBox } from '../../ui/error-box.tsx'
import { GroupedText } from './address.text.tsx'
import { mismatchOf } from './withdrawals.rules.ts'
import { t } from './withdrawals.texts.ts'

function Value({ text }: { text: string }) {
  return /^(0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$/.test(text) ? (
    <GroupedText text={text} className="text-xs" />
  ) : (
    <bdi dir="ltr" className="font-medium wrap-anywhere tabular-nums">
      {text}
    </bdi>
  )
}

export function MismatchList({ error }: { error: Error }) {
  const differs = mismatchOf(error.message)
  if (differs === null) return <ErrorBox>{error.message}</ErrorBox>
  return (
    <ErrorBox>
      <p>{differs.sentence}</p>
      <dl
        aria-label={t('recordDiffers')}
        className="mt-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-[0.8125rem] font-normal text-ink"
      >
        <dt className="text-ink-soft">{t('expected')}</dt>
        <dd>
          <Value text={differs.expected} />
        </dd>
        <dt className="text-ink-soft">{t('found')}</dt>
        <dd>
          <Value text={differs.found} />
        </dd>
      </dl>
    </ErrorBox>
  )
}
