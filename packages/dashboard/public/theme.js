// Before the first paint: sets light or dark, and sees to it that there is one. A file of its own, because the page's
// policy allows no inline script. `app/theme.ts` writes the same key.
;(() => {
  let choice = null
  try {
    choice = localStorage.getItem('levelrail.theme')
  } catch {
    // Storage can be forbidden; then the system decides.
  }
  const isDark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'

  // What was cut on its way leaves a page with nothing on it, and nobody else who could try again: soon, and then seldom.
  const isSecondTry = performance.getEntriesByType('navigation')[0]?.type === 'reload'
  const tryAgain = ({ target }) => {
    if (!(target instanceof Element) || !target.matches('script, link[rel=stylesheet]')) return
    if (!document.getElementById('root')?.hasChildNodes())
      setTimeout(() => location.reload(), isSecondTry ? 10_000 : 1000)
  }
  addEventListener('error', tryAgain, true)
})()
