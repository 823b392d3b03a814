// A page of the audit log: a table where there is room, cards of two lines on phones. What was done leads to the entry.
import { Link } from '@tanstack/react-router'
import { pathOf } from '../../paths.ts'
import { cx } from '../../ui/class-names.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../ui/table.tsx'
import { actionText } from './audit.actions.ts'
import { AddressText, OutcomeBadge, SubjectText, WhoText } from './audit.parts.tsx'
import type { Entry } from './audit.rules.ts'
import type { AuditSearch } from './audit.search.ts'
import { t } from './audit.texts.ts'

type RowProps = { entry: Entry; search: AuditSearch; onWarm: () => void }

function ActionLink({ entry, search, onWarm }: RowProps) {
  return (
    <Link
      to={pathOf('audit')}
      search={{ ...search, entry: entry.id }}
      resetScroll={false}
      data-list-item=""
      preload={false}
      onPointerEnter={onWarm}
      onFocus={onWarm}
      // The whole row opens the entry; the link is what the keyboard and the screen reader get.
      className="block truncate font-medium after:absolute after:inset-0"
    >
      {actionText(entry.action)}
    </Link>
  )
}

function TableRow(props: RowProps) {
  const { entry } = props
  return (
    <Row className="relative transition-colors hover:bg-hover/60" data-list-row="">
      <Cell className="text-[0.8125rem] whitespace-nowrap text-ink-soft">
        <RelativeTime iso={entry.at} className="relative z-1" />
      </Cell>
      <Cell className="max-w-44 truncate">
        <WhoText entry={entry} />
      </Cell>
      <Cell className="max-w-60">
        <ActionLink {...props} />
      </Cell>
      <Cell>
        <OutcomeBadge outcome={entry.outcome} />
      </Cell>
      <Cell className="w-full max-w-0 truncate">
        <SubjectText entry={entry} />
      </Cell>
      <Cell className="max-w-44 truncate max-lg:hidden">
        <AddressText entry={entry} className="relative z-1" />
      </Cell>
    </Row>
  )
}

function CardRow(props: RowProps) {
  const { entry } = props
  return (
    <li className="relative px-4 py-2.5" data-list-row="">
      <div className="flex items-baseline justify-between gap-3">
        <span className="min-w-0">
          <ActionLink {...props} />
        </span>
        <RelativeTime iso={entry.at} className="relative z-1 shrink-0 text-xs text-ink-soft" />
      </div>
      <div className="mt-1 flex items-center justify-between gap-3 text-sm">
        <span className="min-w-0 truncate">
          <WhoText entry={entry} /> <span className="text-ink-faint">·</span> <SubjectText entry={entry} />
        </span>
        {entry.outcome !== 'done' && <OutcomeBadge outcome={entry.outcome} />}
      </div>
    </li>
  )
}

type AuditTableProps = Omit<RowProps, 'entry'> & { entries: readonly Entry[]; isNarrow: boolean; isStale: boolean }

export function AuditTable({ entries, isNarrow, isStale, ...rest }: AuditTableProps) {
  const look = cx('transition-opacity', isStale && 'opacity-60')
  if (isNarrow) {
    return (
      <ul aria-label={t('list')} className={cx('divide-y divide-line', look)}>
        {entries.map((entry) => (
          <CardRow key={entry.id} entry={entry} {...rest} />
        ))}
      </ul>
    )
  }
  return (
    <Table label={t('list')} className={look}>
      <TableHead>
        <HeadCell>{t('time')}</HeadCell>
        <HeadCell>{t('who')}</HeadCell>
        <HeadCell>{t('what')}</HeadCell>
        <HeadCell>{t('outcome')}</HeadCell>
        <HeadCell>{t('toWhom')}</HeadCell>
        <HeadCell className="max-lg:hidden">{t('where')}</HeadCell>
      </TableHead>
      <TableBody>
        {entries.map((entry) => (
          <TableRow key={entry.id} entry={entry} {...rest} />
        ))}
      </TableBody>
    </Table>
  )
}
