// The frame around every page: side menu, header, drawer on small screens, palette and shortcuts. It loads what is
// rarely needed late.
import { cx } from '../../ui/class-names.ts'
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { acting, isWithheld } from '../../lib/acting.ts'
import { useSignedInUser } from '../../lib/auth.ts'
import { shortcutKeyOf, useHotkeys, type Hotkeys } from '../../lib/hotkeys.ts'
import { chunk, late } from '../../lib/late.ts'
import { useOnline } from '../../lib/online.ts'
import { productName } from '../../lib/product.ts'
import { queryClient } from '../../lib/query-client.ts'
import { maySee, pathOf, sectionOf, sections, type Section } from '../../paths.ts'
import { IconButton } from '../../ui/button.tsx'
import { focusPage, focusSearchField, useFocusKept } from '../../ui/focus-return.ts'
import { Page } from '../../ui/page-header.tsx'
import { useNoticesWanted } from '../../ui/toast.ts'
import { Header } from './header.tsx'
import { KeepLanguage } from './keep-language.tsx'
import { sectionLetters } from './menu.entries.ts'
import { toggleCollapsed, useMenuState } from './menu.state.ts'
import { OutageBanner } from './outage-banner.tsx'
import { SideMenu } from './side-menu.tsx'
import { t } from './shell.texts.ts'
import { unreadRead } from './unread-badge.tsx'

const loadPalette = chunk(() => import('./palette.tsx'))
const AccessDenied = late(() => import('../../ui/access-denied.tsx'), 'AccessDenied')
const Palette = late(loadPalette, 'Palette')
const Shortcuts = late(() => import('./shortcuts.dialog.tsx'), 'ShortcutsDialog')
const ActingBanner = late(() => import('./acting-banner.tsx'), 'ActingBanner')
const Withheld = late(() => import('./acting-banner.tsx'), 'WithheldPage')
const Toaster = late(() => import('../../ui/toaster.tsx'), 'Toaster')

const warmPalette = () => void loadPalette()

type Overlay = 'palette' | 'shortcuts' | null

/** True once the browser has had a quiet moment; Safari has no such event and gets a timer. */
function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(() => setIdle(true), 1_000)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(() => setIdle(true), { timeout: 3_000 })
    return () => cancelIdleCallback(handle)
  }, [])
  return isIdle
}

function useSection(): Section | null {
  return useRouterState({ select: (state) => sectionOf(state.location.pathname) })
}

/** Ctrl B and Ctrl K work everywhere, also in fields; a modifier makes them safe to keep on. */
function useChords(openPalette: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      const key = shortcutKeyOf(event).toLowerCase()
      if (key !== 'b' && key !== 'k') return
      event.preventDefault()
      if (key === 'b') toggleCollapsed()
      else openPalette()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [openPalette])
}

/** The search of the page, where it has one; the search of everything where it has none. */
function focusSearch(open: (overlay: Overlay) => void): void {
  if (!focusSearchField()) open('palette')
}

function useShellHotkeys(open: (overlay: Overlay) => void): void {
  const navigate = useNavigate()
  const { role } = useSignedInUser()
  const hotkeys = useMemo(() => {
    const keys: Record<string, () => void> = { '?': () => open('shortcuts'), '/': () => focusSearch(open) }
    for (const [section, letter] of Object.entries(sectionLetters) as [Section, string][]) {
      if (maySee(role, section)) keys[`g ${letter}`] = () => void navigate({ to: pathOf(section) })
    }
    return keys satisfies Hotkeys
  }, [navigate, open, role])
  useHotkeys(hotkeys)
}

/** The menu of small screens: a modal dialog of the browser, which keeps the focus in and gives it back. */
function Drawer({ active, onClose }: { active: Section | null; onClose: () => void }) {
  const user = useSignedInUser()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    // A click beside the panel closes it; for the keyboard, Escape does so by itself.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-label={t('menu')}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
      className={cx(
        'm-0 mt-(--bar) h-[calc(100dvh-var(--bar))] max-h-none w-72 max-w-[85vw] border-e border-line bg-surface text-ink shadow-modal',
        'backdrop:bg-scrim open:animate-fade',
      )}
    >
      <SideMenu
        user={user}
        active={active}
        rail={false}
        onNavigate={() => dialog.current?.close()}
        closeButton={
          <IconButton label={t('closeMenu')} onClick={() => dialog.current?.close()}>
            <X aria-hidden="true" />
          </IconButton>
        }
      />
    </dialog>
  )
}

function Overlays({ overlay, open }: { overlay: Overlay; open: (overlay: Overlay) => void }) {
  const isIdle = useIdle()
  const areNoticesWanted = useNoticesWanted()
  const close = () => open(null)
  return (
    <>
      {overlay === 'palette' && <Palette onClose={close} onShowShortcuts={() => open('shortcuts')} />}
      {overlay === 'shortcuts' && <Shortcuts onClose={close} />}
      {areNoticesWanted && <Toaster />}
      {isIdle && <OutageBanner />}
      {isIdle && acting === null && <KeepLanguage />}
    </>
  )
}

/**
 * It goes by the page that is shown, not by the address: on the way to another page the former is still in the outlet.
 */
const SectionOutlet = memo(function SectionOutlet() {
  const { role } = useSignedInUser()
  const section = useRouterState({ select: ({ matches }) => sectionOf(matches.at(-1)?.pathname ?? '') })
  if (section === null || (maySee(role, section) && !isWithheld(section))) return <Outlet />
  return (
    <Page>
      {isWithheld(section) ? (
        <Withheld />
      ) : (
        <AccessDenied needed={sections[section].role === 'super_admin' ? 'super_admin' : 'admin'} />
      )}
    </Page>
  )
})

function titleOf(section: Section): string {
  const title = `${sections[section].title} · ${productName()}`
  return acting === null ? title : `${t('actingFor', { name: acting.user.username })} · ${title}`
}

/** Names the window after the section and moves the focus to it, so that a screen reader hears where it is. */
function useArrival(section: Section | null): void {
  const isFirst = useRef(true)
  useEffect(() => {
    if (section !== null) document.title = titleOf(section)
    if (isFirst.current) isFirst.current = false
    else focusPage()
  }, [section])
}

/** Asks for what the frame shows on every page, and the dashboard too. */
export function askEarly(): Promise<void> {
  return queryClient.prefetchQuery(unreadRead)
}

export function Shell() {
  const user = useSignedInUser()
  const section = useSection()
  const { collapsed } = useMenuState()
  const isOnline = useOnline()
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const [overlay, setOverlay] = useState<Overlay>(null)
  const openPalette = useCallback(() => setOverlay('palette'), [])
  const openDrawer = useCallback(() => setDrawerOpen(true), [])
  useChords(openPalette)
  useShellHotkeys(setOverlay)
  useArrival(section)
  useFocusKept()
  const title = section === null ? sections.dashboard.title : sections[section].title
  return (
    <div className="mt-(--bar) flex min-h-[calc(100dvh-var(--bar))]">
      <a
        href="#main"
        className={cx(
          'sr-only focus:not-sr-only focus:fixed focus:start-3 focus:top-3 focus:z-50 focus:rounded-lg',
          'focus:bg-accent focus:px-4 focus:py-2 focus:text-on-accent',
        )}
      >
        {t('skip')}
      </a>
      {acting !== null && <ActingBanner acting={acting} />}
      <aside
        data-print="hide"
        className={cx(
          'sticky top-(--bar) h-[calc(100dvh-var(--bar))] shrink-0 border-e border-line max-lg:hidden',
          'transition-[width] duration-150',
          collapsed ? 'w-16' : 'w-60',
        )}
      >
        <SideMenu user={user} active={section} rail={collapsed} />
      </aside>
      {isDrawerOpen && <Drawer active={section} onClose={() => setDrawerOpen(false)} />}
      <div className="flex min-w-0 flex-1 flex-col">
        <Header
          title={title}
          name={user.username}
          onOpenMenu={openDrawer}
          onOpenSearch={openPalette}
          onWarmSearch={warmPalette}
        />
        {!isOnline && (
          <p role="status" className="bg-warn-soft px-4 py-2 text-center text-sm font-medium text-warn">
            {t('offline')}
          </p>
        )}
        <main id="main" tabIndex={-1} aria-label={title} className="flex min-w-0 flex-1 flex-col">
          <SectionOutlet />
        </main>
      </div>
      <Overlays overlay={overlay} open={setOverlay} />
    </div>
  )
}
