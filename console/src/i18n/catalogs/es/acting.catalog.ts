// Acting for somebody, in Spanish.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'Acting for a user': 'En nombre de un usuario',
  'You are acting for': 'Actúa en nombre de',
  'read-only': 'solo lectura',
  'changes allowed': 'con cambios permitidos',
  'ends at {time}': 'termina a las {time}',
  'Stop acting': 'Dejar de actuar',
  'You are still acting: the server could not be told. Try again.':
    'Sigue actuando en su nombre: no se pudo avisar al servidor. Inténtelo de nuevo.',
  'You may look, not change': 'Puede mirar, no cambiar',
  'You act for {name}, read-only. Nothing was changed.':
    'Actúa en nombre de {name}, en solo lectura. No se cambió nada.',
  'Nobody may do this for somebody else': 'Nadie puede hacer esto por otra persona',
  'You act for {name}. Nothing was changed.': 'Actúa en nombre de {name}. No se cambió nada.',
  'You no longer act for {name}': 'Ya no actúa en nombre de {name}',
  'The time is up, or it was ended. Nothing more is shown or changed in their name.':
    'El tiempo se agotó o alguien le puso fin. Ya no se muestra ni se cambia nada en su nombre.',
  'Back to your own view': 'Volver a su propia vista',
  'Not while you act for {name}': 'No mientras actúa en nombre de {name}',
  'Password, factors, sessions and payouts of an account are for its owner alone.':
    'La contraseña, los factores, las sesiones y los pagos de una cuenta son solo de su titular.',
} satisfies Catalog
