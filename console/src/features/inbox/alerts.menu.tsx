// Two switches behind a bell, each with what the browser has to say about it. It closes with Escape or when the focus
// goes elsewhere.
import { BellOff, BellRing } from 'lucide-react'
import { useId, useRef } from 'react'
import { cx } from '../../ui/class-names.ts'
import { Checkbox } from '../../ui/input.tsx'
import { switchAlert, useAlert, useDesktopPermission, type DesktopPermission } from './inbox.alerts.ts'
import { t } from './inbox.texts.ts'

const permissionTexts = {
  default: 'desktopDefault',
  granted: 'desktopGranted',
  denied: 'desktopDenied',
  missing: 'desktopMissing',
} as const satisfies Record<DesktopPermission, string>

function DesktopSwitch() {
  const isOn = useAlert('desktop')
  const permission = useDesktopPermission()
  const hint = useId()
  const isImpossible = permission === 'denied' || permission === 'missing'
  return (
    <div>
      <Checkbox
        checked={isOn}
        disabled={isImpossible}
        aria-describedby={hint}
        onChange={() => void switchAlert('desktop', !isOn)}
      >
        {t('desktopOn')}
      </Checkbox>
      <p id={hint} role="status" className="mt-1 ps-7 text-xs text-pretty text-ink-soft">
        {t('desktopHint')} <span className={cx(isImpossible && 'text-warn')}>{t(permissionTexts[permission])}</span>
      </p>
    </div>
  )
}

function SoundSwitch() {
  const isOn = useAlert('sound')
  const hint = useId()
  return (
    <div>
      <Checkbox checked={isOn} aria-describedby={hint} onChange={() => void switchAlert('sound', !isOn)}>
        {t('soundOn')}
      </Checkbox>
      <p id={hint} className="mt-1 ps-7 text-xs text-pretty text-ink-soft">
        {t('soundHint')}
      </p>
    </div>
  )
}

export function AlertsMenu() {
  const isOn = [useAlert('sound'), useAlert('desktop')].includes(true)
  const details = useRef<HTMLDetailsElement>(null)
  function close(): void {
    if (details.current !== null) details.current.open = false
  }
  return (
    // It only closes here; opening is the summary's own doing.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <details
      ref={details}
      className="relative"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && close()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !event.currentTarget.open) return
        event.stopPropagation()
        close()
        event.currentTarget.querySelector('summary')?.focus()
      }}
    >
      <summary
        aria-label={t('alerts')}
        title={t('alerts')}
        className={cx(
          'inline-flex size-9 list-none items-center justify-center rounded-lg border border-line',
          'bg-surface shadow-card',
          'transition-colors hover:bg-hover hover:text-ink pointer-coarse:size-11 [&::-webkit-details-marker]:hidden',
          isOn ? 'text-accent-ink' : 'text-ink-soft',
        )}
      >
        {isOn ? (
          <BellRing className="size-4.5" aria-hidden="true" />
        ) : (
          <BellOff className="size-4.5" aria-hidden="true" />
        )}
      </summary>
      <div
        // A click on its words keeps the focus in here.
        tabIndex={-1}
        className={cx(
          'absolute end-0 top-full z-20 mt-1.5 flex w-80 max-w-[calc(100vw-2rem)] flex-col gap-4 rounded-xl border',
          'border-line bg-raised p-4 shadow-float max-sm:-end-28',
        )}
      >
        <SoundSwitch />
        <DesktopSwitch />
      </div>
    </details>
  )
}
