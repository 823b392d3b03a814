// What statements call the movements of a wallet, by the words that the server gives them: of one entry, and of all of
// a kind. A movement that is not here keeps the server's words.
import { defineTexts } from '../../i18n/texts.ts'

const texts = defineTexts({
  Earnings: 'Earnings',
  'Earnings that matured': 'Earnings that matured',
  Deposit: 'Deposit',
  Deposits: 'Deposits',
  'Deposit fee': 'Deposit fee',
  'Deposit fees': 'Deposit fees',
  'Deposit fee given back': 'Deposit fee given back',
  'Deposit fees given back': 'Deposit fees given back',
  'Deposit reversed': 'Deposit reversed',
  'Deposits reversed': 'Deposits reversed',
  Withdrawal: 'Withdrawal',
  'Withdrawals, fees included': 'Withdrawals, fees included',
  'Withdrawal came back': 'Withdrawal came back',
  'Withdrawals that came back': 'Withdrawals that came back',
  'Settled what was owed': 'Settled what was owed',
  'Taken back after a review': 'Taken back after a review',
})

export function movementText(label: string): string {
  return texts.has(label) ? texts(label) : label
}
