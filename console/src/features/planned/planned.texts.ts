// Titles and descriptions of the sections that so far consist of them.
import { defineTexts } from '../../i18n/texts.ts'

export const t = defineTexts({
  'test-numbers': 'Numbers marked for testing, and the messages that arrive on them.',
  reports: 'Call detail records and monthly statements.',
  'admin-dashboard': 'Traffic, connections and whatever waits for an admin.',
})
