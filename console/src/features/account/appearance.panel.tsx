// How the console looks in this browser. Each choice shows what it does before it is taken.
import { switchHotkeys, useHotkeysOn } from '../../lib/hotkeys.ts'
import { chooseTheme, themes, useTheme, type Theme } from '../../lib/theme.ts'
import { cx } from '../../ui/class-names.ts'
import { Checkbox } from '../../ui/input.tsx'
import { LanguageCards } from './language.cards.tsx'
import { Panel } from './account.parts.tsx'
import { t } from './account.texts.ts'

/** The tokens of both schemes; on this one screen both are on show at once, whichever is in force. */
const schemes = {
  light: { canvas: '#f9fafc', surface: '#ffffff', line: '#e2e4e9', ink: '#6a7080', accent: '#2b55d6' },
  dark: { canvas: '#0d0e11', surface: '#15171b', line: '#2b2d33', ink: '#9fa3ae', accent: '#87a5ff' },
} as const

/** A window in small. */
function Picture({ scheme }: { scheme: keyof typeof schemes }) {
  const { canvas, surface, line, ink, accent } = schemes[scheme]
  const panel = { background: surface, borderColor: line }
  return (
    <span aria-hidden="true" style={{ background: canvas }} className="flex h-full flex-1 gap-1.5 p-2.5">
      <span style={panel} className="w-1/4 rounded border" />
      <span className="flex flex-1 flex-col gap-1.5">
        <span style={{ background: ink }} className="h-1.5 w-2/3 rounded-full" />
        <span style={panel} className="flex flex-1 items-end justify-end rounded border p-1.5">
          <span style={{ background: accent }} className="h-2 w-6 rounded-full" />
        </span>
      </span>
    </span>
  )
}

function Choice({ theme, isChosen }: { theme: Theme; isChosen: boolean }) {
  const hints = { system: t('systemHint'), light: t('lightHint'), dark: t('darkHint') } as const
  return (
    <label
      className={cx(
        'relative flex cursor-pointer flex-col overflow-hidden rounded-xl border bg-surface transition-colors',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        isChosen ? 'border-accent ring-1 ring-accent' : 'border-line hover:border-line-strong/60',
      )}
    >
      <input
        type="radio"
        name="theme"
        value={theme}
        checked={isChosen}
        onChange={() => chooseTheme(theme)}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
      <span className="flex h-24 border-b border-line">
        {theme !== 'dark' && <Picture scheme="light" />}
        {theme !== 'light' && <Picture scheme="dark" />}
      </span>
      <span className="px-3.5 py-2.5">
        <span className="block text-sm font-medium">{t(theme)}</span>
        <span className="block text-xs text-ink-soft">{hints[theme]}</span>
      </span>
    </label>
  )
}

/** Keys pressed by mistake, or by dictation, can do things; so they can be switched off (WCAG 2.1.4). */
function ShortcutsPanel() {
  const isOn = useHotkeysOn()
  return (
    <Panel title={t('shortcuts')} hint={t('shortcutsHint')}>
      <Checkbox checked={isOn} onChange={({ target }) => switchHotkeys(target.checked)}>
        {t('shortcutsOn')}
      </Checkbox>
    </Panel>
  )
}

export function AppearancePanel() {
  const chosen = useTheme()
  return (
    <>
      <Panel title={t('appearance')} hint={t('appearanceHint')}>
        <div role="radiogroup" aria-label={t('theme')} className="grid gap-4 sm:grid-cols-3">
          {themes.map((theme) => (
            <Choice key={theme} theme={theme} isChosen={theme === chosen} />
          ))}
        </div>
      </Panel>
      <LanguageCards />
      <ShortcutsPanel />
    </>
  )
}
