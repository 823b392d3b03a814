// The filters of the audit log. Each is a part of the address; texts follow when the hand rests.
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { forgetTyped, useTypedText } from '../../lib/typed-text.ts'
import { Button } from '../../ui/button.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { PersonFilter } from '../users/person.input.tsx'
import { families, familyOf } from './audit.actions.ts'
import { isFiltered, noFilters, outcomes, periods, rareFilters, toLocalField } from './audit.rules.ts'
import type { AuditPatch, AuditSearch } from './audit.search.ts'
import { t } from './audit.texts.ts'

export const firstFilterId = 'audit-actor'

type FilterProps = { search: AuditSearch; onChange: (patch: AuditPatch) => void }

function ActionFilter({ search, onChange }: FilterProps) {
  const chosen = search.action
  const isOther = chosen !== undefined && familyOf(chosen) === undefined
  return (
    <Select
      aria-label={t('action')}
      wrapperClassName="max-sm:w-full"
      className="max-w-56 max-sm:w-full max-sm:max-w-none"
      value={chosen ?? ''}
      options={[
        { value: '', label: t('allActions') },
        ...(isOther ? [{ value: chosen, label: t('otherActions', { beginnings: chosen }) }] : []),
        ...families.map(({ key, prefixes }) => ({ value: prefixes, label: t(key) })),
      ]}
      onChange={({ currentTarget: { value } }) => onChange({ action: value || undefined })}
    />
  )
}

function PeriodFilter({ search, onChange }: FilterProps) {
  const [isCustom, setCustom] = useState(false)
  const isOpen = isCustom || search.from !== undefined || search.until !== undefined
  const shown = periods.find((name) => name === search.period) ?? (isOpen ? 'custom' : '')
  function choose(value: string): void {
    setCustom(value === 'custom')
    if (value === 'custom') onChange({ period: undefined })
    else onChange({ period: value || undefined, from: undefined, until: undefined })
  }
  return (
    <>
      <Select
        aria-label={t('period')}
        wrapperClassName="max-sm:flex-1"
        className="max-sm:w-full"
        value={shown}
        options={[
          { value: '', label: t('anyTime') },
          ...periods.map((name) => ({ value: name, label: t(name) })),
          { value: 'custom', label: t('custom') },
        ]}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {shown === 'custom' &&
        (['from', 'until'] as const).map((name) => (
          <label key={name} className="inline-flex items-center gap-2 text-[0.8125rem] text-ink-soft max-sm:w-full">
            <span className="max-sm:w-10">{t(name)}</span>
            <Input
              type="datetime-local"
              value={toLocalField(search[name])}
              className="w-auto! max-sm:flex-1"
              onChange={({ currentTarget: { value } }) =>
                onChange({ [name]: value === '' ? undefined : new Date(value).toISOString() })
              }
            />
          </label>
        ))}
    </>
  )
}

function TextFilter({ name, search, onChange }: FilterProps & { name: 'subject' | 'address' | 'request' }) {
  const [text, setText] = useTypedText(search[name] ?? '', (next) => onChange({ [name]: next || undefined }))
  return (
    <Input
      aria-label={t(name)}
      placeholder={t(name)}
      autoComplete="off"
      spellCheck={false}
      maxLength={200}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      className={name === 'address' ? 'w-40! max-sm:w-full!' : 'w-56! max-sm:w-full!'}
    />
  )
}

function RareFilters({ search, onChange }: FilterProps) {
  return (
    <div id="audit-rare-filters" className="flex basis-full flex-wrap items-center gap-2">
      <TextFilter name="subject" search={search} onChange={onChange} />
      <PersonFilter
        id="audit-behalf"
        label={t('behalfLabel')}
        placeholder={`${t('behalfLabel')}...`}
        chosenId={search.behalf}
        onChoose={(behalf) => onChange({ behalf })}
      />
      <TextFilter name="address" search={search} onChange={onChange} />
      <TextFilter name="request" search={search} onChange={onChange} />
    </div>
  )
}

export function AuditFilters({ search, onChange }: FilterProps) {
  const [isOpened, setOpened] = useState(false)
  const isUsed = rareFilters.some((name) => search[name] !== undefined)
  const isOpen = isOpened || isUsed
  return (
    <div role="search" className="flex flex-wrap items-center gap-2">
      <PersonFilter
        id={firstFilterId}
        label={t('actorLabel')}
        placeholder={t('actor')}
        chosenId={search.actor}
        onChoose={(actor) => onChange({ actor })}
      />
      <ActionFilter search={search} onChange={onChange} />
      <Select
        aria-label={t('outcome')}
        wrapperClassName="max-sm:flex-1"
        className="max-sm:w-full"
        value={outcomes.find((name) => name === search.outcome) ?? ''}
        options={[{ value: '', label: t('allOutcomes') }, ...outcomes.map((name) => ({ value: name, label: t(name) }))]}
        onChange={({ currentTarget: { value } }) => onChange({ outcome: value || undefined })}
      />
      <PeriodFilter search={search} onChange={onChange} />
      {!isUsed && (
        <Button
          variant="quiet"
          className="max-sm:basis-full"
          icon={<SlidersHorizontal aria-hidden="true" />}
          aria-expanded={isOpen}
          aria-controls={isOpen ? 'audit-rare-filters' : undefined}
          onClick={() => setOpened(!isOpen)}
        >
          {t('more')}
        </Button>
      )}
      {isFiltered(search) && (
        <Button
          variant="quiet"
          onClick={() => {
            forgetTyped()
            onChange(noFilters)
            // The button goes with the filters; whoever pressed it goes on where filters begin.
            document.getElementById(firstFilterId)?.focus()
          }}
        >
          {t('clear')}
        </Button>
      )}
      {isOpen && <RareFilters search={search} onChange={onChange} />}
    </div>
  )
}
