// The command palette: every page the person may open and what works everywhere, by a few letters. Loaded on first use.
import { cx } from '../../ui/class-names.ts'
import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { Keyboard, LogOut, PanelLeft, Search, SunMoon } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useRef, type ReactNode } from 'react'
import { isWithheld } from '../../lib/acting.ts'
import { signOut, useSignedInUser } from '../../lib/auth.ts'
import { chooseTheme, nextTheme, useTheme } from '../../lib/theme.ts'
import { maySee, pathOf, sections } from '../../paths.ts'
import { focusPage, useFocusReturn } from '../../ui/focus-return.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { menuFor, sectionIcons, sectionLetters } from './menu.entries.ts'
import { toggleCollapsed } from './menu.state.ts'
import { t } from './shell.texts.ts'

type PaletteProps = { onClose: () => void; onShowShortcuts: () => void }

function Item({
  icon,
  children,
  hint,
  onSelect,
}: {
  icon: ReactNode
  children: string
  hint?: string
  onSelect: () => void
}) {
  return (
    <Command.Item
      value={children}
      onSelect={onSelect}
      className={cx(
        'flex h-10 cursor-pointer items-center gap-3 rounded-lg px-3 text-sm text-ink',
        'data-[selected=true]:bg-accent-soft data-[selected=true]:text-accent-ink pointer-coarse:h-11',
        '[&_svg]:size-4 [&_svg]:text-ink-soft data-[selected=true]:[&_svg]:text-accent-ink',
      )}
    >
      {icon}
      <span className="flex-1 truncate">{children}</span>
      {hint !== undefined && <Kbd>{hint}</Kbd>}
    </Command.Item>
  )
}

const heading = cx(
  '**:[[cmdk-group-heading]]:px-3 **:[[cmdk-group-heading]]:pt-2.5 **:[[cmdk-group-heading]]:pb-1',
  '**:[[cmdk-group-heading]]:text-xs **:[[cmdk-group-heading]]:font-medium',
  '**:[[cmdk-group-heading]]:text-ink-faint',
)

function Pages({ run }: { run: (action: () => void) => void }) {
  const navigate = useNavigate()
  const { role } = useSignedInUser()
  const entries = [...menuFor(role).flatMap((block) => block.sections), 'account' as const].filter(
    (section) => maySee(role, section) && !isWithheld(section),
  )
  return (
    <Command.Group heading={t('goTo')} className={heading}>
      {entries.map((section) => {
        const Icon = sectionIcons[section]
        const letter = sectionLetters[section]
        return (
          <Item
            key={section}
            icon={<Icon aria-hidden="true" />}
            {...(letter === undefined ? {} : { hint: `G ${letter.toUpperCase()}` })}
            onSelect={() => run(() => void navigate({ to: pathOf(section) }))}
          >
            {sections[section].title}
          </Item>
        )
      })}
    </Command.Group>
  )
}

function Actions({ run, onShowShortcuts }: { run: (action: () => void) => void; onShowShortcuts: () => void }) {
  const next = nextTheme(useTheme())
  return (
    <Command.Group heading={t('actions')} className={heading}>
      <Item icon={<SunMoon aria-hidden="true" />} onSelect={() => run(() => chooseTheme(next))}>
        {t('theme', { theme: t(next) })}
      </Item>
      <Item icon={<PanelLeft aria-hidden="true" />} hint="Ctrl B" onSelect={() => run(toggleCollapsed)}>
        {t('collapse')}
      </Item>
      <Item icon={<Keyboard aria-hidden="true" />} hint="?" onSelect={onShowShortcuts}>
        {t('shortcuts')}
      </Item>
      <Item icon={<LogOut aria-hidden="true" />} onSelect={() => run(() => void signOut())}>
        {t('signOut')}
      </Item>
    </Command.Group>
  )
}

export function Palette({ onClose, onShowShortcuts }: PaletteProps) {
  const returnFocus = useFocusReturn()
  const hasActed = useRef(false)
  const run = (action: () => void) => {
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
            'fixed inset-x-4 top-[12dvh] z-50 mx-auto max-w-xl overflow-hidden rounded-2xl border border-line',
            'bg-raised text-ink shadow-modal outline-none data-[state=open]:animate-rise',
          )}
          onCloseAutoFocus={(event) => {
            // After an action the page is the news; after Escape the person goes on where they were.
            returnFocus(event)
            if (hasActed.current) focusPage()
          }}
        >
          <Dialog.Title className="sr-only">{t('paletteTitle')}</Dialog.Title>
          <Command loop label={t('paletteTitle')}>
            <div className="flex items-center gap-3 border-b border-line px-4">
              <Search className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
              <Command.Input
                placeholder={t('palettePlaceholder')}
                className="h-12 w-full bg-transparent text-[0.9375rem] outline-none"
              />
              <Kbd>Esc</Kbd>
            </div>
            <Command.List className="max-h-[min(24rem,60dvh)] overflow-y-auto overscroll-contain p-2">
              <Command.Empty className="py-10 text-center text-sm text-ink-soft">{t('nothingFound')}</Command.Empty>
              <Pages run={run} />
              <Actions run={run} onShowShortcuts={onShowShortcuts} />
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
