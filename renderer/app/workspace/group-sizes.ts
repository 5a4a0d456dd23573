import type { Placement } from '../../panels/panel-manifest.js'

/** Width and height in px. */
export interface Size {
  readonly width: number
  readonly height: number
}

/**
 * Preferred sizes by placement, tabs included. The blotter's fits its bar, its column heads, three
 * rows and its scroll bar.
 */
export const PREFERRED_SIZES: Record<Placement, Size> = {
  centre: { width: 320, height: 96 },
  left: { width: 284, height: 100 },
  right: { width: 248, height: 100 },
  blotter: { width: 320, height: 178 },
  book: { width: 248, height: 100 },
}
/**
 * Minimum sizes where the dock is too small for the preferred ones: symbols and prices only, a
 * narrower chart. The ticket keeps its width.
 */
export const MINIMUM_SIZES: Record<Placement, Size> = {
  centre: { width: 240, height: 64 },
  left: { width: 150, height: 64 },
  right: { width: 248, height: 64 },
  blotter: { width: 240, height: 144 },
  book: { width: 248, height: 64 },
}
const EMPTY_GROUP_SIZE: Size = { width: 100, height: 64 }

/**
 * The dock's grid as it is saved: groups side by side, in branches whose direction alternates at
 * each level.
 */
export type Grid =
  | { readonly type: 'leaf'; readonly group: string; readonly places: readonly Placement[] }
  | { readonly type: 'branch'; readonly parts: readonly Grid[] }

/** Returns the size of a group that is large enough for each of its tabs. */
function groupSize(places: readonly Placement[], sizes: Record<Placement, Size>): Size {
  const placeSizes = places.length === 0 ? [EMPTY_GROUP_SIZE] : places.map((place) => sizes[place])
  return {
    width: Math.max(...placeSizes.map(({ width }) => width)),
    height: Math.max(...placeSizes.map(({ height }) => height)),
  }
}

function gridSize(grid: Grid, sideways: boolean, sizes: Record<Placement, Size>): Size {
  if (grid.type === 'leaf') return groupSize(grid.places, sizes)
  const partSizes = grid.parts.map((part) => gridSize(part, !sideways, sizes))
  const sum = (side: keyof Size): number => partSizes.reduce((total, size) => total + size[side], 0)
  const largest = (side: keyof Size): number => Math.max(0, ...partSizes.map((size) => size[side]))
  return {
    width: sideways ? sum('width') : largest('width'),
    height: sideways ? largest('height') : sum('height'),
  }
}

const leaves = (grid: Grid): readonly (Grid & { readonly type: 'leaf' })[] =>
  grid.type === 'leaf' ? [grid] : grid.parts.flatMap(leaves)

/**
 * Returns the minimum size of each group, by group id, so that together they always fit into the
 * dock: the preferred size, else the minimum size, else a share of the dock. `sideways`: the first
 * level is laid out horizontally.
 */
export function minimumGroupSizes(
  grid: Grid,
  sideways: boolean,
  dock: Size,
): ReadonlyMap<string, Size> {
  const [preferred, minimum] = [
    gridSize(grid, sideways, PREFERRED_SIZES),
    gridSize(grid, sideways, MINIMUM_SIZES),
  ]
  const side = (places: readonly Placement[], dimension: keyof Size): number => {
    if (preferred[dimension] <= dock[dimension]) {
      return groupSize(places, PREFERRED_SIZES)[dimension]
    }
    const share = Math.min(1, dock[dimension] / minimum[dimension])
    return Math.floor(groupSize(places, MINIMUM_SIZES)[dimension] * share)
  }
  return new Map(
    leaves(grid).map(({ group, places }) => [
      group,
      { width: side(places, 'width'), height: side(places, 'height') },
    ]),
  )
}
