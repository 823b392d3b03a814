// The users' address: filters, the page, and the dialog that is open (with the user it is about).
import { roles, type Role } from '@inrange/contract/roles'
import { choiceOf, compact, textOf, type RawSearch } from '../../lib/search.ts'

const dialogs = [
  'add',
  'edit',
  'details',
  'reset-password',
  'reset-factors',
  'activate',
  'deactivate',
  'sign-out',
  'act-as',
] as const
export const statuses = ['active', 'inactive', 'invited', 'locked'] as const

export type UsersSearch = {
  search?: string
  role?: Role
  status?: (typeof statuses)[number]
  cursor?: string
  dialog?: (typeof dialogs)[number]
  user?: string
}

/** What changes in the address; undefined takes it out. */
export type UsersPatch = { [K in keyof UsersSearch]?: UsersSearch[K] | undefined }

export function parseUsersSearch(raw: RawSearch): UsersSearch {
  return compact({
    search: textOf(raw, 'search'),
    role: choiceOf(raw, 'role', roles),
    status: choiceOf(raw, 'status', statuses),
    cursor: textOf(raw, 'cursor'),
    dialog: choiceOf(raw, 'dialog', dialogs),
    user: textOf(raw, 'user'),
  })
}
