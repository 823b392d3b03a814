// The dialogs of the account section, by their name in the address. A name that is none, or whose thing is gone, is
// taken out of the address.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { authUser, usableFactors } from '../../lib/auth-factors.ts'
import { read } from '../../lib/query.ts'
import { EndOthersDialog, EndSessionDialog } from './end-sessions.dialog.tsx'
import { ChangeEmailDialog } from './change-email.dialog.tsx'
import { AddFactorDialog, RecoveryCodesDialog } from './add-factor.dialog.tsx'
import { ProveDialog } from './prove.dialog.tsx'
import { RenamePasskeyDialog } from './rename-passkey.dialog.tsx'
import { RemoveFactorDialog, UnlinkDialog } from './remove.dialog.tsx'
import { nameOf } from './identities.panel.tsx'

type DialogsProps = { dialog: string; item: string | undefined; onClose: () => void }

/** For an address whose thing does not exist (any more): there is nothing to ask. */
function Gone({ onClose }: { onClose: () => void }) {
  useEffect(onClose, [onClose])
  return null
}

function AboutFactor({ dialog, item, onClose }: DialogsProps) {
  const { data, error } = useQuery(authUser)
  if (data === undefined) return error === null ? null : <Gone onClose={onClose} />
  const factors = usableFactors(data)
  const factor = factors.find(({ id }) => id === item)
  if (factor === undefined) return <Gone onClose={onClose} />
  if (dialog === 'rename-passkey') return <RenamePasskeyDialog factor={factor} onClose={onClose} />
  return <RemoveFactorDialog factor={factor} isLast={factors.length === 1} onClose={onClose} />
}

function AboutIdentity({ item, onClose }: DialogsProps) {
  const { data, error } = useQuery(authUser)
  if (data === undefined) return error === null ? null : <Gone onClose={onClose} />
  const identity = data.identities?.find(({ identity_id }) => identity_id === item)
  if (identity === undefined) return <Gone onClose={onClose} />
  return <UnlinkDialog identityId={identity.identity_id} name={nameOf(identity)} onClose={onClose} />
}

function AboutSessions({ dialog, item, onClose }: DialogsProps) {
  const { data, error } = useQuery(read('account.sessions', {}))
  if (data === undefined) return error === null ? null : <Gone onClose={onClose} />
  const others = data.items.filter(({ isCurrent }) => !isCurrent)
  if (dialog === 'end-others') return <EndOthersDialog count={others.length} onClose={onClose} />
  const session = others.find(({ id }) => id === item)
  return session === undefined ? <Gone onClose={onClose} /> : <EndSessionDialog session={session} onClose={onClose} />
}

export function AccountDialogs(props: DialogsProps) {
  const { dialog, onClose } = props
  switch (dialog) {
    case 'change-email':
      return <ChangeEmailDialog onClose={onClose} />
    case 'add-totp':
    case 'add-phone':
    case 'add-passkey':
      return <AddFactorDialog kind={dialog} onClose={onClose} />
    case 'recovery-codes':
      return <RecoveryCodesDialog onClose={onClose} />
    case 'rename-passkey':
    case 'remove-factor':
      return <AboutFactor {...props} />
    case 'prove':
      return <ProveDialog onClose={onClose} />
    case 'unlink':
      return <AboutIdentity {...props} />
    case 'end-session':
    case 'end-others':
      return <AboutSessions {...props} />
    default:
      return <Gone onClose={onClose} />
  }
}
