import { describe, expect, it } from 'vitest'
import { outsidePoint } from '../../../../renderer/app/dock/drag-out.js'

const FRAME = { screenX: 100, screenY: 50, outerWidth: 800, outerHeight: 600 }
const end = (screenX: number, screenY: number, dropEffect: DataTransfer['dropEffect'] = 'none') =>
  outsidePoint({ screenX, screenY, dataTransfer: { dropEffect } }, FRAME)

describe('the end of a drag', () => {
  it('outside of the window is where a window of its own opens', () => {
    expect(end(950, 300)).toEqual({ x: 950, y: 300 })
    expect(end(-40, 300.4)).toEqual({ x: -40, y: 300 })
    expect(end(500, 650)).toEqual({ x: 500, y: 650 })
  })

  it.each([
    ['inside the window', end(500, 300)],
    ['on its title bar', end(500, 51)],
    ['on something that took it', end(950, 300, 'move')],
    ['without a position, as after Escape', end(0, 0)],
  ])('%s opens none', (_where, point) => expect(point).toBeNull())
})
