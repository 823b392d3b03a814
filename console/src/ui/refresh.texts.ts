// Words of the control that renews a page by itself.
import { defineTexts } from '../i18n/texts.ts'

export const t = defineTexts({
  pause: 'Pause',
  resume: 'Resume',
  pauseHint: 'Stop renewing these figures',
  resumeHint: 'Renew these figures again',
  live: 'Live',
  paused: 'Paused',
  late: 'Waiting for the server',
})
