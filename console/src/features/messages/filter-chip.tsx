// One filter of the bar: a pill that says what is asked for, opens what it is asked with, and is taken out by its
// cross. The panel closes with Escape, which gives the focus back, or when the focus goes elsewhere; on a phone it is
// a sheet.
import { ChevronDown, Plus, X } from 'lucide-react'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { cx } from '../../ui/class-names.ts'
import { t } from './messages.texts.ts'

type FilterChipProps = {
  /** What is filtered by: 'Sender'. */
  name: string
  /** What is asked for; null while nothing is. */
  value: ReactNode
  onClear: () => void
  /** A pill of the bar, or a button beside the search field. */
  look?: 'pill' | 'button'
  icon?: ReactNode
  /** Gets what closes the panel. */
  children: (close: () => void) => ReactNode
}

const pill = 'inline-flex items-center text-[0.8125rem] transition-colors pointer-coarse:h-11'

function lookOf(look: 'pill' | 'button', isOn: boolean): string {
  const shape = look === 'pill' ? 'rounded-full' : 'rounded-lg shadow-card'
  if (isOn) return cx(shape, 'border-accent/25 bg-accent-soft text-accent-ink')
  if (look === 'button') return cx(shape, 'border-line bg-surface text-ink hover:bg-hover')
  return cx(shape, 'border-dashed border-line-strong/70 text-ink-soft hover:border-line-strong hover:text-ink')
}

function useOpenPanel(onClear: () => void) {
  const [isOpen, setOpen] = useState(false)
  const host = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isOpen) host.current?.querySelector<HTMLElement>('[data-panel] :is(input,select,button)')?.focus()
  }, [isOpen])
  function close(): void {
    setOpen(false)
    opener.current?.focus()
  }
  /** The cross goes with what it takes out. */
  function clear(): void {
    onClear()
    opener.current?.focus()
  }
  return { isOpen, setOpen, close, clear, host, opener }
}

function Cross({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={t('removeFilter', { name })}
      className={cx(pill, 'h-7.5 rounded-full ps-1 pe-2.5 hover:text-ink')}
      onClick={onClick}
    >
      <X className="size-3.5" aria-hidden="true" />
    </button>
  )
}

export function FilterChip({ name, value, onClear, look = 'pill', icon, children }: FilterChipProps) {
  const id = useId()
  const { isOpen, setOpen, close, clear, host, opener } = useOpenPanel(onClear)
  const isOn = value !== null
  return (
    // It only closes here.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={host}
      className="relative max-w-full shrink-0"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        event.stopPropagation()
        close()
      }}
    >
      <span className={cx('inline-flex max-w-full items-center border', lookOf(look, isOn))}>
        <button
          ref={opener}
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          className={cx(
            pill,
            'min-w-0 gap-1.5 ps-3',
            look === 'pill' ? 'h-7.5 rounded-full' : 'h-8.5 rounded-lg',
            isOn ? 'pe-1.5' : 'pe-3',
          )}
          onClick={() => setOpen(!isOpen)}
        >
          {icon ?? (!isOn && <Plus className="size-3.5 shrink-0" aria-hidden="true" />)}
          <span className="shrink-0 font-medium">{name}</span>
          {isOn && <span className="flex max-w-72 min-w-0 gap-1 truncate max-sm:max-w-44">{value}</span>}
          {isOn && <ChevronDown className="size-3.5 shrink-0 opacity-70" aria-hidden="true" />}
        </button>
        {isOn && <Cross name={name} onClick={clear} />}
      </span>
      {isOpen && (
        <div
          id={id}
          data-panel=""
          role="group"
          aria-label={name}
          // A click on its words keeps the focus in here.
          tabIndex={-1}
          className={cx(
            'absolute top-full z-20 mt-1.5 flex max-h-[70dvh] w-76 animate-rise flex-col gap-2.5',
            look === 'pill' ? 'start-0' : 'end-0',
            'overflow-y-auto rounded-xl border border-line bg-raised p-3 shadow-float outline-none',
            'max-sm:fixed max-sm:inset-x-4 max-sm:top-auto max-sm:bottom-4 max-sm:z-40 max-sm:w-auto',
          )}
        >
          {children(close)}
        </div>
      )}
    </div>
  )
}
