// The archive as one state: what the address asks for, the page that was read, the way to its neighbours, what is
// chosen on it, and what was revealed of it. What was revealed is forgotten when the archive is left.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { acting } from '../../lib/acting.ts'
import { useCursorTrail } from '../../lib/cursor-trail.ts'
import { readKeeping } from '../../lib/query.ts'
import { pathOf } from '../../paths.ts'
import { readerZone } from '../../lib/zones.ts'
import { filterOf, isFiltered, type MessagesFilter } from './messages.rules.ts'
import { parseMessagesSearch, withoutUndefined, type MessagesSearch, type SearchPatch } from './messages.search.ts'
import type { Message } from './messages.table.tsx'
import { useSelection } from './use-selection.ts'

const route = getRouteApi(pathOf('inbox'))
export const pageSize = 50

/** The read of one page, the same for the list and for the neighbours of a trace. */
export function pageRead(filter: MessagesFilter, cursor: string | undefined) {
  return readKeeping('messages.list', {
    query: { limit: pageSize, ...filter, ...(cursor === undefined ? {} : { cursor }) },
  })
}

export function useMessagesSearch() {
  const raw = route.useSearch()
  const search = useMemo(() => parseMessagesSearch(raw), [raw])
  const navigate = route.useNavigate()
  const go = (patch: SearchPatch, options: { replace?: boolean } = {}) =>
    void navigate({
      search: (former: MessagesSearch) => withoutUndefined({ ...former, ...patch }),
      replace: options.replace === true,
    })
  return { search, go }
}

/** Messages that were revealed take the place of their masks. */
function useRevealed(items: readonly Message[] | undefined) {
  const [revealed, setRevealed] = useState<ReadonlyMap<string, Message>>(new Map())
  const messages = useMemo(() => (items ?? []).map((item) => revealed.get(item.id) ?? item), [items, revealed])
  const reveal = (message: Message) => setRevealed((former) => new Map(former).set(message.id, message))
  return { messages, reveal }
}

export function useArchive() {
  const { search, go } = useMessagesSearch()
  const filter = useMemo(() => filterOf(search, readerZone), [search])
  const page = useQuery(pageRead(filter, search.cursor))
  const { messages, reveal } = useRevealed(page.data?.items)
  const trail = useCursorTrail(search.cursor, page.data?.nextCursor, (cursor) => go({ cursor }))
  const ids = useMemo(() => messages.map(({ id }) => id), [messages])
  const selection = useSelection(ids)
  const isOwn = search.owner === undefined && !messages.some(({ masked }) => masked)
  return {
    search,
    go,
    filter,
    page,
    messages,
    reveal,
    trail,
    selection: isOwn && acting?.isReadOnly !== true ? selection : null,
  }
}

export type Archive = ReturnType<typeof useArchive>

/** True when the read stopped at its bound and not at the end: there may be more. */
export function isUnfinished({ search, page }: Archive): boolean {
  const { data } = page
  return data !== undefined && isFiltered(search) && data.nextCursor !== null && data.items.length < pageSize
}
