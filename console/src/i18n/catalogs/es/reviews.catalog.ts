// Translations of reviews, in Spanish.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'Open or decided': 'Abiertas o decididas',
  'openOnes|Open': 'Abiertas',
  'decidedOnes|Decided': 'Decididas',
  'openOne|Open': 'Abierta',
  'decidedOne|Decided': 'Decidida',
  'Payments that came and that no rule may credit. The amount is read from the chain or from PayPal; a person only decides.':
    'Pagos que llegaron y que ninguna regla puede acreditar. El importe se lee de la cadena o de PayPal; la persona solo decide.',
  'Loading reviews': 'Cargando revisiones',
  'The reviews could not be read: {reason}': 'No se pudieron leer las revisiones: {reason}',
  'Open reviews, newest first': 'Revisiones abiertas, las más recientes primero',
  'Decided reviews, newest first': 'Revisiones decididas, las más recientes primero',
  'Nothing to review': 'Nada que revisar',
  'Whatever comes and cannot be credited by rule appears here.':
    'Aquí aparece lo que llega y no se puede acreditar según las reglas.',
  'Nothing was decided yet': 'Aún no se ha decidido nada',
  '{count} reviews on this page': {
    one: '{count} revisión en esta página',
    other: '{count} revisiones en esta página',
  },
  'Open review: {what}': 'Abrir la revisión: {what}',
  'Nobody announced it': 'Nadie lo anunció',
  'Another amount than announced': 'Importe distinto del anunciado',
  'Came too late': 'Llegó demasiado tarde',
  'Another token': 'Otro token',
  'Below the minimum': 'Por debajo del mínimo',
  'Gone from the chain': 'Desaparecido de la cadena',
  'Taken back at PayPal': 'Revertido en PayPal',
  'Two nodes disagree': 'Dos nodos no coinciden',
  'Final on the chain, and no announced deposit fits.':
    'Definitivo en la cadena, y ningún depósito anunciado corresponde.',
  'It came to the address of a deposit that announced another amount.':
    'Llegó a la dirección de un depósito que anunció otro importe.',
  'Its announced deposit had ended before it came.': 'Su depósito anunciado había terminado antes de que llegara.',
  'It is not the token that this platform takes. It is worth nothing here.':
    'No es el token que acepta esta plataforma. Aquí no vale nada.',
  'It is less than the least deposit.': 'Es menos que el depósito mínimo.',
  'It was credited, and a reorganisation took its block away. What was credited was reversed.':
    'Se acreditó y una reorganización eliminó su bloque. Lo acreditado se revirtió.',
  'PayPal took the payment back after it had been credited. What was credited was reversed.':
    'PayPal revirtió el pago después de acreditarse. Lo acreditado se revirtió.',
  'The second node does not say the same as the first. Nothing was credited.':
    'El segundo nodo no dice lo mismo que el primero. No se acreditó nada.',
  'Why it is here': 'Por qué está aquí',
  'Copy the address it came from': 'Copiar la dirección de origen',
  'Copy transaction hash': 'Copiar el hash de la transacción',
  'Transaction in the explorer': 'Transacción en el explorador',
  'PayPal capture': 'Captura de PayPal',
  'Copy PayPal capture': 'Copiar la captura de PayPal',
  'Perhaps of': 'Quizá de',
  Found: 'Encontrado',
  Review: 'Revisión',
  'This review is not on this page. It may have been decided.':
    'Esta revisión no está en esta página. Es posible que ya se haya decidido.',
  'What came': 'Lo que llegó',
  Decision: 'Decisión',
  'Decided by': 'Decidida por',
  For: 'Para',
  Decide: 'Decidir',
  'Credit to a user': 'Acreditar a un usuario',
  'The whole amount becomes ready for withdrawal for this user, as a deposit.':
    'El importe completo queda disponible para retirar para este usuario, como depósito.',
  'It was sent back': 'Se devolvió',
  'Proven by the transaction by which it went back, which is read from the chain.':
    'Lo demuestra la transacción de devolución, que se lee de la cadena.',
  'It is the operator’s': 'Es de la plataforma',
  'It is booked as money that you brought.': 'Se contabiliza como dinero que usted aportó.',
  'Nothing to do': 'No hay nada que hacer',
  'It stays in the books as it is, and this review is closed.':
    'Queda en los libros tal como está y esta revisión se cierra.',
  'By name, among active users.': 'Por nombre, entre los usuarios activos.',
  'Choose the user.': 'Elija el usuario.',
  'Transaction by which it went back': 'Transacción de devolución',
  'Why, for whoever reads it later.': 'El motivo, para quien lo lea después.',
  'Deciding…': 'Decidiendo…',
  'Decided.': 'Decidido.',
  'Look up a transaction': 'Consultar una transacción',
  'Reads it from its chain now. What came to us and is not known joins the reviews.':
    'La lee ahora de su cadena. Lo que llegó a la plataforma y no se conoce pasa a las revisiones.',
  'Look Up': 'Consultar',
  'Open the review': 'Abrir la revisión',
  'cameFrom|From': 'Origen',
} satisfies Catalog
