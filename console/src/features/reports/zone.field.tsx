// The time zone of a report or a schedule.
import { zoneOptions } from '../../lib/zones.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/input.tsx'
import { t } from './reports.texts.ts'

type ZoneFieldProps = { zone: string; fault: string | undefined; onChoose: (zone: string) => void }

export function ZoneField({ zone, fault, onChoose }: ZoneFieldProps) {
  return (
    <Field label={t('zone')} error={fault}>
      {(tie) => (
        <Select
          {...tie}
          wrapperClassName="w-full"
          className="w-full"
          value={zone}
          options={zoneOptions(zone)}
          onChange={(event) => onChoose(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}
