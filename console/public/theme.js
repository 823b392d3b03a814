// Applies a chosen theme before the first paint, so that no one sees a flash of the other one. Without a choice the
// style sheet follows the system by itself. Kept out of the bundle because it must run before the bundle arrives.
;(() => {
  try {
    const theme = localStorage.getItem('inrange.theme')
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  } catch {
    // Storage can be forbidden; the system's theme is then the right one.
  }
})()
