// One's own account: who one is, how one signs in, and where one is signed in. Username and role are an
// administrator's to change; password, factors, passkeys and identities are changed through /auth/v1.
import { z } from 'zod'
import { idInput } from './ids.ts'
import { languages } from './languages.ts'
import { operation } from './operation.ts'
import { timestampSchema } from './page.ts'
import { sessionsSchema } from './sessions.ts'
import { emailInput, userSchema } from './users.ts'

export const accountSchema = z
  .object({
    user: userSchema,
    /** As chosen, for the console and for mails; null while the browser decides. */
    language: z.enum(languages).nullable(),
    hasPassword: z.boolean(),
    passwordChangedAt: timestampSchema.nullable(),
    factors: z.object({
      totp: z.number().int(),
      phone: z.number().int(),
      passkeys: z.number().int(),
      /** Recovery codes that were not used yet. */
      recoveryCodesLeft: z.number().int(),
    }),
    /** Identities at other services that sign in to this account. */
    identities: z.number().int(),
    session: z.object({ aal: z.enum(['aal1', 'aal2']), aal2At: timestampSchema.nullable() }),
    /** What has to be done before anything else; this operation answers all the same. */
    duty: z.enum(['new_password', 'second_factor', 'second_factor_enrolment']).nullable(),
    /** Not null while an administrator acts for this user: who, how far, and until when. */
    acting: z
      .object({
        actorId: z.string(),
        actorName: z.string(),
        isReadOnly: z.boolean(),
        reason: z.string(),
        expiresAt: timestampSchema,
      })
      .nullable(),
  })
  .meta({ id: 'Account' })

export const account = {
  'account.read': operation({
    method: 'GET',
    path: '/account',
    summary: 'Your own account: who you are, how you sign in, what you have to do first, and who acts for you',
    servedUnderDuty: true,
    response: accountSchema,
  }),
  'account.update': operation({
    method: 'PATCH',
    path: '/account',
    summary: 'Change your own email address, with your current password',
    body: z.strictObject({ email: emailInput, currentPassword: z.string().min(1).max(512) }),
    response: accountSchema,
    errors: ['email_taken', 'acting_refused'],
  }),
  'account.choose-language': operation({
    method: 'PUT',
    path: '/account/language',
    summary: 'Choose the language of the console and of mails to you',
    servedUnderDuty: true,
    body: z.strictObject({ language: z.enum(languages) }),
    response: accountSchema,
    errors: ['acting_refused'],
  }),
  'account.sessions': operation({
    method: 'GET',
    path: '/account/sessions',
    summary: 'Your live sessions, the last seen first',
    response: sessionsSchema,
  }),
  'account.end-session': operation({
    method: 'POST',
    path: '/account/sessions/{sessionId}/end',
    summary: 'End one of your sessions, this one included',
    params: z.object({ sessionId: idInput('session') }),
    response: z.object({ endedSessions: z.number().int() }),
    errors: ['acting_refused'],
  }),
  'account.end-other-sessions': operation({
    method: 'POST',
    path: '/account/end-other-sessions',
    summary: 'End all of your sessions but this one',
    response: z.object({ endedSessions: z.number().int() }),
    errors: ['acting_refused'],
  }),
}
