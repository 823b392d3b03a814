// A new set of recovery codes, shown once: to be copied, kept as a file or printed, before anything else goes on. They
// are nowhere but on this screen, and gone with it.
import { Copy, Download, Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { makeRecoveryCodes, outdateAuthUser } from '../../lib/auth-factors.ts'
import { sentenceOf, type AuthOutcome } from '../../lib/auth-outcome.ts'
import { useSignedInUser } from '../../lib/auth.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Checkbox } from '../../ui/input.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { t } from './second-factor.texts.ts'

/** 'k7d2 9xqa ...' in groups that a person can keep the place in. */
function readable(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1 ')
}

function saveAsFile(title: string, codes: readonly string[]): void {
  const address = URL.createObjectURL(new Blob([`${title}\n\n${codes.join('\n')}\n`], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = 'inrange-recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(address)
}

/** What is printed instead of the page around it. */
function PrintSheet({ title, codes }: { title: string; codes: readonly string[] }) {
  return createPortal(
    <section className="print-sheet" aria-hidden="true">
      <h1>{title}</h1>
      <ol>
        {codes.map((code) => (
          <li key={code}>{readable(code)}</li>
        ))}
      </ol>
    </section>,
    document.body,
  )
}

function Codes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { username } = useSignedInUser()
  const [isSaved, setSaved] = useState(false)
  const [isCopied, setCopied] = useState(false)
  const title = t('fileTitle', { name: username })
  const copy = () =>
    void navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied(true),
      () => undefined,
    )
  return (
    <div className="flex flex-col gap-4">
      <ol
        aria-label={t('codesList')}
        className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-sunken font-mono text-[0.8125rem]"
      >
        {codes.map((code) => (
          <li key={code} className="px-3 py-1.5 text-center">
            <bdi dir="ltr">{readable(code)}</bdi>
          </li>
        ))}
      </ol>
      <div className="grid grid-cols-3 gap-2">
        <Button size="small" icon={<Copy aria-hidden="true" />} onClick={copy}>
          {t(isCopied ? 'copied' : 'copyCodes')}
        </Button>
        <Button size="small" icon={<Download aria-hidden="true" />} onClick={() => saveAsFile(title, codes)}>
          {t('download')}
        </Button>
        <Button size="small" icon={<Printer aria-hidden="true" />} onClick={() => print()}>
          {t('print')}
        </Button>
      </div>
      <Checkbox checked={isSaved} onChange={(event) => setSaved(event.currentTarget.checked)}>
        {t('saved')}
      </Checkbox>
      <Button variant="primary" disabled={!isSaved} onClick={onDone}>
        {t('done')}
      </Button>
      <PrintSheet title={title} codes={codes} />
    </div>
  )
}

type RecoveryCodesProps = {
  /** Whether a former set is replaced. */
  areThereAny: boolean
  onDone: () => void
  onRefused?: (outcome: Exclude<AuthOutcome, { ok: true }>) => void
}

/** Makes the codes as soon as it is shown; once, however often the component is mounted for it. */
export function RecoveryCodes({ areThereAny, onDone, onRefused }: RecoveryCodesProps) {
  const [outcome, setOutcome] = useState<AuthOutcome<string[]> | null>(null)
  const [tries, setTries] = useState(1)
  useEffect(() => {
    let isWanted = true
    // In the next turn, so that a component that is mounted twice asks once.
    const timer = setTimeout(() => {
      void makeRecoveryCodes(areThereAny).then((made) => {
        if (!isWanted) return
        setOutcome(made)
        if (!made.ok) onRefused?.(made)
      })
    })
    return () => {
      isWanted = false
      clearTimeout(timer)
      void outdateAuthUser()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- one set for one try.
  }, [tries])
  if (outcome === null) {
    return (
      <div role="status" aria-label={t('codesMaking')}>
        <Skeleton className="h-80 w-full" />
      </div>
    )
  }
  if (outcome.ok) return <Codes codes={outcome.value} onDone={onDone} />
  const retry = () => {
    setOutcome(null)
    setTries(tries + 1)
  }
  return <ErrorBox onRetry={retry}>{sentenceOf(outcome, { failed: t('codesFailed') })}</ErrorBox>
}
