// A part of a page that is loaded when it is first shown, such as a dialog. React's own `lazy` suspends, and what
// suspended is shown a third of a second later than it is there, so that a wait does not flash; nothing waits here:
// where the part will be there is nothing, and then the part.
import { createElement, useEffect, useState, type ComponentType } from 'react'

type Outcome<Props> = { component: ComponentType<Props> } | { error: unknown } | null

/** @param load as for React's `lazy`; its failure is thrown where the part is shown, and the next time tried again */
export function late<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null
  return function Late(props: Props) {
    const [outcome, setOutcome] = useState<Outcome<Props>>(() => loaded && { component: loaded })
    useEffect(() => {
      if (loaded !== null) return undefined
      let isGone = false
      load().then(
        ({ default: component }) => {
          loaded = component
          if (!isGone) setOutcome({ component })
        },
        (error: unknown) => {
          if (!isGone) setOutcome({ error })
        },
      )
      return () => {
        isGone = true
      }
    }, [])
    if (outcome !== null && 'error' in outcome) throw outcome.error
    return outcome === null ? null : createElement(outcome.component, props)
  }
}
