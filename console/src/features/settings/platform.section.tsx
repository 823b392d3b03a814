// What the platform is called, from when on something is an alert, and what is forgotten when.
import { SectionCard } from './section.card.tsx'
import { NumberRow, Rows, TextField } from './setting.fields.tsx'
import { t } from './settings.texts.ts'
import type { SectionTools } from './use-section.ts'

type Tools = { tools: SectionTools }

export function BrandingSection({ tools }: Tools) {
  return (
    <SectionCard tools={tools} hint={t('brandingHint')}>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          tools={tools}
          path="branding.productName"
          className="min-w-0"
          label={t('branding.productName')}
          hint={t('branding.productNameHint')}
          required
        />
        <TextField
          tools={tools}
          path="branding.tagline"
          className="min-w-0"
          label={t('branding.tagline')}
          hint={t('branding.taglineHint')}
        />
      </div>
    </SectionCard>
  )
}

const alertUnits = [
  ['alerts.connectionDownMinutes', 'minutes'],
  ['alerts.quietMessages', 'messages'],
  ['alerts.quarantinePerHour', 'messages'],
  ['alerts.lagSeconds', 'seconds'],
  ['alerts.faultPercent', 'percent'],
  ['alerts.slowMs', 'milliseconds'],
  ['alerts.diskFreePercent', 'percent'],
  ['alerts.withdrawalHours', 'hours'],
  ['alerts.backupHours', 'hours'],
] as const

export function AlertsSection({ tools }: Tools) {
  return (
    <SectionCard tools={tools} hint={t('alertsHint')}>
      <Rows>
        {alertUnits.map(([path, unit]) => (
          <NumberRow key={path} tools={tools} path={path} unit={unit} label={t(path)} hint={t(`${path}Hint`)} />
        ))}
      </Rows>
    </SectionCard>
  )
}

export function RetentionSection({ tools }: Tools) {
  return (
    <SectionCard tools={tools} hint={t('retentionHint')}>
      <Rows>
        {(['retention.bodyDays', 'exports.expiryDays'] as const).map((path) => (
          <NumberRow key={path} tools={tools} path={path} unit="days" label={t(path)} hint={t(`${path}Hint`)} />
        ))}
      </Rows>
    </SectionCard>
  )
}
