import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  parseBounds,
  placeChosen,
  placeFullyVisible,
  placeWindow,
} from '../../../electron/app/windows/window-bounds.js'

const LAPTOP = { x: 0, y: 0, width: 1_440, height: 875 }
const MONITOR = { x: 1_440, y: -200, width: 2_560, height: 1_400 }

describe('the bounds of the window', () => {
  it('are restored while their screen exists, else moved to another one', () => {
    const stored = { x: 2_000, y: 0, width: 1_600, height: 900, maximized: false }
    expect(placeWindow(stored, [LAPTOP, MONITOR])).toEqual({
      x: 2_000,
      y: 0,
      width: 1_600,
      height: 900,
    })
    expect(placeWindow(stored, [LAPTOP])).toEqual({ x: 0, y: 0, width: 1_440, height: 875 })
    expect(placeWindow(stored, [])).toBeNull()
  })

  it('always leave enough of the window on a screen, with the title bar', () => {
    const number = fc.integer({ min: -6_000, max: 6_000 })
    const size = fc.integer({ min: 300, max: 5_000 })
    fc.assert(
      fc.property(number, number, size, size, (x, y, width, height) => {
        const place = placeWindow({ x, y, width, height, maximized: false }, [LAPTOP, MONITOR])
        return [LAPTOP, MONITOR].some(
          (area) =>
            place !== null &&
            place.y >= area.y &&
            place.y <= area.y + area.height - 120 &&
            Math.min(place.x + place.width, area.x + area.width) - Math.max(place.x, area.x) >= 120,
        )
      }),
    )
  })

  it('are ignored when the stored ones are damaged', () => {
    for (const value of [
      undefined,
      null,
      'x',
      {},
      { x: 1.5, y: 0, width: 1, height: 1, maximized: false },
      { x: 0, y: 0, width: -1, height: 1, maximized: false },
    ]) {
      expect(parseBounds(value)).toBeNull()
    }
    expect(parseBounds({ x: 1, y: 2, width: 3, height: 4, maximized: true })).toEqual({
      x: 1,
      y: 2,
      width: 3,
      height: 4,
      maximized: true,
    })
  })

  it('come onto the nearest screen, fully visible, when their own is gone', () => {
    const left = { x: -1_920, y: 0, width: 1_920, height: 1_080 }
    const right = { ...LAPTOP, x: 10, width: 1_270 }
    const window = { x: 1_400, y: 100, width: 500, height: 420 }
    expect(placeChosen(window, [left, right])).toEqual({ ...window, x: 780 })
    expect(placeChosen({ ...window, x: -2_600 }, [right, left])).toEqual({ ...window, x: -1_920 })
    expect(placeChosen({ ...window, x: 1_100 }, [right])).toEqual({ ...window, x: 780 })
  })

  it('stay across two screens where the person placed them', () => {
    const across = { x: 1_300, y: 100, width: 500, height: 420 }
    expect(placeChosen(across, [LAPTOP, MONITOR])).toEqual(across)
    expect(placeChosen(across, [LAPTOP])).toEqual({ ...across, x: 940 })
  })

  it('can be fully visible on the screen with the largest overlap, with the smallest move', () => {
    expect(
      placeFullyVisible({ x: 1_200, y: 700, width: 600, height: 820 }, [LAPTOP, MONITOR]),
    ).toEqual({
      x: 1_440,
      y: 380,
      width: 600,
      height: 820,
    })
    expect(
      placeFullyVisible({ x: 100, y: 20, width: 600, height: 820 }, [LAPTOP, MONITOR]),
    ).toEqual({
      x: 100,
      y: 20,
      width: 600,
      height: 820,
    })
    expect(placeFullyVisible({ x: 5_000, y: 5_000, width: 600, height: 2_000 }, [LAPTOP])).toEqual({
      x: 840,
      y: 0,
      width: 600,
      height: 875,
    })
    expect(placeFullyVisible({ x: 0, y: 0, width: 1, height: 1 }, [])).toBeNull()
    const number = fc.integer({ min: -6_000, max: 6_000 })
    fc.assert(
      fc.property(
        number,
        number,
        fc.integer({ min: 1, max: 5_000 }),
        fc.integer({ min: 1, max: 5_000 }),
        (x, y, width, height) => {
          const place = placeFullyVisible({ x, y, width, height }, [LAPTOP, MONITOR])
          return [LAPTOP, MONITOR].some(
            (area) =>
              place !== null &&
              place.x >= area.x &&
              place.y >= area.y &&
              place.x + place.width <= area.x + area.width &&
              place.y + place.height <= area.y + area.height,
          )
        },
      ),
    )
  })
})
