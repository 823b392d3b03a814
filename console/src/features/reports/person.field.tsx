// One user, by name, among those that the server proposes; nobody chosen means everybody.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { read } from '../../lib/query.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { t } from './reports.texts.ts'

type PersonFieldProps = {
  fault: string | undefined
  chosenId: string | undefined
  onChoose: (userId: string | undefined) => void
}

export function PersonField({ fault, chosenId, onChoose }: PersonFieldProps) {
  const listId = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const chosen = useQuery({
    ...read('users.read', { params: { userId: chosenId ?? '' } }),
    enabled: chosenId !== undefined,
  })
  const { data } = useQuery(read('users.options', { query: typed === null || typed === '' ? {} : { search: typed } }))
  const found = data?.items.find(({ username }) => username === typed)?.id
  // Whoever types is faster than the proposals; the name counts once they are there.
  useEffect(() => {
    if (found !== undefined && found !== chosenId) onChoose(found)
  }, [found, chosenId, onChoose])
  function change(text: string): void {
    setTyped(text)
    if (text === '') onChoose(undefined)
  }
  return (
    <Field label={t('user')} error={fault}>
      {(tie) => (
        <>
          <Input
            {...tie}
            list={listId}
            placeholder={t('everybody')}
            autoComplete="off"
            value={typed ?? chosen.data?.username ?? chosenId ?? ''}
            onChange={(event) => change(event.currentTarget.value)}
            onBlur={() => setTyped(null)}
          />
          <datalist id={listId}>
            {data?.items.map(({ id, username }) => (
              <option key={id} value={username}>
                {username}
              </option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}
