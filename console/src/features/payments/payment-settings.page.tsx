// Payment methods of the platform. There are none yet, and the page says so.
import { CreditCard } from 'lucide-react'
import { sections } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page, PageHeader } from '../../ui/page-header.tsx'

export function PaymentSettingsPage() {
  return (
    <Page>
      <PageHeader title={sections['payment-settings'].title} description="Configure USDT and PayPal payment methods" />
      <Card>
        <EmptyState icon={<CreditCard />} title="No Payment Methods" />
      </Card>
      <Card title="Recent Transactions">
        <EmptyState title="No transactions yet" />
      </Card>
    </Page>
  )
}
