// What can be done from anywhere, as data: whom it is for, and the address that begins it.
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  Bell,
  FileText,
  Hand,
  Hash,
  KeyRound,
  RadioTower,
  UserPlus,
  type LucideIcon,
} from 'lucide-react'
import type { Role } from '@inrange/contract/roles'
import { acting, isWithheld } from '../../lib/acting.ts'
import { maySee } from '../../paths.ts'
import type { Destination } from './hit.destination.ts'

export type PaletteAction = {
  name:
    | 'addUser'
    | 'createRange'
    | 'addCarrier'
    | 'openCase'
    | 'withdraw'
    | 'deposits'
    | 'statements'
    | 'changePassword'
    | 'notificationSettings'
  icon: LucideIcon
  /** The least role whose section it is not, where that differs from who may see the section. */
  role?: Role
  to: Destination
  /** Nobody does it in somebody else's place. */
  isOwners?: true
}

const actions: readonly PaletteAction[] = [
  { name: 'withdraw', icon: ArrowUpFromLine, to: at('wallet', { dialog: 'withdraw' }), isOwners: true },
  { name: 'deposits', icon: ArrowDownToLine, to: at('wallet', { dialog: 'deposit' }), isOwners: true },
  { name: 'statements', icon: FileText, to: at('wallet', { dialog: 'statements' }) },
  { name: 'addUser', icon: UserPlus, to: at('manage-users', { dialog: 'add' }) },
  { name: 'createRange', icon: Hash, role: 'admin', to: at('number-ranges', { dialog: 'add' }) },
  { name: 'addCarrier', icon: RadioTower, to: at('carriers', { dialog: 'add' }) },
  { name: 'openCase', icon: Hand, to: at('holds', { dialog: 'open-case' }) },
  { name: 'changePassword', icon: KeyRound, to: at('account', { tab: 'password' }) },
  { name: 'notificationSettings', icon: Bell, to: at('account', { tab: 'notifications' }) },
]

function at(section: Destination['section'], search: Record<string, string>): Destination {
  return { section, search }
}

export function actionsFor(role: Role): readonly PaletteAction[] {
  return actions.filter(
    ({ to: { section }, role: least = 'user', isOwners }) =>
      maySee(role, section) && (least === 'user' || role !== 'user') && !isWithheld(section) && !(isOwners && acting),
  )
}

/** Whether every typed word begins a word of the title. */
export function isMeant(title: string, text: string): boolean {
  const words = title.toLocaleLowerCase().split(/[\s/-]+/)
  const typed = text.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return typed.every(
    (word) =>
      words.some((known) => known.startsWith(word)) || title.toLocaleLowerCase().includes(text.toLocaleLowerCase()),
  )
}
