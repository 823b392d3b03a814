import { expect, test } from 'vitest'
import { isolate, isolateFigures } from './isolate.ts'

/** The marks as one sees them. */
const seen = (text: string) => text.replaceAll('\u2068', '[').replaceAll('\u2069', ']')

test('a value stands between marks', () => {
  expect(isolate('+447700900123')).toBe('\u2068+447700900123\u2069')
})

test.each([
  ['من سحب قدره $100.00 تكون الرسوم {fee}', 'من سحب قدره [$100.00] تكون الرسوم {fee}'],
  ['يُرفض سعر أعلى من -$1,000.50.', 'يُرفض سعر أعلى من [-$1,000.50].'],
  ['مثل +447700900123.', 'مثل [+447700900123].'],
  ['اكتب يومًا مثل 2026-03-31.', 'اكتب يومًا مثل [2026-03-31].'],
  ['اكتب شهرًا مثل 2026-03.', 'اكتب شهرًا مثل [2026-03].'],
  ['رسوم {percent}% من 99.9%', 'رسوم [{percent}%] من [99.9%]'],
  ['التأكيدات: {done}/{needed}', 'التأكيدات: [{done}/{needed}]'],
])('a figure in a sentence is told from its words: %s', (sentence, ordered) => {
  expect(seen(isolateFigures(sentence))).toBe(ordered)
})

test.each(['{count} رسالة', 'خلال 1-3 أيام عمل', 'بعد 24 ساعة، {name}', 'ترميز UTF-8'])(
  'what keeps its order by itself, or reads from the right, is left alone: %s',
  (sentence) => {
    expect(isolateFigures(sentence)).toBe(sentence)
  },
)
