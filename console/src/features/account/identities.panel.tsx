// Identities at other services that sign in to this account.
import type { UserIdentity } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { useEffect } from 'react'
import { authUser, linkIdentity } from '../../lib/auth-factors.ts'
import { sentenceOf } from '../../lib/auth-outcome.ts'
import { formatDay } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { notify } from '../../ui/toast.ts'
import { useIdentityProviders } from '../identity/use-public-settings.ts'
import type { Patch } from './account.page.tsx'
import { Panel, ReadFailure, Thing, ThingList } from './account.parts.tsx'
import { t } from './account.texts.ts'

/** What the provider says of the person: an address, a name, else its own number for them. */
export function nameOf({ identity_data: facts, id }: UserIdentity): string {
  for (const fact of [facts?.['email'], facts?.['preferred_username'], facts?.['name']])
    if (typeof fact === 'string' && fact !== '') return fact
  return id
}

type Row = { id: string; name: string; isEnabled: boolean; identity: UserIdentity | undefined }

/** Every provider that is switched on, then identities at those that are not any more. */
export function rowsOf(
  providers: readonly { id: string; name: string }[],
  identities: readonly UserIdentity[],
): readonly Row[] {
  const linked = identities.filter(({ provider }) => provider !== 'email')
  const offered = providers.map((provider) => ({
    ...provider,
    isEnabled: true,
    identity: linked.find((identity) => identity.provider === provider.id),
  }))
  const left = linked.filter(({ provider }) => !providers.some(({ id }) => id === provider))
  return [
    ...offered,
    ...left.map((identity) => ({ id: identity.provider, name: identity.provider, isEnabled: false, identity })),
  ]
}

function IdentityRow({ row, patch }: { row: Row; patch: Patch }) {
  const { identity, name } = row
  async function link(): Promise<void> {
    const outcome = await linkIdentity(row.id)
    if (!outcome.ok) notify(sentenceOf(outcome, { failed: t('linkFailed') }), { tone: 'bad' })
  }
  return (
    <Thing
      icon={<Link2 />}
      isMarked={identity !== undefined}
      title={name}
      actions={
        identity === undefined ? (
          <Button size="small" aria-label={t('linkName', { name })} onClick={() => void link()}>
            {t('link')}
          </Button>
        ) : (
          <Button
            size="small"
            aria-label={t('unlinkName', { name })}
            onClick={() => patch({ dialog: 'unlink', item: identity.identity_id })}
          >
            {t('unlink')}
          </Button>
        )
      }
    >
      {identity === undefined ? t('notLinked') : <bdi>{t('linkedAs', { name: nameOf(identity) })}</bdi>}
      {identity?.created_at !== undefined && ` · ${t('linkedOn')} ${formatDay(identity.created_at)}`}
      {!row.isEnabled && ` · ${t('providerOff')}`}
    </Thing>
  )
}

/** Only sentences of our own: what stands in an address could be anybody's words. */
function refusalOf(code: string): string {
  if (code === 'identity_already_exists') return t('linkTaken')
  return t(code === 'reauthentication_needed' ? 'linkNeedsProof' : 'linkRefused')
}

function Refusal({ code, patch }: { code: string; patch: Patch }) {
  const needsProof = code === 'reauthentication_needed'
  return (
    <ErrorBox>
      <span className="flex flex-wrap items-center justify-between gap-3">
        <span className="min-w-48 flex-1">{refusalOf(code)}</span>
        <Button size="small" onClick={() => patch({ error_code: undefined, dialog: needsProof ? 'prove' : undefined })}>
          {t(needsProof ? 'showFactor' : 'close')}
        </Button>
      </span>
    </ErrorBox>
  )
}

/** Says once that a visit to the provider ended in a link, and takes it out of the address. */
function useLinkedNotice(linked: string | undefined, rows: readonly Row[] | undefined, patch: Patch): void {
  const name = rows?.find(({ id }) => id === linked)?.name
  useEffect(() => {
    if (name === undefined) return
    notify(t('linkDone', { name }))
    patch({ linked: undefined })
  }, [name, patch])
}

type IdentitiesPanelProps = { errorCode: string | undefined; linked: string | undefined; patch: Patch }

export function IdentitiesPanel({ errorCode, linked, patch }: IdentitiesPanelProps) {
  const asked = useQuery(authUser)
  const providers = useIdentityProviders()
  // Without its provider, an identity would pass for one at a service that was switched off, and go by its id.
  const rows =
    asked.data === undefined || providers === undefined ? undefined : rowsOf(providers, asked.data.identities ?? [])
  useLinkedNotice(linked, rows, patch)
  return (
    <>
      {errorCode !== undefined && <Refusal code={errorCode} patch={patch} />}
      <Panel flush title={t('identities')} hint={t('identitiesHint')}>
        <ReadFailure asked={asked} className="m-5" />
        {rows === undefined && asked.error === null && <SkeletonRows rows={2} label={t('loading')} className="h-17" />}
        {rows?.length === 0 && (
          <EmptyState icon={<Link2 />} title={t('noProviders')} description={t('noProvidersHint')} />
        )}
        {rows !== undefined && rows.length > 0 && (
          <ThingList label={t('identities')}>
            {rows.map((row) => (
              <IdentityRow key={row.identity?.identity_id ?? row.id} row={row} patch={patch} />
            ))}
          </ThingList>
        )}
      </Panel>
    </>
  )
}
