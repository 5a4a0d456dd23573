import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  BEAT_MS,
  FRAME_MS,
  runEvery,
  untilBeatAfter,
} from '../../../../../renderer/ui/paint/page-frames.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Records the times of the page's clock at which it is called. */
function recorder(): { readonly times: number[]; readonly run: () => void } {
  const times: number[] = []
  return { times, run: () => void times.push(performance.now()) }
}

describe('P16: what is painted at an interval shares its frames', () => {
  it('P16: two that begin at different moments run in the same ones, once each', () => {
    const first = recorder()
    const second = recorder()
    const endFirst = runEvery(1_000, first.run)
    vi.advanceTimersByTime(430)
    const endSecond = runEvery(1_000, second.run)
    vi.advanceTimersByTime(5_000)
    expect(first.times).toHaveLength(5)
    expect(second.times).toEqual(first.times)
    expect(first.times.map((time) => (time + FRAME_MS) % BEAT_MS)).toEqual([0, 0, 0, 0, 0])
    endFirst()
    endSecond()
    vi.advanceTimersByTime(5_000)
    expect(first.times).toHaveLength(5)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('P16: an interval that is no multiple of a beat keeps its length', () => {
    const { times, run } = recorder()
    const end = runEvery(250, run)
    vi.advanceTimersByTime(2_000)
    expect(times).toHaveLength(8)
    end()
  })

  it('P16: a moment is rounded up to the end of its beat', () => {
    expect(untilBeatAfter(0, 400)).toBe(400 - FRAME_MS)
    expect(untilBeatAfter(130, 1_000)).toBe(1_200 - FRAME_MS - 130)
  })
})
