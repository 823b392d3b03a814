// The place that a link names by its hash. What is read before it is drawn is not there yet when the browser looks for
// it, so whoever draws it goes there.
import { useEffect } from 'react'

/** Brings the element of this id into sight when the address means it. */
export function useAnchor(anchor: string | undefined): void {
  useEffect(() => {
    if (anchor !== undefined && location.hash === `#${anchor}`) document.getElementById(anchor)?.scrollIntoView()
  }, [anchor])
}
