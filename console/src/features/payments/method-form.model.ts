// The form of a payment method: what it begins with, what the contract has against it, and what is sent. Pure. Secrets
// go in and never come out, so a blank one means that the stored one stays.
import { payments as contract } from '@inrange/contract/payments'
import type { CallInput } from '../../lib/api.ts'
import { contractFaults } from '../../lib/contract-faults.ts'
// No schema may parse before zod was told how: the content security policy forbids what it does by itself.
import '../../lib/contract-form.ts'
import type { Method } from './payments.rules.ts'

type Creation = CallInput<'payment-methods.create'>['body']
type Change = Omit<CallInput<'payment-methods.update'>['body'], 'version'>

export type MethodForm = {
  type: 'usdt' | 'paypal'
  name: string
  usdtNetwork: 'trc20' | 'erc20' | 'bep20'
  usdtAddress: string
  nodeUrl: string
  secondNodeUrl: string
  isSecondNodeRemoved: boolean
  xpub: string
  paypalClientId: string
  paypalClientSecret: string
  paypalEnvironment: 'live' | 'sandbox'
  paypalWebhookId: string
  minimumAmount: string
  /** As typed: a half-typed number is not one yet. */
  fees: string
  feesOnDeposits: boolean
  isActive: boolean
}

export const formFields = [
  'name',
  'usdtNetwork',
  'usdtAddress',
  'nodeUrl',
  'secondNodeUrl',
  'xpub',
  'paypalClientId',
  'paypalClientSecret',
  'paypalEnvironment',
  'paypalWebhookId',
  'minimumAmount',
  'fees',
] as const
export type FormField = (typeof formFields)[number]

/** '10.000000' as '10', '12.500000' as '12.50'. */
function amountField(decimal: string): string {
  const cents = decimal.replace(/(\.\d{2})\d*$/, '$1')
  return cents.replace(/\.00$/, '')
}

/** @param method null for a new one: the specification's defaults */
export function formOf(method: Method | null): MethodForm {
  const secrets = { nodeUrl: '', secondNodeUrl: '', isSecondNodeRemoved: false, xpub: '', paypalClientSecret: '' }
  const { settings } = method ?? {}
  return {
    ...secrets,
    type: method?.type ?? 'usdt',
    name: method?.name ?? '',
    usdtNetwork: settings?.usdtNetwork ?? 'trc20',
    usdtAddress: settings?.usdtAddress ?? '',
    paypalClientId: settings?.paypalClientId ?? '',
    paypalEnvironment: method?.paypalEnvironment ?? 'live',
    paypalWebhookId: method?.paypalWebhookId ?? '',
    minimumAmount: amountField(settings?.minimumAmount ?? '10'),
    fees: String(settings?.fees ?? 0),
    feesOnDeposits: method?.feesOnDeposits ?? false,
    isActive: method?.isActive ?? true,
  }
}

/** Empty text is no number: Number('') would be 0. */
function feesOf(text: string): number {
  return /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : Number.NaN
}

/** The names whose text is not blank. */
function typed<const Name extends 'nodeUrl' | 'secondNodeUrl' | 'xpub' | 'paypalClientSecret'>(
  form: MethodForm,
  names: readonly Name[],
): { [K in Name]?: string } {
  return Object.fromEntries(names.filter((name) => form[name].trim() !== '').map((name) => [name, form[name]])) as {
    [K in Name]?: string
  }
}

/** What is sent for a new method: only what belongs to its type. */
export function creationOf(form: MethodForm): Creation {
  const { name, minimumAmount, feesOnDeposits, isActive } = form
  const shared = { name, minimumAmount, fees: feesOf(form.fees), feesOnDeposits, isActive }
  if (form.type === 'usdt') {
    const { usdtNetwork, usdtAddress } = form
    return {
      type: 'usdt',
      ...shared,
      usdtNetwork,
      usdtAddress,
      ...typed(form, ['nodeUrl', 'secondNodeUrl', 'xpub']),
    }
  }
  const { paypalClientId, paypalClientSecret, paypalEnvironment, paypalWebhookId } = form
  return { type: 'paypal', ...shared, paypalClientId, paypalClientSecret, paypalEnvironment, paypalWebhookId }
}

const plainOfUsdt = ['name', 'usdtAddress', 'minimumAmount', 'feesOnDeposits', 'isActive'] as const
const plainOfPaypal = [
  'name',
  'paypalClientId',
  'paypalEnvironment',
  'paypalWebhookId',
  'minimumAmount',
  'feesOnDeposits',
  'isActive',
] as const

function plain(value: string | boolean): string | boolean {
  return typeof value === 'string' ? value.trim() : value
}

/** Only what differs from the stored method; null when nothing does. */
export function changeOf(method: Method, form: MethodForm): Change | null {
  const stored = formOf(method)
  const names: readonly (keyof MethodForm)[] = method.type === 'usdt' ? plainOfUsdt : plainOfPaypal
  const change: Change = {
    ...Object.fromEntries(
      names.filter((name) => plain(form[name]) !== plain(stored[name])).map((name) => [name, form[name]]),
    ),
    ...(feesOf(form.fees) === feesOf(stored.fees) ? {} : { fees: feesOf(form.fees) }),
    ...(method.type === 'usdt'
      ? typed(form, ['nodeUrl', 'secondNodeUrl', 'xpub'])
      : typed(form, ['paypalClientSecret'])),
    ...(method.type === 'usdt' && form.isSecondNodeRemoved ? { secondNodeUrl: null } : {}),
  }
  return Object.keys(change).length === 0 ? null : change
}

/** What the contract has against the form, the first fault of each field. */
export function faultsOf(form: MethodForm, method: Method | null): { [F in FormField]?: string } {
  const found =
    method === null
      ? contractFaults(contract['payment-methods.create'].body, creationOf(form))
      : contractFaults(contract['payment-methods.update'].body, { version: method.version, ...changeOf(method, form) })
  const faults: { [F in FormField]?: string } = {}
  for (const { path, message } of found) {
    const field = formFields.find((name) => name === path[0])
    if (field !== undefined) faults[field] ??= message
  }
  return faults
}

/** Of a withdrawal of 100 dollars, so that percents are seen as money; null while the percentage is none. */
export function feeOfHundred(fees: string): { fee: string; net: string } | null {
  const percent = feesOf(fees)
  if (Number.isNaN(percent) || percent < 0 || percent > 10) return null
  const feeCents = Math.round(percent * 100)
  const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`
  return { fee: dollars(feeCents), net: dollars(10_000 - feeCents) }
}
