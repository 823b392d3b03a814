// Whom a range can belong to, as options of a select. The server gives at most 50 active users; where there may be
// more, the list is narrowed by typing.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readKeeping } from '../../lib/query.ts'

const optionsMax = 50

export type Option = { value: string; label: string }

/** The server's users, and the chosen one first when it is not among them: inactive, or outside of the list. */
export function withChosen(options: readonly Option[], chosen: Option | null): readonly Option[] {
  if (chosen === null || chosen.value === '' || options.some(({ value }) => value === chosen.value)) return options
  return [chosen, ...options]
}

export function useOwnerOptions(isWanted: boolean) {
  const [narrowed, narrow] = useState('')
  const users = useQuery({
    ...readKeeping('users.options', { query: narrowed === '' ? {} : { search: narrowed } }),
    enabled: isWanted,
  })
  const items = users.data?.items
  return {
    options: (items ?? []).map(({ id, username }): Option => ({ value: id, label: username })),
    /** There is nobody at all to assign a range to. */
    isNobody: narrowed === '' && items?.length === 0,
    /** The list was cut, or is narrowed now: offer to narrow it. */
    isCut: narrowed !== '' || items?.length === optionsMax,
    narrowed,
    narrow,
    failure: users.error,
    retry: () => void users.refetch(),
  }
}

export type OwnerOptions = ReturnType<typeof useOwnerOptions>
