// Every section of the console, once: its address, its title, its place in the side menu and who may see it.
// The names of sections are the specification's; the address of a section is its name.
import { roleCovers, type Role } from '@inrange/contract/roles'

export const sections = {
  dashboard: { title: 'Dashboard', role: 'user' },
  inbox: { title: 'Messages', role: 'user' },
  'sms-inbox': { title: 'SMS Inbox', role: 'user' },
  'number-ranges': { title: 'Number Ranges', role: 'user' },
  'test-numbers': { title: 'Test Numbers', role: 'user' },
  wallet: { title: 'My Wallet', role: 'user' },
  earnings: { title: 'My Earnings', role: 'user' },
  analytics: { title: 'Analytics', role: 'user' },
  reports: { title: 'Reports', role: 'user' },
  'manage-users': { title: 'User Management', role: 'admin' },
  'admin-dashboard': { title: 'Admin Dashboard', role: 'admin' },
  carriers: { title: 'Carriers', role: 'admin' },
  holds: { title: 'Holds', role: 'admin' },
  audit: { title: 'Audit', role: 'admin' },
  'super-admin-dashboard': { title: 'Super Admin Dashboard', role: 'super_admin' },
  'payment-settings': { title: 'Payment Settings', role: 'super_admin' },
  'platform-settings': { title: 'Platform Settings', role: 'super_admin' },
  account: { title: 'Account', role: 'user' },
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
