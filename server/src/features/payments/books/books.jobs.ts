// The background work of the books: compared every hour, past the time when hours are settled.
import type { JobDefinition } from '../../../platform/jobs.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { takeBooks } from './take-books.ts'

export function booksJobs(deps: PaymentsDeps): JobDefinition[] {
  return [{ name: 'take-books', schedule: '23 * * * *', handle: async () => void (await takeBooks(deps)) }]
}
