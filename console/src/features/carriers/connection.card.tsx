// One connection of a carrier: its state, its sessions, its counters and what went wrong last, with the ways into it.
import { FileKey, Ellipsis, Pencil, Power, PowerOff, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import {
  Counters,
  EndpointText,
  KindBadge,
  LastError,
  SessionsText,
  StateBadge,
  TestResult,
} from './connection.parts.tsx'
import type { Connection } from './connections.rules.ts'
import { t } from './connections.texts.ts'
import { useConnectionActivation } from './use-activation.ts'
import { useConnectionTest } from './use-connection-test.ts'

export type ConnectionDialog = 'edit-connection' | 'deactivate-connection' | 'rotate-secret'
export type ConnectionActions = {
  /** No dialog: its details. */
  onOpen: (connection: Connection, dialog?: ConnectionDialog) => void
  onWarm: () => void
}
type CardProps = ConnectionActions & { connection: Connection }

/** What can be done to it, for a menu. */
export function useConnectionMenu(connection: Connection, onDialog: (dialog: ConnectionDialog) => void): MenuItem[] {
  const activating = useConnectionActivation(connection)
  const items: MenuItem[] = []
  if (connection.kind === 'http') {
    items.push({ label: t('rotateSecret'), icon: <FileKey />, onSelect: () => onDialog('rotate-secret') })
  }
  items.push(
    connection.isActive
      ? {
          label: t('deactivate'),
          icon: <PowerOff />,
          tone: 'danger',
          onSelect: () => onDialog('deactivate-connection'),
        }
      : { label: t('activate'), icon: <Power />, disabled: activating.isPending, onSelect: () => activating.mutate() },
  )
  return items
}

function Head({ connection, test, onOpen, onWarm }: CardProps & { test: ReturnType<typeof useConnectionTest> }) {
  const { name } = connection
  const items = useConnectionMenu(connection, (dialog) => onOpen(connection, dialog))
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
      <div className="min-w-0 flex-1 basis-60">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="min-w-0">
            <button
              type="button"
              data-list-item
              className="block min-h-6 max-w-full truncate text-[0.9375rem] font-semibold hover:text-accent-ink"
              onPointerEnter={onWarm}
              onFocus={onWarm}
              onClick={() => onOpen(connection)}
            >
              <bdi>{name}</bdi>
            </button>
          </h3>
          <KindBadge kind={connection.kind} />
          <StateBadge connection={connection} />
        </div>
        <div className="mt-1">
          <EndpointText connection={connection} />
        </div>
      </div>
      <div className="flex items-center gap-2">
        <Button
          size="small"
          aria-label={t('testOf', { name })}
          icon={<Zap aria-hidden="true" />}
          busy={test.isBusy}
          onClick={test.run}
        >
          {t(test.isBusy ? 'testing' : 'runTest')}
        </Button>
        <Button
          size="small"
          icon={<Pencil aria-hidden="true" />}
          onPointerEnter={onWarm}
          onFocus={onWarm}
          onClick={() => onOpen(connection, 'edit-connection')}
        >
          {t('edit')}
        </Button>
        <Menu
          trigger={
            <IconButton label={t('moreOf', { name })}>
              <Ellipsis aria-hidden="true" />
            </IconButton>
          }
          items={items}
        />
      </div>
    </header>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-soft">{label}</dt>
      <dd className="mt-0.5 truncate font-medium">{children}</dd>
    </div>
  )
}

export function ConnectionCard({ connection, ...actions }: CardProps) {
  const test = useConnectionTest(connection.id)
  return (
    <article
      data-list-row
      aria-label={connection.name}
      className="min-w-0 rounded-xl border border-line bg-surface shadow-card"
    >
      <div className="flex flex-col gap-4 p-4 sm:p-5">
        <Head connection={connection} test={test} {...actions} />
        <TestResult test={test} />
        <LastError connection={connection} />
        <div className="grid grid-cols-1 gap-x-6 gap-y-3 border-t border-line pt-4 text-sm lg:grid-cols-[14rem_1fr]">
          <dl className="grid grid-cols-2 content-start gap-x-4 gap-y-3 lg:grid-cols-1">
            <Fact label={t('sessions')}>
              <SessionsText connection={connection} />
            </Fact>
            <Fact label={t('lastMessage')}>
              {connection.lastMessageAt === null ? (
                <span className="font-normal text-ink-soft">{t('never')}</span>
              ) : (
                <RelativeTime iso={connection.lastMessageAt} />
              )}
            </Fact>
          </dl>
          <Counters counters={connection.counters} />
        </div>
      </div>
    </article>
  )
}
