// The health of the installation, for the console's banner and for load balancers; open to everybody and without
// detail.
import { z } from 'zod'
import { operation } from './operation.ts'

export const system = {
  'system.health': operation({
    method: 'GET',
    path: '/health',
    summary: 'Whether the program and its database answer',
    response: z.object({ status: z.enum(['ok', 'degraded']), database: z.enum(['up', 'down']), version: z.string() }),
  }),
}
