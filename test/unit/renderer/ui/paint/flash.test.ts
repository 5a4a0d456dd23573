import { describe, expect, it } from 'vitest'
import { FLASH_MS, Flashes, type Flashing } from '../../../../../renderer/ui/paint/flash.js'
import { BEAT_MS } from '../../../../../renderer/ui/paint/page-frames.js'
import { FakeFrames } from './fake-frames.js'

const element = (): Flashing => ({ dataset: {} })
/** Marks end with the beat that is nearest, on the frame after it. */
const LATEST_MS = FLASH_MS + BEAT_MS / 2 + 2 * (1_000 / 60)

describe('flashes', () => {
  it('mark a changed value for about 250 ms', () => {
    const frames = new FakeFrames()
    const flashes = new Flashes(frames)
    const cell = element()
    flashes.show(cell, 'up')
    frames.advance(FLASH_MS - BEAT_MS / 2 - 20)
    expect(cell.dataset['flash']).toBe('up')
    frames.advance(LATEST_MS)
    expect(cell.dataset['flash']).toBeUndefined()
  })

  it('go on from the last change of a value', () => {
    const frames = new FakeFrames()
    const flashes = new Flashes(frames)
    const cell = element()
    flashes.show(cell, 'up')
    frames.advance(200)
    flashes.show(cell, 'down')
    frames.advance(120)
    expect(cell.dataset['flash']).toBe('down')
    frames.advance(LATEST_MS)
    expect(cell.dataset['flash']).toBeUndefined()
  })

  it('end for a thousand cells in as few frames as for one', () => {
    const frames = new FakeFrames()
    const flashes = new Flashes(frames)
    const cells = Array.from({ length: 1_000 }, element)
    for (const cell of cells) flashes.show(cell, 'down')
    frames.advance(LATEST_MS)
    expect(cells.every(({ dataset }) => dataset['flash'] === undefined)).toBe(true)
    expect(frames.used).toBeLessThanOrEqual(2)
  })

  it('end in a frame that is painted anyway shortly before, and then need none of their own', () => {
    const frames = new FakeFrames()
    const flashes = new Flashes(frames)
    const cell = element()
    flashes.show(cell, 'up')
    let steps = 0
    while (cell.dataset['flash'] !== undefined) {
      flashes.join()
      frames.advance(10)
      steps += 1
    }
    expect(steps * 10).toBeGreaterThan(BEAT_MS / 2)
    frames.advance(LATEST_MS)
    expect(frames.used).toBe(0)
  })

  it('need no frame while nothing is marked', () => {
    const frames = new FakeFrames()
    const flashes = new Flashes(frames)
    flashes.show(element(), 'up')
    frames.advance(1_000)
    const used = frames.used
    frames.advance(5_000)
    expect(frames.used).toBe(used)
  })
})
