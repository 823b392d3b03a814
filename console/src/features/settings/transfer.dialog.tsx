// Takes settings over from a file: what would change is shown first, by section, old and new.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { renameProduct } from '../../lib/product.ts'
import { queryClient } from '../../lib/query-client.ts'
import { outdate, read } from '../../lib/query.ts'
import { serverText } from '../../i18n/server-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox, NoticeBox } from '../../ui/error-box.tsx'
import { notify } from '../../ui/toast.ts'
import { DifferenceLine } from './section.card.tsx'
import type { SettingsAnswer } from './settings.model.ts'
import { t as settingText } from './settings.texts.ts'
import { readingOf, type Changes, type Reading } from './settings.transfer.ts'
import { t } from './transfer.texts.ts'

const fileBytesMax = 1_000_000

/** The sentences of the server belong to their fields; here they stand behind each other. */
function reasonOf(error: Error & { fields?: Record<string, string> }): string {
  const fields = Object.values(error.fields ?? {})
  return fields.length === 0 ? error.message : fields.join(' ')
}

function Shown({ reading }: { reading: Extract<Reading, { kind: 'read' }> }) {
  const count = reading.differences.reduce((sum, { lines }) => sum + lines.length, 0)
  return (
    <div className="mt-4 flex flex-col gap-4">
      {count === 0 ? (
        <NoticeBox tone="info">{t('nothing')}</NoticeBox>
      ) : (
        <p className="text-sm font-semibold">{t('will', { count })}</p>
      )}
      {reading.differences.map(({ section, lines }) => (
        <section key={section} aria-label={settingText(section)}>
          <h3 className="text-[0.8125rem] font-medium">{settingText(section)}</h3>
          <ul className="mt-1 flex flex-col gap-0.5">
            {lines.map((line) => (
              <DifferenceLine key={line.path} difference={line} />
            ))}
          </ul>
        </section>
      ))}
      {reading.left.length > 0 && (
        <NoticeBox>
          <p>{t('left')}</p>
          <ul className="mt-1 font-normal">
            {reading.left.map(({ name, why, message }) => (
              <li key={name}>
                {why === 'unknown' ? t('unknown', { name }) : t('refused', { name, reason: serverText(message) })}
              </li>
            ))}
          </ul>
        </NoticeBox>
      )}
    </div>
  )
}

export function TransferDialog({ answer, onClose }: { answer: SettingsAnswer; onClose: () => void }) {
  const [text, setText] = useState<string | null>(null)
  const [isTooLarge, setTooLarge] = useState(false)
  const reading = text === null ? null : readingOf(text, answer)
  const applying = useMutation({
    mutationFn: (changes: NonNullable<Changes>) =>
      call('settings.update', { body: { version: answer.version, changes, secrets: {} } }),
    onSuccess: (stored) => {
      queryClient.setQueryData(read('settings.read', {}).queryKey, stored)
      renameProduct(stored.values.branding.productName, stored.values.branding.tagline)
      notify(t('applied'))
      void outdate('settings.public')
      onClose()
    },
    // Somebody else changed something: what would change is shown against that.
    onError: () => void outdate('settings.read'),
  })
  async function take(file: File | undefined): Promise<void> {
    applying.reset()
    setTooLarge(file !== undefined && file.size > fileBytesMax)
    setText(file === undefined || file.size > fileBytesMax ? null : await file.text())
  }
  const changes = reading?.kind === 'read' && reading.differences.length > 0 ? reading.changes : null
  return (
    <Dialog
      title={t('title')}
      description={t('hint')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant="primary"
            disabled={changes === null}
            busy={applying.isPending}
            onClick={() => changes !== null && applying.mutate(changes)}
          >
            {t(applying.isPending ? 'applying' : 'apply')}
          </Button>
        </>
      }
    >
      <input
        type="file"
        accept="application/json,.json"
        aria-label={t('choose')}
        onChange={({ target }) => void take(target.files?.[0])}
        className="block w-full text-sm text-ink-soft"
      />
      {isTooLarge && <ErrorBox className="mt-4">{t('tooLarge')}</ErrorBox>}
      {reading?.kind === 'unreadable' && <ErrorBox className="mt-4">{t('unreadable')}</ErrorBox>}
      {applying.error !== null && (
        <ErrorBox className="mt-4">{t('failed', { reason: reasonOf(applying.error) })}</ErrorBox>
      )}
      {reading?.kind === 'read' && <Shown reading={reading} />}
    </Dialog>
  )
}
