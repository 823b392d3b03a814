// Shows what somebody else saved while this form was open, and asks, field by field, whose stays where both changed the
// same. A choice goes into the form at once, so that what is on screen is what is saved next.
import { useEffect, useId, useState } from 'react'
import { decimalToMicros, microsToDecimal } from '@inrange/contract/money'
import { cx } from '../../ui/class-names.ts'
import { RateText } from '../../ui/figures.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { differencesOf, takenOver, valuesOf, type Conflict, type ConflictField } from './range-conflict.model.ts'
import { formOf, numbersOf, type RangeForm } from './range-form.model.ts'
import { rangeText } from './ranges.figures.ts'
import { t } from './range-form.texts.ts'

export type SeenConflict = Conflict & { edit: { by: string; at: string } | null }

type ConflictProps = {
  conflict: SeenConflict
  /** The name of a user by id, as far as it is known. */
  nameOf: (userId: string) => string
  onTake: (values: Partial<RangeForm>) => void
}

function labelOf(field: ConflictField): string {
  if (field === 'numbers') return t('range')
  if (field === 'ownerId') return t('owner')
  return t(field === 'isActive' ? 'status' : field)
}

function Value({ field, form, nameOf }: { field: ConflictField; form: RangeForm } & Pick<ConflictProps, 'nameOf'>) {
  if (field === 'numbers') return <bdi dir="ltr">{rangeText(numbersOf(form))}</bdi>
  if (field === 'ownerId') return <bdi>{nameOf(form.ownerId)}</bdi>
  if (field === 'isActive') return t(form.isActive === false ? 'inactive' : 'active')
  if (field === 'isTest') return t(form.isTest === true ? 'yes' : 'no')
  if (field === 'name') return <bdi>{form.name}</bdi>
  const micros = decimalToMicros(form.rate.trim())
  return micros === null ? <bdi dir="ltr">{form.rate}</bdi> : <RateText value={microsToDecimal(micros)} />
}

function Contested({ field, conflict, nameOf, onTake }: ConflictProps & { field: ConflictField }) {
  const name = useId()
  const [side, choose] = useState<'theirs' | 'yours'>('yours')
  const forms = { theirs: formOf(conflict.theirs), yours: conflict.yours }
  return (
    <fieldset className="min-w-0">
      <legend className="text-[0.8125rem] font-medium">{labelOf(field)}</legend>
      <div className="mt-1 grid gap-2 sm:grid-cols-2">
        {(['theirs', 'yours'] as const).map((choice) => (
          // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- its text stands in the two lines below.
          <label
            key={choice}
            className={cx(
              'relative flex cursor-pointer items-start gap-2.5 rounded-lg border border-line bg-surface px-3 py-2',
              'text-sm text-ink has-checked:border-accent has-checked:ring-1 has-checked:ring-accent',
              'has-focus-visible:outline-2 has-focus-visible:outline-accent',
            )}
          >
            <input
              type="radio"
              name={name}
              value={choice}
              checked={side === choice}
              onChange={() => {
                choose(choice)
                onTake(valuesOf(forms[choice], field))
              }}
              className="mt-1 accent-accent"
            />
            <span className="min-w-0">
              <span className="block text-xs text-ink-soft">{t(choice)}</span>
              <span className="block wrap-anywhere">
                <Value field={field} form={forms[choice]} nameOf={nameOf} />
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

export function RangeConflict({ conflict, nameOf, onTake }: ConflictProps) {
  const differences = differencesOf(conflict)
  useEffect(() => onTake(takenOver(conflict)), [conflict, onTake])
  const taken = differences.filter(({ isContested }) => !isContested)
  const contested = differences.filter(({ isContested }) => isContested)
  const now = formOf(conflict.theirs)
  return (
    <section role="alert" className="flex flex-col gap-3 rounded-xl border border-warn/25 bg-warn-soft p-4 text-sm">
      <div>
        <p className="font-semibold text-warn">
          {conflict.edit === null ? t('changed') : t('changedBy', { name: conflict.edit.by })}
          {conflict.edit !== null && (
            <>
              {' '}
              <RelativeTime iso={conflict.edit.at} className="font-normal" />
            </>
          )}
        </p>
        <p className="mt-0.5 text-ink-soft">{t(contested.length > 0 ? 'chooseWhose' : 'nothingLost')}</p>
      </div>
      {taken.length > 0 && (
        <ul aria-label={t('taken')} className="flex flex-col gap-1">
          {taken.map(({ field }) => (
            <li key={field} className="flex flex-wrap gap-x-2">
              <span className="text-ink-soft">{labelOf(field)}</span>
              <span className="font-medium wrap-anywhere">
                <Value field={field} form={now} nameOf={nameOf} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {contested.map(({ field }) => (
        <Contested key={field} field={field} conflict={conflict} nameOf={nameOf} onTake={onTake} />
      ))}
    </section>
  )
}
