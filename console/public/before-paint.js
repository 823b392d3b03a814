// Decides what must be right at the first paint, before the bundle arrives: the theme, if one was chosen (the style
// sheet follows the system by itself), and the language with its direction: the chosen one, else the first of the
// browser's that we speak. It also asks early for what the bundle would ask for late, which only it can know: the
// session, the frame and the page where somebody is signed in, and the texts of another language. What there is to ask
// for stands on this very element, and nowhere in development.
;(() => {
  const root = document.documentElement
  const { dataset } = document.currentScript
  let isKnown = false
  let language = null
  try {
    const theme = localStorage.getItem('inrange.theme')
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
    isKnown = localStorage.getItem('inrange.user') !== null
    language = JSON.parse(localStorage.getItem('inrange.language'))
  } catch {
    // Storage can be forbidden, or hold what nobody can read; the system's and the browser's wishes are then right.
  }
  const languages = ['en', 'es', 'ar']
  if (!languages.includes(language)) {
    language = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => languages.includes(tag)) ?? 'en'
  }
  root.lang = language
  root.dir = language === 'ar' ? 'rtl' : 'ltr'
  const wanted = [dataset[`${language}Door`]]
  if (isKnown && dataset.renewal) {
    const { url, init, lock } = JSON.parse(dataset.renewal)
    const renew = () => fetch(url, init)
    window.inrangeRenewal = navigator.locks ? navigator.locks.request(lock, renew) : renew()
    // Whoever takes it is told as well.
    window.inrangeRenewal.catch(() => {})
    const files = dataset.files.split(' ')
    const ofPage = JSON.parse(dataset.pages)[location.pathname] ?? []
    wanted.push(dataset.frame, dataset[`${language}User`], ...ofPage.map((index) => files[index]))
  }
  for (const name of wanted.join(' ').split(' ')) {
    if (!name) continue
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = `/assets/${name}.js`
    document.head.append(link)
  }
})()
