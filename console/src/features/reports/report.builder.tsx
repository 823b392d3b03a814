// What a report is built of. Each choice takes effect at once and is part of the address; what the chosen grouping has
// no figures for is not offered.
import { useQuery } from '@tanstack/react-query'
import type { FieldErrors } from '@inrange/contract/errors'
import { useNowMs } from '../../lib/clock.ts'
import { read } from '../../lib/query.ts'
import { useTypedText } from '../../lib/typed-text.ts'
import { readerZone } from '../../lib/zones.ts'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Checkbox, Input, Select } from '../../ui/input.tsx'
import { PersonInput } from '../users/person.input.tsx'
import { figures, filtersOf, groupsOf, lastDays, periods, type ReportRequest } from './reports.rules.ts'
import type { ReportsPlace } from './reports.page.tsx'
import { t } from './reports.texts.ts'
import { ZoneField } from './zone.field.tsx'

type BuilderProps = { place: ReportsPlace; request: ReportRequest; faults: FieldErrors }

const rangesMax = 200

function PeriodFields({ place: { search, patch }, request, faults }: BuilderProps) {
  const nowMs = useNowMs()
  const choose = (period: string) =>
    patch({ period, ...(period === 'custom' && search.from === undefined ? lastDays(nowMs) : {}) })
  return (
    <>
      <Field label={t('period')} error={faults['period']}>
        {(tie) => (
          <Select
            {...tie}
            wrapperClassName="w-full"
            className="w-full"
            value={request.period ?? 'last_30_days'}
            options={periods.map((name) => ({ value: name, label: t(name) }))}
            onChange={(event) => choose(event.currentTarget.value)}
          />
        )}
      </Field>
      {request.period === 'custom' &&
        (['from', 'to'] as const).map((name) => (
          <Field key={name} label={t(name)} error={faults[name]}>
            {(tie) => (
              <Input
                {...tie}
                type="date"
                value={search[name] ?? ''}
                onChange={(event) => patch({ [name]: event.currentTarget.value || undefined })}
              />
            )}
          </Field>
        ))}
    </>
  )
}

function RangeField({ place: { search, patch }, faults }: BuilderProps) {
  const query = { limit: rangesMax, ...(search.user === undefined ? {} : { ownerId: search.user }) }
  const { data } = useQuery(read('ranges.list', { query }))
  const options = (data?.items ?? []).map((range) => ({ value: range.id, label: range.name }))
  const isListed = search.range === undefined || options.some(({ value }) => value === search.range)
  return (
    <Field label={t('range')} error={faults['rangeId']}>
      {(tie) => (
        <Select
          {...tie}
          wrapperClassName="w-full"
          className="w-full"
          value={search.range ?? ''}
          options={[
            { value: '', label: t('allRanges') },
            ...(isListed ? [] : [{ value: search.range ?? '', label: t('thisRange') }]),
            ...options,
          ]}
          onChange={(event) => patch({ range: event.currentTarget.value || undefined })}
        />
      )}
    </Field>
  )
}

function SenderField({ place: { search, patch }, faults }: BuilderProps) {
  const [text, setText] = useTypedText(search.sender ?? '', (sender) => patch({ sender: sender || undefined }))
  return (
    <Field label={t('sender')} error={faults['sender']}>
      {(tie) => (
        <Input
          {...tie}
          dir="auto"
          value={text}
          placeholder={t('anySender')}
          autoComplete="off"
          spellCheck={false}
          maxLength={30}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

function Columns({ place: { patch }, request }: BuilderProps) {
  const chosen = request.figures ?? figures
  const toggle = (name: (typeof figures)[number]) => {
    const next = figures.filter((figure) => (figure === name) !== chosen.includes(figure))
    if (next.length > 0) patch({ columns: next.length === figures.length ? undefined : next.join(',') })
  }
  return (
    <fieldset className="sm:col-span-2 lg:col-span-4">
      <legend className="mb-1.5 text-[0.8125rem] font-medium">{t('columns')}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {figures.map((name) => (
          <Checkbox
            key={name}
            checked={chosen.includes(name)}
            disabled={chosen.length === 1 && chosen.includes(name)}
            onChange={() => toggle(name)}
          >
            {t(name)}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}

export function ReportBuilder(props: BuilderProps) {
  const { place, request, faults } = props
  const { patch, isAdmin, search } = place
  const groupBy = request.groupBy ?? 'day'
  const zone = request.zone ?? readerZone
  const offered = filtersOf(groupBy, isAdmin)
  return (
    <div data-print="hide">
      <Card>
        <div role="group" aria-label={t('builder')} className="grid gap-x-4 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
          <PeriodFields {...props} />
          <Field label={t('group')} error={faults['groupBy']}>
            {(tie) => (
              <Select
                {...tie}
                wrapperClassName="w-full"
                className="w-full"
                value={groupBy}
                options={groupsOf(isAdmin).map((name) => ({ value: name, label: t(`by_${name}`) }))}
                onChange={(event) => patch({ group: event.currentTarget.value })}
              />
            )}
          </Field>
          <ZoneField zone={zone} fault={faults['zone']} onChoose={(next) => patch({ zone: next })} />
          {offered.includes('user') && (
            <Field label={t('user')} error={faults['userId']}>
              {(tie) => (
                <PersonInput
                  {...tie}
                  placeholder={t('everybody')}
                  chosenId={search.user}
                  onChoose={(user) => patch({ user, range: undefined })}
                />
              )}
            </Field>
          )}
          {offered.includes('range') && <RangeField {...props} />}
          {offered.includes('sender') && <SenderField {...props} />}
          {groupBy !== 'message' && <Columns {...props} />}
        </div>
      </Card>
    </div>
  )
}
