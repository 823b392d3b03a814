// The side menu as data: its groups, their order, and the letter that follows g to go there by keyboard.
import {
  Bell,
  ChartColumn,
  CreditCard,
  FileText,
  Hand,
  Hash,
  Inbox,
  LayoutDashboard,
  MessageSquare,
  PhoneIncoming,
  RadioTower,
  ShieldAlert,
  ScrollText,
  Settings,
  Shield,
  ShieldCheck,
  TrendingUp,
  UserRound,
  Users,
  Wallet,
  type LucideIcon,
} from 'lucide-react'
import { maySee, type Section } from '../../paths.ts'
import type { Role } from '@inrange/contract/roles'

export type MenuGroupName = 'messages' | 'sms-services' | 'administration' | 'super-admin'
export type MenuBlock = { group: MenuGroupName | null; sections: readonly Section[] }

export const sectionIcons: Record<Section, LucideIcon> = {
  dashboard: LayoutDashboard,
  inbox: MessageSquare,
  'sms-inbox': Inbox,
  'number-ranges': Hash,
  'test-numbers': PhoneIncoming,
  wallet: Wallet,
  earnings: TrendingUp,
  analytics: ChartColumn,
  reports: FileText,
  'manage-users': Users,
  'admin-dashboard': Shield,
  carriers: RadioTower,
  quarantine: ShieldAlert,
  holds: Hand,
  audit: ScrollText,
  'super-admin-dashboard': ShieldCheck,
  'payment-settings': CreditCard,
  'platform-settings': Settings,
  notifications: Bell,
  account: UserRound,
}

/** All but the account, which is reached through the person at the foot of the menu. */
const menu: readonly MenuBlock[] = [
  { group: null, sections: ['dashboard'] },
  { group: 'messages', sections: ['inbox', 'sms-inbox'] },
  { group: 'sms-services', sections: ['number-ranges', 'test-numbers'] },
  { group: null, sections: ['wallet', 'earnings', 'analytics', 'reports'] },
  {
    group: 'administration',
    sections: ['manage-users', 'admin-dashboard', 'carriers', 'quarantine', 'holds', 'audit'],
  },
  { group: 'super-admin', sections: ['super-admin-dashboard', 'payment-settings', 'platform-settings'] },
]

/** The groups that are open until the person closes them. */
export const groupsOpenAtFirst: readonly MenuGroupName[] = ['messages', 'sms-services', 'super-admin']

/** Shortcuts: g, then this letter. */
export const sectionLetters: Partial<Record<Section, string>> = {
  dashboard: 'd',
  inbox: 'm',
  'sms-inbox': 'i',
  'number-ranges': 'n',
  'test-numbers': 't',
  wallet: 'w',
  earnings: 'e',
  analytics: 'a',
  reports: 'r',
  'manage-users': 'u',
  carriers: 'c',
  quarantine: 'q',
  holds: 'h',
  audit: 'l',
  'admin-dashboard': 'o',
  'super-admin-dashboard': 's',
  'payment-settings': 'p',
  'platform-settings': 'f',
  account: 'y',
}

/** The menu of a role: what it may not see is not there, and neither is a group that would be empty. */
export function menuFor(role: Role): readonly MenuBlock[] {
  return menu
    .map(({ group, sections }) => ({ group, sections: sections.filter((section) => maySee(role, section)) }))
    .filter(({ sections }) => sections.length > 0)
}

/** The group a section stands in; null for one that stands alone. */
export function groupOf(section: Section): MenuGroupName | null {
  return menu.find(({ sections }) => sections.includes(section))?.group ?? null
}
