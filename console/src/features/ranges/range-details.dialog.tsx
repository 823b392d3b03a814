// Everything about one range, beside the list: whose it is and was, what it pays and paid, how full it is.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MessageSquare, Pencil, Power } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CallOutput } from '../../lib/api.ts'
import { useSignedInUser } from '../../lib/auth.ts'
import { formatDay } from '../../lib/format.ts'
import { read } from '../../lib/query.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { CountText, IdText, MoneyText, RateText } from '../../ui/figures.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../ui/table.tsx'
import { CountryCode, OwnerText, RangeNumbers, StatusBadge, TestBadge, Usage } from './range.parts.tsx'
import { countryName, type Range } from './ranges.figures.ts'
import { t } from './ranges.texts.ts'
import { useRangeSwitch } from './switch-range.ts'

type RangeDetails = CallOutput<'ranges.read'>

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-[0.8125rem] font-semibold">{title}</h3>
      {children}
    </section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-4 py-1.5">
      <dt className="shrink-0 text-ink-soft">{label}</dt>
      <dd className="min-w-0 text-end">{children}</dd>
    </div>
  )
}

function NumberFacts({ range }: { range: Range }) {
  return (
    <dl className="divide-y divide-line text-sm">
      <Fact label={t('prefix')}>
        <bdi dir="ltr" className="font-mono">
          {range.prefix}
        </bdi>
      </Fact>
      <Fact label={t('startNumber')}>
        <bdi dir="ltr" className="font-mono">
          {range.startNumber}
        </bdi>
      </Fact>
      <Fact label={t('endNumber')}>
        <bdi dir="ltr" className="font-mono">
          {range.endNumber}
        </bdi>
      </Fact>
      <Fact label={t('totalNumbers')}>
        <CountText value={range.totalNumbers} />
      </Fact>
    </dl>
  )
}

function Facts({ range }: { range: Range }) {
  return (
    <dl className="divide-y divide-line text-sm">
      <Fact label={t('earnings')}>
        <MoneyText value={range.earnings} className="font-semibold" />
      </Fact>
      <Fact label={t('rate')}>
        {range.rate === null ? t('noRate') : <RateText value={range.rate} />} {t('perSegment')}
      </Fact>
      <Fact label={t('messages')}>
        <CountText value={range.messages} />
      </Fact>
      <Fact label={t('lastMessage')}>
        {range.lastMessageAt === null ? t('never') : <RelativeTime iso={range.lastMessageAt} />}
      </Fact>
      {range.country !== null && <Fact label={t('country')}>{countryName(range.country)}</Fact>}
      <Fact label={t('created')}>{formatDay(range.createdAt)}</Fact>
      <Fact label={t('rangeId')}>
        <span className="inline-flex items-center gap-1">
          <IdText value={range.id} />
          <CopyButton text={range.id} label={t('copyId')} />
        </span>
      </Fact>
    </dl>
  )
}

type Spell = { key: string; what: ReactNode; from: string; until: string | null }

function OverTime({ title, head, empty, spells }: { title: string; head: string; empty: string; spells: Spell[] }) {
  return (
    <Section title={title}>
      {spells.length === 0 ? (
        <p className="text-sm text-ink-soft">{empty}</p>
      ) : (
        <div className="overflow-clip rounded-lg border border-line">
          <Table label={title}>
            <TableHead>
              <HeadCell>{head}</HeadCell>
              <HeadCell>{t('from')}</HeadCell>
              <HeadCell>{t('until')}</HeadCell>
            </TableHead>
            <TableBody>
              {spells.map(({ key, what, from, until }) => (
                <Row key={key}>
                  <Cell>{what}</Cell>
                  <Cell className="whitespace-nowrap text-ink-soft">
                    <RelativeTime iso={from} />
                  </Cell>
                  <Cell className="whitespace-nowrap text-ink-soft">
                    {until === null ? t('now') : <RelativeTime iso={until} />}
                  </Cell>
                </Row>
              ))}
            </TableBody>
          </Table>
        </div>
      )}
    </Section>
  )
}

function History({ details }: { details: RangeDetails }) {
  return (
    <>
      <OverTime
        title={t('ownersOverTime')}
        head={t('owner')}
        empty={t('noOwners')}
        spells={details.owners.map(({ id, username, from, until }) => ({
          key: id + from,
          what: <bdi className="font-medium">{username}</bdi>,
          from,
          until,
        }))}
      />
      <OverTime
        title={t('ratesOverTime')}
        head={t('rate')}
        empty={t('noRates')}
        spells={details.rates.map(({ rate, from, until }) => ({
          key: rate + from,
          what: <RateText value={rate} className="font-medium" />,
          from,
          until,
        }))}
      />
    </>
  )
}

function Actions({ range, canEdit, onEdit }: { range: Range; canEdit: boolean; onEdit: () => void }) {
  const me = useSignedInUser()
  const switching = useRangeSwitch()
  const others = canEdit && range.owner !== null && range.owner.id !== me.id ? { owner: range.owner.id } : {}
  return (
    <>
      <Link to="/inbox" search={{ range: range.id, ...others }} className={cx(buttonClass('quiet'), 'me-auto')}>
        <MessageSquare aria-hidden="true" />
        {t('viewMessages')}
      </Link>
      {canEdit && (
        <>
          <Button
            icon={<Power aria-hidden="true" />}
            busy={switching.isPending}
            onClick={() => switching.mutate({ range, isActive: !range.isActive })}
          >
            {t(range.isActive ? 'deactivate' : 'activate')}
          </Button>
          <Button variant="primary" icon={<Pencil aria-hidden="true" />} onClick={onEdit}>
            {t('editRange')}
          </Button>
        </>
      )}
    </>
  )
}

type RangeDetailsDialogProps = {
  rangeId: string
  /** The row of the list, shown until the whole is read. */
  listed: Range | undefined
  canEdit: boolean
  onEdit: () => void
  onClose: () => void
}

export function RangeDetailsDialog({ rangeId, listed, canEdit, onEdit, onClose }: RangeDetailsDialogProps) {
  const details = useQuery(read('ranges.read', { params: { rangeId } }))
  const range = details.data ?? listed
  return (
    <Dialog
      layout="sheet"
      title={
        <span className="flex items-center gap-2">
          <CountryCode code={range?.country ?? null} />
          <bdi className="min-w-0 truncate">{range?.name ?? t('details')}</bdi>
        </span>
      }
      onClose={onClose}
      footer={range !== undefined && <Actions range={range} canEdit={canEdit} onEdit={onEdit} />}
    >
      {range !== undefined && (
        <div className="flex flex-col gap-6">
          <div className="-mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <RangeNumbers range={range} />
            <span className="inline-flex gap-1.5">
              <StatusBadge isActive={range.isActive} />
              {range.isTest && <TestBadge />}
            </span>
          </div>
          <Section title={t('assignedUser')}>
            <OwnerText owner={range.owner} />
          </Section>
          <Section title={t('usage')}>
            <Usage range={range} />
          </Section>
          <div>
            <NumberFacts range={range} />
            <div className="border-t border-line" />
            <Facts range={range} />
          </div>
          {details.data !== undefined && <History details={details.data} />}
        </div>
      )}
      {details.isPending && <SkeletonRows rows={range === undefined ? 8 : 3} label={t('loading')} />}
      {details.error !== null && (
        <ErrorBox className="mt-4" onRetry={() => void details.refetch()} retrying={details.isFetching}>
          {t('readFailed', { reason: details.error.message })}
        </ErrorBox>
      )}
    </Dialog>
  )
}
