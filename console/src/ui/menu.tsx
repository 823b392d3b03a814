// A menu of actions behind one button. Choosing an item that opens a dialog is fine: the dialog gives the focus
// back to the button. It is drawn inside the landmark or dialog of its button, since a menu is no landmark itself and
// whoever goes from one to the next would not come by it.
import { DropdownMenu as Primitive } from 'radix-ui'
import { useRef, useState, type ReactNode } from 'react'
import { cx } from './class-names.ts'

export type MenuItem = {
  label: string
  icon?: ReactNode
  tone?: 'danger'
  disabled?: boolean
  /** Draws a line above, to set a group apart. */
  separated?: boolean
  onSelect: () => void
}

type MenuProps = {
  /** A button element; it gets the behaviour of a menu button. */
  trigger: ReactNode
  items: readonly MenuItem[]
  align?: 'start' | 'end'
}

export function Menu({ trigger, items, align = 'end' }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [host, setHost] = useState<HTMLElement | null>(null)
  const findHost = () => setHost(button.current?.closest<HTMLElement>('[role=dialog],main') ?? null)
  return (
    <Primitive.Root modal={false} onOpenChange={(isOpen) => isOpen && findHost()}>
      <Primitive.Trigger asChild ref={button}>
        {trigger}
      </Primitive.Trigger>
      <Primitive.Portal container={host}>
        <Primitive.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={cx(
            'z-50 min-w-44 rounded-xl border border-line bg-raised p-1 text-ink shadow-float',
            'data-[state=open]:animate-rise',
          )}
        >
          {items.map(({ label, icon, tone, disabled = false, separated = false, onSelect }) => (
            <div key={label} role="none">
              {separated && <Primitive.Separator className="mx-2 my-1 h-px bg-line" />}
              <Primitive.Item
                disabled={disabled}
                onSelect={onSelect}
                className={cx(
                  'flex min-h-8 cursor-pointer items-center gap-2.5 rounded-lg px-2.5 py-1.5 text-sm outline-none',
                  'data-[disabled]:cursor-default data-[disabled]:opacity-45 data-[highlighted]:bg-hover',
                  'pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0',
                  tone === 'danger' ? 'text-bad' : '[&_svg]:text-ink-soft',
                )}
              >
                {icon}
                {label}
              </Primitive.Item>
            </div>
          ))}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
