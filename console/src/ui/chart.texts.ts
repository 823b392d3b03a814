// Words of charts.
import { defineTexts } from '../i18n/texts.ts'

export const t = defineTexts({
  noData: 'No data.',
  onePoint: '1 point: {label}, {value}.',
  summary:
    '{points} points from {first} to {last}. Lowest {lowest} ({lowestLabel}), highest {highest} ({highestLabel}), latest {latest}.',
  pointValue: '{label}: {value}',
  pointCompared: '{label}: {value}. {formerLabel}: {former}',
  labelled: '{label}. {summary}',
  when: 'When',
  previousPeriod: 'Previous period',
  formerValue: '{label} ({former})',
  viewAsTable: 'View as table',
  viewAsChart: 'View as chart',
  viewAsList: 'View as list',
  downloadCsv: 'Download CSV',
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  zoomHint: 'Drag to zoom, or press Shift and arrow keys, then Enter.',
  selected: '{first} to {last} selected. Press Enter to zoom in.',
  nothingHere: 'Nothing in this period',
  hour: 'Hour',
  less: 'Less',
  more: 'More',
  cellValue: '{day}, {hour}: {value}',
  busiest: 'Busiest: {cell}.',
})
