// Titles and descriptions of the sections that so far consist of them.
import { defineTexts } from '../../i18n/texts.ts'

export const t = defineTexts({
  reports: 'Call detail records and monthly statements.',
})
