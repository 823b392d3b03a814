// What bounds deposits and withdrawals, the switch that stops withdrawals at once, and when traffic looks inflated.
import type { ReactNode } from 'react'
import { PauseSwitch } from './pause.switch.tsx'
import { SectionCard } from './section.card.tsx'
import { FlagRow, NumberRow, Rows, type Unit } from './setting.fields.tsx'
import { t } from './settings.texts.ts'
import type { SectionTools } from './use-section.ts'

type Tools = { tools: SectionTools }

/** The fields whose effect stands in a text of their own name. */
type NumberPath =
  | 'deposits.minimumUsd'
  | 'deposits.openHours'
  | 'deposits.quarantineHours'
  | 'deposits.secondOpinionUsd'
  | 'deposits.extraConfirmations'
  | 'withdrawals.minimumUsd'
  | 'withdrawals.perRequestUsd'
  | 'withdrawals.perUserDayUsd'
  | 'withdrawals.perUserDayRequests'
  | 'withdrawals.platformDayUsd'
  | 'withdrawals.secondPersonUsd'
  | 'withdrawals.autoApproveUsd'
  | 'withdrawals.destinationHours'
  | 'withdrawals.changeHours'
  | 'withdrawals.accountHours'
  | 'withdrawals.paypalOnlyDays'
  | 'integrity.messagesMin'
  | 'integrity.burstFactor'
  | 'integrity.fanOutPercent'
  | 'integrity.oneSenderPercent'
  | 'integrity.oneTextPercent'
  | 'integrity.newRangeDays'
  | 'integrity.newRangeDayUsd'
function Amount({ tools, path, unit }: Tools & { path: NumberPath; unit: Unit }) {
  return <NumberRow tools={tools} path={path} unit={unit} label={t(path)} hint={t(`${path}Hint`)} />
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0 border-t border-line pt-4">
      <legend className="float-start w-full pb-4 text-[0.8125rem] font-semibold">{title}</legend>
      <div className="clear-both">
        <Rows>{children}</Rows>
      </div>
    </fieldset>
  )
}

export function DepositsSection({ tools }: Tools) {
  return (
    <SectionCard tools={tools} hint={t('depositsHint')}>
      <Rows>
        <Amount tools={tools} path="deposits.minimumUsd" unit="dollars" />
        <Amount tools={tools} path="deposits.openHours" unit="hours" />
        <Amount tools={tools} path="deposits.quarantineHours" unit="hours" />
        <Amount tools={tools} path="deposits.secondOpinionUsd" unit="dollars" />
        <Amount tools={tools} path="deposits.extraConfirmations" unit="blocks" />
      </Rows>
    </SectionCard>
  )
}

export function WithdrawalsSection({ tools }: Tools) {
  return (
    <SectionCard tools={tools} hint={t('withdrawalsHint')}>
      <PauseSwitch isPaused={tools.answer.values.withdrawals.isPaused} />
      <Part title={t('limits')}>
        <Amount tools={tools} path="withdrawals.minimumUsd" unit="dollars" />
        <Amount tools={tools} path="withdrawals.perRequestUsd" unit="dollars" />
        <Amount tools={tools} path="withdrawals.perUserDayUsd" unit="dollars" />
        <Amount tools={tools} path="withdrawals.perUserDayRequests" unit="requests" />
        <Amount tools={tools} path="withdrawals.platformDayUsd" unit="dollars" />
      </Part>
      <Part title={t('people')}>
        <Amount tools={tools} path="withdrawals.secondPersonUsd" unit="dollars" />
        <Amount tools={tools} path="withdrawals.autoApproveUsd" unit="dollars" />
        <FlagRow
          tools={tools}
          path="withdrawals.requireFactor"
          label={t('withdrawals.requireFactor')}
          hint={t('withdrawals.requireFactorHint')}
        />
      </Part>
      <Part title={t('rests')}>
        <Amount tools={tools} path="withdrawals.destinationHours" unit="hours" />
        <Amount tools={tools} path="withdrawals.changeHours" unit="hours" />
        <Amount tools={tools} path="withdrawals.accountHours" unit="hours" />
        <Amount tools={tools} path="withdrawals.paypalOnlyDays" unit="days" />
      </Part>
    </SectionCard>
  )
}

export function IntegritySection({ tools }: Tools) {
  const isOn = tools.answer.values.integrity.isEnabled
  return (
    <SectionCard
      tools={tools}
      hint={isOn ? t('integrityHint') : `${t('integrityHint')} ${t('integrityOffHint')}`}
      isOn={isOn}
    >
      <Rows>
        <FlagRow
          tools={tools}
          path="integrity.isEnabled"
          label={t('integrity.isEnabled')}
          hint={t('integrity.isEnabledHint')}
        />
        <Amount tools={tools} path="integrity.messagesMin" unit="messages" />
        <Amount tools={tools} path="integrity.burstFactor" unit="times" />
        <Amount tools={tools} path="integrity.fanOutPercent" unit="percent" />
        <Amount tools={tools} path="integrity.oneSenderPercent" unit="percent" />
        <Amount tools={tools} path="integrity.oneTextPercent" unit="percent" />
        <Amount tools={tools} path="integrity.newRangeDays" unit="days" />
        <Amount tools={tools} path="integrity.newRangeDayUsd" unit="dollars" />
      </Rows>
    </SectionCard>
  )
}
