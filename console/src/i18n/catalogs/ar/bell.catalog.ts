// Translations of the bell, in Arabic.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'Notifications, {count} unread': {
    zero: 'الإشعارات',
    one: 'الإشعارات، إشعار واحد غير مقروء',
    two: 'الإشعارات، إشعاران غير مقروءين',
    few: 'الإشعارات، {count} إشعارات غير مقروءة',
    many: 'الإشعارات، {count} إشعارًا غير مقروء',
    other: 'الإشعارات، {count} إشعار غير مقروء',
  },
  'Notifications, more than 99 unread': 'الإشعارات، أكثر من 99 غير مقروء',
  '{count} new notifications, the latest: {sentence}': {
    zero: 'لا إشعارات جديدة: {sentence}',
    one: 'إشعار جديد: {sentence}',
    two: 'إشعاران جديدان، آخرهما: {sentence}',
    few: '{count} إشعارات جديدة، آخرها: {sentence}',
    many: '{count} إشعارًا جديدًا، آخرها: {sentence}',
    other: '{count} إشعار جديد، آخرها: {sentence}',
  },
} satisfies Catalog
