import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ignoreComposition } from '../../../../renderer/ui/keys/composition.js'

const keyEvent = (type: string, state: { isComposing?: boolean; keyCode?: number }): Event =>
  Object.assign(new Event(type, { cancelable: true }), {
    isComposing: false,
    keyCode: 13,
    ...state,
  })

/** A page with one handler that is added after the page has started. */
function startPage() {
  const page = new EventTarget()
  const received: string[] = []
  const dispose = ignoreComposition(page as Window)
  for (const type of ['keydown', 'keypress', 'keyup']) {
    page.addEventListener(type, ({ type: name }) => void received.push(name), { capture: true })
  }
  return { page, received, dispose }
}

describe('keys of an input method', () => {
  it.each(['keydown', 'keypress', 'keyup'])('reach no handler of %s', (type) => {
    const { page, received } = startPage()
    page.dispatchEvent(keyEvent(type, { isComposing: true }))
    page.dispatchEvent(keyEvent(type, { keyCode: 229 }))
    expect(received).toEqual([])
    page.dispatchEvent(keyEvent(type, {}))
    expect(received).toEqual([type])
  })

  it('keep their default action, which writes the text', () => {
    const { page } = startPage()
    const event = keyEvent('keydown', { isComposing: true })
    page.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(false)
  })

  it('send no form by Enter', () => {
    const { page } = startPage()
    const event = Object.assign(keyEvent('keypress', { isComposing: true }), { key: 'Enter' })
    page.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(true)
  })

  it('reach handlers again after disposal', () => {
    const { page, received, dispose } = startPage()
    dispose()
    page.dispatchEvent(keyEvent('keydown', { isComposing: true }))
    expect(received).toEqual(['keydown'])
  })

  it.each(['renderer/main.tsx', 'renderer/confirm/main.tsx'])(
    'are kept from every handler of %s, before the page adds any',
    (path) => {
      const steps = readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => /^\S/.test(line))
      const runs = steps.filter((line) => /^(if|await|void|[a-z]\w*\()/.test(line))
      expect(runs[0]).toBe('ignoreComposition(window)')
    },
  )
})
