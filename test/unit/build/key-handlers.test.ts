import { describe, expect, it } from 'vitest'
import { findKeyBypasses, findUnguardedPages } from '../../../build/lint/key-handlers.mjs'

const FILE = 'renderer/panels/a.tsx'
const problemsIn = (text: string, file = FILE) =>
  findKeyBypasses(file, text).map(({ problem }) => problem)

describe('the lint rule for key handlers', () => {
  it.each([
    "window.addEventListener('keydown', onKey)",
    "const x = 1\ndocument.addEventListener('keyup', onKey, true)",
    'for (const type of TYPES) page.addEventListener(type, onKey)',
    "(() => { window.addEventListener('keypress', onKey) })()",
    "if (isMac) window.addEventListener('keydown', onKey)",
  ])('finds a listener that is added before the page ignores compositions: %s', (text) => {
    expect(problemsIn(text)).toEqual([
      'listens to keys while its module loads: add the listener in a function',
    ])
  })

  it.each(['window.onkeydown = act', 'field.onkeyup = act', 'document.onkeypress = act'])(
    'finds a handler as a property: %s',
    (text) => expect(problemsIn(text)).toHaveLength(1),
  )

  it.each([
    'const act = (event) => event.isComposing || send()',
    'const act = ({ keyCode }) => send()',
    "const start = () => field.addEventListener('compositionend', send)",
    'const field = <input onCompositionEnd={send} />',
  ])('finds an own way to recognize a composition: %s', (text) => {
    expect(problemsIn(text)).toHaveLength(1)
    expect(problemsIn(text)[0]).toContain('renderer/ui/keys/composition.ts')
  })

  it('finds a handler in another page', () => {
    const text = "const start = () => frame.contentWindow.addEventListener('keydown', act)"
    expect(problemsIn(text)).toEqual(['reaches the keys of another page by "contentWindow"'])
  })

  it('accepts handlers that are added while the page runs, and other events', () => {
    const text = `
      window.addEventListener('resize', draw)
      export function start(page) { page.addEventListener('keydown', act, { capture: true }) }
      const Field = () => <input onKeyDown={act} onKeyUp={act} />
      class Keys { open() { for (const type of TYPES) this.page.addEventListener(type, act) } }
    `
    expect(problemsIn(text)).toEqual([])
  })

  it('reads only the renderer, and leaves the helper out', () => {
    const text = "window.addEventListener('keydown', act)"
    expect(problemsIn(text, 'electron/shell/a.ts')).toEqual([])
    expect(problemsIn(text, 'renderer/ui/keys/composition.ts')).toEqual([])
  })
})

describe('the lint rule for pages', () => {
  const PAGE = { path: 'renderer/a.html', text: '<script type="module" src="/a.ts"></script>' }
  const unguarded = (modules: Record<string, string>) =>
    findUnguardedPages([PAGE], (path) => modules[path] ?? null).map(({ file }) => file)

  it('accepts a script whose first step ignores compositions', () => {
    const text = "import { a } from './b.js'\nconst c = 1\nignoreComposition(window)\na(c)"
    expect(unguarded({ 'renderer/a.ts': text })).toEqual([])
  })

  it('follows a script that only imports another one', () => {
    const modules = (main: string) => ({
      'renderer/a.ts': "void import('./main.js')",
      'renderer/main.tsx': main,
    })
    expect(unguarded(modules('ignoreComposition(window)\nopen()'))).toEqual([])
    expect(unguarded(modules('open()\nignoreComposition(window)'))).toEqual(['renderer/a.html'])
  })

  it.each(['', 'open()', 'ignoreComposition(other)', "void import('./gone.js')"])(
    'finds a script that begins with something else: %s',
    (text) => expect(unguarded({ 'renderer/a.ts': text })).toEqual(['renderer/a.html']),
  )
})
