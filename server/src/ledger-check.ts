// The program behind `npm run ledger:check`: proves that the books balance, or says exactly what does not and exits
// with 1. It may run beside the running platform, reads one snapshot, and changes nothing; in particular it repairs
// nothing.
import { runCheckProgram } from './check.program.ts'
import { checkLedger, renderReport } from './features/ledger/ledger.public.ts'
import { paymentChecks } from './features/payments/payments.public.ts'

await runCheckProgram('inrange-ledger-check', async (database) => {
  const report = await checkLedger({ database, extraChecks: paymentChecks })
  return { text: renderReport(report), isSound: report.isSound }
})
