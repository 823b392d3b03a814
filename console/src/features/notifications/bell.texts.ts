// Texts of the bell: they come with the frame, those of notifications when they are seen.
import { defineTexts } from '../../i18n/texts.ts'

export const t = defineTexts({
  bell: { zero: 'Notifications', one: 'Notifications, {count} unread', other: 'Notifications, {count} unread' },
  bellMany: 'Notifications, more than 99 unread',
  newest: { one: '{count} new notification: {sentence}', other: '{count} new notifications, the latest: {sentence}' },
})
