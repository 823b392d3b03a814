// Two weeks of history, through the real pipeline with a clock that stands in the past: generated PDUs are decoded, joined, located, rated and committed like
// any others; then the product's own jobs settle and mature what is due.
import { randomUUID } from 'node:crypto'
import { createRandom } from '@inrange/sim/seeded-random'
import { generateMessage, messagesPerMinute, toPdus } from '@inrange/sim/traffic'
import { invariant } from '../platform/invariant.ts'
import type { Foundation } from '../compose.ts'
import type { ConnectionFacts, IntakeItem, IntakePort } from '../features/carriers/carriers.public.ts'
import { matureEarnings, settleEarnings } from '../features/ledger/ledger.public.ts'
import { openIngest, type Ingest } from '../ingest/open-ingest.ts'
import { createManualClock, type ManualClock } from '../platform/clock.ts'
import { ensureHistoryPartitions } from './demo.queries.ts'
import { DEMO_MATURITY_DAYS, demoRanges, HISTORY_DAYS, HISTORY_MESSAGES_PER_DAY } from './demo.world.ts'
