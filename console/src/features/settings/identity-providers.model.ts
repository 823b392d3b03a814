// The form of an identity provider: what the contract has against it, and what is sent. Pure. A client secret that is
// set goes in but never comes out, so the form knows only what becomes of it.
import { identityProviders as contract } from '@inrange/contract/identity-providers'
import type { CallInput, CallOutput } from '../../lib/api.ts'
import { contractFaults } from '../../lib/contract-faults.ts'
import { t } from './identity-providers.texts.ts'

export type Provider = CallOutput<'identity-providers.list'>['items'][number]
type Creation = CallInput<'identity-providers.create'>['body']
type Change = NonNullable<CallInput<'identity-providers.update'>['body']>

export type ProviderForm = {
  id: string
  name: string
  issuer: string
  clientId: string
  /** What becomes of the secret; a typed one is in `clientSecret`. */
  secret: 'kept' | 'typed' | 'removed'
  clientSecret: string
  scopes: string
  isEnabled: boolean
}

export const formFields = ['name', 'id', 'issuer', 'clientId', 'clientSecret', 'scopes', 'isEnabled'] as const
export type FormField = (typeof formFields)[number]

/** @param provider null for a new one */
export function formOf(provider: Provider | null): ProviderForm {
  return {
    id: provider?.id ?? '',
    name: provider?.name ?? '',
    issuer: provider?.issuer ?? '',
    clientId: provider?.clientId ?? '',
    secret: provider?.clientSecretSet === true ? 'kept' : 'typed',
    clientSecret: '',
    scopes: provider?.scopes ?? 'openid email profile',
    isEnabled: provider?.isEnabled ?? false,
  }
}

const ID_LENGTH_MAX = 31

/** The id that goes with a name, as long as nobody chose another; empty where the name has no such letters. */
export function idFor(name: string): string {
  const word = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, ID_LENGTH_MAX)
    .replace(/-+$/, '')
  return word.length < 2 ? '' : word
}

/** What is sent for a new provider. */
export function creationOf({ secret, clientSecret, ...facts }: ProviderForm): Creation {
  const typed = secret === 'typed' ? clientSecret.trim() : ''
  return { ...facts, ...(typed === '' ? {} : { clientSecret: typed }) }
}

/** What the contract has against the form, the first fault of each field. */
export function faultsOf(form: ProviderForm, provider: Provider | null): { [F in FormField]?: string } {
  const faults: { [F in FormField]?: string } = {}
  for (const { path, message } of contractFaults(contract['identity-providers.create'].body, creationOf(form))) {
    const field = formFields.find((name) => name === path[0])
    if (field !== undefined) faults[field] ??= message
  }
  const isReplaced = provider?.clientSecretSet === true && form.secret === 'typed'
  if (isReplaced && form.clientSecret.trim() === '') faults.clientSecret = t('secretNeeded')
  return faults
}

function secretChange({ secret, clientSecret }: ProviderForm): Pick<Change, 'clientSecret'> {
  if (secret === 'removed') return { clientSecret: null }
  return secret === 'kept' || clientSecret.trim() === '' ? {} : { clientSecret }
}

/** Only what differs from the stored provider; null when nothing does. Its id stays. */
export function changeOf(provider: Provider, form: ProviderForm): Change | null {
  const change: Change = secretChange(form)
  for (const field of ['name', 'issuer', 'clientId', 'scopes'] as const) {
    if (form[field].trim() !== provider[field]) change[field] = form[field]
  }
  if (form.isEnabled !== provider.isEnabled) change.isEnabled = form.isEnabled
  return Object.keys(change).length === 0 ? null : change
}
