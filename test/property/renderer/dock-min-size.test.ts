import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  MINIMUM_SIZES,
  minimumGroupSizes,
  PREFERRED_SIZES,
  type Grid,
  type Size,
} from '../../../renderer/app/workspace/group-sizes.js'
import type { Placement } from '../../../renderer/panels/panel-manifest.js'

const PLACES: readonly Placement[] = ['centre', 'left', 'right', 'blotter', 'book']
let next = 0
const leaf = fc
  .subarray([...PLACES])
  .map((places): Grid => ({ type: 'leaf', group: `g${(next += 1)}`, places }))
const { grid } = fc.letrec<{ grid: Grid }>((tie) => ({
  grid: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc
      .array(tie('grid'), { minLength: 1, maxLength: 4 })
      .map((parts): Grid => ({ type: 'branch', parts })),
  ),
}))
const dock = fc.record({
  width: fc.integer({ min: 200, max: 3_000 }),
  height: fc.integer({ min: 150, max: 2_000 }),
})

/** Returns the size of the dock when every group has its minimum size. */
function combinedSize(grid: Grid, sideways: boolean, minSizes: ReadonlyMap<string, Size>): Size {
  if (grid.type === 'leaf') return minSizes.get(grid.group) ?? { width: 0, height: 0 }
  const parts = grid.parts.map((part) => combinedSize(part, !sideways, minSizes))
  const sum = (side: keyof Size): number => parts.reduce((total, part) => total + part[side], 0)
  const maxOf = (side: keyof Size): number => Math.max(...parts.map((part) => part[side]))
  return sideways
    ? { width: sum('width'), height: maxOf('height') }
    : { width: maxOf('width'), height: sum('height') }
}

const single = (place: Placement): Grid => ({ type: 'leaf', group: place, places: [place] })
const DEFAULT: Grid = {
  type: 'branch',
  parts: [
    single('left'),
    { type: 'branch', parts: [single('centre'), single('blotter')] },
    { type: 'branch', parts: [single('right'), single('book')] },
  ],
}

describe("CONFIRM-36: the minimum sizes of the dock's groups", () => {
  it('always fit in the dock, for any layout and any dock size', () => {
    fc.assert(
      fc.property(grid, fc.boolean(), dock, (layout, sideways, size) => {
        const all = combinedSize(layout, sideways, minimumGroupSizes(layout, sideways, size))
        for (const side of ['width', 'height'] as const) {
          expect(all[side]).toBeLessThanOrEqual(size[side])
        }
      }),
    )
  })

  it('are the preferred sizes wherever there is enough space', () => {
    const minSizes = minimumGroupSizes(DEFAULT, true, { width: 852, height: 274 })
    for (const place of PLACES) expect(minSizes.get(place)).toEqual(PREFERRED_SIZES[place])
  })

  it('preserve the full width of the ticket down to a small window at 200%', () => {
    const minSizes = minimumGroupSizes(DEFAULT, true, { width: 640, height: 336 })
    expect(minSizes.get('right')?.width).toBe(PREFERRED_SIZES.right.width)
    expect(minSizes.get('left')?.width).toBe(MINIMUM_SIZES.left.width)
    expect(minSizes.get('blotter')?.height).toBe(PREFERRED_SIZES.blotter.height)
  })

  it("are the largest of the sizes of a group's tabs", () => {
    expect(
      minimumGroupSizes({ type: 'leaf', group: 'g', places: ['right', 'blotter'] }, true, {
        width: 2_000,
        height: 2_000,
      }).get('g'),
    ).toEqual({ width: PREFERRED_SIZES.blotter.width, height: PREFERRED_SIZES.blotter.height })
  })
})
