// Translations of refresh, in Spanish.
import type { Catalog } from '../../texts.ts'

export const texts = {
  Pause: 'Pausar',
  Resume: 'Reanudar',
  'Pause renewing these figures': 'Pausar la actualización de estas cifras',
  'Resume renewing these figures': 'Reanudar la actualización de estas cifras',
  Live: 'En vivo',
  Paused: 'En pausa',
  'Waiting for the server': 'Esperando al servidor',
} satisfies Catalog
