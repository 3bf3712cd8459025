// The terminal writes its styles into <style> elements and style attributes, which our content policy forbids, and
// rightly. It gets a document whose elements say the same to the style objects instead: no exception to the policy.

export function documentForTerminal(): { document: Document; open: (run: () => void) => void; remove: () => void } {
  const sheets: CSSStyleSheet[] = []
  // Even an empty style element is against the policy, so what stands in its place is none.
  const createElement = (tag: string): HTMLElement =>
    tag === 'style' ? redirected(make('span'), sheets) : Object.assign(make(tag), { setAttribute })
  const given = new Proxy(document, {
    get(target, name) {
      if (name === 'createElement') return createElement
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return {
    document: given,
    /** While it opens, a part of it asks the page's own document, whatever it was given. */
    open(run) {
      Object.defineProperty(document, 'createElement', { value: createElement, configurable: true })
      try {
        run()
      } finally {
        Reflect.deleteProperty(document, 'createElement')
      }
    },
    remove() {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => !sheets.includes(sheet))
    },
  }
}

function make(tag: string): HTMLElement {
  return Document.prototype.createElement.call(document, tag)
}

function redirected(element: HTMLElement, sheets: CSSStyleSheet[]): HTMLElement {
  const sheet = new CSSStyleSheet()
  sheets.push(sheet)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  element.hidden = true
  Object.defineProperty(element, 'textContent', { set: (css: string) => sheet.replaceSync(css), get: () => '' })
  return element
}

function setAttribute(this: HTMLElement, name: string, value: string): void {
  if (name === 'style') this.style.cssText = value
  else Element.prototype.setAttribute.call(this, name, value)
}
