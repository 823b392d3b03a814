// The switch that stops withdrawals for everybody. It takes effect with its answer, not with the form around it: who
// needs it has no time to look for a Save button.
import { useMutation } from '@tanstack/react-query'
import { OctagonPause, Play } from 'lucide-react'
import { startTransition, useState } from 'react'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { outdate, read } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { notify } from '../../ui/toast.ts'
import { t } from './settings.texts.ts'

/** On top of what is stored at this moment, so that nobody else's change is in its way or lost. */
async function pause(isPaused: boolean) {
  const { version, values } = await queryClient.fetchQuery({ ...read('settings.read', {}), staleTime: 0 })
  const changes = { withdrawals: { ...values.withdrawals, isPaused } }
  return await call('settings.update', { body: { version, changes } })
}

export function PauseSwitch({ isPaused }: { isPaused: boolean }) {
  const [isAsked, ask] = useState(false)
  const pausing = useMutation({
    mutationFn: pause,
    onSuccess: (stored) => {
      queryClient.setQueryData(read('settings.read', {}).queryKey, stored)
      notify(t(stored.values.withdrawals.isPaused ? 'pauseDone' : 'resumeDone'))
      ask(false)
      void outdate('payment-methods.available', 'withdrawals.queue', 'withdrawals.open')
    },
  })
  return (
    <div
      role="group"
      aria-labelledby="pause-title"
      className={cx(
        'flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-xl border px-4 py-3.5',
        isPaused ? 'border-bad/25 bg-bad-soft' : 'border-line bg-canvas',
      )}
    >
      <div className="min-w-0 flex-1 basis-72">
        <p
          id="pause-title"
          className={cx(
            'flex items-center gap-2 text-sm font-semibold [&_svg]:size-4.5 [&_svg]:shrink-0',
            isPaused && 'text-bad',
          )}
        >
          <OctagonPause aria-hidden="true" />
          {t(isPaused ? 'paused' : 'pause')}
        </p>
        <p className="mt-1 text-[0.8125rem] text-pretty text-ink-soft">{t(isPaused ? 'pausedHint' : 'pauseHint')}</p>
      </div>
      <Button
        variant={isPaused ? 'primary' : 'danger'}
        icon={isPaused ? <Play aria-hidden="true" /> : <OctagonPause aria-hidden="true" />}
        onClick={() => {
          pausing.reset()
          startTransition(() => ask(true))
        }}
      >
        {t(isPaused ? 'resume' : 'pause')}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={t(isPaused ? 'resumeTitle' : 'pauseTitle')}
          description={t(isPaused ? 'resumeQuestion' : 'pauseQuestion')}
          confirm={t(isPaused ? 'resume' : 'pause')}
          tone={isPaused ? 'primary' : 'danger'}
          busy={pausing.isPending}
          onConfirm={() => pausing.mutate(!isPaused)}
          onClose={() => ask(false)}
          {...(pausing.error === null ? {} : { error: <ErrorBox>{pausing.error.message}</ErrorBox> })}
        />
      )}
    </div>
  )
}
