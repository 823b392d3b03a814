// What can be done about a user, as one menu for the row and for the details. What may not be done is not in it; their
// ranges always are. Everything asks first, but unlocking, which harms nobody.
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Hash, KeyRound, LockOpen, LogOut, MailPlus, Pencil, Power, ShieldOff, VenetianMask } from 'lucide-react'
import { acting } from '../../lib/acting.ts'
import { call } from '../../lib/api.ts'
import { useSignedInUser } from '../../lib/auth.ts'
import { outdate } from '../../lib/query.ts'
import type { MenuItem } from '../../ui/menu.tsx'
import { notify } from '../../ui/toast.ts'
import { useLockedUntil, type User } from './user.parts.tsx'
import { actionsOn, type UserActions } from './users.rules.ts'
import type { UsersSearch } from './users.search.ts'
import { t } from './users.texts.ts'

export type UserDialog = NonNullable<UsersSearch['dialog']>

/** Lets somebody sign in at once whom wrong passwords make wait. */
export function useUnlock(user: User): () => void {
  const name = user.username
  const unlocking = useMutation({
    mutationFn: () => call('users.unlock', { params: { userId: user.id } }),
    onSuccess: () => notify(t('unlocked', { name })),
    onError: (error) => notify(t('unlockFailed', { name, reason: error.message }), { tone: 'bad' }),
    onSettled: () => outdate('users.list', 'users.read', 'users.activities'),
  })
  return () => unlocking.mutate()
}

/** What the signed-in admin may do to the user, as it stands in this second. */
export function useUserActions(user: User): UserActions {
  const me = useSignedInUser()
  const lockedUntil = useLockedUntil(user)
  return actionsOn(me, { ...user, lockedUntil }, acting !== null)
}

/**
 * @param onOpen gets the dialog that asks before the act
 * @param beside what has a button of its own beside the menu
 */
export function useUserMenu(user: User, onOpen: (dialog: UserDialog) => void, beside: readonly UserDialog[] = []) {
  const navigate = useNavigate()
  const unlock = useUnlock(user)
  const may = useUserActions(user)
  const items: (MenuItem | false)[] = [
    may.edit &&
      !beside.includes('edit') && {
        label: t('edit'),
        icon: <Pencil aria-hidden="true" />,
        onSelect: () => onOpen('edit'),
      },
    {
      label: t('viewRanges'),
      icon: <Hash aria-hidden="true" />,
      onSelect: () => void navigate({ to: '/number-ranges', search: { owner: user.id } }),
    },
    may.actAs &&
      !beside.includes('act-as') && {
        label: t('actAs'),
        icon: <VenetianMask aria-hidden="true" />,
        onSelect: () => onOpen('act-as'),
      },
    may.resetPassword && {
      label: t(user.isInvited ? 'newLink' : 'resetPassword'),
      icon: user.isInvited ? <MailPlus aria-hidden="true" /> : <KeyRound aria-hidden="true" />,
      separated: true,
      onSelect: () => onOpen('reset-password'),
    },
    may.resetFactors && {
      label: t('resetFactors'),
      icon: <ShieldOff aria-hidden="true" />,
      onSelect: () => onOpen('reset-factors'),
    },
    may.unlock && { label: t('unlock'), icon: <LockOpen aria-hidden="true" />, onSelect: unlock },
    may.signOut && {
      label: t('signOut'),
      icon: <LogOut aria-hidden="true" />,
      separated: !may.resetPassword,
      onSelect: () => onOpen('sign-out'),
    },
    may.access && {
      label: t(user.isActive ? 'deactivate' : 'activate'),
      icon: <Power aria-hidden="true" />,
      separated: true,
      ...(user.isActive ? { tone: 'danger' as const } : {}),
      onSelect: () => onOpen(user.isActive ? 'deactivate' : 'activate'),
    },
  ]
  return { items: items.filter((item) => item !== false), may }
}
