// Says on every page for whom this tab acts, how far and until when, and ends it. It also speaks when the server
// refuses something because of it. Loaded only where somebody acts; nothing here decides what is allowed.
import { useMutation, useQuery } from '@tanstack/react-query'
import { UserRound, VenetianMask } from 'lucide-react'
import { useEffect, useState } from 'react'
import { locale } from '../../i18n/language.ts'
import { acting as current, actingRefused, turnInto, type Acting } from '../../lib/acting.ts'
import { ApiError, call } from '../../lib/api.ts'
import { useNowMs } from '../../lib/clock.ts'
import { read } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page-header.tsx'
import { notify } from '../../ui/toast.ts'
import { t } from './acting.texts.ts'

const hourAndMinute = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hour12: false })

function isOver(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'acting_over'
}

/** True from the refusal that says so, or from the end of the time. The server is asked when the tab is looked at. */
function useIsOver({ user, expiresAt }: Acting): boolean {
  const [isRefused, setRefused] = useState(false)
  useQuery({ ...read('account.read', {}), staleTime: 0, refetchOnWindowFocus: 'always' })
  useEffect(() => {
    const name = user.username
    const onRefusal = ({ detail }: CustomEventInit<ApiError>) => {
      if (detail === undefined) return
      if (isOver(detail)) setRefused(true)
      if (detail.code === 'acting_read_only') tell(t('refused'), t('refusedHint', { name }))
      if (detail.code === 'acting_refused') tell(t('never'), t('neverHint', { name }))
    }
    addEventListener(actingRefused, onRefusal)
    return () => removeEventListener(actingRefused, onRefusal)
  }, [user.username])
  return useNowMs() >= Date.parse(expiresAt) || isRefused
}

/** Under one name, so that several refusals at once are one sentence. */
function tell(text: string, description: string): void {
  notify(text, { tone: 'bad', description, id: actingRefused })
}

/** A page of the administrator's own that the browser kept is read anew, since this tab has become somebody else. */
function useFreshPages(): void {
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && location.reload()
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])
}

function StopButton() {
  const stopping = useMutation({
    mutationFn: () => call('users.stop-acting', {}),
    onSuccess: () => turnInto(null),
    onError: (error) => (isOver(error) ? turnInto(null) : notify(t('stopFailed'), { tone: 'bad' })),
  })
  return (
    <button
      type="button"
      aria-disabled={stopping.isPending || undefined}
      onClick={() => stopping.isPending || stopping.mutate()}
      className={cx(
        'inline-flex h-8 shrink-0 items-center gap-2 rounded-lg bg-(--c-on-bar) px-3 text-[0.8125rem] font-semibold',
        'text-(--c-bar) transition-opacity hover:opacity-90 focus-visible:outline-(--c-on-bar) pointer-coarse:h-11',
      )}
    >
      {stopping.isPending && <span className="spinner" aria-hidden="true" />}
      {t('stop')}
    </button>
  )
}

function OverDialog({ name }: { name: string }) {
  const leave = () => turnInto(null)
  return (
    <Dialog
      size="small"
      title={t('over', { name })}
      description={t('overHint')}
      onClose={leave}
      keepOnOutsideClick
      footer={
        <Button variant="primary" onClick={leave}>
          {t('back')}
        </Button>
      }
    >
      {null}
    </Dialog>
  )
}

export function ActingBanner({ acting }: { acting: Acting }) {
  const over = useIsOver(acting)
  useFreshPages()
  const { user, isReadOnly, expiresAt } = acting
  return (
    <section
      aria-label={t('region')}
      data-print="hide"
      className={cx(
        'fixed inset-x-0 top-0 z-50 flex h-(--bar) items-center gap-3 bg-(--c-bar) px-3 text-(--c-on-bar) sm:px-4',
        'pointer-events-auto shadow-float',
      )}
    >
      <VenetianMask className="size-5 shrink-0" aria-hidden="true" />
      <p role="status" className="flex min-w-0 flex-1 gap-x-1 text-sm leading-tight max-sm:flex-col">
        <span className="flex min-w-0 gap-x-1">
          <span className="shrink-0">{t('youActFor')}</span>
          <bdi className="truncate font-semibold">{user.username}</bdi>
        </span>
        <span className="shrink-0 font-medium">
          <span className="max-sm:hidden">·&nbsp;</span>
          {t(isReadOnly ? 'readOnly' : 'changes')} · {t('endsAt', { time: hourAndMinute.format(new Date(expiresAt)) })}
        </span>
      </p>
      <StopButton />
      {over && <OverDialog name={user.username} />}
    </section>
  )
}

/** In the place of a section that is its owner's alone. */
export function WithheldPage() {
  return (
    <Page>
      <EmptyState
        size="page"
        level={1}
        icon={<UserRound />}
        title={t('withheld', { name: current?.user.username ?? '' })}
        description={t('withheldHint')}
      />
    </Page>
  )
}
