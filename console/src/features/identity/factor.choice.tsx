// Ways to prove oneself as a list to choose from: what it is called, and what kind it is. Radio buttons underneath, so
// that arrow keys work.
import { Fingerprint, KeyRound, LifeBuoy, Smartphone, type LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { cx } from '../../ui/class-names.ts'

export type ChoiceKind = 'totp' | 'phone' | 'webauthn' | 'recovery_code'
export type FactorOption = { value: string; kind: ChoiceKind; title: string; about: string }

export const factorIcons: Record<ChoiceKind, LucideIcon> = {
  totp: Smartphone,
  phone: KeyRound,
  webauthn: Fingerprint,
  recovery_code: LifeBuoy,
}

type FactorChoiceProps = {
  label: string
  options: readonly FactorOption[]
  value: string | null
  onChange: (value: string) => void
}

export function FactorChoice({ label, options, value, onChange }: FactorChoiceProps) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className="flex flex-col gap-2">
      {options.map((option) => {
        const Icon = factorIcons[option.kind]
        return (
          <label
            key={option.value}
            className={cx(
              'relative flex min-h-14 cursor-pointer items-center gap-3 rounded-xl border border-line bg-surface px-3',
              'py-2 transition-colors hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="peer absolute inset-0 cursor-pointer opacity-0"
            />
            <span
              aria-hidden="true"
              className="inline-flex size-9 shrink-0 items-center justify-center rounded-lg bg-sunken text-ink-soft"
            >
              <Icon className="size-4.5" />
            </span>
            <span className="min-w-0 leading-snug">
              <bdi className="block truncate text-sm font-medium">{option.title}</bdi>
              <span className="block text-xs text-ink-soft">{option.about}</span>
            </span>
          </label>
        )
      })}
    </div>
  )
}
