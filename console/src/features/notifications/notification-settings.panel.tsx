// Which kinds reach one, in the console and by mail, and whether the browser says so in the background. Each choice is
// stored as it is made.
import { useMutation, useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { call, type CallOutput } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { read } from '../../lib/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorBox, NoticeBox } from '../../ui/error-box.tsx'
import { Checkbox } from '../../ui/input.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { switchDesktopAlerts, useDesktopAlerts } from './desktop.alerts.ts'
import { kindIcons, kinds } from './notification.kinds.ts'
import type { NotificationKind } from './notification.sentence.ts'
import { t } from './notifications.texts.ts'

type Preferences = CallOutput<'notifications.preferences'>
type Preference = Preferences['items'][number]
type Choice = { kind: NotificationKind; console?: boolean; mail?: boolean }

const preferences = read('notifications.preferences', {})

function useChoosing() {
  return useMutation({
    mutationFn: (body: Choice) => call('notifications.update-preferences', { body }),
    onMutate: ({ kind, console, mail }) => {
      const before = queryClient.getQueryData(preferences.queryKey)
      const chosen = (item: Preference): Preference =>
        item.kind === kind
          ? { ...item, console: console ?? item.console, mail: mail === undefined ? item.mail : mail ? 'on' : 'off' }
          : item
      if (before) queryClient.setQueryData(preferences.queryKey, { ...before, items: before.items.map(chosen) })
      return before
    },
    onSuccess: (stored) => queryClient.setQueryData(preferences.queryKey, stored),
    onError: (_error, _choice, before) => queryClient.setQueryData(preferences.queryKey, before),
  })
}

function KindRow({ item, onChoose }: { item: Preference; onChoose: (choice: Choice) => void }) {
  const { kind, mail } = item
  const Icon = kindIcons[kind]
  return (
    <>
      <div className="flex min-w-0 items-start gap-3">
        <Icon className="mt-0.5 size-4 shrink-0 text-ink-faint" aria-hidden="true" />
        <div className="min-w-0">
          <p className="text-sm font-medium">{t(kind)}</p>
          <p className="text-[0.8125rem] text-pretty text-ink-soft">{t(`${kind}Hint`)}</p>
        </div>
      </div>
      <Checkbox
        checked={item.console}
        onChange={({ currentTarget: { checked } }) => onChoose({ kind, console: checked })}
      >
        <span className="sr-only">{t('inConsoleOf', { kind: t(kind) })}</span>
      </Checkbox>
      {mail === 'always' ? (
        <span title={t('alwaysHint')}>
          <Badge>{t('always')}</Badge>
        </span>
      ) : (
        <Checkbox
          checked={mail === 'on'}
          onChange={({ currentTarget: { checked } }) => onChoose({ kind, mail: checked })}
        >
          <span className="sr-only">{t('byMailOf', { kind: t(kind) })}</span>
        </Checkbox>
      )}
    </>
  )
}

function Kinds({ stored, onChoose }: { stored: Preferences; onChoose: (choice: Choice) => void }) {
  const inOrder = kinds.flatMap((kind) => stored.items.filter((item) => item.kind === kind))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-start gap-x-6 gap-y-5">
      <span />
      <span aria-hidden="true" className="text-xs font-medium text-ink-soft">
        {t('inConsole')}
      </span>
      <span aria-hidden="true" className="text-xs font-medium text-ink-soft">
        {t('byMail')}
      </span>
      {inOrder.map((item) => (
        <Fragment key={item.kind}>
          <KindRow item={item} onChoose={onChoose} />
        </Fragment>
      ))}
    </div>
  )
}

function Desktop() {
  const state = useDesktopAlerts()
  return (
    <div className="p-5">
      <Checkbox
        checked={state === 'on'}
        disabled={state === 'denied' || state === 'missing'}
        onChange={({ currentTarget: { checked } }) => void switchDesktopAlerts(checked)}
      >
        {t('desktop')}
      </Checkbox>
      <p className="ms-7 mt-0.5 text-[0.8125rem] text-pretty text-ink-soft">
        {t(state === 'denied' ? 'desktopDenied' : state === 'missing' ? 'desktopMissing' : 'desktopHint')}
      </p>
    </div>
  )
}

export function NotificationSettingsPanel() {
  const asked = useQuery(preferences)
  const choosing = useChoosing()
  return (
    <Card flush>
      <header className="border-b border-line px-5 py-4">
        <h2 className="text-[0.9375rem] font-semibold">{t('settingsTitle')}</h2>
        <p className="mt-0.5 text-[0.8125rem] text-ink-soft">{t('settingsHint')}</p>
      </header>
      <div className="flex flex-col gap-4 border-b border-line p-5">
        {asked.error !== null && (
          <ErrorBox onRetry={() => void asked.refetch()} retrying={asked.isFetching}>
            {t('readFailed', { reason: asked.error.message })}
          </ErrorBox>
        )}
        {choosing.error !== null && <ErrorBox>{t('saveFailed', { reason: choosing.error.message })}</ErrorBox>}
        {asked.data !== undefined && !asked.data.mailIsSent && <NoticeBox tone="info">{t('noMailServer')}</NoticeBox>}
        {asked.data === undefined && asked.error === null && (
          <SkeletonRows rows={6} label={t('loading')} className="h-14" />
        )}
        {asked.data !== undefined && <Kinds stored={asked.data} onChoose={choosing.mutate} />}
        <p className="text-xs text-ink-soft">{t('gathered')}</p>
      </div>
      <Desktop />
    </Card>
  )
}
