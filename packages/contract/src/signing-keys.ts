// The keys that sign access tokens. They change by themselves every 90 days; this is for whoever has a reason to.
import { z } from 'zod'
import { operation } from './operation.ts'
import { timestampSchema } from './page.ts'

export const signingKeys = {
  'identity.rotate-keys': operation({
    method: 'POST',
    path: '/signing-keys/rotate',
    summary: 'Publish a new key for access tokens; it signs a quarter of an hour later, and nobody is signed out',
    response: z.object({
      /** Of the new key, as in the published set. */
      kid: z.string(),
      signsFrom: timestampSchema,
      /** When the former keys no longer verify. */
      formerRetiresAt: timestampSchema,
    }),
    errors: ['conflict', 'acting_refused'],
  }),
}
