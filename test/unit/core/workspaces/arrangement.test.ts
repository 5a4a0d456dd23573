import { describe, expect, it } from 'vitest'
import {
  knowsArrangement,
  MAX_PLACES,
  placeFor,
  withPlace,
  type WindowPlace,
} from '../../../../electron/core/workspaces/arrangement.js'

const LAPTOP = { x: 0, y: 0, width: 1_440, height: 900 }
const LEFT = { x: -1_920, y: 0, width: 1_920, height: 1_080 }
const ABOVE = { x: 0, y: -1_440, width: 2_560, height: 1_440 }
const placeAt = (displays: WindowPlace['displays'], x: number, y = 20): WindowPlace => ({
  displays,
  bounds: { x, y, width: 600, height: 400 },
  maximized: false,
})

describe('the place of a window on the displays of now', () => {
  const places = [
    placeAt([LAPTOP, LEFT], -1_500),
    placeAt([LAPTOP], 40),
    placeAt([LAPTOP, ABOVE], 100, -1_000),
  ]

  it('is the one that it had on the same displays, in whichever order they are listed', () => {
    expect(placeFor(places, [LEFT, LAPTOP])?.bounds.x).toBe(-1_500)
    expect(placeFor(places, [LAPTOP])?.bounds.x).toBe(40)
    expect(placeFor(places, [ABOVE, LAPTOP])?.bounds.y).toBe(-1_000)
  })

  it('is one on a display that is still there when the arrangement is new', () =>
    expect(placeFor(places, [LAPTOP, { ...LEFT, x: 1_440 }])?.bounds.x).toBe(40))

  it('is the newest one when no display is known, and none without any', () => {
    expect(placeFor(places, [{ ...LAPTOP, width: 800 }])?.bounds.x).toBe(-1_500)
    expect(placeFor([], [LAPTOP])).toBeNull()
  })

  it('replaces the one of the same arrangement, and keeps a bounded number', () => {
    const moved = withPlace(places, placeAt([LEFT, LAPTOP], -900))
    expect(moved.map(({ bounds }) => bounds.x)).toEqual([-900, 40, 100])
    const many = Array.from({ length: 20 }, (_, index) => placeAt([{ ...LAPTOP, x: index }], index))
    expect(many.reduce<readonly WindowPlace[]>(withPlace, [])).toHaveLength(MAX_PLACES)
  })

  it('is known only on exactly these displays', () => {
    expect(knowsArrangement(places, [LAPTOP])).toBe(true)
    expect(knowsArrangement(places, [LEFT])).toBe(false)
  })
})
