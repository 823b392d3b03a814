// Copies one thing to the clipboard and says so, to eyes and to screen readers.
import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { cx } from './class-names.ts'

const saidForMs = 1_600

/** `label` says what is copied: 'Copy code'. The click does not reach a row around it. */
export function CopyButton({ text, label, className }: { text: string; label: string; className?: string }) {
  const [isCopied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), saidForMs)
  }

  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={cx(
        'inline-flex size-7 shrink-0 items-center justify-center rounded-md text-ink-soft',
        'transition-colors hover:bg-hover hover:text-ink pointer-coarse:size-11',
        className,
      )}
      onClick={(event) => {
        event.stopPropagation()
        // Without a clipboard (plain http on another machine) the button keeps its copy icon: nothing was copied,
        // nothing is claimed.
        void copy().catch(() => undefined)
      }}
    >
      {isCopied ? (
        <Check className="size-4 text-good" aria-hidden="true" />
      ) : (
        <Copy className="size-4" aria-hidden="true" />
      )}
      <span role="status" className="sr-only">
        {isCopied ? 'Copied' : ''}
      </span>
    </button>
  )
}
