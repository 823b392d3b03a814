// Translations of route, in Spanish.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'Route messages': 'Enrutar mensajes',
  'They land in the inbox now, in the hour in which they were received. This cannot be undone.':
    'Llegan ahora a la bandeja, en la hora en que se recibieron. No se puede deshacer.',
  'By its number': 'Según su número',
  'A range I choose': 'Un rango que elijo',
  'Where a recipient is written in a national form, its number in this range is filled in.':
    'Si un destinatario está escrito en formato nacional, se completa con su número de este rango.',
  'Choose a range...': 'Elegir un rango...',
  'Owner and rate': 'Titular y tarifa',
  'As when it was received': 'Los del momento de recepción',
  'As of now': 'Los de ahora',
  'Whoever owned the number then, at the rate of then.':
    'Quien era titular del número entonces, con la tarifa de entonces.',
  'Whoever owns the number now, at the rate of now.': 'Quien es titular del número ahora, con la tarifa de ahora.',
  'With earnings': 'Con ganancias',
  'Without, the messages land and earn nothing.': 'Si no, los mensajes llegan y no generan ganancias.',
  'What happens': 'Qué ocurrirá',
  'Where they land': 'Adónde llegan',
  'Looking where they land': 'Comprobando adónde llegan',
  'It could not be told what happens. {reason}': 'No se pudo determinar qué ocurrirá. {reason}',
  Earns: 'Gana',
  several: 'varias',
  'These stay in quarantine:': 'Estos se quedan en cuarentena:',
  '{count} messages: no range holds the number': {
    one: '{count} mensaje: ningún rango contiene el número',
    other: '{count} mensajes: ningún rango contiene el número',
  },
  '{count} messages: the number is not in this range': {
    one: '{count} mensaje: el número no está en este rango',
    other: '{count} mensajes: el número no está en este rango',
  },
  '{count} messages: the range is inactive': {
    one: '{count} mensaje: el rango está inactivo',
    other: '{count} mensajes: el rango está inactivo',
  },
  '{count} messages: nobody owned the number then': {
    one: '{count} mensaje: el número no tenía titular entonces',
    other: '{count} mensajes: el número no tenía titular entonces',
  },
  '{count} messages: the recipient is no number': {
    one: '{count} mensaje: el destinatario no es un número',
    other: '{count} mensajes: el destinatario no es un número',
  },
  '{count} messages: routed before': {
    one: '{count} mensaje: ya enrutado antes',
    other: '{count} mensajes: ya enrutados antes',
  },
  'None of these messages can land this way.': 'Ninguno de estos mensajes puede llegar de esta forma.',
  'More match than one decision covers. Route these, then come back for the rest.':
    'Coinciden más de los que abarca una decisión. Enrute estos y vuelva por el resto.',
  'Nothing to route': 'Nada que enrutar',
  'Routing...': 'Enrutando...',
  '{count} messages routed': { one: '{count} mensaje enrutado', other: '{count} mensajes enrutados' },
  'Earned {amount}': 'Ganado: {amount}',
  'Nothing was routed. {reason}': 'No se enrutó nada. {reason}',
  'Where would this number go, and for how much? The pipeline itself answers.':
    '¿Adónde iría este número y por cuánto? Responde el propio sistema de recepción.',
  'In international form, written in any way.': 'En formato internacional, escrito de cualquier manera.',
  Moment: 'Momento',
  'Empty: now.': 'Vacío: ahora.',
  'ask|Test': 'Probar',
  'It could not be tested. {reason}': 'No se pudo probar. {reason}',
  'A message would land': 'Un mensaje llegaría',
  'A message would stay in quarantine': 'Un mensaje se quedaría en cuarentena',
  'This is no number in international form. It begins with the country code and has 3 to 15 digits.':
    'No es un número en formato internacional. Empieza por el código de país y tiene de 3 a 15 dígitos.',
  'No range holds this number.': 'Ningún rango contiene este número.',
  'The range {name} holds this number and is inactive.': 'El rango {name} contiene este número y está inactivo.',
  'The range {name} holds this number, and nobody owned it at that moment.':
    'El rango {name} contiene este número y no tenía titular en ese momento.',
  'Earns per segment': 'Gana por segmento',
  'Nothing: it is a test range': 'Nada: es un rango de prueba',
  'Nearest ranges': 'Rangos más cercanos',
  '{count} numbers below it': { one: '{count} número por debajo', other: '{count} números por debajo' },
  '{count} numbers above it': { one: '{count} número por encima', other: '{count} números por encima' },
  'Far below it': 'Muy por debajo',
  'Far above it': 'Muy por encima',
  'Edit the range': 'Editar el rango',
} satisfies Catalog
