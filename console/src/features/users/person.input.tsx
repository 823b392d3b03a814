// A user by name, among those that the server proposes. Whoever is chosen stays, proposed or not.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState, type ComponentProps } from 'react'
import { queryClient } from '../../lib/query-client.ts'
import { read } from '../../lib/query.ts'
import { Input } from '../../ui/input.tsx'

/** Beside its own: whatever ties it to a label or a field. */
type PersonInputProps = Omit<ComponentProps<typeof Input>, 'value' | 'onChange' | 'onBlur' | 'list'> & {
  chosenId: string | undefined
  onChoose: (userId: string | undefined) => void
}

/** Undefined for nobody, and when it could not be asked. */
async function idOf(name: string): Promise<string | undefined> {
  const asked = queryClient.fetchQuery(read('users.options', { query: { search: name } }))
  const found = await asked.catch(() => undefined)
  return found?.items.find(({ username }) => username === name)?.id
}

export function PersonInput({ chosenId, onChoose, ...rest }: PersonInputProps) {
  const listId = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const chosen = useQuery({
    ...read('users.read', { params: { userId: chosenId ?? '' } }),
    enabled: chosenId !== undefined,
  })
  const { data, isFetching } = useQuery(
    read('users.options', { query: typed === null || typed === '' ? {} : { search: typed } }),
  )
  const found = data?.items.find(({ username }) => username === typed)?.id
  // Whoever types is faster than the proposals; the name counts once they are there.
  useEffect(() => {
    if (found !== undefined && found !== chosenId) onChoose(found)
  }, [found, chosenId, onChoose])
  // Whoever leaves the field before the proposals are there has named somebody all the same.
  function leave(): void {
    if (typed !== null && typed !== '' && isFetching) void idOf(typed).then((id) => id !== undefined && onChoose(id))
    setTyped(null)
  }
  function change(text: string): void {
    setTyped(text)
    if (text === '') onChoose(undefined)
  }
  return (
    <>
      <Input
        {...rest}
        list={listId}
        autoComplete="off"
        value={typed ?? chosen.data?.username ?? chosenId ?? ''}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={leave}
      />
      <datalist id={listId}>
        {data?.items.map(({ id, username }) => (
          <option key={id} value={username}>
            {username}
          </option>
        ))}
      </datalist>
    </>
  )
}

/** The same as a filter beside others. */
export function PersonFilter({ label, ...rest }: PersonInputProps & { label: string }) {
  return <PersonInput {...rest} aria-label={label} className="w-40! max-sm:w-full!" />
}
