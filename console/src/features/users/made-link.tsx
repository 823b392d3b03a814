// A link that opens an account: where it went, or the link itself. It lives only in the dialog that asked for it and is
// gone when that closes.
import type { CallOutput } from '../../lib/api.ts'
import { formatDateTime } from '../../lib/format.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { NoticeBox } from '../../ui/error-box.tsx'
import { t } from './user-form.texts.ts'

export type Link = NonNullable<CallOutput<'users.create'>['invitation']>

/** Something to hand over, easy to select and to copy. */
export function Handover({ label, text, copyLabel }: { label: string; text: string; copyLabel: string }) {
  const isLong = text.length > 40
  return (
    <div className="flex items-center gap-2 rounded-xl border border-line bg-sunken py-2 ps-4 pe-2">
      <p
        className={isLong ? 'min-w-0 flex-1 font-mono text-xs break-all' : 'min-w-0 flex-1 font-mono text-lg break-all'}
      >
        <span className="sr-only">{label} </span>
        <bdi dir="ltr" className="select-all">
          {text}
        </bdi>
      </p>
      <CopyButton text={text} label={copyLabel} className="size-9 shrink-0" />
    </div>
  )
}

export function MadeLink({ link, email }: { link: Link; email: string }) {
  const time = formatDateTime(link.expiresAt)
  if (link.link === null) return <NoticeBox tone="info">{t('linkMailed', { email, time })}</NoticeBox>
  return (
    <div className="flex flex-col gap-3">
      <Handover label={t('madeLink')} text={link.link} copyLabel={t('copyLink')} />
      <p className="text-sm text-ink-soft">{t('linkShown', { time })}</p>
    </div>
  )
}
