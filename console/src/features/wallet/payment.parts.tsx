// What the dialogs of deposits and withdrawals share: the choice of a method, the field of an amount, the steps of a
// payment, and what happened to it.
import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatMoney } from '../../lib/format.ts'
import { cx } from '../../ui/class-names.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MethodMark } from './method.mark.tsx'
import type { Method, Step } from './payment.rules.ts'
import { t } from './payment.texts.ts'

/** 'USDT TRC20' or 'PayPal'. */
export function kindText(kind: Method['kind']): string {
  return kind === 'paypal' ? t('paypal') : t('usdtOn', { network: kind.slice('usdt_'.length).toUpperCase() })
}

type MethodChoiceProps = {
  methods: readonly Method[]
  chosen: string | undefined
  /** The fee belongs to deposits, or to withdrawals. */
  direction: 'deposit' | 'withdrawal'
  onChoose: (method: Method) => void
}

/** Radio buttons as cards, so that arrow keys work. */
export function MethodChoice({ methods, chosen, direction, onChoose }: MethodChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-[0.8125rem] font-medium">{t('method')}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {methods.map((method) => {
          const hasFee = method.fees > 0 && (direction === 'withdrawal' || method.feesOnDeposits)
          return (
            <label
              key={method.id}
              className={cx(
                'relative flex cursor-pointer items-center gap-3 rounded-lg border border-line bg-surface p-2.5',
                'transition-colors hover:bg-hover/60 has-checked:border-accent has-checked:bg-accent-soft/40',
                'has-checked:ring-1 has-checked:ring-accent has-focus-visible:outline-2 has-focus-visible:outline-accent',
              )}
            >
              <input
                type="radio"
                name="method"
                value={method.id}
                checked={method.id === chosen}
                onChange={() => onChoose(method)}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              <MethodMark type={method.type} className="size-8" />
              <span className="min-w-0 leading-snug">
                <span className="block truncate text-sm font-medium">{kindText(method.kind)}</span>
                <span className="block truncate text-xs text-ink-soft">
                  {t('fromMinimum', { minimum: formatMoney(method.minimum) })} ·{' '}
                  {hasFee ? t('feeOf', { percent: String(method.fees) }) : t('noFee')}
                </span>
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

type AmountFieldProps = {
  value: string
  error: string | undefined
  hint: ReactNode
  action?: ReactNode
  onChange: (text: string) => void
}

export function AmountField({ value, error, hint, action, onChange }: AmountFieldProps) {
  return (
    <Field label={t('amount')} hint={hint} error={error} required>
      {(tie) => (
        <span className="relative flex items-center">
          <span className="pointer-events-none absolute start-3 text-ink-soft" aria-hidden="true">
            $
          </span>
          <Input
            {...tie}
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            dir="ltr"
            placeholder="25.00"
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            className={cx('h-11! ps-7 text-base! tabular-nums', action !== undefined && 'pe-18')}
          />
          {action !== undefined && <span className="absolute end-1.5">{action}</span>}
        </span>
      )}
    </Field>
  )
}

const dotLooks = {
  done: 'border-good bg-good text-surface',
  now: 'border-accent bg-accent-soft text-accent-ink',
  ahead: 'border-line bg-surface text-ink-faint',
  stopped: 'border-bad bg-bad-soft text-bad',
} as const

type StepLineProps = { label: string; steps: readonly Step<string>[]; names: Readonly<Record<string, ReactNode>> }

/** Where a payment is on its way, in one line. */
export function StepLine({ label, steps, names }: StepLineProps) {
  return (
    <ol aria-label={label} className="flex">
      {steps.map(({ key, state }, index) => (
        <li
          key={key}
          aria-current={state === 'now' ? 'step' : undefined}
          className="relative flex min-w-0 flex-1 flex-col items-center gap-1.5 px-1 text-center"
        >
          {index > 0 && (
            <span
              aria-hidden="true"
              className={cx(
                'absolute end-1/2 top-3 h-px w-full -translate-y-1/2',
                state === 'ahead' ? 'bg-line' : 'bg-good',
              )}
            />
          )}
          <span
            aria-hidden="true"
            className={cx(
              'relative z-1 inline-flex size-6 items-center justify-center rounded-full border text-xs font-semibold',
              dotLooks[state],
            )}
          >
            {state === 'done' && <Check className="size-3.5" strokeWidth={3} />}
            {state === 'stopped' && <X className="size-3.5" strokeWidth={3} />}
            {state === 'now' && <span className="size-2 animate-pulse rounded-full bg-accent" />}
            {state === 'ahead' && index + 1}
          </span>
          <span className={cx('text-xs text-pretty', state === 'ahead' ? 'text-ink-soft' : 'font-medium')}>
            {names[key]}
          </span>
        </li>
      ))}
    </ol>
  )
}

type Happening = { at: string; text: string; detail: string }

/** Newest first: what a person looks for is what happened last. */
export function Timeline({ happenings }: { happenings: readonly Happening[] }) {
  if (happenings.length === 0) return null
  return (
    <section className="flex flex-col gap-3">
      <h3 className="text-sm font-semibold">{t('timeline')}</h3>
      <ol className="relative flex flex-col gap-3.5 ps-5 before:absolute before:inset-y-1.5 before:start-1.25 before:w-px before:bg-line">
        {happenings.toReversed().map(({ at, text, detail }, index) => (
          <li key={`${at} ${index}`} className="relative text-sm">
            <span
              aria-hidden="true"
              className={cx(
                'absolute -start-5 top-1.5 size-2.5 rounded-full border-2 border-raised ring-1 ring-line',
                index === 0 ? 'bg-accent' : 'bg-ink-faint',
              )}
            />
            <p className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="font-medium">{text}</span>
              <RelativeTime iso={at} className="text-xs text-ink-soft" />
            </p>
            {detail !== '' && detail !== text && (
              <p className="text-[0.8125rem] text-pretty wrap-anywhere text-ink-soft">{detail}</p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

export type Fact = { name: string; value: ReactNode; isSum?: boolean }

/** Names and values below each other; the last line of a sum is set off. */
export function Facts({ facts }: { facts: readonly (Fact | null)[] }) {
  return (
    <dl className="rounded-lg border border-line bg-canvas px-3.5 py-1 text-sm">
      {facts.map((fact) =>
        fact === null ? null : (
          <div
            key={fact.name}
            className={cx(
              'flex flex-wrap items-center justify-between gap-x-4 gap-y-0.5 py-1.5',
              fact.isSum === true && 'border-t border-line font-semibold',
            )}
          >
            <dt className={fact.isSum === true ? '' : 'text-ink-soft'}>{fact.name}</dt>
            <dd className="ms-auto min-w-0 text-end wrap-anywhere">{fact.value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

export function DialogSkeleton() {
  return (
    <div role="status" aria-label={t('loading')} className="flex flex-col gap-4">
      <Skeleton className="h-10 w-40" />
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-32 w-full" />
    </div>
  )
}
