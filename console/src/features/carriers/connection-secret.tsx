// The one moment in which the secret of an HTTP connection is shown: to copy, and in a command that uses it. It lives
// in the state of the dialog around it and nowhere else.
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { t } from './connection-form.texts.ts'
import { Command } from './connection.parts.tsx'
import type { Connection } from './connections.rules.ts'
import { sampleCommand } from './http-sample.ts'

export type ShownSecret = { connection: Connection; secret: string }

export function SecretText({ connection, secret }: ShownSecret) {
  const { settings, ingressPath } = connection
  return (
    <div className="flex flex-col gap-5">
      <div className="flex items-center gap-2 rounded-xl border border-line bg-sunken py-2 ps-4 pe-2">
        <output aria-label={t('secret')} className="min-w-0 flex-1 font-mono text-sm break-all select-all">
          <bdi dir="ltr">{secret}</bdi>
        </output>
        <CopyButton text={secret} label={t('copySecret')} className="size-9" />
      </div>
      {'authentication' in settings && ingressPath !== null && (
        <section>
          <h3 className="text-[0.8125rem] font-semibold">{t('sample')}</h3>
          <p className="mt-0.5 text-xs text-ink-soft">{t('sampleHint')}</p>
          <Command text={sampleCommand({ url: location.origin + ingressPath, secret, ...settings })} />
        </section>
      )}
    </div>
  )
}

export function SecretPanel({ connection, secret, onClose }: ShownSecret & { onClose: () => void }) {
  return (
    <Dialog
      size="large"
      title={t('secretTitle', { name: connection.name })}
      description={t('secretHint')}
      onClose={onClose}
      keepOnOutsideClick
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('done')}
        </Button>
      }
    >
      <SecretText connection={connection} secret={secret} />
    </Dialog>
  )
}
