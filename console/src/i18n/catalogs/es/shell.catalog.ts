// The frame around every page, in Spanish.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'Loading...': 'Cargando...',
  Retry: 'Reintentar',
  'The server cannot be reached': 'No se puede conectar con el servidor',
  'Check your connection. Nothing that was sent to your numbers is lost meanwhile.':
    'Compruebe la conexión. Mientras tanto no se pierde nada de lo enviado a sus números.',
  'You are offline. What you see may be out of date.': 'Sin conexión. Lo que ve puede no estar al día.',
  'The database cannot be reached. Carriers keep their messages until it is back; everything continues by itself.':
    'No se puede conectar con la base de datos. Los operadores guardan sus mensajes hasta que vuelva; todo continúa por sí solo.',
  'Skip to content': 'Ir al contenido',
  'Main menu': 'Menú principal',
  'Open menu': 'Abrir el menú',
  'Close menu': 'Cerrar el menú',
  'Collapse menu': 'Contraer el menú',
  'Expand menu': 'Expandir el menú',
  'Welcome back, {name}': 'Le damos la bienvenida, {name}',
  'Search...': 'Buscar...',
  Search: 'Buscar',
  'Theme: {theme}': 'Tema: {theme}',
  System: 'Sistema',
  Light: 'Claro',
  Dark: 'Oscuro',
  'Sign out': 'Cerrar sesión',
  'You are still signed in: the server could not be told. Try again.':
    'La sesión sigue abierta: no se pudo avisar al servidor. Inténtelo de nuevo.',
  Messages: 'Mensajes',
  'SMS Services': 'Servicios de SMS',
  Administration: 'Administración',
  'Super Admin': 'Superadministración',
  'Go to': 'Ir a',
  Actions: 'Acciones',
  'Keyboard shortcuts': 'Atajos de teclado',
  'Single-key shortcuts are on': 'Los atajos de una sola tecla están activados',
  'Acting for {name}': 'En nombre de {name}',
  '{count} unread': { one: '{count} sin leer', other: '{count} sin leer' },
  'Message Receiving Platform': 'Plataforma de recepción de mensajes',
  'Live: new messages appear by themselves': 'En vivo: los mensajes nuevos aparecen por sí solos',
  'Reconnecting: new messages appear late': 'Reconectando: los mensajes nuevos aparecen con retraso',
} satisfies Catalog
