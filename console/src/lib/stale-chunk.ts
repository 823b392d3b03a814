// After an update a page that is still open asks for chunks that no longer exist. Reloading once brings the new
// ones; a second failure within the minute is real and is shown. What fails until the page is gone is no news: it is
// neither logged, nor shown, nor told to the server.
const storageKey = 'inrange.reloaded-at'
const againAfterMs = 60_000
let isReloading = false

/** Whether the page is about to be loaded anew, and whatever fails on it is only that. */
export function isLoadedAnew(): boolean {
  return isReloading
}

export function reloadOnceOnStaleChunk(): void {
  addEventListener('vite:preloadError', (event) => {
    const reloadedAtMs = Number(sessionStorage.getItem(storageKey))
    if (!isReloading && Date.now() - reloadedAtMs < againAfterMs) return
    // The import then gives nothing, which whoever asked for it fails on.
    event.preventDefault()
    if (isReloading) return
    isReloading = true
    sessionStorage.setItem(storageKey, String(Date.now()))
    location.reload()
  })
  addEventListener('unhandledrejection', (event) => {
    if (isReloading) event.preventDefault()
  })
}
