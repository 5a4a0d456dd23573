import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FramePacer } from '../../../../renderer/bridge/frame-pacer.js'

const FRAME_MS = 1_000 / 60
const commit = (run: () => void): void => run()

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A page with a screen of 60 frames a second, or a hidden one without frames. */
function page(isHidden = false) {
  const errors: unknown[] = []
  const listeners: (() => void)[] = []
  const document = {
    hidden: isHidden,
    addEventListener: (_type: string, listener: () => void) => void listeners.push(listener),
  }
  return {
    errors,
    document: document as unknown as Document,
    setHidden(hidden: boolean) {
      document.hidden = hidden
      for (const listener of listeners) listener()
    },
    requestAnimationFrame: (run: (time: number) => void) =>
      document.hidden
        ? 0
        : (setTimeout(
            () => run(performance.now()),
            FRAME_MS - (performance.now() % FRAME_MS),
          ) as unknown as number),
    cancelAnimationFrame: (handle: number) => clearTimeout(handle),
    setTimeout: ((run: () => void, ms: number) => setTimeout(run, ms)) as never,
    clearTimeout: ((handle: number) => clearTimeout(handle)) as never,
    performance,
    reportError: (error: unknown) => errors.push(error),
  }
}

describe('updates of streams', () => {
  test('are delivered before the next frame after a pause', () => {
    const pacer = new FramePacer(page(), commit)
    const flush = vi.fn()
    pacer.next(flush, 'always')
    vi.advanceTimersByTime(FRAME_MS + 1)
    expect(flush).toHaveBeenCalledTimes(1)
  })

  test('updates of all streams share one frame, and about fifteen frames a second have some', () => {
    const pacer = new FramePacer(page(), commit)
    const times: number[][] = [[], []]
    const follow = (stream: number): void => {
      pacer.next(() => {
        times[stream]?.push(performance.now())
        follow(stream)
      }, 'always')
    }
    follow(0)
    follow(1)
    vi.advanceTimersByTime(1_000)
    expect(times[0]).toEqual(times[1])
    expect(times[0]?.length).toBeGreaterThan(10)
    expect(times[0]?.length).toBeLessThanOrEqual(16)
  })

  test('REL-41: of one task are delivered together, between frames', () => {
    const screen = page()
    const pacer = new FramePacer(screen, commit)
    const delivered: string[] = []
    const turns: string[] = []
    screen.requestAnimationFrame(() => turns.push(`frame with ${delivered.join()}`))
    pacer.next(() => delivered.push('quotes'), 'visible')
    pacer.next(() => delivered.push('positions'), 'always')
    expect(delivered).toEqual([])
    vi.advanceTimersByTime(FRAME_MS + 1)
    expect(turns).toEqual(['frame with quotes,positions'])
  })

  test('wait for the frame that paints the ones before', () => {
    const screen = page()
    const pacer = new FramePacer(screen, commit)
    const frames: (() => void)[] = []
    screen.requestAnimationFrame = (run) => frames.push(() => run(0))
    const [first, second] = [vi.fn(), vi.fn()]
    pacer.next(first, 'always')
    vi.advanceTimersByTime(1)
    pacer.next(second, 'always')
    vi.advanceTimersByTime(49)
    expect([first, second].map((flush) => flush.mock.calls.length)).toEqual([1, 0])
    for (const frame of frames) frame()
    vi.advanceTimersByTime(66)
    expect(second).toHaveBeenCalledTimes(1)
  })

  test('updates that a window was hidden with are delivered soon when it is visible again', () => {
    const screen = page(true)
    const pacer = new FramePacer(screen, commit)
    const flush = vi.fn()
    pacer.next(flush, 'always')
    screen.setHidden(false)
    vi.advanceTimersByTime(100)
    expect(flush).toHaveBeenCalledTimes(1)
  })

  test('reach a hidden window, which has no frames', () => {
    const pacer = new FramePacer(page(true), commit)
    const flush = vi.fn()
    pacer.next(flush, 'always')
    vi.advanceTimersByTime(2_000)
    expect(flush).toHaveBeenCalledTimes(1)
  })

  test('reach a window at once that was not shown yet: its page is not hidden, and has no frames', () => {
    const screen = page()
    screen.requestAnimationFrame = () => 0
    const pacer = new FramePacer(screen, commit)
    const flush = vi.fn()
    pacer.next(flush, 'always')
    vi.advanceTimersByTime(50)
    expect(flush).toHaveBeenCalledTimes(1)
  })

  test('updates that only a visible window shows wait until it is visible, and cost nothing meanwhile', () => {
    const screen = page(true)
    const pacer = new FramePacer(screen, commit)
    const [prices, order] = [vi.fn(), vi.fn()]
    pacer.next(prices, 'visible')
    expect(vi.getTimerCount()).toBe(0)
    pacer.next(order, 'always')
    vi.advanceTimersByTime(10_000)
    expect(order).toHaveBeenCalledTimes(1)
    expect(prices).not.toHaveBeenCalled()
    screen.setHidden(false)
    vi.advanceTimersByTime(100)
    expect(prices).toHaveBeenCalledTimes(1)
  })

  test('updates that wait for a frame when the window is hidden are delivered by their kind', () => {
    const screen = page()
    const pacer = new FramePacer(screen, commit)
    const [prices, order] = [vi.fn(), vi.fn()]
    screen.requestAnimationFrame = () => 0
    pacer.next(prices, 'visible')
    pacer.next(order, 'always')
    screen.setHidden(true)
    vi.advanceTimersByTime(2_000)
    expect(order).toHaveBeenCalledTimes(1)
    expect(prices).not.toHaveBeenCalled()
  })

  test('are rendered in the frame of their delivery, all streams of it at once', () => {
    const steps: string[] = []
    const pacer = new FramePacer(page(), (run) => {
      run()
      steps.push('rendered')
    })
    pacer.next(() => steps.push('quotes'), 'visible')
    pacer.next(() => steps.push('orders'), 'always')
    vi.advanceTimersByTime(FRAME_MS + 1)
    expect(steps).toEqual(['quotes', 'orders', 'rendered'])
  })

  test('are not delivered once taken back', () => {
    const pacer = new FramePacer(page(), commit)
    const [taken, other] = [vi.fn(), vi.fn()]
    const cancel = pacer.next(taken, 'always')
    pacer.next(other, 'always')
    cancel()
    vi.advanceTimersByTime(100)
    expect(taken).not.toHaveBeenCalled()
    expect(other).toHaveBeenCalledTimes(1)
    pacer.next(taken, 'always')()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('updates of one stream that fails keep no other from the screen', () => {
    const screen = page()
    const pacer = new FramePacer(screen, commit)
    const other = vi.fn()
    pacer.next(() => {
      throw new Error('broken')
    }, 'always')
    pacer.next(other, 'always')
    vi.advanceTimersByTime(FRAME_MS + 1)
    expect(other).toHaveBeenCalledTimes(1)
    expect(screen.errors).toEqual([new Error('broken')])
  })
})
