import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FramePacer } from '../../../../renderer/bridge/frame-pacer.js'

const FRAME_MS = 1_000 / 60

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A page with a screen of 60 frames a second, or a hidden one without frames. */
function page(isHidden = false) {
  const errors: unknown[] = []
  return {
    errors,
    requestAnimationFrame: (run: (time: number) => void) =>
      isHidden
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
  test('are delivered with the next frame after a pause', () => {
    const pacer = new FramePacer(page())
    const flush = vi.fn()
    pacer.next(flush)
    vi.advanceTimersByTime(FRAME_MS + 1)
    expect(flush).toHaveBeenCalledTimes(1)
  })

  test('of all streams share one frame, and at most every second frame has some', () => {
    const pacer = new FramePacer(page())
    const times: number[][] = [[], []]
    const follow = (stream: number): void => {
      pacer.next(() => {
        times[stream]?.push(performance.now())
        follow(stream)
      })
    }
    follow(0)
    follow(1)
    vi.advanceTimersByTime(1_000)
    expect(times[0]).toEqual(times[1])
    expect(times[0]?.length).toBeGreaterThan(25)
    expect(times[0]?.length).toBeLessThanOrEqual(31)
  })

  test('reach a hidden window, which has no frames', () => {
    const pacer = new FramePacer(page(true))
    const flush = vi.fn()
    pacer.next(flush)
    vi.advanceTimersByTime(250)
    expect(flush).toHaveBeenCalledTimes(1)
  })

  test('are not delivered once taken back', () => {
    const pacer = new FramePacer(page())
    const [taken, other] = [vi.fn(), vi.fn()]
    const cancel = pacer.next(taken)
    pacer.next(other)
    cancel()
    vi.advanceTimersByTime(100)
    expect(taken).not.toHaveBeenCalled()
    expect(other).toHaveBeenCalledTimes(1)
    pacer.next(taken)()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('of one stream that fails keep no other from the screen', () => {
    const screen = page()
    const pacer = new FramePacer(screen)
    const other = vi.fn()
    pacer.next(() => {
      throw new Error('broken')
    })
    pacer.next(other)
    vi.advanceTimersByTime(FRAME_MS + 1)
    expect(other).toHaveBeenCalledTimes(1)
    expect(screen.errors).toEqual([new Error('broken')])
  })
})
