// Second factors, passkeys and recovery codes: what there is, when it was used last, and what can be added.
import { useQuery } from '@tanstack/react-query'
import { Fingerprint, LifeBuoy, MessageSquareText, Pencil, Plus, Smartphone, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { authUser, usableFactors, type OwnFactor } from '../../lib/auth-factors.ts'
import { knowsPasskeys } from '../../lib/auth-sign-in.ts'
import { formatDay, formatPhone } from '../../lib/format.ts'
import { read } from '../../lib/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { usePhoneFactors } from '../identity/use-public-settings.ts'
import type { Patch } from './account.page.tsx'
import { Nothing, Panel, ReadFailure, Thing, ThingList } from './account.parts.tsx'
import { t } from './account.texts.ts'

/** Below as many codes the person is told to make new ones. */
const fewCodes = 3

function FactorFacts({ factor }: { factor: OwnFactor }) {
  const { phone, last_challenged_at: lastUsed } = factor
  return (
    <>
      {phone !== undefined && (
        <>
          <bdi dir="ltr" className="tabular-nums">
            {formatPhone(phone.replace('+', ''))}
          </bdi>
          {' · '}
        </>
      )}
      {t('added')} {formatDay(factor.created_at)},{' '}
      {lastUsed === undefined ? (
        t('neverUsed')
      ) : (
        <>
          {t('lastUsed')} <RelativeTime iso={lastUsed} />
        </>
      )}
    </>
  )
}

type FactorRowProps = { factor: OwnFactor; icon: ReactNode; patch: Patch }

function FactorRow({ factor, icon, patch }: FactorRowProps) {
  const kind = factor.factor_type === 'recovery_code' ? 'totp' : factor.factor_type
  const name = factor.friendly_name ?? t(kind)
  const item = factor.id
  return (
    <Thing
      icon={icon}
      title={name}
      actions={
        <>
          {factor.factor_type === 'webauthn' && (
            <IconButton label={t('rename', { name })} onClick={() => patch({ dialog: 'rename-passkey', item })}>
              <Pencil aria-hidden="true" />
            </IconButton>
          )}
          <IconButton label={t('remove', { name })} onClick={() => patch({ dialog: 'remove-factor', item })}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        </>
      }
    >
      <FactorFacts factor={factor} />
    </Thing>
  )
}

function AddButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button size="small" icon={<Plus aria-hidden="true" />} onClick={onClick}>
      {label}
    </Button>
  )
}

type ListProps = { factors: readonly OwnFactor[] | undefined; patch: Patch; failure: ReactNode }

function CodeFactors({ factors, patch, failure }: ListProps) {
  const hasPhones = usePhoneFactors()
  const shown = factors?.filter(({ factor_type }) => factor_type !== 'webauthn')
  return (
    <Panel
      flush
      title={t('codesTitle')}
      hint={t('codesHint')}
      {...(shown === undefined
        ? {}
        : {
            aside: (
              <Badge tone={shown.length > 0 ? 'good' : 'neutral'} dot>
                {t(shown.length > 0 ? 'factorsOn' : 'factorsOff')}
              </Badge>
            ),
          })}
      action={
        <>
          {hasPhones && <AddButton label={t('addPhone')} onClick={() => patch({ dialog: 'add-phone' })} />}
          <AddButton label={t('addTotp')} onClick={() => patch({ dialog: 'add-totp' })} />
        </>
      }
    >
      {failure}
      {shown === undefined && failure === null && <SkeletonRows rows={1} label={t('loading')} className="h-17" />}
      {shown?.length === 0 && <Nothing>{t('noCodes')}</Nothing>}
      {shown !== undefined && shown.length > 0 && (
        <ThingList label={t('codesTitle')}>
          {shown.map((factor) => (
            <FactorRow
              key={factor.id}
              factor={factor}
              icon={factor.factor_type === 'phone' ? <MessageSquareText /> : <Smartphone />}
              patch={patch}
            />
          ))}
        </ThingList>
      )}
    </Panel>
  )
}

function Passkeys({ factors, patch, failure }: ListProps) {
  const shown = factors?.filter(({ factor_type }) => factor_type === 'webauthn')
  const isPossible = knowsPasskeys()
  return (
    <Panel
      flush
      title={t('passkeysTitle')}
      hint={t('passkeysHint')}
      {...(isPossible
        ? { action: <AddButton label={t('addPasskey')} onClick={() => patch({ dialog: 'add-passkey' })} /> }
        : {})}
    >
      {shown === undefined && failure === null && <SkeletonRows rows={1} label={t('loading')} className="h-17" />}
      {shown?.length === 0 && <Nothing>{t(isPossible ? 'noPasskeys' : 'passkeysImpossible')}</Nothing>}
      {shown !== undefined && shown.length > 0 && (
        <ThingList label={t('passkeysTitle')}>
          {shown.map((factor) => (
            <FactorRow key={factor.id} factor={factor} icon={<Fingerprint />} patch={patch} />
          ))}
        </ThingList>
      )}
    </Panel>
  )
}

function RecoveryCodesPanel({ hasFactor, patch }: { hasFactor: boolean; patch: Patch }) {
  const asked = useQuery(read('account.read', {}))
  const left = asked.data?.factors.recoveryCodesLeft
  return (
    <Panel
      flush
      title={t('recoveryTitle')}
      hint={t('recoveryHint')}
      {...(hasFactor
        ? {
            action: (
              <Button size="small" onClick={() => patch({ dialog: 'recovery-codes' })}>
                {t(left === undefined || left === 0 ? 'makeCodes' : 'newCodes')}
              </Button>
            ),
          }
        : {})}
    >
      {asked.error !== null && <ReadFailure asked={asked} className="m-5" />}
      {left === undefined && asked.error === null && <SkeletonRows rows={1} label={t('loading')} className="h-17" />}
      {left !== undefined && !hasFactor && <Nothing>{t('recoveryNeedsFactor')}</Nothing>}
      {left !== undefined && hasFactor && (
        <ul>
          <Thing icon={<LifeBuoy />} title={left === 0 ? t('recoveryNone') : t('recoveryLeft', { count: left })}>
            {left < fewCodes && t('recoveryLast')}
          </Thing>
        </ul>
      )}
    </Panel>
  )
}

export function FactorsPanel({ patch }: { patch: Patch }) {
  const asked = useQuery(authUser)
  const factors = asked.data === undefined ? undefined : usableFactors(asked.data)
  const failure = asked.error === null ? null : <ReadFailure asked={asked} className="m-5" />
  return (
    <>
      <CodeFactors factors={factors} patch={patch} failure={failure} />
      <Passkeys factors={factors} patch={patch} failure={failure} />
      <RecoveryCodesPanel hasFactor={factors !== undefined && factors.length > 0} patch={patch} />
    </>
  )
}
