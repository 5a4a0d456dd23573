import type { Place } from '../../panels/places.js'

/** Width and height in px. */
export interface Room {
  readonly width: number
  readonly height: number
}

/**
 * What a place needs, with its tabs, to show what it is for: the blotter its bar, its heads, three
 * rows and the bar that scrolls it.
 */
export const NEEDS: Record<Place, Room> = {
  centre: { width: 320, height: 96 },
  left: { width: 284, height: 100 },
  right: { width: 248, height: 100 },
  blotter: { width: 320, height: 178 },
  book: { width: 248, height: 100 },
}
/**
 * What it makes do with where the dock has no room for all needs: symbols and prices, a narrower
 * chart. The ticket gives up nothing of its width.
 */
export const LEAST: Record<Place, Room> = {
  centre: { width: 240, height: 64 },
  left: { width: 150, height: 64 },
  right: { width: 248, height: 64 },
  blotter: { width: 240, height: 144 },
  book: { width: 248, height: 64 },
}
const ANYTHING: Room = { width: 100, height: 64 }

/**
 * The dock's grid as it saves it: groups side by side, in branches that turn by a right angle at
 * each level.
 */
export type Grid =
  | { readonly type: 'leaf'; readonly group: string; readonly places: readonly Place[] }
  | { readonly type: 'branch'; readonly parts: readonly Grid[] }

/** What a group of these places comes to: enough for each of its tabs. */
function roomOf(places: readonly Place[], of: Record<Place, Room>): Room {
  const rooms = places.length === 0 ? [ANYTHING] : places.map((place) => of[place])
  return {
    width: Math.max(...rooms.map(({ width }) => width)),
    height: Math.max(...rooms.map(({ height }) => height)),
  }
}

function sumOf(grid: Grid, sideways: boolean, of: Record<Place, Room>): Room {
  if (grid.type === 'leaf') return roomOf(grid.places, of)
  const rooms = grid.parts.map((part) => sumOf(part, !sideways, of))
  const sum = (side: keyof Room): number => rooms.reduce((total, room) => total + room[side], 0)
  const most = (side: keyof Room): number => Math.max(0, ...rooms.map((room) => room[side]))
  return {
    width: sideways ? sum('width') : most('width'),
    height: sideways ? most('height') : sum('height'),
  }
}

const leaves = (grid: Grid): readonly (Grid & { readonly type: 'leaf' })[] =>
  grid.type === 'leaf' ? [grid] : grid.parts.flatMap(leaves)

/**
 * The smallest that each group may become in a dock of this size, so that together they always fit
 * in it: what it needs, else the least
 * it makes do with, else its share of what there is. `sideways`: the first level stands side by
 * side. By the group's id.
 */
export function leastRooms(grid: Grid, sideways: boolean, dock: Room): ReadonlyMap<string, Room> {
  const [needs, least] = [sumOf(grid, sideways, NEEDS), sumOf(grid, sideways, LEAST)]
  const side = (places: readonly Place[], of: keyof Room): number => {
    if (needs[of] <= dock[of]) return roomOf(places, NEEDS)[of]
    const share = Math.min(1, dock[of] / least[of])
    return Math.floor(roomOf(places, LEAST)[of] * share)
  }
  return new Map(
    leaves(grid).map(({ group, places }) => [
      group,
      { width: side(places, 'width'), height: side(places, 'height') },
    ]),
  )
}
