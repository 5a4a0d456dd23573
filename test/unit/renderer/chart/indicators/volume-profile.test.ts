import { describe, expect, it } from 'vitest'
import type { NumberBar } from '../../../../../renderer/chart/indicators/calculator.js'
import {
  profileLevels,
  volumeProfile,
  volumeOf,
} from '../../../../../renderer/chart/indicators/volume-profile.js'
import { recordedBars } from './indicator-bars.js'

const bar = (low: number, high: number, volume: number, rises = true): NumberBar => ({
  time: 0,
  open: rises ? low : high,
  high,
  low,
  close: rises ? high : low,
  volume,
})

describe('the volume profile', () => {
  it('spreads the volume of a bar evenly over its prices, apart for bars that rose and fell', () => {
    const profile = volumeProfile([bar(100, 104, 400), bar(101, 103, 50, false)], 4, 70)
    expect(profile?.rows.map(({ low, up, down }) => [low, up, down])).toEqual([
      [100, 100, 0],
      [101, 100, 25],
      [102, 100, 25],
      [103, 100, 0],
    ])
  })

  it('puts the volume of a bar at one price into the row of that price', () => {
    const profile = volumeProfile([bar(100, 104, 4), bar(103.5, 103.5, 96)], 4, 70)
    expect(profile?.control).toBe(3)
    expect(profile?.rows.map(volumeOf)).toEqual([1, 1, 1, 97])
  })

  it('takes the two rows above or below into the value area, whichever have more volume', () => {
    // By price 100, 101, …: 10, 20, 60, 100, 50, 40, 5, 1: in all 286, of which 70% are 200.2.
    const volumes = [10, 20, 60, 100, 50, 40, 5, 1]
    const bars = [
      ...volumes.map((volume, row) => bar(100 + row + 0.5, 100 + row + 0.5, volume)),
      bar(100, 100, 0),
      bar(108, 108, 0),
    ]
    const profile = volumeProfile(bars, 8, 70)
    if (profile === null) throw new Error('no profile')
    expect(profile.control).toBe(3)
    // First 50 + 40 above, which are more than 20 + 60; these 190 are too few, so 80 below follow.
    expect(profile.area).toEqual([1, 5])
    expect(profileLevels(profile)).toEqual({ control: 103.5, valueHigh: 106, valueLow: 101 })
  })

  it('contains the volume of all bars, and at least the wanted part of it in the value area', () => {
    for (const [from, to] of [
      [0, 400],
      [17, 90],
      [200, 203],
    ] as const) {
      const bars = recordedBars.slice(from, to)
      const profile = volumeProfile(bars, 24, 70)
      if (profile === null) throw new Error('no profile')
      const total = bars.reduce((sum, { volume }) => sum + volume, 0)
      const inside = profile.rows.slice(profile.area[0], profile.area[1] + 1)
      expect(profile.rows.reduce((sum, row) => sum + volumeOf(row), 0)).toBeCloseTo(total, 6)
      expect(inside.reduce((sum, row) => sum + volumeOf(row), 0)).toBeGreaterThanOrEqual(
        0.7 * total,
      )
    }
  })

  it('is none where nothing was traded, or all at one price', () => {
    expect(volumeProfile([], 24, 70)).toBeNull()
    expect(volumeProfile([bar(100, 101, 0)], 24, 70)).toBeNull()
    expect(volumeProfile([bar(100, 100, 50)], 24, 70)).toBeNull()
  })
})
