// Shown when the server could not be asked who is signed in: nothing is known, so nothing else can be shown.
import { retryAuth } from '../../lib/auth.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { t } from './shell.texts.ts'

export function UnreachablePage() {
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <EmptyState
        size="page"
        title={t('unreachable')}
        description={t('unreachableHint')}
        action={
          <Button variant="primary" onClick={retryAuth}>
            {t('retry')}
          </Button>
        }
      />
    </main>
  )
}
