// Words of the control that renews a page by itself.
import { defineTexts } from '../i18n/texts.ts'

export const t = defineTexts({
  pause: 'Pause',
  resume: 'Resume',
  pauseHint: 'Pause renewing these figures',
  resumeHint: 'Resume renewing these figures',
  live: 'Live',
  paused: 'Paused',
  late: 'Waiting for the server',
})
