// A place that keeps, while it loads, the size it had when this browser showed it last: how much there is to show is
// the server's to say, and what stands below must not jump when it has said it.
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useNarrow } from '../lib/narrow.ts'
import { readPreference, writePreference } from '../lib/preference.ts'

/** Taller than any place of a page. */
const heightPxMax = 4_000

function isHeight(value: unknown): value is number | null {
  return value === null || (typeof value === 'number' && value >= 0 && value <= heightPxMax)
}

/**
 * @param name of the place, of its own in the whole console
 * @param isPending true until it is known what there is to show
 */
export function KeptPlace({ name, isPending, children }: { name: string; isPending: boolean; children: ReactNode }) {
  const width = useNarrow() ? 'narrow' : 'wide'
  const key = `place.${name}.${width}`
  const [kept] = useState(() => readPreference(key, isHeight, null))
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (isPending || element === null) return undefined
    // An observer is told the size with the frame; asking for it would lay the page out once more.
    const observer = new ResizeObserver(([entry]) => {
      const height = Math.round(entry?.contentRect.height ?? 0)
      if (isHeight(height)) writePreference(key, height)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [key, isPending])
  const isKept = isPending && kept !== null
  return (
    <div ref={place} className={isKept ? 'overflow-clip *:h-full' : undefined} style={isKept ? { height: kept } : {}}>
      {children}
    </div>
  )
}
