// The fields of a payment method's form: those of USDT, those of PayPal, and the terms that both have.
import { useId, type ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { cx } from '../../ui/class-names.ts'
import { Field } from '../../ui/field.tsx'
import { Checkbox, Input, Select } from '../../ui/input.tsx'
import { feeOfHundred, type FormField, type MethodForm } from './method-form.model.ts'
import { t } from './method-form.texts.ts'
import type { Method } from './payments.rules.ts'

export type Form = UseFormReturn<MethodForm, unknown, MethodForm>
type FieldsProps = { form: Form; method: Method | null }

export function Pair({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">{children}</div>
}

type TextProps = {
  form: Form
  name: FormField
  label: string
  hint?: string
  lengthMax: number
  placeholder?: string
  required?: boolean
  /** An address, a key, an id: letters of equal width. */
  isCode?: boolean
  isSecret?: boolean
}

function TextField({ form, name, label, hint, lengthMax, placeholder, ...look }: TextProps) {
  const { required = false, isCode = false, isSecret = false } = look
  return (
    <Field
      label={label}
      error={form.formState.errors[name]?.message}
      required={required}
      {...(hint === undefined ? {} : { hint })}
    >
      {(tie) => (
        <Input
          {...tie}
          type={isSecret ? 'password' : 'text'}
          autoComplete={isSecret ? 'new-password' : 'off'}
          maxLength={lengthMax}
          placeholder={placeholder}
          className={cx(isCode && 'font-mono text-[0.8125rem]')}
          {...(isCode ? { autoCapitalize: 'none', spellCheck: false, dir: 'ltr' } : {})}
          {...form.register(name)}
        />
      )}
    </Field>
  )
}

export function NameAndType({ form, method }: FieldsProps) {
  const isUsdt = form.watch('type') === 'usdt'
  return (
    <Pair>
      <Field label={t('type')} {...(method === null ? {} : { hint: t('typeFixed') })}>
        {(tie) => (
          <Select
            {...tie}
            className="w-full"
            wrapperClassName="w-full"
            disabled={method !== null}
            options={[
              { value: 'usdt', label: t('usdt') },
              { value: 'paypal', label: t('paypal') },
            ]}
            {...form.register('type')}
          />
        )}
      </Field>
      <TextField
        form={form}
        name="name"
        label={t('name')}
        hint={t('nameHint')}
        lengthMax={60}
        placeholder={t(isUsdt ? 'namePlaceholderUsdt' : 'namePlaceholderPaypal')}
        required
      />
    </Pair>
  )
}

/** What stands below the field of a secret: how the stored one ends, or what it is for. */
function secretHint(secret: { isSet: boolean; last4: string | null } | undefined, hint: string): string {
  if (secret?.isSet !== true) return hint
  return secret.last4 === null ? t('keptPlain') : t('kept', { last4: secret.last4 })
}

function keyHint(method: Method | null): string {
  if (method?.xpub.isSet !== true) return t('xpubHint')
  const { fingerprint } = method.xpub
  return `${fingerprint === null ? t('keptPlain') : t('keptKey', { fingerprint })} ${t('xpubReplaceHint')}`
}

export function UsdtFields({ form, method }: FieldsProps) {
  const isRemoved = form.watch('isSecondNodeRemoved')
  return (
    <>
      <Field label={t('network')} {...(method === null ? {} : { hint: t('networkFixed') })}>
        {(tie) => (
          <Select
            {...tie}
            className="w-full"
            wrapperClassName="w-full"
            disabled={method !== null}
            options={(['trc20', 'erc20', 'bep20'] as const).map((value) => ({ value, label: t(value) }))}
            {...form.register('usdtNetwork')}
          />
        )}
      </Field>
      <TextField
        form={form}
        name="usdtAddress"
        label={t('usdtAddress')}
        hint={t('usdtAddressHint')}
        lengthMax={100}
        required
        isCode
      />
      <Pair>
        <TextField
          form={form}
          name="nodeUrl"
          label={t('nodeUrl')}
          hint={secretHint(method?.node, t('nodeUrlHint'))}
          lengthMax={500}
          placeholder="https://"
          isCode
        />
        <div className="flex min-w-0 flex-col gap-2">
          {!isRemoved && (
            <TextField
              form={form}
              name="secondNodeUrl"
              label={t('secondNodeUrl')}
              hint={secretHint(method?.secondNode, t('secondNodeUrlHint'))}
              lengthMax={500}
              placeholder="https://"
              isCode
            />
          )}
          {method?.secondNode.isSet === true && (
            <Checkbox {...form.register('isSecondNodeRemoved')}>{t('removeSecond')}</Checkbox>
          )}
        </div>
      </Pair>
      <TextField
        form={form}
        name="xpub"
        label={t('xpub')}
        hint={keyHint(method)}
        lengthMax={200}
        placeholder="xpub…"
        isCode
      />
    </>
  )
}

export function PaypalFields({ form, method }: FieldsProps) {
  return (
    <>
      <TextField form={form} name="paypalClientId" label={t('clientId')} lengthMax={200} required isCode />
      <TextField
        form={form}
        name="paypalClientSecret"
        label={t('clientSecret')}
        hint={secretHint(method?.settings.paypalClientSecret, t('clientSecretHint'))}
        lengthMax={500}
        required={method === null}
        isCode
        isSecret
      />
      <Pair>
        <Field label={t('environment')}>
          {(tie) => (
            <Select
              {...tie}
              className="w-full"
              wrapperClassName="w-full"
              options={(['live', 'sandbox'] as const).map((value) => ({ value, label: t(`environment_${value}`) }))}
              {...form.register('paypalEnvironment')}
            />
          )}
        </Field>
        <TextField
          form={form}
          name="paypalWebhookId"
          label={t('webhookId')}
          hint={t('webhookIdHint')}
          lengthMax={100}
          isCode
        />
      </Pair>
    </>
  )
}

type NumberProps = { form: Form; name: 'minimumAmount' | 'fees'; label: string; hint: string }

function NumberField({
  form,
  name,
  label,
  hint,
  ...bounds
}: NumberProps & { min: number; max?: number; step: number }) {
  return (
    <Field label={label} hint={hint} error={form.formState.errors[name]?.message} required>
      {(tie) => (
        <Input
          {...tie}
          type="number"
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          className="tabular-nums"
          {...bounds}
          {...form.register(name)}
        />
      )}
    </Field>
  )
}

export function Terms({ form }: { form: Form }) {
  const hintId = useId()
  const preview = feeOfHundred(form.watch('fees'))
  const isUsdt = form.watch('type') === 'usdt'
  return (
    <>
      <Pair>
        <NumberField
          form={form}
          name="minimumAmount"
          label={t('minimumAmount')}
          hint={t('minimumAmountHint')}
          min={1}
          step={0.01}
        />
        <NumberField form={form} name="fees" label={t('fees')} hint={t('feesHint')} min={0} max={10} step={0.1} />
      </Pair>
      <p role="status" className="rounded-xl bg-sunken px-4 py-2.5 text-[0.8125rem] text-ink-soft tabular-nums">
        {preview === null ? '…' : t('feesPreview', preview)}
      </p>
      <div className="flex flex-col gap-2">
        <Checkbox {...form.register('feesOnDeposits')}>{t('feesOnDeposits')}</Checkbox>
        <div>
          <Checkbox aria-describedby={hintId} {...form.register('isActive')}>
            {t('isActive')}
          </Checkbox>
          <p id={hintId} className="ps-7 text-xs text-ink-soft">
            {t(isUsdt ? 'isActiveUsdt' : 'isActivePaypal')}
          </p>
        </div>
      </div>
    </>
  )
}
