// Adds a second factor or a passkey; after the first one, recovery codes follow in the same dialog, so that nobody has
// a factor and no way out.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { authUser, hasRecoveryCodes, outdateAuthUser, usableFactors } from '../../lib/auth-factors.ts'
import { outdate } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { NoticeBox } from '../../ui/error-box.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { notify } from '../../ui/toast.ts'
import { PasskeySetup } from '../identity/passkey.setup.tsx'
import { PhoneSetup } from '../identity/phone.setup.tsx'
import { RecoveryCodes } from '../identity/recovery-codes.tsx'
import { t as tFactor } from '../identity/second-factor.texts.ts'
import { TotpSetup } from '../identity/totp.setup.tsx'
import { t } from './account.texts.ts'
import { WithProof, type OnRefused } from './with-proof.tsx'

type Kind = 'add-totp' | 'add-phone' | 'add-passkey'

const titles = { 'add-totp': 'totpTitle', 'add-phone': 'phoneTitle', 'add-passkey': 'passkeyTitle' } as const
const hints = { 'add-totp': 'totpHint', 'add-phone': 'phoneHint', 'add-passkey': 'passkeyHint' } as const
const results = { 'add-totp': 'totpAdded', 'add-phone': 'phoneAdded', 'add-passkey': 'passkeyAdded' } as const

type SetupProps = { kind: Kind; isFirst: boolean; taken: readonly string[]; onDone: () => void; onRefused: OnRefused }

function Setup({ kind, isFirst, ...rest }: SetupProps) {
  if (kind === 'add-totp') return <TotpSetup {...rest} />
  return kind === 'add-phone' ? <PhoneSetup {...rest} /> : <PasskeySetup {...rest} isFirst={isFirst} />
}

type AddFactorDialogProps = { kind: Kind; onClose: () => void }

export function AddFactorDialog({ kind, onClose }: AddFactorDialogProps) {
  const { data } = useQuery(authUser)
  // As it was when the dialog opened: what is added in it must not change its course.
  const [begun, setBegun] = useState<{ isFirst: boolean; taken: readonly string[] }>()
  const [isMakingCodes, makeCodes] = useState(false)
  if (begun === undefined && data !== undefined) {
    const factors = usableFactors(data)
    const taken = factors.map(({ friendly_name }) => friendly_name ?? '')
    setBegun({ isFirst: factors.length === 0 && !hasRecoveryCodes(data), taken })
  }

  function done(): void {
    notify(t(results[kind]))
    void outdate('account.sessions', 'users.activities')
    if (begun?.isFirst === true) {
      makeCodes(true)
      return
    }
    void outdateAuthUser()
    onClose()
  }

  return (
    <Dialog
      size="small"
      title={isMakingCodes ? tFactor('codesTitle') : t(titles[kind])}
      description={isMakingCodes ? tFactor('codesHint') : t(hints[kind])}
      onClose={onClose}
      keepOnOutsideClick
    >
      {begun === undefined && <SkeletonRows rows={2} label={t('loading')} />}
      {begun !== undefined && isMakingCodes && <RecoveryCodes areThereAny={false} onDone={onClose} />}
      {begun !== undefined && !isMakingCodes && (
        <WithProof>
          {(onRefused) => (
            <div className="flex flex-col gap-4">
              {begun.isFirst && <NoticeBox tone="info">{t('firstEnds')}</NoticeBox>}
              <Setup kind={kind} isFirst={begun.isFirst} taken={begun.taken} onDone={done} onRefused={onRefused} />
            </div>
          )}
        </WithProof>
      )}
    </Dialog>
  )
}

type MakeCodesProps = { hadAny: boolean; isAsked: boolean; onRefused: OnRefused; onClose: () => void }

/** Asks before codes that work stop working; after a proof the answer was given already. */
function MakeCodes({ hadAny, isAsked, onRefused, onClose }: MakeCodesProps) {
  const [isWanted, want] = useState(!hadAny || !isAsked)
  if (isWanted) return <RecoveryCodes areThereAny={hadAny} onDone={onClose} onRefused={onRefused} />
  return (
    <div className="flex flex-col gap-4">
      <NoticeBox>{t('newCodesWarning')}</NoticeBox>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button variant="primary" onClick={() => want(true)}>
          {t('newCodes')}
        </Button>
      </div>
    </div>
  )
}

/** New recovery codes in place of those there are; asked first, since the old ones stop working. */
export function RecoveryCodesDialog({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(authUser)
  const [hadAny, setHadAny] = useState<boolean>()
  if (hadAny === undefined && data !== undefined) setHadAny(hasRecoveryCodes(data))
  return (
    <Dialog
      size="small"
      title={t('makeCodesTitle')}
      description={tFactor('codesHint')}
      onClose={onClose}
      keepOnOutsideClick
    >
      {hadAny === undefined ? (
        <SkeletonRows rows={3} label={t('loading')} />
      ) : (
        <WithProof>
          {(onRefused, proofs) => (
            <MakeCodes key={proofs} hadAny={hadAny} isAsked={proofs === 0} onRefused={onRefused} onClose={onClose} />
          )}
        </WithProof>
      )}
    </Dialog>
  )
}
