// The list of shortcuts by where they work, and the switch that turns the single-key ones off. What a role cannot open
// is not in it.
import { switchHotkeys, useHotkeysOn } from '../../lib/hotkeys.ts'
import { useSignedInUser } from '../../lib/auth.ts'
import { maySee, sections, type Section } from '../../paths.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox } from '../../ui/input.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { sectionLetters } from './menu.entries.ts'
import { t } from './shortcuts.texts.ts'

/** Keys with a space are pressed after each other or, with Ctrl, together; a bar stands between alternatives. */
type Row = { name: string; keys: string }
type Group = { name: string; rows: readonly Row[] }

function pageRows(role: Parameters<typeof maySee>[0]): Group[] {
  const lists = [
    { name: t('next'), keys: 'J' },
    { name: t('previous'), keys: 'K' },
    { name: t('open'), keys: 'Enter' },
    { name: t('copy'), keys: 'C' },
    { name: t('find'), keys: '/' },
  ]
  const live = [
    { name: t('copyCode'), keys: 'C' },
    { name: t('pause'), keys: 'P' },
    { name: t('toggleRead'), keys: 'U' },
  ]
  const archive = [
    { name: t('choose'), keys: 'X' },
    { name: t('chooseUpTo'), keys: 'Shift X' },
    { name: t('markRead'), keys: 'Shift R' },
    { name: t('markUnread'), keys: 'Shift U' },
    { name: t('pages'), keys: '[|]' },
  ]
  const groups = [
    { name: t('lists'), rows: lists },
    { name: t('live'), rows: live },
    { name: t('archive'), rows: archive },
  ]
  if (maySee(role, 'admin-dashboard')) groups.push({ name: t('work'), rows: [{ name: t('workItem'), keys: '1|…|9' }] })
  return groups
}

function Keys({ keys }: { keys: string }) {
  return (
    <dd dir="ltr" className="flex shrink-0 gap-1">
      {keys.split(/[ |]/).map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </dd>
  )
}

function GroupList({ name, rows }: Group) {
  return (
    <section className="mt-5 break-inside-avoid first:mt-0">
      <h3 className="text-xs font-semibold text-ink-soft">{name}</h3>
      <dl className="mt-1 divide-y divide-line">
        {rows.map((row) => (
          <div key={row.name} className="flex min-h-9 items-center justify-between gap-4 py-1 text-sm">
            <dt className="min-w-0">{row.name}</dt>
            <Keys keys={row.keys} />
          </div>
        ))}
      </dl>
    </section>
  )
}

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const isOn = useHotkeysOn()
  const { role } = useSignedInUser()
  const everywhere = [
    { name: t('search'), keys: 'Ctrl K|/' },
    { name: t('menu'), keys: 'Ctrl B' },
    { name: t('help'), keys: '?' },
    { name: t('leave'), keys: 'Esc' },
  ]
  const letters = (Object.entries(sectionLetters) as [Section, string][]).filter(([section]) => maySee(role, section))
  const goTo = letters.map(([section, letter]) => ({
    name: sections[section].title,
    keys: `G ${letter.toUpperCase()}`,
  }))
  return (
    <Dialog title={t('title')} description={t('hint')} size="large" onClose={onClose}>
      <Checkbox checked={isOn} onChange={(event) => switchHotkeys(event.target.checked)}>
        {t('on')}
      </Checkbox>
      <div className="mt-5 gap-x-10 sm:columns-2">
        <GroupList name={t('everywhere')} rows={everywhere} />
        <GroupList name={t('goTo')} rows={goTo} />
        {pageRows(role).map((group) => (
          <GroupList key={group.name} {...group} />
        ))}
      </div>
    </Dialog>
  )
}
