import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ROUND_MS,
  createStaggeredPaints,
} from '../../../../../renderer/ui/paint/staggered-paints.js'
import { FakeFrames } from './fake-frames.js'

const FRAME_MS = 1_000 / 60
/** A step ends on a frame, so a round takes up to one frame more for each of its six steps. */
const LATEST_MS = ROUND_MS + 7 * FRAME_MS

describe('staggered paints', () => {
  it('paints a lone change with the next frame', () => {
    const frames = new FakeFrames()
    const paints = createStaggeredPaints(frames)
    let painted = 0
    paints.request('MSFT', () => (painted += 1))
    frames.advance(FRAME_MS)
    expect(painted).toBe(1)
  })

  it('paints a cell once for all changes that wait', () => {
    const frames = new FakeFrames()
    const paints = createStaggeredPaints(frames)
    let painted = 0
    const paint = (): void => void (painted += 1)
    for (let change = 0; change < 50; change += 1) paints.request('MSFT', paint)
    frames.advance(LATEST_MS)
    expect(painted).toBe(1)
  })

  it('paints all cells of a row in one frame', () => {
    const frames = new FakeFrames()
    const paints = createStaggeredPaints(frames)
    const times: number[] = []
    paints.request('AAPL', () => times.push(frames.now()))
    paints.request('AAPL', () => times.push(frames.now()))
    frames.advance(LATEST_MS)
    expect(times).toHaveLength(2)
    expect(times[0]).toBe(times[1])
  })

  it('does not paint what was taken back', () => {
    const frames = new FakeFrames()
    const paints = createStaggeredPaints(frames)
    let painted = 0
    const paint = (): void => void (painted += 1)
    paints.request('MSFT', paint)
    paints.cancel('MSFT', paint)
    frames.advance(LATEST_MS)
    expect(painted).toBe(0)
  })

  it('needs no frame while nothing changes', () => {
    const frames = new FakeFrames()
    const paints = createStaggeredPaints(frames)
    paints.request('MSFT', () => undefined)
    frames.advance(1_000)
    const used = frames.used
    frames.advance(5_000)
    expect(frames.used).toBe(used)
  })

  it('shows the newest value of every row within a round, and no cell more often', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 79 }), fc.integer({ min: 0, max: 40 })), {
          minLength: 1,
          maxLength: 400,
        }),
        (changes) => {
          const frames = new FakeFrames()
          const paints = createStaggeredPaints(frames)
          const latest = new Map<number, number>()
          const shown = new Map<number, number>()
          const changedAt = new Map<number, number>()
          const cells = Array.from({ length: 80 }, (_, cell) => () => {
            expect(frames.now() - (changedAt.get(cell) ?? 0)).toBeLessThanOrEqual(LATEST_MS)
            changedAt.delete(cell)
            shown.set(cell, latest.get(cell) ?? -1)
          })
          changes.forEach(([cell, wait], index) => {
            latest.set(cell, index)
            if (!changedAt.has(cell)) changedAt.set(cell, frames.now())
            paints.request(`row ${cell}`, cells[cell] as () => void)
            frames.advance(wait)
          })
          frames.advance(LATEST_MS)
          expect(shown).toEqual(latest)
        },
      ),
      { numRuns: 100 },
    )
  })
})
