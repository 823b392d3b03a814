// Translations of views, in Arabic.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'Saved views': 'العروض المحفوظة',
  'No view is saved yet. Set filters, then keep them here under a name.':
    'لم يُحفظ أي عرض بعد. عيّن المرشّحات ثم احفظها هنا باسم.',
  'Keep these filters as a view': 'حفظ هذه المرشّحات كعرض',
  'Name of the view': 'اسم العرض',
  'View saved: {name}': 'حُفظ العرض: {name}',
  Rename: 'إعادة التسمية',
  'Delete {name}': 'حذف {name}',
  'View deleted: {name}': 'حُذف العرض: {name}',
  'Copy the link of {name}': 'نسخ رابط {name}',
  'The link is copied': 'نُسخ الرابط',
  'That did not work. Please try again.': 'لم ينجح ذلك. حاول مرة أخرى.',
} satisfies Catalog
