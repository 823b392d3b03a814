// Translations of withdrawals, in Spanish.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'Awaiting approval': 'Pendientes de aprobación',
  'Awaiting payment': 'Pendientes de pago',
  'In progress': 'En curso',
  'Needs attention': 'Requiere atención',
  'attention|Needs attention': 'Requieren atención',
  'over|Over': 'Terminados',
  'Somebody who is not the owner looks at each; large ones need two people.':
    'Alguien que no es el titular revisa cada uno; los grandes necesitan dos personas.',
  'Approved. USDT is sent from your wallet and proven by its hash; PayPal is sent from here.':
    'Aprobados. USDT se envía desde su billetera y se demuestra con su hash; PayPal se envía desde aquí.',
  'Sent. The money leaves the books once it is final.':
    'Enviados. El dinero sale de los libros cuando el envío es definitivo.',
  'Whether these were sent is not certain. Look outside before you do anything.':
    'No es seguro que se enviaran. Compruébelo en la cadena o en PayPal antes de hacer nada.',
  'Paid and final, newest first.': 'Pagados y definitivos, los más recientes primero.',
  'Rejected, cancelled, failed or returned: the money is ready for withdrawal again. Newest first.':
    'Rechazados, cancelados, fallidos o devueltos: el dinero vuelve a estar disponible para retirar. Los más recientes primero.',
  'Loading withdrawals': 'Cargando retiros',
  'The withdrawals could not be read: {reason}': 'No se pudieron leer los retiros: {reason}',
  'Withdrawals: {step}': 'Retiros: {step}',
  'Nothing awaits approval': 'Nada pendiente de aprobación',
  'Nothing awaits payment': 'Nada pendiente de pago',
  'Nothing is on its way': 'Nada en camino',
  'Nothing needs attention': 'Nada requiere atención',
  'Nothing was paid yet': 'Aún no se ha pagado nada',
  'Nothing ended without being paid': 'Nada terminó sin pagarse',
  '{count} withdrawals on this page': { one: '{count} retiro en esta página', other: '{count} retiros en esta página' },
  Unclaimed: 'Sin reclamar',
  Returned: 'Devuelto',
  Approvals: 'Aprobaciones',
  'Open withdrawal of {owner} over {amount}': 'Abrir el retiro de {owner} por {amount}',
  '{count} of {needed}': '{count} de {needed}',
  '{count} of {needed} approvals': '{count} de {needed} aprobaciones',
  'None needed': 'No hacen falta',
  'The withdrawal could not be read: {reason}': 'No se pudo leer el retiro: {reason}',
  'To be sent': 'Por enviar',
  Gross: 'Bruto',
  Net: 'Neto',
  'Owner’s balance now': 'Saldo actual del titular',
  'Proven by': 'Demostrado con',
  'Send from': 'Enviar desde',
  'Copy the address to send from': 'Copiar la dirección desde la que se envía',
  'Copy destination': 'Copiar el destino',
  'QR code of the destination': 'Código QR del destino',
  'Copy the amount to send': 'Copiar el importe que se envía',
  'PayPal payout item': 'Partida de desembolso de PayPal',
  'Copy payout item': 'Copiar la partida de desembolso',
  Confirmations: 'Confirmaciones',
  'Withdrawal ID': 'ID del retiro',
  'Copy withdrawal ID': 'Copiar el ID del retiro',
  'Look at this first': 'Revise esto primero',
  'Held back: {reason}': 'Retenido: {reason}',
  'Who said yes': 'Quién lo aprobó',
  'Nobody yet.': 'Nadie todavía.',
  approved: 'aprobó',
  'states that nothing was sent': 'declara que no se envió nada',
  '{count} more people have to say yes.': {
    one: 'Debe aprobarlo una persona más.',
    other: 'Deben aprobarlo {count} personas más.',
  },
  'A second person has to state the same before the money goes back.':
    'Una segunda persona debe declarar lo mismo antes de devolver el dinero.',
  Timeline: 'Cronología',
  'Only visible here': 'Solo visible aquí',
  'This is your own withdrawal: somebody else decides about it.': 'Es un retiro suyo: lo decide otra persona.',
  'You have said yes. A second person has to as well.':
    'Usted ya lo aprobó. También debe aprobarlo una segunda persona.',
  'It is held back. Let it go on first.': 'Está retenido. Primero permita que continúe.',
  'A super admin does this.': 'Esto lo hace un superadministrador.',
  'You have stated that nothing was sent. A second person has to state the same.':
    'Usted declaró que no se envió nada. Una segunda persona debe declarar lo mismo.',
  'Optional. Only those who run the queue see it.': 'Opcional. Solo lo ven quienes gestionan la cola.',
  'The owner sees it.': 'Lo ve el titular.',
  Approve: 'Aprobar',
  'Approve this withdrawal?': '¿Aprobar este retiro?',
  'It then awaits payment: {net} to {destination}, a fee of {fee} stays here. Nothing is sent by approving.':
    'Queda pendiente de pago: {net} a {destination}; aquí queda una comisión de {fee}. Al aprobar no se envía nada.',
  'One more person has to approve as well before {net} can be sent to {destination}.':
    'También debe aprobarlo otra persona antes de que se puedan enviar {net} a {destination}.',
  'Approved.': 'Aprobado.',
  Reject: 'Rechazar',
  'Reject this withdrawal?': '¿Rechazar este retiro?',
  '{gross} is ready for withdrawal again for {owner}, who gets a mail with your reason. This cannot be undone.':
    '{gross} vuelve a estar disponible para retirar para {owner}, que recibe un correo con su motivo. No se puede deshacer.',
  'Rejected. The money is back with its owner.': 'Rechazado. El dinero volvió a su titular.',
  'Hold back': 'Retener',
  'Hold this withdrawal back?': '¿Retener este retiro?',
  'Nobody can approve or send it until somebody lets it go on. The money stays held; {owner} sees why.':
    'Nadie puede aprobarlo ni enviarlo hasta que alguien permita que continúe. El dinero sigue retenido; {owner} ve el motivo.',
  'Optional. It then goes on by itself.': 'Opcional. Entonces continúa por sí solo.',
  'Held back.': 'Retenido.',
  'Let it go on': 'Permitir que continúe',
  'Let this withdrawal go on?': '¿Permitir que este retiro continúe?',
  'It goes on where it was. Nothing is approved or sent by this.':
    'Continúa donde estaba. Con esto no se aprueba ni se envía nada.',
  'It goes on.': 'Continúa.',
  'Record as sent': 'Registrar como enviado',
  'Send exactly {net} USDT by {network} from your wallet to the destination. Then paste the hash: the transaction is read from the chain and has to fit in token, sender, receiver, amount and success.':
    'Envíe exactamente {net} USDT por {network} desde su billetera al destino. Luego pegue el hash: la transacción se lee de la cadena y deben coincidir token, remitente, destinatario, importe y éxito.',
  '64 hexadecimal digits.': '64 dígitos hexadecimales.',
  'Check and Record': 'Comprobar y registrar',
  'Proven. It is completed once the transaction is final.':
    'Demostrado. Se completa cuando la transacción es definitiva.',
  'What differs': 'Qué difiere',
  Expected: 'Esperado',
  'Send by PayPal': 'Enviar por PayPal',
  'Send by PayPal?': '¿Enviar por PayPal?',
  'PayPal is asked now to pay {net} to {destination} from your account, and charges its own fee. This cannot be undone once it is claimed.':
    'Ahora se pide a PayPal que pague {net} a {destination} desde su cuenta; PayPal cobra su propia comisión. No se puede deshacer una vez reclamado.',
  'PayPal was asked to pay.': 'Se pidió a PayPal que pague.',
  'Take back unclaimed': 'Recuperar lo no reclamado',
  'Take back what nobody claimed?': '¿Recuperar lo que nadie reclamó?',
  'PayPal is asked to cancel the payout of {net}. If it was not claimed meanwhile, {gross} is ready for withdrawal again for {owner}.':
    'Se pide a PayPal que cancele el desembolso de {net}. Si entretanto no se reclamó, {gross} vuelve a estar disponible para retirar para {owner}.',
  'PayPal was asked to take it back.': 'Se pidió a PayPal que lo recupere.',
  'Give back': 'Devolver',
  'Give the money back?': '¿Devolver el dinero?',
  'Only when nothing was sent and nothing will be: otherwise {owner} is paid twice. Your statement is kept. Once a second person has stated the same, {gross} is ready for withdrawal again for {owner}.':
    'Solo si no se envió nada ni se enviará: de lo contrario, {owner} cobra dos veces. Su declaración se guarda. Cuando una segunda persona declare lo mismo, {gross} volverá a estar disponible para retirar para {owner}.',
  '{by} has stated that nothing was sent. When you state the same, {gross} is ready for withdrawal again for {owner} at once.':
    '{by} declaró que no se envió nada. Si usted declara lo mismo, {gross} vuelve a estar disponible de inmediato para retirar para {owner}.',
  'Your statement is kept.': 'Su declaración se guarda.',
  'The money is back with its owner.': 'El dinero volvió a su titular.',
  'What you checked': 'Qué comprobó',
  'At least 20 characters: which wallet or account you looked at, up to when, and that nothing was sent.':
    'Al menos 20 caracteres: qué billetera o cuenta revisó, hasta cuándo, y que no se envió nada.',
  'This is not possible any more: the withdrawal has moved on.': 'Ya no es posible: el retiro avanzó.',
  'wasSent|Sent': 'Importe enviado',
} satisfies Catalog
