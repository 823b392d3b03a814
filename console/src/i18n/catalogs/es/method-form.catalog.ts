// Translations of method-form, in Spanish.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'Add Payment Method': 'Añadir método de pago',
  'Edit Payment Method': 'Editar método de pago',
  'Add Method': 'Añadir método',
  'Update Method': 'Actualizar método',
  'Updating…': 'Actualizando…',
  'Loading the payment method': 'Cargando el método de pago',
  'This payment method does not exist.': 'Este método de pago no existe.',
  '{name} was added.': '{name} se añadió.',
  '{name} was added. It is inactive.': '{name} se añadió. Está inactivo.',
  '{name} was updated.': '{name} se actualizó.',
  'Where money comes and goes is changed only by whoever shows their second factor again. What you typed is kept.':
    'Para cambiar por dónde entra y sale el dinero hay que volver a mostrar el segundo factor. Lo que escribió se conserva.',
  'Nothing was changed.': 'No se cambió nada.',
  'The type of a method cannot be changed.': 'El tipo de un método no se puede cambiar.',
  'USDT on Tron': 'USDT en Tron',
  'Users see it.': 'Lo ven los usuarios.',
  'The network stays, since addresses were given out on it.':
    'La red no se puede cambiar, porque ya se asignaron direcciones en ella.',
  'Wallet Address': 'Dirección de la billetera',
  'Where the money is kept, and what withdrawals are sent from. No private key is ever asked for.':
    'Donde se guarda el dinero y desde donde se envían los retiros. Nunca se pide una clave privada.',
  Node: 'Nodo',
  'JSON-RPC address of a node of this network. Needed to enable the method.':
    'Dirección JSON-RPC de un nodo de esta red. Necesaria para activar el método.',
  'Second node': 'Segundo nodo',
  'Asked as well about large deposits; both must say the same. Optional.':
    'Se consulta también para depósitos grandes; ambos deben decir lo mismo. Opcional.',
  'Extended public key': 'Clave pública extendida',
  'Gives each user an address of their own. Without it deposits share one address and are told apart by exact amounts.':
    'Da a cada usuario una dirección propia. Sin ella, los depósitos comparten una dirección y se distinguen por importes exactos.',
  'A new key has to be confirmed by another super admin, and begins a day later.':
    'Otro superadministrador debe confirmar una clave nueva, que empieza a usarse un día después.',
  'Set, ends in {last4}. Leave it blank to keep it.': 'Definido, termina en {last4}. Déjelo vacío para conservarlo.',
  'Set. Leave it blank to keep it.': 'Definido. Déjelo vacío para conservarlo.',
  'Set, fingerprint {fingerprint}. Leave it blank to keep it.':
    'Definida, huella {fingerprint}. Déjela vacía para conservarla.',
  'Remove the second node': 'Quitar el segundo nodo',
  'Client ID': 'Client ID',
  'Client Secret': 'Client secret',
  'Kept sealed and never shown again.': 'Se guarda cifrado y no se vuelve a mostrar.',
  Environment: 'Entorno',
  'Sandbox, no real money': 'Sandbox, sin dinero real',
  'Webhook ID': 'ID del webhook',
  'PayPal gives it for the webhook address on the card. Optional.':
    'PayPal lo da para la dirección del webhook que aparece en la tarjeta. Opcional.',
  'Minimum Amount': 'Importe mínimo',
  'USD, of a deposit and of a withdrawal.': 'USD, de un depósito y de un retiro.',
  'Fees (%)': 'Comisiones (%)',
  '0 to 10, of each withdrawal.': 'De 0 a 10, de cada retiro.',
  'Of a withdrawal of $100.00 the fee is {fee}, and {net} is sent.':
    'De un retiro de $100.00, la comisión es {fee} y se envían {net}.',
  'Take the fees of deposits, too': 'Cobrar también comisiones en los depósitos',
  'Enable this payment method': 'Activar este método de pago',
  'Its token is checked on the chain first; of each network one method can be enabled.':
    'Primero se comprueba su token en la cadena; por cada red se puede activar un método.',
  'One PayPal method can be enabled.': 'Se puede activar un método de PayPal.',
  'environment_live|Live': 'Producción',
} satisfies Catalog
