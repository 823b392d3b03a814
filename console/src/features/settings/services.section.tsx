// The services outside that the platform uses: mail server, SMS gateway, captcha.
import { captchaProviders, gatewayBodies, mailSecurities } from '@inrange/contract/settings'
import { SectionCard } from './section.card.tsx'
import { ChoiceField, Group, NumberRow, Rows, SecretField, TextField } from './setting.fields.tsx'
import { TestMail, TestSms } from './service.test-run.tsx'
import { t } from './settings.texts.ts'
import type { SectionTools } from './use-section.ts'

type Tools = { tools: SectionTools }

const usualPorts = { tls: '465', starttls: '587', none: '25' } as const
type Security = (typeof mailSecurities)[number]

export function MailSection({ tools }: Tools) {
  const { host, fromAddress } = tools.answer.values.mail
  const isOn = host !== '' && fromAddress !== ''
  const security = mailSecurities.find((known) => known === tools.draft['mail.security']) ?? 'tls'
  // The usual port goes along with the encryption, as long as nobody chose another.
  const withPort: SectionTools = {
    ...tools,
    change: (path, text) => {
      if (path === 'mail.security' && tools.draft['mail.port'] === usualPorts[security]) {
        tools.change('mail.port', usualPorts[text as Security])
      }
      tools.change(path, text)
    },
  }
  return (
    <SectionCard
      tools={tools}
      hint={isOn ? t('mailHint') : `${t('mailHint')} ${t('mailOffHint')}`}
      isOn={isOn}
      after={isOn && <TestMail isDirty={tools.isDirty} />}
    >
      <Group>
        <TextField
          tools={tools}
          path="mail.host"
          label={t('mail.host')}
          hint={t('mail.hostHint')}
          placeholder="smtp.example.com"
          className="sm:col-span-4"
          mono
        />
        <TextField tools={tools} path="mail.port" label={t('mail.port')} className="sm:col-span-2" isNumber required />
        <ChoiceField
          tools={withPort}
          path="mail.security"
          label={t('mail.security')}
          hint={t(`mail.securityHint_${security}`)}
          className="sm:col-span-6"
          options={mailSecurities.map((value) => ({ value, label: t(`security_${value}`) }))}
        />
        <TextField
          tools={tools}
          path="mail.username"
          label={t('mail.username')}
          hint={t('mail.usernameHint')}
          className="sm:col-span-3"
        />
        <SecretField tools={tools} label={t('mailPassword')} className="sm:col-span-3" />
        <TextField
          tools={tools}
          path="mail.fromAddress"
          label={t('mail.fromAddress')}
          hint={t('mail.fromAddressHint')}
          placeholder="sms@example.com"
          className="sm:col-span-3"
          type="email"
        />
        <TextField tools={tools} path="mail.fromName" label={t('mail.fromName')} className="sm:col-span-3" />
      </Group>
    </SectionCard>
  )
}

function RequestFields({ tools }: Tools) {
  return (
    <Group>
      <TextField
        tools={tools}
        path="smsGateway.url"
        label={t('smsGateway.url')}
        hint={t('smsGateway.urlHint')}
        placeholder="https://gateway.example.com/messages"
        className="sm:col-span-4"
        type="url"
        mono
      />
      <ChoiceField
        tools={tools}
        path="smsGateway.body"
        label={t('smsGateway.body')}
        className="sm:col-span-2"
        options={gatewayBodies.map((value) => ({ value, label: t(`body_${value}`) }))}
      />
      <TextField
        tools={tools}
        path="smsGateway.numberField"
        label={t('smsGateway.numberField')}
        className="sm:col-span-2"
        required
        mono
      />
      <TextField
        tools={tools}
        path="smsGateway.textField"
        label={t('smsGateway.textField')}
        className="sm:col-span-2"
        required
        mono
      />
      <TextField
        tools={tools}
        path="smsGateway.senderField"
        label={t('smsGateway.senderField')}
        className="sm:col-span-2"
        mono
      />
      <TextField
        tools={tools}
        path="smsGateway.sender"
        label={t('smsGateway.sender')}
        hint={t('smsGateway.senderHint')}
        className="sm:col-span-3"
      />
      <TextField
        tools={tools}
        path="smsGateway.credentialHeader"
        label={t('smsGateway.credentialHeader')}
        className="sm:col-span-3"
        mono
      />
      <SecretField
        tools={tools}
        label={t('smsGatewayCredential')}
        hint={t('smsGatewayCredentialHint')}
        className="sm:col-span-6"
      />
    </Group>
  )
}

export function SmsGatewaySection({ tools }: Tools) {
  const isOn = tools.answer.values.smsGateway.url !== ''
  return (
    <SectionCard
      tools={tools}
      hint={isOn ? t('smsGatewayHint') : `${t('smsGatewayHint')} ${t('smsGatewayOffHint')}`}
      isOn={isOn}
      after={isOn && <TestSms isDirty={tools.isDirty} />}
    >
      <RequestFields tools={tools} />
      <div className="border-t border-line pt-4">
        <Rows>
          <NumberRow
            tools={tools}
            path="phoneCodesPerNumberPerDay"
            unit="codes"
            label={t('phoneCodesPerNumberPerDay')}
            hint={t('phoneCodesPerNumberPerDayHint')}
          />
          <NumberRow
            tools={tools}
            path="phoneCodesPerUserPerDay"
            unit="codes"
            label={t('phoneCodesPerUserPerDay')}
            hint={t('phoneCodesPerUserPerDayHint')}
          />
          <NumberRow
            tools={tools}
            path="phoneCodesPerDay"
            unit="codes"
            label={t('phoneCodesPerDay')}
            hint={t('phoneCodesPerDayHint')}
          />
        </Rows>
      </div>
    </SectionCard>
  )
}

export function CaptchaSection({ tools }: Tools) {
  const provider = captchaProviders.find((known) => known === tools.draft['captcha.provider']) ?? 'none'
  const { values, secretsSet } = tools.answer
  const isOn = values.captcha.provider !== 'none' && values.captcha.siteKey !== '' && secretsSet.captchaSecret
  return (
    <SectionCard tools={tools} hint={t('captchaHint')} isOn={isOn}>
      <Group>
        <ChoiceField
          tools={tools}
          path="captcha.provider"
          label={t('captcha.provider')}
          hint={t(`captcha_${provider}Hint`)}
          className="sm:col-span-6"
          options={captchaProviders.map((value) => ({ value, label: t(`captcha_${value}`) }))}
        />
        {(provider !== 'none' || (tools.draft['captcha.siteKey'] ?? '') !== '') && (
          <TextField
            tools={tools}
            path="captcha.siteKey"
            label={t('captcha.siteKey')}
            hint={t('captcha.siteKeyHint')}
            className="sm:col-span-3"
            required={provider !== 'none'}
            mono
          />
        )}
        {(provider !== 'none' || secretsSet.captchaSecret) && (
          <SecretField tools={tools} label={t('captchaSecret')} className="sm:col-span-3" />
        )}
      </Group>
    </SectionCard>
  )
}
