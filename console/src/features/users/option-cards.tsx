// A choice between a few ways, each with what it means. Radio buttons underneath, so arrow keys work.
import { useId } from 'react'

type OptionCardsProps<T extends string> = {
  label: string
  value: T
  onChange: (value: T) => void
  options: readonly { value: T; label: string; hint: string }[]
}

export function OptionCards<T extends string>({ label, value, onChange, options }: OptionCardsProps<T>) {
  const id = useId()
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-[0.8125rem] font-medium">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={
            'flex cursor-pointer gap-3 rounded-lg border border-line px-3 py-2.5 transition-colors hover:bg-hover ' +
            'has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 ' +
            'has-focus-visible:outline-offset-2 has-focus-visible:outline-accent'
          }
        >
          <input
            type="radio"
            name={id}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            aria-labelledby={`${id}-${option.value}-label`}
            aria-describedby={`${id}-${option.value}`}
            className="mt-0.5 size-4 shrink-0 accent-accent outline-none"
          />
          <span className="min-w-0">
            <span id={`${id}-${option.value}-label`} className="block text-sm font-medium">
              {option.label}
            </span>
            <span id={`${id}-${option.value}`} className="mt-0.5 block text-xs text-ink-soft">
              {option.hint}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
