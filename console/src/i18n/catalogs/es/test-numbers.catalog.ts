// Translations of test-numbers, in Spanish.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'Numbers for trying things out. Everybody sees what arrives on them, and it earns nothing.':
    'Números para hacer pruebas. Todos ven lo que llega a ellos y no genera ganancias.',
  'Search numbers...': 'Buscar números...',
  'Loading test numbers': 'Cargando números de prueba',
  'What you see could not be renewed. {reason}': 'No se pudo actualizar lo que ve. {reason}',
  'No Test Numbers Yet': 'Aún no hay números de prueba',
  'A number is a test number when its range is marked for tests.':
    'Un número es de prueba cuando su rango está marcado para pruebas.',
  'Whoever runs the platform marks ranges for tests; their numbers appear here.':
    'Quien gestiona la plataforma marca rangos para pruebas; sus números aparecen aquí.',
  'Create a test range': 'Crear un rango de prueba',
  'No test number matches': 'Ningún número de prueba coincide',
  'Search by the beginning of a number, or by the name of its range.':
    'Busque por el comienzo de un número o por el nombre de su rango.',
  'Clear search': 'Borrar la búsqueda',
  'Test number {number}': 'Número de prueba {number}',
  Open: 'Abrir',
  'Open {number}': 'Abrir {number}',
  'Copy {number}': 'Copiar {number}',
  'Last message in its range': 'Último mensaje en su rango',
  'Receives nothing': 'No recibe nada',
  'Its range is inactive or has no owner: what is sent to it lands in quarantine.':
    'Su rango está inactivo o no tiene titular: lo que se le envía va a cuarentena.',
  'This number could not be read. {reason}': 'No se pudo leer este número. {reason}',
  'This is no test number, or not any more.': 'Este no es un número de prueba o ya no lo es.',
  'Show all test numbers': 'Mostrar todos los números de prueba',
  'Waiting for a message...': 'Esperando un mensaje...',
  'It appears here within seconds.': 'Aparece aquí en segundos.',
  'Nothing has arrived yet. Look that the number was written in full, with its country code.':
    'Aún no llegó nada. Compruebe que el número se escribió completo, con su código de país.',
  'If it was sent, look in Quarantine and at the log of the carrier.':
    'Si se envió, busque en Cuarentena y en el registro del operador.',
  'New messages are not looked for.': 'No se buscan mensajes nuevos.',
  'Nothing arrived for a while': 'Hace un rato que no llega nada',
  'New messages are no longer looked for.': 'Ya no se buscan mensajes nuevos.',
  'Go on waiting': 'Seguir esperando',
  'What arrived could not be read. {reason}': 'No se pudo leer lo que llegó. {reason}',
  'Loading what arrived': 'Cargando lo que llegó',
  'What arrived': 'Lo que llegó',
  'arrivedCount|{count} messages': { zero: 'Nada todavía', one: '{count} mensaje', other: '{count} mensajes' },
  'Nothing has arrived yet': 'Aún no llegó nada',
  'Send something to this number and watch it appear.': 'Envíe algo a este número y vea cómo aparece.',
  New: 'Nuevo',
  'Binary content, no text': 'Contenido binario, sin texto',
  'Copy the text': 'Copiar el texto',
  'How to send': 'Cómo enviar',
  'QR code that opens a message to {number}': 'Código QR que abre un mensaje a {number}',
  'Scan with a phone to write a message to this number.':
    'Escanéelo con un teléfono para escribir un mensaje a este número.',
  'Or send to it from any phone or system that reaches the carrier of this range.':
    'O envíelo desde cualquier teléfono o sistema que llegue al operador de este rango.',
  'Write from this device': 'Escribir desde este dispositivo',
  'Send a test message': 'Enviar un mensaje de prueba',
  'A real one: through the way in of a connection, signed with its secret, through the whole pipeline.':
    'Uno real: por la entrada de una conexión, firmado con su secreto y con todo el recorrido.',
  'There is no active HTTP connection to send through.': 'No hay ninguna conexión HTTP activa por la que enviar.',
  'Go to Carriers': 'Ir a Operadores',
  Send: 'Enviar',
  'Sending...': 'Enviando...',
  '{count} left this hour': { one: 'Queda {count} en esta hora', other: 'Quedan {count} en esta hora' },
  'Nothing was sent. {reason}': 'No se envió nada. {reason}',
  Sent: 'Enviado',
  Committed: 'Registrado',
  Accepted: 'Aceptado',
  Visible: 'Visible',
  '{ms} ms': '{ms} ms',
  'Did not happen': 'No ocurrió',
  Steps: 'Pasos',
} satisfies Catalog
