// Translations of shortcuts, in Spanish.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'Those with Ctrl always work. The others can be switched off, here and in your account.':
    'Los que llevan Ctrl funcionan siempre. Los demás se pueden desactivar, aquí y en su cuenta.',
  Everywhere: 'En todas partes',
  'Search everything': 'Buscar en todo',
  'Fold the menu': 'Contraer el menú',
  'Show this list': 'Mostrar esta lista',
  'Close what is open': 'Cerrar lo que está abierto',
  'In lists': 'En las listas',
  'Next row': 'Fila siguiente',
  'Previous row': 'Fila anterior',
  'Open the row': 'Abrir la fila',
  'Copy what the row offers': 'Copiar lo que ofrece la fila',
  'To the search field of the page': 'Al campo de búsqueda de la página',
  'Copy the code of the chosen or newest message': 'Copiar el código del mensaje elegido o del más reciente',
  'Hold the list, or let it go on': 'Detener la lista o dejarla continuar',
  'Mark as read or unread': 'Marcar como leído o no leído',
  'Choose the message': 'Elegir el mensaje',
  'Choose all up to it': 'Elegir todos hasta ese',
  'Mark what is chosen as read': 'Marcar lo elegido como leído',
  'Mark what is chosen as unread': 'Marcar lo elegido como no leído',
  'Newer or older page': 'Página más reciente o más antigua',
  'Open that line of the work list': 'Abrir esa línea de la lista de trabajo',
} satisfies Catalog
