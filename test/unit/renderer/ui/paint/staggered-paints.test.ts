import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BEAT_MS } from '../../../../../renderer/ui/paint/page-frames.js'
import { StaggeredPaints, TOGETHER } from '../../../../../renderer/ui/paint/staggered-paints.js'
import { FakeFrames } from './fake-frames.js'

const FRAME_MS = 1_000 / 60
/** A step ends on a frame, so a beat takes up to one frame more for each of its six steps. */
const LATEST_MS = BEAT_MS + 7 * FRAME_MS

describe('staggered paints', () => {
  it('paints a lone change within a beat', () => {
    const frames = new FakeFrames()
    const paints = new StaggeredPaints(frames)
    let painted = 0
    paints.request('MSFT', () => (painted += 1))
    frames.advance(BEAT_MS + FRAME_MS)
    expect(painted).toBe(1)
  })

  it('paints everything that waits when it is to be current, and once', () => {
    const frames = new FakeFrames()
    const paints = new StaggeredPaints(frames)
    const painted: number[] = []
    for (let cell = 0; cell < 3 * TOGETHER; cell += 1) {
      paints.request(`row ${cell}`, () => painted.push(cell))
    }
    paints.flush()
    expect(painted.toSorted((a, b) => a - b)).toEqual(Array.from(painted, (_, cell) => cell))
    expect(painted).toHaveLength(3 * TOGETHER)
    frames.advance(2 * LATEST_MS)
    expect(painted).toHaveLength(3 * TOGETHER)
    paints.request('MSFT', () => painted.push(-1))
    frames.advance(BEAT_MS + FRAME_MS)
    expect(painted.at(-1)).toBe(-1)
  })

  it('paints an ordinary market in five frames a second', () => {
    const frames = new FakeFrames()
    const paints = new StaggeredPaints(frames)
    const cells = Array.from({ length: 50 }, () => (): void => undefined)
    for (let step = 0; step < 500; step += 1) {
      paints.request(`row ${step % 12}`, cells[step % 50] as () => void)
      frames.advance(20)
    }
    expect(frames.used).toBeLessThanOrEqual(51)
  })

  it('joins frames that are painted anyway, no more often than five times a second', () => {
    const frames = new FakeFrames()
    const paints = new StaggeredPaints(frames)
    let painted = 0
    const paint = (): void => void (painted += 1)
    frames.advance(40)
    for (let delivery = 0; delivery < 100; delivery += 1) {
      paints.request('MSFT', paint)
      paints.join()
      frames.advance(100)
    }
    expect(painted).toBeGreaterThanOrEqual(49)
    expect(painted).toBeLessThanOrEqual(51)
    expect(frames.used).toBeLessThanOrEqual(2)
  })

  it('spreads many cells over frames', () => {
    const frames = new FakeFrames()
    const paints = new StaggeredPaints(frames)
    const painted = new Map<number, number>()
    for (let cell = 0; cell < 10 * TOGETHER; cell += 1) {
      paints.request(`row ${cell}`, () =>
        painted.set(frames.now(), (painted.get(frames.now()) ?? 0) + 1),
      )
    }
    frames.advance(LATEST_MS)
    const perFrame = [...painted.values()]
    expect(perFrame.reduce((sum, count) => sum + count, 0)).toBe(10 * TOGETHER)
    expect(Math.max(...perFrame)).toBeLessThan(3 * TOGETHER)
  })

  it('begins at once when cells outgrow the frame at the end of the beat', () => {
    const frames = new FakeFrames()
    const paints = new StaggeredPaints(frames)
    let painted = 0
    frames.advance(FRAME_MS)
    for (let cell = 0; cell < 4 * TOGETHER; cell += 1) {
      paints.request(`row ${cell}`, () => void (painted += 1))
    }
    frames.advance(3 * FRAME_MS)
    expect(painted).toBeGreaterThan(0)
  })

  it('paints a cell once for all changes that wait', () => {
    const frames = new FakeFrames()
    const paints = new StaggeredPaints(frames)
    let painted = 0
    const paint = (): void => void (painted += 1)
    for (let change = 0; change < 50; change += 1) paints.request('MSFT', paint)
    frames.advance(LATEST_MS)
    expect(painted).toBe(1)
  })

  it('paints all cells of a row in one frame', () => {
    const frames = new FakeFrames()
    const paints = new StaggeredPaints(frames)
    const times: number[] = []
    paints.request('AAPL', () => times.push(frames.now()))
    paints.request('AAPL', () => times.push(frames.now()))
    frames.advance(LATEST_MS)
    expect(times).toHaveLength(2)
    expect(times[0]).toBe(times[1])
  })

  it('does not paint what was taken back', () => {
    const frames = new FakeFrames()
    const paints = new StaggeredPaints(frames)
    let painted = 0
    const paint = (): void => void (painted += 1)
    paints.request('MSFT', paint)
    paints.cancel('MSFT', paint)
    frames.advance(LATEST_MS)
    expect(painted).toBe(0)
  })

  it('needs no frame while nothing changes', () => {
    const frames = new FakeFrames()
    const paints = new StaggeredPaints(frames)
    paints.request('MSFT', () => undefined)
    frames.advance(1_000)
    const used = frames.used
    frames.advance(5_000)
    expect(frames.used).toBe(used)
  })

  it('shows the newest value of every row within a beat, and no cell more often', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 159 }), fc.integer({ min: 0, max: 20 })), {
          minLength: 1,
          maxLength: 400,
        }),
        (changes) => {
          const frames = new FakeFrames()
          const paints = new StaggeredPaints(frames)
          const latest = new Map<number, number>()
          const painted = new Map<number, number>()
          const changedAt = new Map<number, number>()
          const cells = Array.from({ length: 160 }, (_, cell) => () => {
            expect(frames.now() - (changedAt.get(cell) ?? 0)).toBeLessThanOrEqual(LATEST_MS)
            changedAt.delete(cell)
            painted.set(cell, latest.get(cell) ?? -1)
          })
          changes.forEach(([cell, wait], index) => {
            latest.set(cell, index)
            if (!changedAt.has(cell)) changedAt.set(cell, frames.now())
            paints.request(`row ${cell}`, cells[cell] as () => void)
            frames.advance(wait)
          })
          frames.advance(LATEST_MS)
          expect(painted).toEqual(latest)
        },
      ),
      { numRuns: 100 },
    )
  })
})
