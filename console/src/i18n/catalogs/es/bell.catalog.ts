// Translations of the bell, in Spanish.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'Notifications, {count} unread': {
    zero: 'Notificaciones',
    one: 'Notificaciones, {count} sin leer',
    other: 'Notificaciones, {count} sin leer',
  },
  'Notifications, more than 99 unread': 'Notificaciones, más de 99 sin leer',
  '{count} new notifications, the latest: {sentence}': {
    one: '{count} notificación nueva: {sentence}',
    other: '{count} notificaciones nuevas, la última: {sentence}',
  },
} satisfies Catalog
