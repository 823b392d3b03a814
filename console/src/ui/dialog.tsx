// Dialogs and side sheets. Open state belongs to the caller (usually the address), so the dialog itself remembers
// who had the focus when it appeared and gives it back; a primitive returns it only to a trigger of its own. Its head
// and foot are no landmarks, which are the page's.
import { X } from 'lucide-react'
import { AlertDialog as Alert, Dialog as Primitive } from 'radix-ui'
import { useRef, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'
import { useFocusReturn } from './focus-return.ts'
import { t } from './ui.texts.ts'

const scrim = 'fixed inset-0 z-40 bg-scrim backdrop-blur-[2px] data-[state=open]:animate-fade'
const panel = cx(
  'z-50 flex max-h-[calc(100dvh-2rem-2*var(--bar))] flex-col border border-line bg-raised text-ink shadow-modal',
  'outline-none data-[state=open]:animate-rise',
)
const centred =
  'fixed inset-x-4 top-1/2 mx-auto -translate-y-1/2 rounded-2xl max-sm:top-auto max-sm:bottom-4 max-sm:translate-y-0'

type DialogProps = {
  title: ReactNode
  description?: ReactNode
  /** Called for every way of closing: Escape, the scrim, the cross. */
  onClose: () => void
  size?: 'small' | 'medium' | 'large'
  /** 'sheet' slides in at the end of the line, for details beside a list. */
  layout?: 'centre' | 'sheet'
  footer?: ReactNode
  /** Keeps a half-filled form from vanishing by a stray click beside it. */
  keepOnOutsideClick?: boolean
  children: ReactNode
}

const widths = { small: 'max-w-md', medium: 'max-w-lg', large: 'max-w-3xl' } as const

/** Mounted means open: render it when the address says so. */
export function Dialog({ onClose, ...rest }: DialogProps) {
  return (
    <Primitive.Root open onOpenChange={(open) => !open && onClose()}>
      <DialogPanel {...rest} />
    </Primitive.Root>
  )
}

function DialogPanel({
  title,
  description,
  size = 'medium',
  layout = 'centre',
  footer,
  keepOnOutsideClick = false,
  children,
}: Omit<DialogProps, 'onClose'>) {
  const returnFocus = useFocusReturn()
  const body = useRef<HTMLDivElement>(null)
  const place =
    layout === 'sheet'
      ? 'fixed top-(--bar) bottom-0 end-0 max-h-none w-full rounded-s-2xl border-y-0 border-e-0'
      : centred
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={scrim} />
      <Primitive.Content
        className={cx(panel, place, widths[size])}
        onCloseAutoFocus={returnFocus}
        onOpenAutoFocus={(event) => {
          const first = body.current?.querySelector<HTMLElement>(
            '[data-autofocus], input:not([type=hidden]), select, textarea',
          )
          if (!first) return
          event.preventDefault()
          first.focus()
        }}
        onPointerDownOutside={(event) => keepOnOutsideClick && event.preventDefault()}
        {...(description === undefined ? { 'aria-describedby': undefined } : {})}
      >
        <div className="flex items-start gap-4 px-6 pt-5 pb-4">
          <div className="min-w-0 flex-1">
            <Primitive.Title className="text-base font-semibold">{title}</Primitive.Title>
            {description !== undefined && (
              <Primitive.Description className="mt-1 text-sm text-ink-soft">{description}</Primitive.Description>
            )}
          </div>
          <Primitive.Close asChild>
            <button
              type="button"
              aria-label={t('close')}
              className={cx(
                '-me-2 -mt-1 inline-flex size-8 shrink-0 items-center justify-center rounded-lg text-ink-soft',
                'hover:bg-hover hover:text-ink pointer-coarse:size-11',
              )}
            >
              <X className="size-4.5" aria-hidden="true" />
            </button>
          </Primitive.Close>
        </div>
        <div ref={body} className="min-h-0 flex-1 overflow-y-auto px-6 pt-1 pb-6">
          {children}
        </div>
        {footer !== undefined && (
          <div
            className={cx(
              'flex flex-wrap justify-end gap-2 border-t border-line bg-canvas/60 px-6 py-4 sm:rounded-b-2xl',
            )}
          >
            {footer}
          </div>
        )}
      </Primitive.Content>
    </Primitive.Portal>
  )
}

type ConfirmProps = {
  title: ReactNode
  description: ReactNode
  confirm: ReactNode
  cancel?: ReactNode
  tone?: 'danger' | 'primary'
  busy?: boolean
  error?: ReactNode
  onConfirm: () => void
  onClose: () => void
  children?: ReactNode
}

/**
 * Asks before something that cannot be undone. Mounted means open; stays open while busy, and after a failure
 * with its reason.
 */
export function ConfirmDialog(props: ConfirmProps) {
  return (
    <Alert.Root open onOpenChange={(open) => !open && props.busy !== true && props.onClose()}>
      <ConfirmPanel {...props} />
    </Alert.Root>
  )
}

function ConfirmPanel({
  title,
  description,
  confirm,
  cancel = t('cancel'),
  tone = 'danger',
  busy = false,
  error,
  onConfirm,
  children,
}: ConfirmProps) {
  const returnFocus = useFocusReturn()
  return (
    <Alert.Portal>
      <Alert.Overlay className={scrim} />
      <Alert.Content className={cx(panel, centred, 'max-w-md p-6')} onCloseAutoFocus={returnFocus}>
        <Alert.Title className="text-base font-semibold">{title}</Alert.Title>
        <Alert.Description className="mt-1.5 text-sm text-ink-soft">{description}</Alert.Description>
        {children !== undefined && <div className="mt-4 overflow-y-auto">{children}</div>}
        {error !== undefined && <div className="mt-4">{error}</div>}
        <div className="mt-6 flex flex-wrap justify-end gap-2">
          <Alert.Cancel asChild>
            <Button disabled={busy}>{cancel}</Button>
          </Alert.Cancel>
          <Button variant={tone} busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </div>
      </Alert.Content>
    </Alert.Portal>
  )
}
