// Users as the console and the API see them. The password hash is in no schema, so no answer can carry it.
import { z } from 'zod'
import { idInput, idSchema } from './ids.ts'
import { moneySchema } from './money.schema.ts'
import { operation } from './operation.ts'
import { pageOf, pageQuery, timestampSchema } from './page.ts'
import { roles } from './roles.ts'
import { sessionsSchema } from './sessions.ts'

export const PASSWORD_LENGTH_MIN_DEFAULT = 6
const ACTIVITIES_LIMIT_DEFAULT = 50

export const roleSchema = z.enum(roles)
export const usernameInput = z
  .string()
  .trim()
  .min(1, 'Username is required.')
  .max(64, 'A username has at most 64 characters.')
  .regex(/^[\p{L}\p{N}._-]+$/u, 'Use letters, digits, dot, dash and underscore.')
export const emailInput = z.email('Give an email address such as name@example.com.').max(254)
const passwordInput = z.string().min(PASSWORD_LENGTH_MIN_DEFAULT, 'Minimum 6 characters').max(512)

export const userSchema = z
  .object({
    id: idSchema('user'),
    username: z.string(),
    email: z.string(),
    role: roleSchema,
    isActive: z.boolean(),
    /** Has nothing to sign in with yet: no password, no passkey, no identity elsewhere. A link lets them in. */
    isInvited: z.boolean(),
    /** Until when the next sign-in waits after wrong passwords; null when it does not. */
    lockedUntil: timestampSchema.nullable(),
    /** Verified second factors, passkeys included. */
    factorCount: z.number().int(),
    /** Live sessions. */
    sessionCount: z.number().int(),
    createdAt: timestampSchema,
    lastLogin: timestampSchema.nullable(),
    lastActivity: timestampSchema.nullable(),
    totalLogins: z.number().int(),
    wallet: z.object({
      /** Available balance of the ledger. */
      balance: moneySchema,
      usdtAddress: z.string().nullable(),
      paypalEmail: z.string().nullable(),
    }),
  })
  .meta({ id: 'User' })

export const userStatsSchema = z
  .object({
    totalMessages: z.number().int(),
    unreadMessages: z.number().int(),
    totalEarnings: moneySchema,
    numberRanges: z.number().int(),
    todayMessages: z.number().int(),
    todayEarnings: moneySchema,
  })
  .meta({ id: 'UserStats' })

export const activitySchema = z
  .object({
    id: idSchema('activity'),
    userId: idSchema('user'),
    activityType: z.string(),
    description: z.string(),
    metadata: z.record(z.string(), z.unknown()),
    createdAt: timestampSchema,
  })
  .meta({ id: 'Activity' })

/** A link that opens an account. It is in the answer only when it could not be mailed. */
const madeLink = z.object({ link: z.string().nullable(), isMailed: z.boolean(), expiresAt: timestampSchema })

const userParams = z.object({ userId: idInput('user') })

export const users = {
  'users.list': operation({
    method: 'GET',
    path: '/users',
    summary: 'Users, newest first, with the summary of the whole platform',
    query: z.object({
      ...pageQuery,
      search: z.string().trim().max(100).optional(),
      role: roleSchema.optional(),
      status: z.enum(['active', 'inactive', 'invited', 'locked']).optional(),
    }),
    response: pageOf(userSchema).extend({
      summary: z.object({
        total: z.number().int(),
        active: z.number().int(),
        admins: z.number().int(),
        users: z.number().int(),
      }),
    }),
  }),
  'users.options': operation({
    method: 'GET',
    path: '/user-options',
    summary: 'Active users to choose an owner from, by username (at most 50)',
    query: z.object({ search: z.string().trim().max(100).optional() }),
    response: z.object({ items: z.array(z.object({ id: idSchema('user'), username: z.string(), email: z.string() })) }),
  }),
  'users.create': operation({
    method: 'POST',
    path: '/users',
    summary:
      'Create a user or an admin, with a password that must be changed at first sign-in, or by an invitation link',
    body: z
      .strictObject({
        username: usernameInput,
        email: emailInput,
        password: passwordInput.optional(),
        invite: z.boolean().default(false),
        role: z.enum(['user', 'admin'], 'Role is user or admin.').default('user'),
      })
      .refine((body) => body.invite !== (body.password !== undefined), {
        path: ['password'],
        message: 'Give a password, or invite the person.',
      }),
    response: z.object({ ...userSchema.shape, invitation: madeLink.nullable() }).meta({ id: 'CreatedUser' }),
    status: 201,
    errors: ['username_taken', 'email_taken'],
  }),
  'users.read': operation({
    method: 'GET',
    path: '/users/{userId}',
    summary: 'One user',
    params: userParams,
    response: userSchema,
  }),
  'users.update': operation({
    method: 'PATCH',
    path: '/users/{userId}',
    summary: 'Edit username, email, role within the hierarchy; activate or deactivate (deactivation ends sessions)',
    params: userParams,
    body: z
      .strictObject({
        username: usernameInput.optional(),
        email: emailInput.optional(),
        role: roleSchema.optional(),
        isActive: z.boolean().optional(),
      })
      .refine((body) => Object.keys(body).length > 0, 'Give at least one field to change.'),
    response: userSchema,
    errors: ['username_taken', 'email_taken', 'last_super_admin', 'forbidden'],
  }),
  'users.reset-password': operation({
    method: 'POST',
    path: '/users/{userId}/reset-password',
    summary: 'Set a temporary password, shown once, which ends every session; or make a link to choose one',
    params: userParams,
    body: z.strictObject({ mode: z.enum(['temporary', 'link']).default('temporary') }),
    response: z.object({
      /** Null where a link was asked for. */
      temporaryPassword: z.string().nullable(),
      /** Null where a temporary password was asked for. */
      link: madeLink.nullable(),
    }),
  }),
  'users.sign-out': operation({
    method: 'POST',
    path: '/users/{userId}/sign-out',
    summary: 'End every session of the user',
    params: userParams,
    response: z.object({ endedSessions: z.number().int() }),
  }),
  'users.reset-factors': operation({
    method: 'POST',
    path: '/users/{userId}/reset-factors',
    summary: 'Remove every second factor and recovery code of a user who lost theirs; ends every session',
    params: userParams,
    response: z.object({ removedFactors: z.number().int(), endedSessions: z.number().int() }),
  }),
  'users.unlock': operation({
    method: 'POST',
    path: '/users/{userId}/unlock',
    summary: "Forget the account's wrong passwords, so that the next sign-in need not wait",
    params: userParams,
    response: userSchema,
  }),
  'users.sessions': operation({
    method: 'GET',
    path: '/users/{userId}/sessions',
    summary: 'Live sessions of a user, the last seen first',
    params: userParams,
    response: sessionsSchema,
  }),
  'users.act-as': operation({
    method: 'POST',
    path: '/users/{userId}/act-as',
    summary:
      'See the console as this user does, for at most an hour; name them in the header x-inrange-act-as from then',
    params: userParams,
    body: z.strictObject({
      reason: z.string().trim().min(3, 'Say why, in a few words.').max(200),
      isReadOnly: z.boolean().default(true),
    }),
    response: z.object({
      userId: idSchema('user'),
      username: z.string(),
      role: roleSchema,
      isReadOnly: z.boolean(),
      expiresAt: timestampSchema,
    }),
    errors: ['acting_refused'],
  }),
  'users.stop-acting': operation({
    method: 'POST',
    path: '/stop-acting',
    summary: 'Act for nobody any more; also where nothing was begun',
  }),
  'users.stats': operation({
    method: 'GET',
    path: '/users/{userId}/stats',
    summary: 'get_user_stats: totals and today',
    params: userParams,
    response: userStatsSchema,
  }),
  'users.activities': operation({
    method: 'GET',
    path: '/users/{userId}/activities',
    summary: 'Activities of a user, newest first',
    params: userParams,
    query: z.object({
      cursor: z.string().max(300).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(ACTIVITIES_LIMIT_DEFAULT),
    }),
    response: pageOf(activitySchema),
  }),
  'users.log-activity': operation({
    method: 'POST',
    path: '/users/{userId}/activities',
    summary: 'log_user_activity: a note of your own; types that the server writes itself are refused',
    params: userParams,
    body: z.strictObject({
      activityType: z
        .string()
        .regex(/^[a-z][a-z0-9_]{1,48}$/, 'Use lower-case letters, digits and underscore.')
        .refine((type) => !type.startsWith('user_'), 'Types that start with user_ are written by the server.'),
      description: z.string().trim().min(1).max(500),
      metadata: z
        .record(z.string().max(64), z.union([z.string().max(500), z.number(), z.boolean(), z.null()]))
        .default({}),
    }),
    response: activitySchema,
    status: 201,
  }),
}
