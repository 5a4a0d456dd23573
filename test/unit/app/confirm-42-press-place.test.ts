import { describe, expect, it } from 'vitest'
import { pressPlace } from '../../../electron/app/windows/press-place.js'

const AREA = { x: 100, y: 50, width: 600, height: 820, zoom: 1 }
/** A point of the content, from its left and lower edges. */
const pointFrom = (x: number, fromBottom: number, area = AREA) => ({
  x: area.x + x,
  y: area.y + area.height - fromBottom,
})

describe('CONFIRM-42: the place of a press on the confirm window', () => {
  it('is approve only in the band at the lower right', () => {
    expect(pressPlace(pointFrom(500, 70), AREA)).toBe('approve')
    expect(pressPlace(pointFrom(80, 70), AREA)).toBe('elsewhere')
    expect(pressPlace(pointFrom(500, 20), AREA)).toBe('elsewhere')
    expect(pressPlace(pointFrom(500, 400), AREA)).toBe('elsewhere')
    expect(pressPlace(pointFrom(700, 70), AREA)).toBe('elsewhere')
  })

  it('follows the zoom of the page', () => {
    const zoomed = { ...AREA, width: 900, zoom: 1.5 }
    expect(pressPlace(pointFrom(700, 180, zoomed), zoomed)).toBe('approve')
    expect(pressPlace(pointFrom(700, 40, zoomed), zoomed)).toBe('elsewhere')
  })

  it('has the whole width where the answers wrap', () => {
    const narrow = { ...AREA, width: 450 }
    expect(pressPlace(pointFrom(30, 70, narrow), narrow)).toBe('approve')
    expect(pressPlace(pointFrom(30, 400, narrow), narrow)).toBe('elsewhere')
  })

  it('is unknown without a position, and on a page that scrolls as a whole', () => {
    expect(pressPlace(null, AREA)).toBe('unknown')
    const low = { ...AREA, height: 480 }
    expect(pressPlace(pointFrom(80, 300, low), low)).toBe('unknown')
    const zoomed = { ...AREA, zoom: 2 }
    expect(pressPlace(pointFrom(80, 300, zoomed), zoomed)).toBe('unknown')
  })
})
