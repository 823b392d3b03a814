// Saved views: the filters of now under a name, to come back to and to send to somebody as a link. The address stays
// the state; a view is an address with a name.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Bookmark, Link2, Pencil, Trash2 } from 'lucide-react'
import { useState, type FormEvent, type ReactNode } from 'react'
import { acting } from '../../lib/acting.ts'
import { call, type CallOutput } from '../../lib/api.ts'
import { outdate, read } from '../../lib/query.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Input } from '../../ui/input.tsx'
import { notify } from '../../ui/toast.ts'
import { FilterChip } from './filter-chip.tsx'
import { viewOf } from './messages.rules.ts'
import { parseMessagesSearch, type MessagesSearch } from './messages.search.ts'
import { t } from './views.texts.ts'

type View = CallOutput<'saved-views.list'>['items'][number]
type ViewsProps = { search: MessagesSearch; onOpen: (search: MessagesSearch) => void }

const section = 'inbox'
const nameMax = 60

/** Two addresses show the same when they say the same, in whatever order. */
function isSame(one: MessagesSearch, other: MessagesSearch): boolean {
  const sorted = (search: MessagesSearch) =>
    JSON.stringify(Object.entries(viewOf(search)).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return sorted(one) === sorted(other)
}

function NameForm({
  name,
  label,
  onName,
  action,
  failure,
  isBusy,
}: {
  name: string
  label: string
  action: string
  onName: (name: string) => void
  failure: Error | null
  isBusy: boolean
}) {
  const [text, setText] = useState(name)
  function submit(event: FormEvent): void {
    event.preventDefault()
    const wanted = text.trim()
    if (wanted !== '') onName(wanted)
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-2">
      <div className="flex gap-2">
        <Input
          aria-label={label}
          placeholder={label}
          value={text}
          maxLength={nameMax}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" variant="primary" busy={isBusy} disabled={text.trim() === ''}>
          {action}
        </Button>
      </div>
      {failure !== null && <ErrorBox>{failure.message}</ErrorBox>}
    </form>
  )
}

function ViewRow({ view, isCurrent, onOpen }: { view: View; isCurrent: boolean; onOpen: () => void }) {
  const [isNaming, setNaming] = useState(false)
  const renaming = useMutation({
    mutationFn: (name: string) => call('saved-views.update', { params: { viewId: view.id }, body: { name } }),
    onSuccess: async () => {
      await outdate('saved-views.list')
      setNaming(false)
    },
  })
  const remove = () => deleteView(view)
  const { href } = useRouter().buildLocation({ to: '/inbox', search: viewOf(parseMessagesSearch(view.state)) })
  if (isNaming) {
    return (
      <li className="py-1">
        <NameForm
          name={view.name}
          label={t('name')}
          action={t('rename')}
          onName={(name) => renaming.mutate(name)}
          failure={renaming.error}
          isBusy={renaming.isPending}
        />
      </li>
    )
  }
  const share = () =>
    void navigator.clipboard.writeText(`${location.origin}${href}`).then(
      () => notify(t('shared')),
      () => undefined,
    )
  return (
    <li className={cx('flex items-center rounded-md', isCurrent && 'bg-accent-soft')}>
      <button
        type="button"
        aria-current={isCurrent}
        className={cx(
          'min-h-8 min-w-0 flex-1 truncate rounded-md px-2.5 text-start text-sm hover:bg-hover',
          'pointer-coarse:min-h-11',
        )}
        onClick={onOpen}
      >
        <bdi>{view.name}</bdi>
      </button>
      <IconButton label={t('share', { name: view.name })} className="size-8" onClick={share}>
        <Link2 aria-hidden="true" />
      </IconButton>
      {acting?.isReadOnly !== true && (
        <>
          <IconButton label={t('renameOf', { name: view.name })} className="size-8" onClick={() => setNaming(true)}>
            <Pencil aria-hidden="true" />
          </IconButton>
          <IconButton label={t('remove', { name: view.name })} className="size-8" onClick={() => void remove()}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        </>
      )}
    </li>
  )
}

/** Reversible, so it asks nothing and offers the way back. */
async function deleteView(view: View): Promise<void> {
  try {
    await call('saved-views.delete', { params: { viewId: view.id } })
    const restore = async () => {
      await call('saved-views.create', { body: { section, name: view.name, state: view.state } })
      await outdate('saved-views.list')
    }
    notify(t('removed', { name: view.name }), {
      undo: () => void restore().catch(() => notify(t('failed'), { tone: 'bad' })),
    })
  } catch {
    notify(t('failed'), { tone: 'bad' })
  }
  await outdate('saved-views.list')
}

function SaveForm({ search, close }: { search: MessagesSearch; close: () => void }) {
  const saving = useMutation({
    mutationFn: (name: string) => call('saved-views.create', { body: { section, name, state: viewOf(search) } }),
    onSuccess: async ({ name }) => {
      await outdate('saved-views.list')
      notify(t('saved', { name }))
      close()
    },
  })
  return (
    <div className="border-t border-line pt-2.5">
      <p className="mb-2 text-xs font-medium text-ink-soft">{t('saveThis')}</p>
      <NameForm
        name=""
        label={t('name')}
        action={t('save')}
        onName={(name) => saving.mutate(name)}
        failure={saving.error}
        isBusy={saving.isPending}
      />
    </div>
  )
}

function Views({ search, onOpen, close }: ViewsProps & { close: () => void }): ReactNode {
  const views = useQuery(read('saved-views.list', { query: { section } }))
  const items = views.data?.items ?? []
  const isNew = Object.keys(viewOf(search)).length > 0
  return (
    <>
      {views.isError && <ErrorBox onRetry={() => void views.refetch()}>{views.error.message}</ErrorBox>}
      {items.length > 0 && (
        <ul aria-label={t('views')} className="-mx-1 flex max-h-72 flex-col overflow-y-auto">
          {items.map((view) => {
            const shown = parseMessagesSearch(view.state)
            return (
              <ViewRow
                key={view.id}
                view={view}
                isCurrent={isSame(shown, search)}
                onOpen={() => {
                  onOpen(viewOf(shown))
                  close()
                }}
              />
            )
          })}
        </ul>
      )}
      {items.length === 0 && views.isSuccess && <p className="px-1.5 text-sm text-ink-soft">{t('none')}</p>}
      {isNew && acting?.isReadOnly !== true && <SaveForm search={search} close={close} />}
    </>
  )
}

export function ViewsMenu({ search, onOpen }: ViewsProps) {
  const { data } = useQuery(read('saved-views.list', { query: { section } }))
  const current = data?.items.find(({ state }) => isSame(parseMessagesSearch(state), search))
  return (
    <FilterChip
      name={t('views')}
      icon={<Bookmark className="size-4" aria-hidden="true" />}
      look="button"
      value={current === undefined ? null : <bdi className="truncate">{current.name}</bdi>}
      onClear={() => onOpen({})}
    >
      {(close) => <Views search={search} onOpen={onOpen} close={close} />}
    </FilterChip>
  )
}
