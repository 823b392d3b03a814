// What a new password still lacks, while it is typed. A circle becomes a tick; the words say it too.
import { Check, Circle } from 'lucide-react'
import { cx } from '../../ui/class-names.ts'
import { t } from './identity.texts.ts'
import { hintsOf, type PasswordHint, type PasswordPolicy } from './new-password.rules.ts'

function textOf({ name }: PasswordHint, lengthMin: number): string {
  return name === 'minimum' ? t(name, { count: lengthMin }) : t(name)
}

export function PasswordHints({ password, policy }: { password: string; policy: PasswordPolicy }) {
  return (
    <ul className="flex flex-col gap-1">
      {hintsOf(password, policy).map((hint) => {
        const Icon = hint.isMet ? Check : Circle
        return (
          <li key={hint.name} className={cx('flex items-center gap-2', hint.isMet && 'text-good')}>
            <Icon aria-hidden="true" className={hint.isMet ? 'size-3.5' : 'size-3.5 scale-[0.5] text-ink-faint'} />
            <span>
              {textOf(hint, policy.lengthMin)}
              {hint.isMet && <span className="sr-only"> ({t('met')})</span>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
