// The same ranges as a dense table, for comparing many.
import { Eye, Pencil } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CountText, MoneyText, RateText } from '../../ui/figures.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../ui/table.tsx'
import type { RangeActions } from './range.card.tsx'
import { CountryCode, OwnerText, RangeNumbers, StatusBadge, TestBadge } from './range.parts.tsx'
import { usedPercent, type Range } from './ranges.figures.ts'
import { t } from './ranges.texts.ts'

function RangeRow({ range, canEdit, onDetails, onEdit, onWarm }: RangeActions & { range: Range }) {
  return (
    <Row data-list-row>
      <Cell className="max-w-72">
        <span className="flex items-center gap-2">
          <bdi className="truncate font-medium">{range.name}</bdi>
          <CountryCode code={range.country} />
          {range.isTest && <TestBadge />}
        </span>
        <RangeNumbers range={range} className="whitespace-nowrap" />
      </Cell>
      <Cell className="max-w-44">
        <OwnerText owner={range.owner} compact />
      </Cell>
      <Cell>
        <StatusBadge isActive={range.isActive} />
      </Cell>
      <Cell align="end">
        <span className="block font-medium">{usedPercent(range)}</span>
        <span className="text-xs whitespace-nowrap text-ink-soft">
          <CountText value={range.usedNumbers} />/<CountText value={range.totalNumbers} />
        </span>
      </Cell>
      <Cell align="end">
        <MoneyText value={range.earnings} className="block font-medium" />
        <span className="text-xs whitespace-nowrap text-ink-soft">
          {range.rate === null ? t('noRate') : <RateText value={range.rate} />}
        </span>
      </Cell>
      <Cell className="whitespace-nowrap text-ink-soft">
        {range.lastMessageAt === null ? t('never') : <RelativeTime iso={range.lastMessageAt} />}
      </Cell>
      <Cell className="ps-0">
        <span className="flex justify-end">
          <IconButton
            data-list-item
            label={t('detailsOf', { name: range.name })}
            onPointerEnter={onWarm}
            onFocus={onWarm}
            onClick={() => onDetails(range)}
          >
            <Eye aria-hidden="true" />
          </IconButton>
          {canEdit && (
            <IconButton
              label={t('editOf', { name: range.name })}
              onPointerEnter={onWarm}
              onFocus={onWarm}
              onClick={() => onEdit(range)}
            >
              <Pencil aria-hidden="true" />
            </IconButton>
          )}
        </span>
      </Cell>
    </Row>
  )
}

export function RangesTable({ ranges, ...actions }: RangeActions & { ranges: readonly Range[] }) {
  return (
    <Card flush>
      <Table label={t('title')}>
        <TableHead>
          <HeadCell>{t('name')}</HeadCell>
          <HeadCell>{t('owner')}</HeadCell>
          <HeadCell>{t('status')}</HeadCell>
          <HeadCell align="end">{t('used')}</HeadCell>
          <HeadCell align="end">{t('earningsAndRate')}</HeadCell>
          <HeadCell>{t('lastMessage')}</HeadCell>
          <HeadCell>
            <span className="sr-only">{t('actions')}</span>
          </HeadCell>
        </TableHead>
        <TableBody>
          {ranges.map((range) => (
            <RangeRow key={range.id} range={range} {...actions} />
          ))}
        </TableBody>
      </Table>
    </Card>
  )
}
