// What an edited user sends: only what differs from what is stored. Pure.
import type { CallInput } from '../../lib/api.ts'
import type { User } from './user.parts.tsx'

export type UserForm = NonNullable<CallInput<'users.update'>['body']>

/** Null when nothing differs. */
export function changeOf(user: Pick<User, 'username' | 'email' | 'role'>, form: UserForm): UserForm | null {
  const change: UserForm = {
    ...(form.username === undefined || form.username.trim() === user.username ? {} : { username: form.username }),
    ...(form.email === undefined || form.email === user.email ? {} : { email: form.email }),
    ...(form.role === undefined || form.role === user.role ? {} : { role: form.role }),
  }
  return Object.keys(change).length === 0 ? null : change
}
