// What is left when the interface fails: what happened, a way on, an id to quote, and the error's own words for whoever
// mends it. It draws nothing that it would have to load, and the server hears of it under the id.
import { reportClientError } from '../lib/client-error.ts'
import { isLoadedAnew } from '../lib/stale-chunk.ts'
import { t } from './ui.texts.ts'

export function ApplicationError({ error }: { error: unknown }) {
  if (isLoadedAnew()) return null
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return (
    <div
      role="alert"
      className="mx-auto flex min-h-[60dvh] w-full max-w-lg flex-col items-center justify-center px-6 py-16 text-center"
    >
      <h1 className="text-lg font-semibold">{t('applicationError')}</h1>
      <p className="mt-1.5 text-sm text-ink-soft">{t('somethingWrong')}</p>
      <p className="mt-3 text-xs text-ink-soft">
        {t('errorId')}{' '}
        <bdi dir="ltr" className="font-mono font-medium text-ink select-all">
          {reportClientError(error)}
        </bdi>
      </p>
      <button
        type="button"
        className="mt-6 h-9 rounded-lg bg-accent px-3.5 text-sm font-medium text-on-accent hover:bg-accent-hover"
        onClick={() => location.reload()}
      >
        {t('reload')}
      </button>
      <details className="mt-6 w-full rounded-lg border border-line bg-surface text-start">
        <summary className="px-4 py-2.5 text-sm font-medium text-ink-soft hover:text-ink">{t('errorDetails')}</summary>
        <pre className="overflow-x-auto border-t border-line px-4 py-3 font-mono text-xs whitespace-pre-wrap" dir="ltr">
          {text}
        </pre>
      </details>
    </div>
  )
}
