// A sign-in session as a person recognises it: on which device, from where, last seen when. It names no token.
import { z } from 'zod'
import { idSchema } from './ids.ts'
import { timestampSchema } from './page.ts'

export const sessionSchema = z
  .object({
    id: idSchema('session'),
    /** Such as 'Firefox on Linux', read from what the browser says of itself; 'Unknown device' when it says nothing. */
    device: z.string(),
    address: z.string().nullable(),
    /** ISO 3166-1 alpha-2 of the address; 'local' for a private one; null when unknown. */
    place: z.string().nullable(),
    createdAt: timestampSchema,
    /** Kept to the minute. */
    lastSeenAt: timestampSchema,
    expiresAt: timestampSchema,
    /** aal2 once a second factor was shown. */
    aal: z.enum(['aal1', 'aal2']),
    /** Whether this is the session that asks. */
    isCurrent: z.boolean(),
  })
  .meta({ id: 'Session' })

export const sessionsSchema = z.object({ items: z.array(sessionSchema) })
