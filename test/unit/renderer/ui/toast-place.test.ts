import { describe, expect, it } from 'vitest'
import { toastLeft } from '../../../../renderer/ui/toasts/toast-place.js'

describe('toasts hide no price that can be clicked', () => {
  it('places them at the left edge of a window without prices', () => {
    expect(toastLeft(1_440, [])).toBe(12)
  })

  it('places them beside prices at the left edge', () => {
    expect(toastLeft(1_440, [{ left: 0, right: 350 }])).toBe(362)
  })

  it('leaves them at the left edge when the prices are elsewhere', () => {
    expect(toastLeft(1_440, [{ left: 700, right: 1_100 }])).toBe(12)
  })

  it('passes over a gap between two columns of prices that is too narrow', () => {
    const columns = [
      { left: 500, right: 800 },
      { left: 0, right: 300 },
    ]
    expect(toastLeft(1_440, columns)).toBe(812)
  })

  it('finds no place in a window that prices fill', () => {
    expect(toastLeft(560, [{ left: 0, right: 560 }])).toBeNull()
  })
})
