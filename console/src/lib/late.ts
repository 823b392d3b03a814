// A part of a page that is loaded when it is first shown, such as a dialog. React's own `lazy` suspends, and what
// suspended is shown a third of a second later than it is there, so that a wait does not flash; nothing waits here:
// where the part will be there is nothing or what keeps its place, and then the part. One that was asked for in time,
// as its button was pointed at, is there at once.
import { createElement, useEffect, useState, type ComponentProps, type ComponentType, type ReactNode } from 'react'

/** Loads a file of parts, once; `now` is what is in it, once it is there. A failure is tried again the next time. */
export type Chunk<Parts> = { (): Promise<Parts>; now?: Parts }

/** For what is asked for before it is shown: the button of a dialog that is pointed at. */
export function chunk<Parts>(load: () => Promise<Parts>): Chunk<Parts> {
  const begin: Chunk<Parts> = async () => (begin.now ??= await load())
  return begin
}

// oxlint-disable-next-line typescript/no-explicit-any -- whatever the component takes; its own props are checked below.
type AnyComponent = (props: any) => ReactNode

/**
 * @param name which part of the file; what fails to load is thrown where the part is shown
 * @param meanwhile what keeps its place until it is there
 */
export function late<Parts, Name extends keyof Parts>(
  load: Chunk<Parts>,
  name: Name,
  meanwhile: ReactNode = null,
): ComponentType<ComponentProps<Extract<Parts[Name], AnyComponent>>> {
  type Props = ComponentProps<Extract<Parts[Name], AnyComponent>>
  const partOf = (parts: Parts) => parts[name] as ComponentType<Props>
  return function Late(props: Props) {
    const [isThere, setThere] = useState(load.now !== undefined)
    const [failure, setFailure] = useState<{ error: unknown } | null>(null)
    useEffect(() => {
      if (isThere) return undefined
      let isGone = false
      load().then(
        (parts) => {
          load.now = parts
          if (!isGone) setThere(true)
        },
        (error: unknown) => !isGone && setFailure({ error }),
      )
      return () => {
        isGone = true
      }
    }, [isThere])
    if (failure !== null) throw failure.error
    return load.now === undefined ? meanwhile : createElement(partOf(load.now), props)
  }
}
