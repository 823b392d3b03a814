// Decides what must be right at the first paint, before the bundle arrives: the theme, if one was chosen (the style
// sheet follows the system by itself), and the language with its direction: the chosen one, else the first of the
// browser's that we speak. It also asks early for what the bundle would ask for late, which only it can know: the
// session, the frame and the page where somebody is signed in, and the texts of another language. What there is to ask
// for stands on this very element, and nowhere in development.
;(() => {
  const root = document.documentElement
  const { dataset } = document.currentScript
  let known = null
  let isActing = true
  let language = null
  try {
    const theme = localStorage.getItem('inrange.theme')
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
    known = localStorage.getItem('inrange.user')
    isActing = sessionStorage.getItem('inrange.acting') !== null
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
  const preload = (...names) => {
    for (const name of names.join(' ').split(' ')) {
      if (!name) continue
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = `/assets/${name}.js`
      document.head.append(link)
    }
  }
  preload(dataset[`${language}Door`])
  if (known === null || !dataset.renewal) return
  // A browser has six lines to a server. What has to be answered goes before the files, which would fill them: first
  // the session, with it what the page shows.
  const { url, init, lock } = JSON.parse(dataset.renewal)
  const renew = () => {
    const answer = fetch(url, init)
    preload(dataset.frame, dataset[`${language}User`])
    return answer
  }
  const renewal = navigator.locks ? navigator.locks.request(lock, renew) : renew()
  window.inrangeRenewal = renewal
  const files = dataset.files.split(' ')
  const ofPage = JSON.parse(dataset.pages)[location.pathname] ?? []
  const preloadPage = () => preload(...ofPage.map((index) => files[index]))
  // Not for whom something else comes first, nor in another's name: the bundle knows how to ask then.
  if (!isActing && known.includes('"duty":null')) {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const address = dataset.read + encodeURIComponent(timeZone)
    const read = async () => {
      const answer = await renewal
      if (!answer.ok) return null
      const { access_token: token } = await answer.clone().json()
      const response = fetch(address, { headers: { authorization: `Bearer ${token}` } })
      preloadPage()
      return { token, response }
    }
    window.inrangeRead = { address, answer: read() }
    window.inrangeRead.answer.catch(() => {})
  } else renewal.then(preloadPage, () => {})
  // Whoever takes it is told as well.
  renewal.catch(() => {})
})()
