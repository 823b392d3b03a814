// Words of periods.
import { defineTexts } from '../../i18n/texts.ts'

export const t = defineTexts({
  period: 'Period',
  days: { one: '{count} day', other: '{count} days' },
  year: '1 year',
  custom: 'Custom',
  from: 'From',
  to: 'To',
  weekOf: 'Week of {day}',
  hourOf: '{day}, {time}',
  daysIn: 'Days in {zone}',
  daysInSoFar: 'Days in {zone}, today so far',
})
