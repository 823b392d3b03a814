// The lines of the palette: a group with its title, and an item with an icon, a title, a detail and a hint.
import { Command } from 'cmdk'
import type { ReactNode } from 'react'
import { cx } from '../../ui/class-names.ts'
import { Kbd } from '../../ui/kbd.tsx'

const heading = cx(
  '**:[[cmdk-group-heading]]:px-3 **:[[cmdk-group-heading]]:pt-2.5 **:[[cmdk-group-heading]]:pb-1',
  '**:[[cmdk-group-heading]]:text-xs **:[[cmdk-group-heading]]:font-medium',
  '**:[[cmdk-group-heading]]:text-ink-soft',
)

export function PaletteGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Command.Group heading={title} className={heading}>
      {children}
    </Command.Group>
  )
}

const beside = 'text-xs text-ink-soft group-data-[selected=true]:text-accent-ink'

type ItemProps = {
  /** What tells it from every other item. */
  value: string
  icon: ReactNode
  title: ReactNode
  detail?: ReactNode
  /** At the end of the line. */
  aside?: ReactNode
  keys?: string | undefined
  onSelect: () => void
}

export function PaletteItem({ value, icon, title, detail, aside, keys, onSelect }: ItemProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className={cx(
        'group flex min-h-10 cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5 text-sm text-ink',
        'data-[selected=true]:bg-accent-soft data-[selected=true]:text-accent-ink pointer-coarse:min-h-11',
        '[&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-soft data-[selected=true]:[&_svg]:text-accent-ink',
      )}
    >
      {icon}
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
        <span className="min-w-0 truncate">{title}</span>
        {detail !== undefined && <span className={cx(beside, 'min-w-0 truncate')}>{detail}</span>}
      </span>
      {aside !== undefined && <span className={cx(beside, 'shrink-0')}>{aside}</span>}
      {keys !== undefined && <Kbd>{keys}</Kbd>}
    </Command.Item>
  )
}
