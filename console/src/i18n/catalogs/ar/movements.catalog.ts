// What statements call the movements of a wallet, in Arabic.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'Earnings that matured': 'أرباح حان استحقاقها',
  'Deposit fee': 'رسم إيداع',
  'Deposit fees': 'رسوم إيداع',
  'Deposit fee given back': 'رسم إيداع مُعاد',
  'Deposit fees given back': 'رسوم إيداع مُعادة',
  'Deposit reversed': 'إيداع معكوس',
  'Deposits reversed': 'إيداعات معكوسة',
  'Withdrawals, fees included': 'عمليات السحب، شاملة الرسوم',
  'Withdrawal came back': 'سحب عاد',
  'Withdrawals that came back': 'عمليات سحب عادت',
  'Settled what was owed': 'تسوية ما كان مستحقًا',
} satisfies Catalog
