// Where one is signed in. This session stands first and is marked; the others can be ended one by one or all at once.
import { useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import type { CallOutput } from '../../lib/api.ts'
import { read } from '../../lib/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import type { Patch } from './account.page.tsx'
import { Panel, ReadFailure, Thing, ThingList } from './account.parts.tsx'
import { t } from './account.texts.ts'
import { inOrder, placeName } from './sessions.rules.ts'

const askAgainMs = 30_000

type Session = CallOutput<'account.sessions'>['items'][number]

function deviceIcon(device: string) {
  return /Android|iPhone|iPad|iOS|Mobile/.test(device) ? <Smartphone /> : <Monitor />
}

function SessionRow({ session, patch }: { session: Session; patch: Patch }) {
  const { device } = session
  const place = placeName(session.place, { local: t('localNetwork'), unknown: t('unknownPlace') })
  return (
    <Thing
      icon={deviceIcon(device)}
      isMarked={session.isCurrent}
      title={device}
      aside={
        <>
          {session.isCurrent && (
            <Badge tone="accent" dot>
              {t('thisOne')}
            </Badge>
          )}
          {session.aal === 'aal2' && <Badge tone="good">{t('secondFactor')}</Badge>}
        </>
      }
      {...(session.isCurrent
        ? {}
        : {
            actions: (
              <Button
                size="small"
                aria-label={t('endOne', { device })}
                onClick={() => patch({ dialog: 'end-session', item: session.id })}
              >
                {t('end')}
              </Button>
            ),
          })}
    >
      <p>
        {place} ·{' '}
        <bdi dir="ltr" className="font-mono text-xs break-all">
          {session.address ?? t('unknownAddress')}
        </bdi>
      </p>
      <p className="mt-0.5 text-xs">
        {t('lastSeen')} <RelativeTime iso={session.lastSeenAt} />, {t('signedIn')}{' '}
        <RelativeTime iso={session.createdAt} />
      </p>
    </Thing>
  )
}

export function SessionsPanel({ patch }: { patch: Patch }) {
  const asked = useQuery({ ...read('account.sessions', {}), refetchInterval: askAgainMs })
  const sessions = asked.data === undefined ? undefined : inOrder(asked.data.items)
  const hasOthers = sessions?.some(({ isCurrent }) => !isCurrent) === true
  return (
    <Panel
      flush
      title={t('sessions')}
      hint={t('sessionsHint')}
      {...(hasOthers
        ? {
            action: (
              <Button size="small" onClick={() => patch({ dialog: 'end-others' })}>
                {t('endOthers')}
              </Button>
            ),
          }
        : {})}
    >
      {asked.error !== null && <ReadFailure asked={asked} className="m-5" />}
      {sessions === undefined && asked.error === null && (
        <SkeletonRows rows={2} label={t('loading')} className="h-20" />
      )}
      {sessions !== undefined && (
        <ThingList label={t('sessions')}>
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} patch={patch} />
          ))}
        </ThingList>
      )}
    </Panel>
  )
}
