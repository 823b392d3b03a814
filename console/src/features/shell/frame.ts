// The frame around every page, loaded apart: who is not signed in needs none of it, and who is has it asked for before
// the bundle runs (before-paint.js). Texts of what the person may open come with it, since everything inside shows
// them.
import { lazy, type ComponentType } from 'react'
import { loadTexts } from '../../i18n/catalogs.ts'
import { authState } from '../../lib/auth.ts'

let loaded: ComponentType | null = null

/**
 * Loads the frame and the texts for the person who is signed in. `answer` is there once what the frame shows is known,
 * or could not be asked for.
 */
export async function loadFrame(): Promise<{ frame: ComponentType; answer: Promise<void> }> {
  const state = authState()
  const [{ Shell, askEarly }] = await Promise.all([
    import('./shell.tsx'),
    loadTexts(state.kind === 'signed-in' ? state.user.role : null),
  ])
  loaded = Shell
  const isAsked = state.kind === 'signed-in' && state.user.duty === null
  return { frame: Shell, answer: isAsked ? askEarly() : Promise.resolve() }
}

const LazyShell = lazy(async () => ({ default: (await loadFrame()).frame }))

/** The frame itself where it is there already: a lazy one would show the wait for a third of a second all the same. */
export function frameNow(): ComponentType {
  return loaded ?? LazyShell
}
