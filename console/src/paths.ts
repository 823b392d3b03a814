// Every section of the console, once: its address, its title, its place in the side menu and who may see it.
// The names of sections are the specification's; the address of a section is its name.
import { roleCovers, type Role } from '@inrange/contract/roles'
import { defineTexts } from './i18n/texts.ts'

const t = defineTexts({
  dashboard: 'Dashboard',
  inbox: 'Messages',
  'sms-inbox': 'SMS Inbox',
  'number-ranges': 'Number Ranges',
  'test-numbers': 'Test Numbers',
  wallet: 'My Wallet',
  earnings: 'My Earnings',
  analytics: 'Analytics',
  reports: 'Reports',
  'manage-users': 'User Management',
  'admin-dashboard': 'Admin Dashboard',
  carriers: 'Carriers',
  quarantine: 'Quarantine',
  holds: 'Holds',
  audit: 'Audit',
  'super-admin-dashboard': 'Super Admin Dashboard',
  'payment-settings': 'Payment Settings',
  'platform-settings': 'Platform Settings',
  notifications: 'Notifications',
  account: 'Account',
})

/** The title is asked for each time, since it is in the language of the page. */
function section<R extends Role>(name: Parameters<typeof t>[0], role: R) {
  return {
    role,
    get title(): string {
      return t(name)
    },
  }
}

export const sections = {
  dashboard: section('dashboard', 'user'),
  inbox: section('inbox', 'user'),
  'sms-inbox': section('sms-inbox', 'user'),
  'number-ranges': section('number-ranges', 'user'),
  'test-numbers': section('test-numbers', 'user'),
  wallet: section('wallet', 'user'),
  earnings: section('earnings', 'user'),
  analytics: section('analytics', 'user'),
  reports: section('reports', 'user'),
  'manage-users': section('manage-users', 'admin'),
  'admin-dashboard': section('admin-dashboard', 'admin'),
  carriers: section('carriers', 'admin'),
  quarantine: section('quarantine', 'admin'),
  holds: section('holds', 'admin'),
  audit: section('audit', 'admin'),
  'super-admin-dashboard': section('super-admin-dashboard', 'super_admin'),
  'payment-settings': section('payment-settings', 'super_admin'),
  'platform-settings': section('platform-settings', 'super_admin'),
  notifications: section('notifications', 'user'),
  account: section('account', 'user'),
} as const satisfies Record<string, { title: string; role: Role }>

export type Section = keyof typeof sections
export type SectionPath = `/${Section}`

/** The address of a section. */
export function pathOf<S extends Section>(section: S): `/${S}` {
  return `/${section}`
}

/** The section an address belongs to; null for an address that is no section (which leads to the dashboard). */
export function sectionOf(pathname: string): Section | null {
  const name = pathname.split('/')[1] ?? ''
  return Object.hasOwn(sections, name) ? (name as Section) : null
}

/** Whether a role may open a section. The server decides about data; this decides what is shown. */
export function maySee(role: Role, section: Section): boolean {
  return roleCovers(role, sections[section].role)
}
