import { describe, expect, it } from 'vitest'
import { whenDrawn } from '../../../../renderer/confirm/state/use-shown.js'

/** A page whose frames and time the test controls. */
function openPage(isHidden = false) {
  const frames = new Set<() => void>()
  const timers = new Set<() => void>()
  const state = { drawn: 0 }
  const add = (list: Set<() => void>, run: () => void): (() => void) => {
    list.add(run)
    return () => list.delete(run)
  }
  const page = {
    isHidden: () => isHidden,
    afterPaint: (run: () => void) => add(frames, run),
    after: (_ms: number, run: () => void) => add(timers, run),
  }
  return {
    state,
    draw: (isCard: boolean) =>
      whenDrawn(page, isCard, () => {
        state.drawn += 1
      }),
    paint: () => frames.forEach((run) => run()),
    elapse: () => timers.forEach((run) => run()),
  }
}

describe('CONFIRM-17: the confirm window appears once its card is drawn', () => {
  it('waits for the frame of a page that is painted', () => {
    const page = openPage()
    page.draw(true)
    expect(page.state.drawn).toBe(0)
    page.paint()
    expect(page.state.drawn).toBe(1)
  })

  it('waits for no frame of a hidden page', () => {
    const page = openPage(true)
    page.draw(true)
    expect(page.state.drawn).toBe(1)
  })

  it('waits only a moment for the frame of a window that was never shown', () => {
    const page = openPage()
    page.draw(true)
    page.elapse()
    expect(page.state.drawn).toBe(1)
  })

  it('waits for the frame without a card, however long it takes', () => {
    const page = openPage()
    page.draw(false)
    page.elapse()
    expect(page.state.drawn).toBe(0)
    page.paint()
    expect(page.state.drawn).toBe(1)
  })

  it('forgets content that was replaced before it was drawn', () => {
    const page = openPage()
    const cancel = page.draw(true)
    cancel()
    page.paint()
    page.elapse()
    expect(page.state.drawn).toBe(0)
  })
})
