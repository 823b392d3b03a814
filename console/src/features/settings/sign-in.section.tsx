// The sign-in policy: passwords, second factors by role, and when a sign-in ends.
import { PASSWORD_LENGTH_RECOMMENDED } from '@inrange/contract/settings'
import { useId } from 'react'
import { Checkbox, Select } from '../../ui/input.tsx'
import { SectionCard } from './section.card.tsx'
import { NumberRow, Rows, type Unit } from './setting.fields.tsx'
import { ROLES_BY_DEFAULT } from './settings.model.ts'
import { t } from './settings.texts.ts'
import type { SectionTools } from './use-section.ts'

type Tools = { tools: SectionTools }

/** The recommendation stands where the length is set, as long as it is not followed. */
function LengthAdvice({ tools }: Tools) {
  const typed = tools.draft.passwordLengthMin ?? ''
  const length = PASSWORD_LENGTH_RECOMMENDED
  return (
    <p className="mt-1 text-[0.8125rem] text-ink-soft">
      {t('lengthRecommended', { length })}{' '}
      {Number(typed) < length && (
        <button
          type="button"
          className="inline-flex min-h-6 items-center font-medium text-accent-ink underline underline-offset-2 hover:no-underline"
          onClick={() => tools.change('passwordLengthMin', String(length))}
        >
          {t('useRecommended', { length })}
        </button>
      )}
    </p>
  )
}

const roleLabels = { super_admin: 'roleSuperAdmins', admin: 'roleAdmins', user: 'roleUsers' } as const
const roles = ['super_admin', 'admin', 'user'] as const

function RolesRow({ tools }: Tools) {
  const id = useId()
  const value = tools.draft.mfaRequiredRoles ?? ROLES_BY_DEFAULT
  const isChosen = value !== ROLES_BY_DEFAULT
  const chosen = isChosen ? value.split(' ').filter(Boolean) : []
  const fault = tools.faults.mfaRequiredRoles
  const set = (next: readonly string[]) => tools.change('mfaRequiredRoles', next.toSorted().join(' '))
  const meant = isChosen ? 'rolesChosenHint' : tools.answer.isHttps ? 'rolesByDefaultHttps' : 'rolesByDefaultHttp'
  return (
    <div className="grid grid-cols-1 items-start gap-x-6 gap-y-2 py-4 sm:grid-cols-[minmax(0,1fr)_11rem]">
      <div className="min-w-0">
        <label htmlFor={id} className="text-sm font-medium">
          {t('mfaRequiredRoles')}
        </label>
        <p id={`${id}-hint`} className="mt-0.5 text-[0.8125rem] text-pretty text-ink-soft">
          {t('mfaRequiredRolesHint')} {t(meant)}
        </p>
        {fault !== undefined && <p className="mt-1 text-xs font-medium text-bad">{fault}</p>}
      </div>
      <div className="flex min-w-0 flex-col gap-2.5">
        <Select
          id={id}
          aria-describedby={`${id}-hint`}
          className="w-full"
          wrapperClassName="w-full"
          value={isChosen ? 'chosen' : ROLES_BY_DEFAULT}
          onChange={({ target }) =>
            target.value === 'chosen'
              ? set(tools.answer.isHttps ? ['super_admin'] : [])
              : tools.change('mfaRequiredRoles', ROLES_BY_DEFAULT)
          }
          options={[
            { value: ROLES_BY_DEFAULT, label: t('rolesByDefault') },
            { value: 'chosen', label: t('rolesChosen') },
          ]}
        />
        {isChosen && (
          <fieldset className="flex flex-col gap-1.5">
            <legend className="sr-only">{t('mfaRequiredRoles')}</legend>
            {roles.map((role) => (
              <Checkbox
                key={role}
                checked={chosen.includes(role)}
                onChange={({ target }) =>
                  set(target.checked ? [...chosen, role] : chosen.filter((other) => other !== role))
                }
              >
                {t(roleLabels[role])}
              </Checkbox>
            ))}
          </fieldset>
        )}
      </div>
    </div>
  )
}

export function SignInSection({ tools }: Tools) {
  // Allowed, since it harms nobody; but whoever sets it may expect something of it.
  const isIdleEndMoot = Number(tools.draft.sessionIdleDays) >= Number(tools.draft.sessionAbsoluteDays)
  const row = (path: Parameters<typeof NumberRow>[0]['path'], unit: Unit) => ({ tools, path, unit })
  return (
    <SectionCard tools={tools} hint={t('signInHint')}>
      <Rows>
        <NumberRow
          {...row('passwordLengthMin', 'characters')}
          label={t('passwordLengthMin')}
          hint={t('passwordLengthMinHint')}
        >
          <LengthAdvice tools={tools} />
        </NumberRow>
        <RolesRow tools={tools} />
        <NumberRow {...row('sessionIdleDays', 'days')} label={t('sessionIdleDays')} hint={t('sessionIdleDaysHint')}>
          {isIdleEndMoot && (
            <p className="mt-1 text-[0.8125rem] font-medium text-warn">
              {t('idleEndMoot', { days: Number(tools.draft.sessionAbsoluteDays) })}
            </p>
          )}
        </NumberRow>
        <NumberRow
          {...row('sessionAbsoluteDays', 'days')}
          label={t('sessionAbsoluteDays')}
          hint={t('sessionAbsoluteDaysHint')}
        />
        <NumberRow
          {...row('temporaryPasswordDays', 'days')}
          label={t('temporaryPasswordDays')}
          hint={t('temporaryPasswordDaysHint')}
        />
        <NumberRow {...row('invitationDays', 'days')} label={t('invitationDays')} hint={t('invitationDaysHint')} />
        <NumberRow
          {...row('recoveryLinkMinutes', 'minutes')}
          label={t('recoveryLinkMinutes')}
          hint={t('recoveryLinkMinutesHint')}
        />
      </Rows>
    </SectionCard>
  )
}

export function EarningsSection({ tools }: Tools) {
  return (
    <SectionCard tools={tools} hint={t('earningsHint')}>
      <Rows>
        <NumberRow
          tools={tools}
          path="earningsMaturityDays"
          unit="days"
          label={t('earningsMaturityDays')}
          hint={t('earningsMaturityDaysHint')}
        />
      </Rows>
    </SectionCard>
  )
}
