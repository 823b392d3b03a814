// What statements call the movements of a wallet, in Spanish.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'Earnings that matured': 'Ganancias que maduraron',
  'Deposit fee': 'Comisión de depósito',
  'Deposit fees': 'Comisiones de depósito',
  'Deposit fee given back': 'Comisión de depósito devuelta',
  'Deposit fees given back': 'Comisiones de depósito devueltas',
  'Deposit reversed': 'Depósito revertido',
  'Deposits reversed': 'Depósitos revertidos',
  'Withdrawals, fees included': 'Retiros, comisiones incluidas',
  'Withdrawal came back': 'Retiro devuelto',
  'Withdrawals that came back': 'Retiros devueltos',
  'Settled what was owed': 'Saldó lo que se debía',
} satisfies Catalog
