// How much of a whole is used. The caller writes the figures beside it; the bar repeats them.
import { cx } from './class-names.ts'

/** `share` from 0 to 1; a share that is not zero is never invisible. */
export function ProgressBar({ share, label, className }: { share: number; label: string; className?: string }) {
  const percent = Math.max(0, Math.min(100, (Number.isFinite(share) ? share : 0) * 100))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent * 10) / 10}
      className={cx('h-1.5 overflow-hidden rounded-full bg-sunken', className)}
    >
      <div
        className={cx(
          'h-full rounded-full transition-[width] duration-300',
          percent >= 95 ? 'bg-warn-fill' : 'bg-accent',
        )}
        style={{ width: percent > 0 ? `max(3px, ${percent}%)` : 0 }}
      />
    </div>
  )
}
