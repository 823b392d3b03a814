// The window of a long list of rows of equal height: which of them to draw, and how to bring one into sight. Ours,
// because equal heights need no measuring: a tenth of what a library for any heights weighs. It draws in the frame of
// the scroll itself, so that a fast scroll meets no blank rows.
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'

type WindowInput = {
  count: number
  /** Of every row, in CSS pixels. */
  height: number
  /** Of what stands still above the rows, inside of what scrolls. */
  headHeight: number
}
export type RowWindow = {
  scroller: RefObject<HTMLDivElement | null>
  /** The rows to draw: from `first` up to, not including, `end`. */
  first: number
  end: number
  /** How many elements the window ever needs at once. */
  slots: number
  totalHeight: number
  scrollTo: (index: number) => void
}

/** Rows beyond both edges, for the frames in which a scroll outruns the drawing. */
const overscan = 8
/** The same at the top, where a live list stands while everything in it changes ten times a second. */
const overscanAtTop = 2
/** The window moves in steps, so that not every row that comes into sight is a drawing of all. */
const step = 4

type Place = { first: number; visible: number }

/** Where a scroller stands, in rows. */
export function placeOf(scrollTop: number, clientHeight: number, height: number): Place {
  const first = Math.max(0, Math.floor(scrollTop / height / step) * step)
  return { first, visible: Math.ceil(clientHeight / height) + step }
}

/** The scroll position that shows a row whole; the present one when it does already. */
export function scrollTopFor(index: number, height: number, headHeight: number, at: { top: number; height: number }) {
  const top = index * height
  if (top < at.top) return top
  return Math.max(at.top, top + height + headHeight - at.height)
}

export function useRowWindow({ count, height, headHeight }: WindowInput): RowWindow {
  const scroller = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<Place>(() => ({ first: 0, visible: Math.ceil(innerHeight / height) }))
  useEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const look = () => {
      const next = placeOf(element.scrollTop, element.clientHeight, height)
      setPlace((former) => (former.first === next.first && former.visible === next.visible ? former : next))
    }
    const onScroll = () => flushSync(look)
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [height])
  const scrollTo = useCallback(
    (index: number) => {
      const element = scroller.current
      if (element === null) return
      const { scrollTop, clientHeight } = element
      element.scrollTop = scrollTopFor(index, height, headHeight, { top: scrollTop, height: clientHeight })
    },
    [height, headHeight],
  )
  // A list that became shorter is drawn from its end before the browser has told the new scroll position.
  const top = Math.max(0, Math.min(place.first, count - place.visible))
  const first = Math.max(0, top - overscan)
  const end = Math.min(count, top + place.visible + (top === 0 ? overscanAtTop : overscan))
  return { scroller, first, end, slots: place.visible + 2 * overscan, totalHeight: count * height, scrollTo }
}
