// After an update a page that is still open asks for chunks that no longer exist. Reloading once brings the new
// ones; a second failure within the minute is real and is shown.
const storageKey = 'inrange.reloaded-at'
const againAfterMs = 60_000

export function reloadOnceOnStaleChunk(): void {
  addEventListener('vite:preloadError', (event) => {
    const reloadedAtMs = Number(sessionStorage.getItem(storageKey))
    if (Date.now() - reloadedAtMs < againAfterMs) return
    event.preventDefault()
    sessionStorage.setItem(storageKey, String(Date.now()))
    location.reload()
  })
}
