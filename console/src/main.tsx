// Starts the console. Everything here runs on every visit, so it only wires.
import { QueryClientProvider, type Query } from '@tanstack/react-query'
import { CatchBoundary, RouterProvider } from '@tanstack/react-router'
import { startTransition, StrictMode } from 'react'
import { loadFrame } from './features/shell/frame.ts'
import { loadTexts } from './i18n/catalogs.ts'
import { acting, turnInto } from './lib/acting.ts'
import { authState, startAuth, subscribeAuth } from './lib/auth.ts'
import { queryClient } from './lib/query-client.ts'
import { isLoadedAnew, reloadOnceOnStaleChunk } from './lib/stale-chunk.ts'
import { router } from './routes.tsx'
import './styles.css'
import { ApplicationError } from './ui/application-error.tsx'

const container = document.getElementById('root')
if (container === null) throw new Error('Root element not found')

/** Reads fail while their person has to sign in again. */
function hasFailed({ state }: Query): boolean {
  return state.status === 'error'
}

/** What one person read must not be there for the next. */
function forgetDataOfOthers(): void {
  let lastUserId: string | null = null
  subscribeAuth(() => {
    const state = authState()
    if (state.kind === 'signed-out' && acting !== null) turnInto(null)
    // Whose screen is kept will find it as it was; what it read is asked for again.
    if (state.kind === 'signed-out' && state.former !== undefined) return
    const userId = state.kind === 'signed-in' ? state.user.id : null
    if (userId !== null && userId === lastUserId) void queryClient.invalidateQueries({ predicate: hasFailed })
    if (userId !== lastUserId) {
      queryClient.removeQueries({ type: 'inactive' })
      // What is on screen is asked for again, as the new person.
      void queryClient.resetQueries()
    }
    lastUserId = userId
  })
}

// The code is here, so the line is free for the font, before anything is drawn that is written in it.
void document.fonts.load('1rem "Inter Variable"').catch(() => undefined)
reloadOnceOnStaleChunk()
forgetDataOfOthers()
startAuth()

// The largest of the files, asked for by the page itself: what comes before the first view needs nothing of it.
const drawing = import('react-dom/client')

/** In pieces between which the browser can answer its person: a page that is drawn for the first time is a lot. */
function render({ createRoot }: Awaited<typeof drawing>, into: HTMLElement): void {
  const root = createRoot(into, {
    onCaughtError: (error) => {
      if (!isLoadedAnew()) console.error(error)
    },
  })
  startTransition(() => {
    root.render(
      <StrictMode>
        <CatchBoundary getResetKey={() => 'console'} errorComponent={ApplicationError}>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </CatchBoundary>
      </StrictMode>,
    )
  })
}

/** What is still on its way once it could be drawn: it is shown without it. */
const firstViewWaitMs = 100

/**
 * The frame with its page and its answer, so that they are drawn for the first time together and in one transition:
 * what the router or the server say after that is drawn at once, in one piece.
 */
async function loadFirstView(): Promise<void> {
  const page = router.load()
  const [{ answer }] = await Promise.all([loadFrame(), drawing])
  const late = new Promise((resolve) => setTimeout(resolve, firstViewWaitMs))
  await Promise.race([Promise.all([page, answer]), late])
}

// What the first view is made of, so that it shows whole and in its language. Without it there is still a page.
const firstView = authState().kind === 'signed-in' ? loadFirstView() : loadTexts(null)
void firstView.catch(() => undefined).then(async () => render(await drawing, container))
