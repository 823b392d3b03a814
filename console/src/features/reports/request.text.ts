// What an export or a schedule is about, in words.
import { dayIn } from './report.names.ts'
import type { MadeRequest } from './reports.rules.ts'
import { t } from './reports.texts.ts'

/** 'CDR report · Last month · Day · Europe/Berlin' */
export function contentText(request: MadeRequest): string {
  const zone = request.zone.replaceAll('_', ' ')
  if (request.kind === 'messages') {
    const { timeZone: _zone, ...filters } = request.filter
    const count = Object.keys(filters).length
    return [t('kind_messages'), count === 0 ? t('allMessages') : t('filtered', { count }), zone].join(' · ')
  }
  const { period, from, to, groupBy } = request
  const when =
    period === 'custom' && from !== undefined && to !== undefined ? `${dayIn(from)} – ${dayIn(to)}` : t(period)
  return [t('kind_cdr'), when, t(`by_${groupBy}`), zone].join(' · ')
}
