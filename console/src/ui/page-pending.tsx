// The outline of a page whose code is on its way.
import { Page } from './page-header.tsx'
import { Skeleton } from './skeleton.tsx'
import { t } from './ui.texts.ts'

export function PagePending() {
  return (
    <Page>
      <div role="status" aria-label={t('loading')} className="flex flex-col gap-5">
        <Skeleton className="h-7 w-48" />
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-64 w-full" />
      </div>
    </Page>
  )
}
