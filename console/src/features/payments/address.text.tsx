// An address of a wallet for people who compare it with another screen: in groups, its ends emphasised, with Copy, a QR
// code on demand and the way to the explorer. Never shortened where money is sent.
import { ExternalLink, QrCode as QrIcon } from 'lucide-react'
import { startTransition, useId, useState } from 'react'
import { chunk, late } from '../../lib/late.ts'
import { cx } from '../../ui/class-names.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { groupsOf } from './payments.rules.ts'
import { t } from './payments.texts.ts'

const loadQr = chunk(() => import('./qr.code.tsx'))
const QrCode = late(loadQr, 'QrCode')

const toolClass = cx(
  'inline-flex size-7 shrink-0 items-center justify-center rounded-md text-ink-soft transition-colors',
  'hover:bg-hover hover:text-ink pointer-coarse:size-11 [&_svg]:size-4',
)

/** The groups alone. Read out and copied by hand as one word. */
export function GroupedText({ text, className }: { text: string; className?: string }) {
  const groups = groupsOf(text)
  return (
    <bdi dir="ltr" className={cx('inline-flex flex-wrap gap-x-1.5 font-mono text-[0.8125rem]', className)}>
      {groups.map((group, index) => (
        <span
          key={index}
          className={index === 0 || index === groups.length - 1 ? 'font-semibold text-ink' : 'text-ink-soft'}
        >
          {group}
        </span>
      ))}
    </bdi>
  )
}

export function ExplorerLink({ href, label }: { href: string; label: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" aria-label={label} title={label} className={toolClass}>
      <ExternalLink aria-hidden="true" />
    </a>
  )
}

type AddressTextProps = {
  text: string
  /** Whose it is; names the buttons: 'Copy wallet address'. */
  copyLabel: string
  /** A QR code opens below; absent where nobody would scan it. */
  qrLabel?: string
  explorer?: { href: string; label: string } | undefined
  /** An email address has no groups. */
  isPlain?: boolean
}

export function AddressText({ text, copyLabel, qrLabel, explorer, isPlain = false }: AddressTextProps) {
  const [isQrOpen, openQr] = useState(false)
  const id = useId()
  return (
    <div className="min-w-0">
      <div className="flex min-w-0 items-center gap-1">
        {isPlain ? (
          <bdi dir="ltr" className="min-w-0 text-sm font-medium break-all">
            {text}
          </bdi>
        ) : (
          <span className="min-w-0 flex-1">
            <GroupedText text={text} />
          </span>
        )}
        <span className="flex shrink-0 items-center">
          <CopyButton text={text} label={copyLabel} />
          {qrLabel !== undefined && (
            <button
              type="button"
              aria-label={qrLabel}
              title={qrLabel}
              aria-expanded={isQrOpen}
              aria-controls={isQrOpen ? id : undefined}
              className={toolClass}
              onPointerEnter={() => void loadQr()}
              onFocus={() => void loadQr()}
              onClick={() => startTransition(() => openQr(!isQrOpen))}
            >
              <QrIcon aria-hidden="true" />
            </button>
          )}
          {explorer !== undefined && <ExplorerLink {...explorer} />}
        </span>
      </div>
      {isQrOpen && (
        <div id={id} className="mt-2">
          <QrCode text={text} label={t('qrOf', { text })} />
        </div>
      )}
    </div>
  )
}
