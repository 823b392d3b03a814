// Quarantined messages as a table; on a phone two lines each. A row opens its message; the boxes choose what a decision
// is about.
import type { MouseEvent } from 'react'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/input.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../ui/table.tsx'
import { strangersLine, withoutReordering } from '../../ui/code-text.tsx'
import { ReasonBadge, RecipientText, type Quarantined } from './quarantine.parts.tsx'
import { t } from './quarantine.texts.ts'

type TableProps = {
  items: readonly Quarantined[]
  chosen: ReadonlySet<string>
  /** Null: nothing can be chosen here. */
  onChoose: ((ids: readonly string[], isChosen: boolean) => void) | null
  onOpen: (id: string) => void
  onWarm: () => void
}

function ItemRow({ item, chosen, onChoose, onOpen, onWarm }: TableProps & { item: Quarantined }) {
  // The box lies over the row's own surface, which opens the message.
  const stop = (event: MouseEvent) => event.stopPropagation()
  return (
    <Row data-list-row className="relative">
      {onChoose !== null && (
        <Cell className="w-0 pe-0">
          <span className="relative z-1 inline-flex" onClick={stop} role="presentation">
            <Checkbox
              aria-label={t('select', { number: item.to })}
              checked={chosen.has(item.id)}
              onChange={({ currentTarget: { checked } }) => onChoose([item.id], checked)}
            >
              {''}
            </Checkbox>
          </span>
        </Cell>
      )}
      <Cell className="whitespace-nowrap">
        <button
          type="button"
          data-list-item
          className="block min-h-6 text-start font-medium after:absolute after:inset-0 hover:text-accent-ink"
          onPointerEnter={onWarm}
          onFocus={onWarm}
          onClick={() => onOpen(item.id)}
        >
          <RecipientText value={item.to} className="tabular-nums" />
        </button>
        <span className="mt-1 block sm:hidden">
          <ReasonBadge reason={item.reason} />
        </span>
      </Cell>
      <Cell className="max-sm:hidden">
        <ReasonBadge reason={item.reason} />
      </Cell>
      <Cell className="max-w-40 truncate max-md:hidden">
        <bdi>{withoutReordering(item.from)}</bdi>
      </Cell>
      <Cell className="w-full max-w-0 truncate text-ink-soft max-lg:hidden">
        {item.content === null ? (
          t('noText')
        ) : (
          <bdi dir="auto" className={strangersLine}>
            {withoutReordering(item.content)}
          </bdi>
        )}
      </Cell>
      <Cell className="max-w-56 truncate text-ink-soft max-xl:hidden">
        {item.connection === null ? (
          t('unknownConnection')
        ) : (
          <bdi>
            {item.carrier?.name} · {item.connection.name}
          </bdi>
        )}
      </Cell>
      <Cell align="end" className="whitespace-nowrap text-ink-soft">
        <span className="relative z-1">
          <RelativeTime iso={item.time} />
        </span>
      </Cell>
    </Row>
  )
}

export function QuarantineTable(props: TableProps) {
  const { items, chosen, onChoose } = props
  const areAll = items.length > 0 && items.every(({ id }) => chosen.has(id))
  return (
    <Card flush>
      <Table label={t('list')}>
        <TableHead>
          {onChoose !== null && (
            <HeadCell className="w-0 pe-0">
              <Checkbox
                aria-label={t('selectAll')}
                checked={areAll}
                onChange={({ currentTarget: { checked } }) =>
                  onChoose(
                    items.map(({ id }) => id),
                    checked,
                  )
                }
              >
                {''}
              </Checkbox>
            </HeadCell>
          )}
          <HeadCell>{t('sentTo')}</HeadCell>
          <HeadCell className="max-sm:hidden">{t('reason')}</HeadCell>
          <HeadCell className="max-md:hidden">{t('sentFrom')}</HeadCell>
          <HeadCell className="max-lg:hidden">{t('text')}</HeadCell>
          <HeadCell className="max-xl:hidden">{t('connection')}</HeadCell>
          <HeadCell align="end">{t('received')}</HeadCell>
        </TableHead>
        <TableBody>
          {items.map((item) => (
            <ItemRow key={item.id} item={item} {...props} />
          ))}
        </TableBody>
      </Table>
    </Card>
  )
}
