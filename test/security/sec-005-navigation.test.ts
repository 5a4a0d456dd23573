import { EventEmitter } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import type { App, WebContents } from 'electron'
import { guardApp, guardContents } from '../../electron/shell/security/guards.js'

function fakeContents() {
  const emitter = new EventEmitter()
  let openHandler: ((details: { url: string }) => { action: string }) | null = null
  const contents = Object.assign(emitter, {
    setWindowOpenHandler: (handler: typeof openHandler) => {
      openHandler = handler
    },
  })
  return {
    contents: contents as unknown as WebContents,
    emitter,
    open: (url: string) => openHandler?.({ url }),
  }
}

const HOSTILE = [
  'https://example.com/',
  'app://desk/other.html',
  'app://desk.evil/',
  'app://evil/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,x',
  'about:blank',
  'app://desk@evil/',
  'http://127.0.0.1:1/',
  'blob:app://desk/1',
  'chrome://gpu',
  'view-source:app://desk/',
]

describe('SEC-05: ways out of a page', () => {
  it.each(['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview'])(
    'denies %s for any address',
    (name) => {
      const { contents, emitter } = fakeContents()
      guardContents(contents)
      for (const url of HOSTILE) {
        const event = { preventDefault: vi.fn(), url }
        emitter.emit(name, event)
        expect(event.preventDefault, `${name} ${url}`).toHaveBeenCalledOnce()
      }
    },
  )

  it('opens no window for any address', () => {
    const { contents, open } = fakeContents()
    guardContents(contents)
    for (const url of HOSTILE) expect(open(url)).toEqual({ action: 'deny' })
  })

  it('guards contents that are created later, and refuses certificate errors', () => {
    const app = new EventEmitter()
    guardApp(app as unknown as App)
    const { contents, open } = fakeContents()
    app.emit('web-contents-created', {}, contents)
    expect(open('https://example.com')).toEqual({ action: 'deny' })
    const callback = vi.fn()
    const event = { preventDefault: vi.fn() }
    app.emit('certificate-error', event, {}, 'https://x', 'ERR', {}, callback)
    expect(event.preventDefault).toHaveBeenCalled()
    expect(callback).toHaveBeenCalledWith(false)
  })
})
