// How the console looks in this browser. Each choice shows what it does before it is taken.
import { chooseTheme, themes, useTheme, type Theme } from '../../lib/theme.ts'
import { cx } from '../../ui/class-names.ts'
import { Panel } from './account.parts.tsx'
import { t } from './account.texts.ts'

/** A window in small, drawn in the colours of its scheme: tokens follow color-scheme, so it is set on the picture. */
function Picture({ scheme }: { scheme: 'light' | 'dark' }) {
  return (
    <span aria-hidden="true" style={{ colorScheme: scheme }} className="flex h-full flex-1 gap-1.5 bg-canvas p-2.5">
      <span className="w-1/4 rounded border border-line bg-surface" />
      <span className="flex flex-1 flex-col gap-1.5">
        <span className="h-2 w-2/3 rounded-full bg-ink-faint" />
        <span className="flex flex-1 items-end justify-end rounded border border-line bg-surface p-1.5">
          <span className="h-2 w-6 rounded-full bg-accent" />
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

export function AppearancePanel() {
  const chosen = useTheme()
  return (
    <Panel title={t('appearance')} hint={t('appearanceHint')}>
      <div role="radiogroup" aria-label={t('theme')} className="grid gap-4 sm:grid-cols-3">
        {themes.map((theme) => (
          <Choice key={theme} theme={theme} isChosen={theme === chosen} />
        ))}
      </div>
    </Panel>
  )
}
