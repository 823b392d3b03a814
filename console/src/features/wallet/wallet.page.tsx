// The wallet section.
import { sections } from '../../paths.ts'
import { Page, PageHeader } from '../../ui/page-header.tsx'

export function WalletPage() {
  return (
    <Page>
      <PageHeader title={sections.wallet.title} description="Manage your funds and transactions" />
    </Page>
  )
}
