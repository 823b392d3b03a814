// Translations of chart, in Arabic.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'No data.': 'لا بيانات.',
  '1 point: {label}, {value}.': 'نقطة واحدة: {label}، {value}.',
  '{points} points from {first} to {last}. Lowest {lowest} ({lowestLabel}), highest {highest} ({highestLabel}), latest {latest}.':
    '{points} نقطة من {first} إلى {last}. الأدنى {lowest} ({lowestLabel})، والأعلى {highest} ({highestLabel})، والأخيرة {latest}.',
  When: 'الوقت',
  'Previous period': 'الفترة السابقة',
  'View as table': 'عرض كجدول',
  'View as chart': 'عرض كمخطط',
  'View as list': 'عرض كقائمة',
  'Download CSV': 'تنزيل CSV',
  'Copy link': 'نسخ الرابط',
  'Link copied': 'نُسخ الرابط',
  'Drag to zoom, or press Shift and arrow keys, then Enter.': 'اسحب للتكبير، أو اضغط Shift مع الأسهم ثم Enter.',
  '{first} to {last} selected. Press Enter to zoom in.': 'اختير من {first} إلى {last}. اضغط Enter للتكبير.',
  'Nothing in this period': 'لا شيء في هذه الفترة',
  Hour: 'الساعة',
  Less: 'أقل',
  More: 'أكثر',
  'Busiest: {cell}.': 'الأكثر نشاطًا: {cell}.',
} satisfies Catalog
