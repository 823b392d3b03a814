// The bar above every page: where one is, who is greeted, and what works everywhere: search, theme, sign out.
import { cx } from '../../ui/class-names.ts'
import { LogOut, Menu as MenuIcon, Monitor, Moon, PanelLeft, Search, Sun } from 'lucide-react'
import { Link } from '@tanstack/react-router'
import { memo, useState } from 'react'
import { isWithheld } from '../../lib/acting.ts'
import { signOut } from '../../lib/auth.ts'
import { initialOf } from '../../lib/person.ts'
import { chooseTheme, nextTheme, useTheme, type Theme } from '../../lib/theme.ts'
import { pathOf, sections } from '../../paths.ts'
import { IconButton } from '../../ui/button.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { notify } from '../../ui/toast.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import { Bell } from '../notifications/bell.tsx'
import { toggleCollapsed, useMenuState } from './menu.state.ts'
import { t } from './shell.texts.ts'
import { StreamDot } from './stream.dot.tsx'

const themeIcons = { system: Monitor, light: Sun, dark: Moon } as const satisfies Record<Theme, unknown>

function ThemeSwitch() {
  const theme = useTheme()
  const Icon = themeIcons[theme]
  return (
    <IconButton label={t('theme', { theme: t(theme) })} onClick={() => chooseTheme(nextTheme(theme))}>
      <Icon aria-hidden="true" />
    </IconButton>
  )
}

function SignOutButton() {
  const [isBusy, setBusy] = useState(false)
  async function leave(): Promise<void> {
    setBusy(true)
    const isOut = await signOut()
    if (isOut) return
    setBusy(false)
    notify(t('signOutFailed'), { tone: 'bad' })
  }
  return (
    <IconButton label={t('signOut')} disabled={isBusy} onClick={() => void leave()}>
      {isBusy ? (
        <span className="spinner" aria-hidden="true" />
      ) : (
        <LogOut aria-hidden="true" className="rtl:rotate-180" />
      )}
    </IconButton>
  )
}

function AccountLink({ name }: { name: string }) {
  if (isWithheld('account')) return null
  return (
    <Tooltip label={sections.account.title} side="bottom">
      <Link
        to={pathOf('account')}
        aria-label={sections.account.title}
        className="inline-flex size-9 shrink-0 items-center justify-center rounded-full max-sm:hidden pointer-coarse:size-11"
      >
        <span
          aria-hidden="true"
          className="inline-flex size-7 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent-ink"
        >
          {initialOf(name)}
        </span>
      </Link>
    </Tooltip>
  )
}

type HeaderProps = {
  title: string
  name: string
  onOpenMenu: () => void
  onOpenSearch: () => void
  onWarmSearch: () => void
}

export const Header = memo(function Header({ title, name, onOpenMenu, onOpenSearch, onWarmSearch }: HeaderProps) {
  const { collapsed } = useMenuState()
  return (
    <header
      data-print="hide"
      className={cx(
        'sticky top-(--bar) z-20 flex h-[3.75rem] shrink-0 items-center gap-2 border-b border-line bg-canvas/85',
        'px-3 backdrop-blur-md sm:px-4',
      )}
    >
      <IconButton label={t('openMenu')} className="lg:hidden" onClick={onOpenMenu}>
        <MenuIcon aria-hidden="true" />
      </IconButton>
      <IconButton
        label={collapsed ? t('expand') : t('collapse')}
        shortcut="Ctrl B"
        className="max-lg:hidden"
        aria-expanded={!collapsed}
        onClick={toggleCollapsed}
      >
        <PanelLeft aria-hidden="true" className="rtl:-scale-x-100" />
      </IconButton>
      <div className="min-w-0 flex-1 ps-1 leading-tight">
        <p className="truncate text-[0.9375rem] font-semibold tracking-tight">{title}</p>
        <p className="truncate text-xs text-ink-soft max-sm:hidden">{t('welcome', { name })}</p>
      </div>
      <button
        type="button"
        onClick={onOpenSearch}
        onPointerEnter={onWarmSearch}
        onFocus={onWarmSearch}
        className={cx(
          'flex h-9 w-64 items-center gap-2.5 rounded-lg border border-line bg-surface ps-3 pe-2 text-sm',
          'text-ink-faint shadow-card transition-colors hover:border-line-strong/60 hover:text-ink-soft',
          'max-md:hidden',
        )}
      >
        <Search className="size-4" aria-hidden="true" />
        <span className="flex-1 text-start">{t('search')}</span>
        <Kbd>Ctrl K</Kbd>
      </button>
      <IconButton label={t('openSearch')} className="md:hidden" onClick={onOpenSearch}>
        <Search aria-hidden="true" />
      </IconButton>
      <StreamDot />
      <ThemeSwitch />
      <Bell />
      <AccountLink name={name} />
      <SignOutButton />
    </header>
  )
})
