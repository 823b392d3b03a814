// The command palette: everything that can be found, every page the person may open and what works everywhere, by a few
// letters. What this browser knows shows with the letter; what the server finds joins it. Loaded on first use.
import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { Clock, Keyboard, LogOut, PanelLeft, Search, SunMoon, Trash2, type LucideIcon } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { startTransition, useCallback, useDeferredValue, useRef, useState, type RefObject } from 'react'
import { searchOperators } from '@inrange/contract/search-words'
import { isWithheld } from '../../lib/acting.ts'
import { signOut, useSignedInUser } from '../../lib/auth.ts'
import { chooseTheme, nextTheme, useTheme } from '../../lib/theme.ts'
import { maySee, pathOf, sections, type Section } from '../../paths.ts'
import { cx } from '../../ui/class-names.ts'
import { ErrorBox } from '../../ui/error-box.tsx'
import { focusPage, useFocusReturn } from '../../ui/focus-return.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { notify } from '../../ui/toast.ts'
import { destinationOf, type Destination, type Hit } from '../search/hit.destination.ts'
import { actionsFor, isMeant } from '../search/palette.actions.ts'
import { hitIcons, PaletteHits } from '../search/palette.hits.tsx'
import { PaletteGroup, PaletteItem } from '../search/palette.parts.tsx'
import { forgetRecent, readRecent, rememberHit } from '../search/search.recent.ts'
import { t as s } from '../search/search.texts.ts'
import { useSearch } from '../search/use-search.ts'
import { menuFor, sectionIcons, sectionLetters } from './menu.entries.ts'
import { toggleCollapsed } from './menu.state.ts'
import { t } from './shell.texts.ts'

type PaletteProps = { onClose: () => void; onShowShortcuts: () => void }
type Run = (action: () => void) => void
type Go = (to: Destination) => void

function Pages({ text, onGo }: { text: string; onGo: Go }) {
  const { role } = useSignedInUser()
  const apart: readonly Section[] = ['notifications', 'account']
  const entries = [...menuFor(role).flatMap((block) => block.sections), ...apart].filter(
    (section) => maySee(role, section) && !isWithheld(section) && isMeant(sections[section].title, text),
  )
  if (entries.length === 0) return null
  return (
    <PaletteGroup title={s('goTo')}>
      {entries.map((section) => {
        const Icon = sectionIcons[section]
        const letter = sectionLetters[section]
        return (
          <PaletteItem
            key={section}
            value={`page:${section}`}
            icon={<Icon aria-hidden="true" />}
            title={sections[section].title}
            keys={letter === undefined ? undefined : `G ${letter.toUpperCase()}`}
            onSelect={() => onGo({ section, search: {} })}
          />
        )
      })}
    </PaletteGroup>
  )
}

/** The palette is gone by the time the server answers. */
async function leave(): Promise<void> {
  if (!(await signOut())) notify(t('signOutFailed'), { tone: 'bad' })
}

type Doing = { title: string; icon: LucideIcon; keys?: string; act: () => void }
type ActionsProps = { text: string; onGo: Go; run: Run; onShowShortcuts: () => void }

function Actions({ text, onGo, run, onShowShortcuts }: ActionsProps) {
  const { role } = useSignedInUser()
  const next = nextTheme(useTheme())
  const everywhere: Doing[] = [
    { title: t('theme', { theme: t(next) }), icon: SunMoon, act: () => run(() => chooseTheme(next)) },
    { title: t('collapse'), icon: PanelLeft, keys: 'Ctrl B', act: () => run(toggleCollapsed) },
    { title: t('shortcuts'), icon: Keyboard, keys: '?', act: onShowShortcuts },
    { title: t('signOut'), icon: LogOut, act: () => run(() => void leave()) },
  ]
  const led: Doing[] = actionsFor(role).map(({ name, icon, to }) => ({ title: s(name), icon, act: () => onGo(to) }))
  const meant = [...led, ...everywhere].filter(({ title }) => isMeant(title, text))
  if (meant.length === 0) return null
  return (
    <PaletteGroup title={s('actions')}>
      {meant.map(({ title, icon: Icon, act, keys }) => (
        <PaletteItem
          key={title}
          value={`action:${title}`}
          icon={<Icon aria-hidden="true" />}
          title={title}
          keys={keys}
          onSelect={act}
        />
      ))}
    </PaletteGroup>
  )
}

function RecentOnes({ onGo, onType }: { onGo: Go; onType: (text: string) => void }) {
  const { id } = useSignedInUser()
  const [{ items, texts }, setRecent] = useState(() => readRecent(id))
  if (items.length + texts.length === 0) return null
  return (
    <PaletteGroup title={s('recent')}>
      {items.map(({ type, name, to }) => {
        const Icon = hitIcons[type]
        return (
          <PaletteItem
            key={`${type}:${name}`}
            value={`recent:${type}:${name}`}
            icon={<Icon aria-hidden="true" />}
            title={<bdi>{name}</bdi>}
            onSelect={() => onGo(to)}
          />
        )
      })}
      {texts.map((text) => (
        <PaletteItem
          key={text}
          value={`text:${text}`}
          icon={<Clock aria-hidden="true" />}
          title={<bdi>{text}</bdi>}
          onSelect={() => onType(text)}
        />
      ))}
      <PaletteItem
        value="recent:forget"
        icon={<Trash2 aria-hidden="true" />}
        title={s('forgetRecent')}
        onSelect={() => {
          forgetRecent(id)
          setRecent(readRecent(id))
        }}
      />
    </PaletteGroup>
  )
}

/** The words that narrow a search down, to be chosen with a click. */
function Operators({ onType }: { onType: (text: string) => void }) {
  const { role } = useSignedInUser()
  const known = Object.keys(searchOperators).filter(
    (operator) => role !== 'user' || (operator !== 'user' && operator !== 'carrier'),
  )
  return (
    <div className="flex flex-wrap items-center gap-1.5 border-t border-line px-4 py-2.5 text-xs text-ink-soft">
      <span className="me-1">{s('operators')}</span>
      {known.map((operator) => (
        <button
          key={operator}
          type="button"
          tabIndex={-1}
          onClick={() => onType(`${operator}: `)}
          className="rounded-md bg-sunken px-1.5 py-0.5 font-mono hover:bg-hover hover:text-ink pointer-coarse:py-2"
        >
          <bdi dir="ltr">{operator}:</bdi>
        </button>
      ))}
    </div>
  )
}

type ResultsProps = {
  typed: string
  found: ReturnType<typeof useSearch>
  onType: (text: string) => void
  run: Run
  onShowShortcuts: () => void
}

function Results({ typed, found, onType, run, onShowShortcuts }: ResultsProps) {
  const navigate = useNavigate()
  const { id } = useSignedInUser()
  const { words, groups, isAsked } = found
  const onGo: Go = ({ section, search }) =>
    run(() => {
      // Each section reads its own address, forgivingly; what is meant for it is known by name alone.
      startTransition(() => void navigate({ to: pathOf(section), search: search as never }))
    })
  const onOpen = (hit: Hit) => {
    rememberHit(id, hit, words.text)
    onGo(destinationOf(hit))
  }
  const isLocal = words.only === null || words.only === 'pages'
  return (
    <>
      {typed.trim() === '' && <RecentOnes onGo={onGo} onType={onType} />}
      {isLocal && <Pages text={words.text} onGo={onGo} />}
      {words.only === null && <Actions text={words.text} onGo={onGo} run={run} onShowShortcuts={onShowShortcuts} />}
      {/* Below what this browser knows, so that nothing moves under a hand that is choosing. */}
      {isAsked && <PaletteHits groups={groups} text={words.text} onOpen={onOpen} onGo={onGo} />}
    </>
  )
}

/** How far the search is, said and shown; what stands in a list of choices must be a choice. */
function Progress({ words, groups, isWaiting, isAsked, error, retry }: ReturnType<typeof useSearch>) {
  const count = groups.reduce((sum, { hits }) => sum + hits.length, 0)
  return (
    <>
      <p role="status" className="sr-only">
        {isAsked ? (isWaiting ? s('searching') : s('counted', { count })) : ''}
      </p>
      {error !== null && (
        <ErrorBox className="m-2" onRetry={retry}>
          {s('failed', { reason: error.message })}
        </ErrorBox>
      )}
      {!isWaiting && error === null && (
        <Command.Empty className="px-6 py-10 text-center text-sm">
          <span className="block font-medium wrap-anywhere">{s('nothingFound', { text: words.text })}</span>
          <span className="mt-1 block text-ink-soft">{s('nothingHint')}</span>
        </Command.Empty>
      )}
    </>
  )
}

/** Something is always chosen, also when what was chosen is no longer there: Enter never does nothing. */
function useChoice() {
  const [value, choose] = useState('')
  // Which items there are is known to the list alone.
  const list = useCallback((node: HTMLElement | null) => {
    if (node === null) return undefined
    const look = () => {
      const known = [...node.querySelectorAll<HTMLElement>('[cmdk-item]')].map((item) => item.dataset['value'] ?? '')
      choose((chosen) => (known.includes(chosen) ? chosen : (known[0] ?? '')))
    }
    const watching = new MutationObserver(look)
    watching.observe(node, { childList: true, subtree: true })
    look()
    return () => watching.disconnect()
  }, [])
  return { list, value, choose }
}

type FieldProps = {
  ref: RefObject<HTMLInputElement | null>
  typed: string
  onType: (text: string) => void
  isWaiting: boolean
}

function Field({ ref, typed, onType, isWaiting }: FieldProps) {
  const { role } = useSignedInUser()
  return (
    <div className="flex shrink-0 items-center gap-3 border-b border-line px-4">
      <Search className="size-4 shrink-0 text-ink-soft" aria-hidden="true" />
      <Command.Input
        ref={ref}
        value={typed}
        onValueChange={onType}
        dir="auto"
        maxLength={200}
        placeholder={s(role === 'user' ? 'placeholder' : 'placeholderAdmin')}
        className="h-12 w-full min-w-0 bg-transparent text-[0.9375rem] outline-none pointer-coarse:text-base"
      />
      {isWaiting && <span className="spinner animate-late text-ink-soft" aria-hidden="true" />}
      <Kbd>Esc</Kbd>
    </div>
  )
}

export function Palette({ onClose, onShowShortcuts }: PaletteProps) {
  const returnFocus = useFocusReturn()
  const hasActed = useRef(false)
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const found = useSearch(typed)
  // With the frame after the first: who types does not wait for what they may not choose.
  const areChoicesDue = useDeferredValue(true, false)
  const { list, value, choose } = useChoice()
  const type = (text: string) => {
    setTyped(text)
    field.current?.focus()
  }
  const run: Run = (action) => {
    hasActed.current = true
    onClose()
    action()
  }
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-scrim backdrop-blur-[2px] data-[state=open]:animate-fade" />
        <Dialog.Content
          aria-describedby={undefined}
          className={cx(
            'fixed inset-x-4 top-[min(12dvh,6rem)] z-50 mx-auto flex max-h-[min(36rem,80dvh)] max-w-2xl flex-col',
            'overflow-hidden rounded-2xl border border-line bg-raised text-ink shadow-modal outline-none',
            'data-[state=open]:animate-rise',
            // Their place: what there is to choose of at first is longer than that.
            !areChoicesDue && 'h-[min(36rem,80dvh)]',
          )}
          onCloseAutoFocus={(event) => {
            // After an action the page is the news; after Escape the person goes on where they were.
            returnFocus(event)
            if (hasActed.current) focusPage()
          }}
        >
          <Dialog.Title className="sr-only">{t('paletteTitle')}</Dialog.Title>
          <Command
            loop
            shouldFilter={false}
            value={value}
            onValueChange={choose}
            label={t('paletteTitle')}
            className="flex min-h-0 flex-col"
          >
            <Field ref={field} typed={typed} onType={setTyped} isWaiting={found.isWaiting} />
            {areChoicesDue && <Progress {...found} />}
            <Command.List ref={list} className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2">
              {areChoicesDue && <Results {...{ typed, found, run, onShowShortcuts }} onType={type} />}
            </Command.List>
            {areChoicesDue && <Operators onType={type} />}
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
