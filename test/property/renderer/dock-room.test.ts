import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  LEAST,
  leastRooms,
  NEEDS,
  type Grid,
  type Room,
} from '../../../renderer/app/workspace/room.js'
import type { Place } from '../../../renderer/panels/places.js'

const PLACES: readonly Place[] = ['centre', 'left', 'right', 'blotter', 'book']
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

/** What the dock comes to when every group is as small as it may be. */
function together(of: Grid, sideways: boolean, rooms: ReadonlyMap<string, Room>): Room {
  if (of.type === 'leaf') return rooms.get(of.group) ?? { width: 0, height: 0 }
  const parts = of.parts.map((part) => together(part, !sideways, rooms))
  const sum = (side: keyof Room): number => parts.reduce((total, part) => total + part[side], 0)
  const most = (side: keyof Room): number => Math.max(...parts.map((part) => part[side]))
  return sideways
    ? { width: sum('width'), height: most('height') }
    : { width: most('width'), height: sum('height') }
}

const single = (place: Place): Grid => ({ type: 'leaf', group: place, places: [place] })
const DEFAULT: Grid = {
  type: 'branch',
  parts: [
    single('left'),
    { type: 'branch', parts: [single('centre'), single('blotter')] },
    { type: 'branch', parts: [single('right'), single('book')] },
  ],
}

describe('rule 36: the room that the groups of the dock ask for', () => {
  it('always fits in the dock, whatever a person arranged and however small it is: nothing is pushed out of the window', () => {
    fc.assert(
      fc.property(grid, fc.boolean(), dock, (of, sideways, room) => {
        const all = together(of, sideways, leastRooms(of, sideways, room))
        for (const side of ['width', 'height'] as const) {
          expect(all[side]).toBeLessThanOrEqual(room[side])
        }
      }),
    )
  })

  it('is what each place needs, wherever there is room for that', () => {
    const rooms = leastRooms(DEFAULT, true, { width: 852, height: 274 })
    for (const place of PLACES) expect(rooms.get(place)).toEqual(NEEDS[place])
  })

  it('keeps the whole width of the ticket down to a small window at 200 %', () => {
    const rooms = leastRooms(DEFAULT, true, { width: 640, height: 336 })
    expect(rooms.get('right')?.width).toBe(NEEDS.right.width)
    expect(rooms.get('left')?.width).toBe(LEAST.left.width)
    expect(rooms.get('blotter')?.height).toBe(NEEDS.blotter.height)
  })

  it('a group is as large as the neediest of its tabs', () => {
    expect(
      leastRooms({ type: 'leaf', group: 'g', places: ['right', 'blotter'] }, true, {
        width: 2_000,
        height: 2_000,
      }).get('g'),
    ).toEqual({ width: NEEDS.blotter.width, height: NEEDS.blotter.height })
  })
})
