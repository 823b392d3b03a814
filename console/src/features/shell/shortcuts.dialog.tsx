// The list of shortcuts, and the switch that turns the single-key ones off.
import { switchHotkeys, useHotkeysOn } from '../../lib/hotkeys.ts'
import { useSignedInUser } from '../../lib/auth.ts'
import { maySee, sections, type Section } from '../../paths.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox } from '../../ui/input.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { sectionLetters } from './menu.entries.ts'
import { t } from './shell.texts.ts'

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const isOn = useHotkeysOn()
  const { role } = useSignedInUser()
  const letters = (Object.entries(sectionLetters) as [Section, string][]).filter(([section]) => maySee(role, section))
  const general = [
    [t('openSearch'), 'Ctrl K'],
    [t('collapse'), 'Ctrl B'],
    [t('shortcuts'), '?'],
  ]
  const rows = [
    ...general,
    ...letters.map(([section, letter]) => [sections[section].title, `G ${letter.toUpperCase()}`]),
  ]
  return (
    <Dialog title={t('shortcuts')} description={t('shortcutsHint')} size="small" onClose={onClose}>
      <Checkbox checked={isOn} onChange={(event) => switchHotkeys(event.target.checked)}>
        {t('shortcutsOn')}
      </Checkbox>
      <dl className="mt-4 divide-y divide-line">
        {rows.map(([name = '', keys = '']) => (
          <div key={name} className="flex h-9 items-center justify-between text-sm">
            <dt>{name}</dt>
            <dd className="flex gap-1">
              {keys.split(' ').map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
