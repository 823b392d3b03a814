// The program behind `npm run audit:check`: proves that the audit log is what was sealed, or names every block that is
// not and exits with 1. It may run beside the running platform, reads one snapshot, and changes nothing.
import { runCheckProgram } from './check.program.ts'
import { renderChainReport, verifyAuditChain } from './features/audit/audit.public.ts'

await runCheckProgram('inrange-audit-check', async (database) => {
  const report = await verifyAuditChain({ database, keep: false })
  return { text: renderChainReport(report), isSound: report.isSound }
})
