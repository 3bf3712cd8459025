// Sets light or dark before the first paint. A file of its own, because the page's policy allows no inline script.
// `app/theme.ts` writes the same key.
;(() => {
  let choice = null
  try {
    choice = localStorage.getItem('levelrail.theme')
  } catch {
    // Storage can be forbidden; then the system decides.
  }
  const isDark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
})()
