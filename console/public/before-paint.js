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
  const wanted = [dataset[`${language}Door`]]
  if (known !== null && dataset.renewal) {
    const { url, init, lock } = JSON.parse(dataset.renewal)
    const renew = () => fetch(url, init)
    const renewal = navigator.locks ? navigator.locks.request(lock, renew) : renew()
    window.inrangeRenewal = renewal
    // Not for whom something else comes first, nor in another's name: the bundle knows how to ask then.
    if (!isActing && known.includes('"duty":null')) {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
      const address = dataset.read + encodeURIComponent(timeZone)
      const read = async () => {
        const answer = await renewal
        if (!answer.ok) return null
        const { access_token: token } = await answer.clone().json()
        return { token, response: fetch(address, { headers: { authorization: `Bearer ${token}` } }) }
      }
      window.inrangeRead = { address, answer: read() }
      window.inrangeRead.answer.catch(() => {})
    }
    // Whoever takes it is told as well.
    renewal.catch(() => {})
    const files = dataset.files.split(' ')
    const ofPage = JSON.parse(dataset.pages)[location.pathname] ?? []
    wanted.push(dataset.frame, dataset[`${language}User`], ...ofPage.map((index) => files[index]))
  }
  for (const name of wanted.join(' ').split(' ')) {
    if (!name) continue
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = `/assets/${name}.js`
    link.fetchPriority = 'low'
    document.head.append(link)
  }
})()
