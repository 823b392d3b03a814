// A user by name, among those that the server proposes. Whoever is chosen stays, proposed or not.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { read } from '../../lib/query.ts'
import { Input } from '../../ui/input.tsx'

type PersonFilterProps = {
  id: string
  label: string
  placeholder: string
  chosenId: string | undefined
  onChoose: (userId: string | undefined) => void
}

export function PersonFilter({ id, label, placeholder, chosenId, onChoose }: PersonFilterProps) {
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
    <>
      <Input
        id={id}
        aria-label={label}
        list={`${id}-options`}
        placeholder={placeholder}
        autoComplete="off"
        value={typed ?? chosen.data?.username ?? chosenId ?? ''}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={() => setTyped(null)}
        className="w-40! max-sm:w-full!"
      />
      <datalist id={`${id}-options`}>
        {data?.items.map(({ id: userId, username }) => (
          <option key={userId} value={username}>
            {username}
          </option>
        ))}
      </datalist>
    </>
  )
}
