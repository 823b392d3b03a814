// What a decision to route would do: by range and owner how many messages, at which rate, for how much; and why the
// others stay.
import type { CallOutput } from '../../lib/api.ts'
import { Badge } from '../../ui/badge.tsx'
import { NoticeBox } from '../../ui/error-box.tsx'
import { CountText, MoneyText, RateText } from '../../ui/figures.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../ui/table.tsx'
import { t } from './route.texts.ts'

export type RoutePlan = CallOutput<'quarantine.preview-route'>
type StayReason = RoutePlan['stays'][number]['reason']

const stayTexts = {
  no_range: 'staysNoRange',
  inactive_range: 'staysInactive',
  no_owner: 'staysNoOwner',
  bad_recipient: 'staysBad',
  decided: 'staysDecided',
} as const satisfies Record<StayReason, string>

function Targets({ plan }: { plan: RoutePlan }) {
  return (
    <Table label={t('targets')}>
      <TableHead>
        <HeadCell>{t('range')}</HeadCell>
        <HeadCell className="max-sm:hidden">{t('owner')}</HeadCell>
        <HeadCell align="end">{t('messages')}</HeadCell>
        <HeadCell align="end" className="max-sm:hidden">
          {t('rate')}
        </HeadCell>
        <HeadCell align="end">{t('earned')}</HeadCell>
      </TableHead>
      <TableBody>
        {plan.targets.map(({ range, owner, isTest, messages, rate, earned }) => (
          <Row key={`${range.id} ${owner.id}`}>
            <Cell className="max-w-0 w-full">
              <span className="flex items-center gap-2">
                <bdi className="truncate font-medium">{range.name}</bdi>
                {isTest && <Badge tone="accent">{t('testRange')}</Badge>}
              </span>
              <bdi className="block truncate text-xs text-ink-soft sm:hidden">{owner.username}</bdi>
            </Cell>
            <Cell className="max-sm:hidden">
              <bdi>{owner.username}</bdi>
            </Cell>
            <Cell align="end">
              <CountText value={messages} />
            </Cell>
            <Cell align="end" className="max-sm:hidden">
              {rate === null ? <span className="text-ink-soft">{t('severalRates')}</span> : <RateText value={rate} />}
            </Cell>
            <Cell align="end">
              <MoneyText value={earned} />
            </Cell>
          </Row>
        ))}
        {plan.targets.length > 1 && (
          <Row className="font-semibold">
            <Cell>{t('total')}</Cell>
            <Cell className="max-sm:hidden" />
            <Cell align="end">
              <CountText value={plan.messages} />
            </Cell>
            <Cell className="max-sm:hidden" />
            <Cell align="end">
              <MoneyText value={plan.earned} />
            </Cell>
          </Row>
        )}
      </TableBody>
    </Table>
  )
}

export function PlanView({ plan, isChosen }: { plan: RoutePlan; isChosen: boolean }) {
  return (
    <div className="flex flex-col gap-3">
      {plan.targets.length > 0 && (
        <div className="overflow-clip rounded-lg border border-line">
          <Targets plan={plan} />
        </div>
      )}
      {plan.messages === 0 && <NoticeBox>{t('nothingLands')}</NoticeBox>}
      {plan.stays.length > 0 && (
        <div className="text-[0.8125rem] text-ink-soft">
          <p className="font-medium text-ink">{t('stays')}</p>
          <ul className="mt-1 list-disc ps-5">
            {plan.stays.map(({ reason, messages }) => (
              <li key={reason}>
                {t(reason === 'no_range' && isChosen ? 'staysChosen' : stayTexts[reason], { count: messages })}
              </li>
            ))}
          </ul>
        </div>
      )}
      {plan.hasMore && <NoticeBox>{t('hasMore')}</NoticeBox>}
    </div>
  )
}
