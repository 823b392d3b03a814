// Translations of period, in Arabic.
import type { Catalog } from '../../texts.ts'

export const texts = {
  Period: 'الفترة',
  '{count} days': {
    zero: '{count} يوم',
    one: 'يوم واحد',
    two: 'يومان',
    few: '{count} أيام',
    many: '{count} يومًا',
    other: '{count} يوم',
  },
  '1 year': 'سنة واحدة',
  Custom: 'مخصّصة',
  From: 'من',
  To: 'إلى',
  'Week of {day}': 'أسبوع {day}',
  'Days in {zone}': 'الأيام بتوقيت {zone}',
  'Days in {zone}, today so far': 'الأيام بتوقيت {zone}، واليوم حتى الآن',
} satisfies Catalog
