// `npm run bench -- <name>`: each benchmark prints one table. Figures of one run may be compared with each other;
// machines differ too much for more.
import { benchConsole } from './console.ts'
import { benchIngest } from './ingest.ts'
import { benchInsight } from './insight.ts'
import { benchLedger } from './ledger.ts'
import { benchLocate } from './locate.ts'
import { takePictures } from './pictures.ts'
import { benchSession } from './session.ts'
import { benchTiming } from './timing.ts'

const benchmarks: Record<string, (args: readonly string[]) => void | Promise<void>> = {
  console: benchConsole,
  ingest: benchIngest,
  insight: benchInsight,
  locate: benchLocate,
  ledger: benchLedger,
  pictures: takePictures,
  session: benchSession,
  timing: benchTiming,
}

const [name = '', ...args] = process.argv.slice(2)
const benchmark = benchmarks[name]
if (!benchmark) {
  console.error(`Usage: npm run bench -- <${Object.keys(benchmarks).join(' | ')}>`)
  process.exit(2)
}
await benchmark(args)
