import { expect, it } from 'vitest'
import { onPageHidden } from '../../../../../renderer/stores/submit/page-hidden.js'

it('reports each time that the window is hidden, until it is disposed', () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  let count = 0
  const stop = onPageHidden(() => (count += 1), page as unknown as Document)
  const become = (state: 'visible' | 'hidden'): void => {
    page.visibilityState = state
    page.dispatchEvent(new Event('visibilitychange'))
  }
  become('hidden')
  become('visible')
  expect(count).toBe(1)
  stop()
  become('hidden')
  expect(count).toBe(1)
})
