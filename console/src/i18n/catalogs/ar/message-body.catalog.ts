// Translations of message-body, in Arabic.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'The message has no text.': 'لا نص في الرسالة.',
  'Its text is no longer kept: the time for that is over. All else about it stays.':
    'لم يعد نصها محفوظًا: انتهت مدته. ويبقى كل ما عداه.',
  'No text: binary content of {count} segments. The trace has its bytes.': {
    zero: 'لا نص: محتوى ثنائي. تجد بايتاته في التتبع.',
    one: 'لا نص: محتوى ثنائي من مقطع واحد. تجد بايتاته في التتبع.',
    two: 'لا نص: محتوى ثنائي من مقطعين. تجد بايتاته في التتبع.',
    few: 'لا نص: محتوى ثنائي من {count} مقاطع. تجد بايتاته في التتبع.',
    many: 'لا نص: محتوى ثنائي من {count} مقطعًا. تجد بايتاته في التتبع.',
    other: 'لا نص: محتوى ثنائي من {count} مقطع. تجد بايتاته في التتبع.',
  },
  'Hidden content': 'محتوى مخفي',
  'Show all {count} characters': {
    zero: 'عرض الكل',
    one: 'عرض الكل',
    two: 'عرض الحرفين',
    few: 'عرض الأحرف الـ {count} كلها',
    many: 'عرض الأحرف الـ {count} كلها',
    other: 'عرض الأحرف الـ {count} كلها',
  },
  'Show less': 'عرض أقل',
  '{count} invisible or reordering characters are not shown.': {
    zero: 'لا أحرف خفية.',
    one: 'حرف واحد خفي أو مغيّر للترتيب غير معروض.',
    two: 'حرفان خفيان أو مغيّران للترتيب غير معروضين.',
    few: '{count} أحرف خفية أو مغيّرة للترتيب غير معروضة.',
    many: '{count} حرفًا خفيًا أو مغيّرًا للترتيب غير معروض.',
    other: '{count} حرف خفي أو مغيّر للترتيب غير معروض.',
  },
} satisfies Catalog
