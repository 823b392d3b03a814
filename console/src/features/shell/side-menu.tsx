// The side menu: entries in groups that fold, the signed-in person at its foot. As a rail it keeps icons and names
// them on hover.
import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { memo, useEffect, useId, type ReactNode } from 'react'
import type { Role } from '@inrange/contract/roles'
import { isWithheld } from '../../lib/acting.ts'
import { formatRole, initialOf } from '../../lib/person.ts'
import { defaultTagline, useProductName, useTagline } from '../../lib/product.ts'
import type { SignedInUser } from '../../lib/signed-in-user.ts'
import { pathOf, sections, type Section } from '../../paths.ts'
import { cx } from '../../ui/class-names.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import { BrandMark } from './brand.tsx'
import { groupOf, menuFor, sectionIcons, sectionLetters, type MenuBlock, type MenuGroupName } from './menu.entries.ts'
import { openGroup, useMenuState } from './menu.state.ts'
import { t } from './shell.texts.ts'
import { UnreadBadge } from './unread-badge.tsx'

type SideMenuProps = {
  user: SignedInUser
  active: Section | null
  rail: boolean
  onNavigate?: () => void
  closeButton?: ReactNode
}

function Entry({
  section,
  rail,
  onNavigate,
}: {
  section: Section
  rail: boolean
  onNavigate: (() => void) | undefined
}) {
  const Icon = sectionIcons[section]
  const letter = sectionLetters[section]
  return (
    <li>
      <Tooltip
        label={sections[section].title}
        shortcut={letter === undefined ? undefined : `G ${letter.toUpperCase()}`}
        side="right"
        disabled={!rail}
      >
        <Link
          to={pathOf(section)}
          onClick={onNavigate}
          className={cx(
            'group relative flex h-9 items-center gap-3 rounded-lg text-sm font-medium text-ink-soft',
            'transition-colors hover:bg-hover hover:text-ink pointer-coarse:h-11',
            rail ? 'justify-center' : 'px-2.5',
          )}
          activeProps={{ className: 'bg-accent-soft! text-accent-ink!' }}
        >
          <Icon className="size-[1.0625rem] shrink-0" strokeWidth={1.9} aria-hidden="true" />
          <span className={rail ? 'sr-only' : 'truncate'}>{sections[section].title}</span>
          {section === 'sms-inbox' && <UnreadBadge rail={rail} />}
        </Link>
      </Tooltip>
    </li>
  )
}

function Entries({
  block,
  rail,
  onNavigate,
}: {
  block: MenuBlock
  rail: boolean
  onNavigate: (() => void) | undefined
}) {
  return block.sections.map((section) => <Entry key={section} section={section} rail={rail} onNavigate={onNavigate} />)
}

type GroupProps = { group: MenuGroupName; isOpen: boolean; children: ReactNode }

function Group({ group, isOpen, children }: GroupProps) {
  const id = useId()
  return (
    <div className="mt-3">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => openGroup(group, !isOpen)}
        className={cx(
          'flex h-8 w-full items-center justify-between rounded-lg px-2.5 text-xs font-medium',
          'text-ink-faint transition-colors hover:text-ink pointer-coarse:h-11',
        )}
      >
        {t(group)}
        <ChevronDown
          className={cx('size-3.5 transition-transform duration-150', !isOpen && '-rotate-90 rtl:rotate-90')}
          aria-hidden="true"
        />
      </button>
      <ul id={id} hidden={!isOpen} className="mt-0.5 space-y-0.5">
        {children}
      </ul>
    </div>
  )
}

type MenuListProps = { role: Role; rail: boolean; onNavigate: (() => void) | undefined }

/** Its links know by themselves which page is shown. */
const MenuList = memo(function MenuList({ role, rail, onNavigate }: MenuListProps) {
  const { open } = useMenuState()
  return menuFor(role).map((block, index) => {
    const entries = <Entries block={block} rail={rail} onNavigate={onNavigate} />
    if (block.group === null || rail) {
      return (
        <ul
          key={block.sections[0]}
          className={cx('space-y-0.5', index > 0 && (rail ? 'mt-2 border-t border-line pt-2' : 'mt-4'))}
        >
          {entries}
        </ul>
      )
    }
    return (
      <Group key={block.group} group={block.group} isOpen={open.includes(block.group)}>
        {entries}
      </Group>
    )
  })
})

type PersonProps = { user: SignedInUser; rail: boolean; onNavigate: (() => void) | undefined }

const Person = memo(function Person({ user, rail, onNavigate }: PersonProps) {
  return (
    <div className="border-t border-line p-2">
      <Tooltip label={`${user.username} · ${formatRole(user.role)}`} side="right" disabled={!rail}>
        <Link
          to={pathOf('account')}
          disabled={isWithheld('account')}
          onClick={onNavigate}
          className={cx(
            'flex min-h-11 items-center gap-3 rounded-lg transition-colors hover:bg-hover',
            rail ? 'justify-center' : 'px-1.5',
          )}
          activeProps={{ className: 'bg-accent-soft!' }}
        >
          <span
            className={cx(
              'inline-flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-soft text-sm',
              'font-semibold text-accent-ink',
            )}
            aria-hidden="true"
          >
            {initialOf(user.username)}
          </span>
          <span className={rail ? 'sr-only' : 'min-w-0 leading-tight'}>
            <bdi className="block truncate text-[0.8125rem] font-medium">{user.username}</bdi>
            <span className="block truncate text-xs text-ink-soft">{formatRole(user.role)}</span>
            <span className="sr-only"> {sections.account.title}</span>
          </span>
        </Link>
      </Tooltip>
    </div>
  )
})

export function SideMenu({ user, active, rail, onNavigate, closeButton }: SideMenuProps) {
  const name = useProductName()
  const line = useTagline()
  const activeGroup = active === null ? null : groupOf(active)
  useEffect(() => {
    // Arriving by link or shortcut opens the group the page stands in; closing it afterwards is respected.
    if (activeGroup !== null) openGroup(activeGroup, true)
  }, [activeGroup])
  return (
    <div className="flex h-full flex-col bg-surface">
      <div className={cx('flex h-[3.75rem] shrink-0 items-center gap-3', rail ? 'justify-center' : 'px-4')}>
        <BrandMark />
        {!rail && (
          <div className="min-w-0 flex-1 leading-tight">
            <p className="truncate text-sm font-semibold tracking-tight">{name}</p>
            <p className="truncate text-[0.6875rem] text-ink-soft">{line === defaultTagline ? t('tagline') : line}</p>
          </div>
        )}
        {closeButton}
      </div>
      <nav
        aria-label={t('menu')}
        className="flex-1 overflow-y-auto overscroll-contain px-2 pt-1 pb-4 [scrollbar-width:thin]"
      >
        <MenuList role={user.role} rail={rail} onNavigate={onNavigate} />
      </nav>
      <Person user={user} rail={rail} onNavigate={onNavigate} />
    </div>
  )
}
