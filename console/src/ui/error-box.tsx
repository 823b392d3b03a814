// A failure where it happened: what failed, in a sentence, and a way on. Announced when it appears.
import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'
import { t } from './ui.texts.ts'

type ErrorBoxProps = {
  children: ReactNode
  /** Quoted to support. */
  requestId?: string | null | undefined
  onRetry?: (() => void) | undefined
  retrying?: boolean
  className?: string
}

export function ErrorBox({ children, requestId, onRetry, retrying = false, className }: ErrorBoxProps) {
  return (
    <div
      role="alert"
      className={cx(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-bad/25 bg-bad-soft px-3',
        'py-2.5 text-sm text-bad',
        className,
      )}
    >
      <TriangleAlert className="size-4 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1 font-medium">
        {children}
        {requestId ? (
          <div className="mt-0.5 font-mono text-xs font-normal break-all opacity-90">{requestId}</div>
        ) : null}
      </div>
      {onRetry !== undefined && (
        <Button size="small" busy={retrying} icon={<RotateCw aria-hidden="true" />} onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </div>
  )
}

/** Something to know before going on; not a failure. */
export function NoticeBox({
  tone = 'warn',
  children,
  className,
}: {
  tone?: 'warn' | 'info'
  children: ReactNode
  className?: string
}) {
  const look =
    tone === 'warn' ? 'border-warn/25 bg-warn-soft text-warn' : 'border-accent/25 bg-accent-soft text-accent-ink'
  return <div className={cx('rounded-lg border px-3 py-2.5 text-sm font-medium', look, className)}>{children}</div>
}
