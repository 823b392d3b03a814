// What people said about a case, and a new note. Notes stay with the case; its owner never sees them.
import { cases as contract } from '@inrange/contract/cases'
import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { call } from '../../lib/api.ts'
import { contractFault } from '../../lib/contract-faults.ts'
// No schema may parse before zod was told how: the content security policy forbids what it does by itself.
import '../../lib/contract-form.ts'
import { queryClient } from '../../lib/query-client.ts'
import { outdate, read } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/input.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { notify } from '../../ui/toast.ts'
import type { Case } from './cases.rules.ts'
import { t } from './holds.texts.ts'

function NoteForm({ caseId }: { caseId: string }) {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string | undefined>()
  const adding = useMutation({
    mutationFn: () => call('cases.note', { params: { caseId }, body: { text } }),
    onSuccess: (after) => {
      queryClient.setQueryData(read('cases.read', { params: { caseId } }).queryKey, after)
      setText('')
      notify(t('noteAdded'))
      void outdate('cases.list')
    },
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (adding.isPending) return
    const found = contractFault(contract['cases.note'].body, { text })
    setFault(found)
    if (found === undefined) adding.mutate()
    else event.currentTarget.querySelector('textarea')?.focus()
  }
  return (
    <form noValidate className="mt-4 flex flex-col gap-2" onSubmit={submit}>
      {adding.error !== null && <ErrorBox>{adding.error.message}</ErrorBox>}
      <Field label={t('addNote')} error={fault}>
        {(tie) => (
          <TextArea
            {...tie}
            value={text}
            maxLength={1_000}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value)
              setFault(undefined)
            }}
          />
        )}
      </Field>
      <Button type="submit" size="small" className="self-end" busy={adding.isPending}>
        {t(adding.isPending ? 'adding' : 'add')}
      </Button>
    </form>
  )
}

export function CaseNotes({ one: { id, notes } }: { one: Case }) {
  return (
    <>
      {notes.length === 0 && <p className="text-sm text-ink-soft">{t('noNotes')}</p>}
      <ul className="flex flex-col gap-3 text-sm">
        {notes.map(({ at, by, text }, index) => (
          <li key={index}>
            <p className="text-xs text-ink-soft">
              <bdi className="font-medium text-ink">{by?.username ?? t('itself')}</bdi> · <RelativeTime iso={at} />
            </p>
            <p className="mt-0.5 whitespace-pre-line text-pretty wrap-anywhere">{text}</p>
          </li>
        ))}
      </ul>
      <NoteForm caseId={id} />
    </>
  )
}
