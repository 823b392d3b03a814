// Translations of refresh, in Arabic.
import type { Catalog } from '../../texts.ts'

export const texts = {
  Pause: 'إيقاف مؤقت',
  Resume: 'استئناف',
  'Pause renewing these figures': 'إيقاف تحديث هذه الأرقام مؤقتًا',
  'Resume renewing these figures': 'استئناف تحديث هذه الأرقام',
  Live: 'مباشر',
  Paused: 'متوقف مؤقتًا',
  'Waiting for the server': 'في انتظار الخادم',
} satisfies Catalog
