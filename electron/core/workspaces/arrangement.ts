import { z } from 'zod'
import { Bounds } from '../../../shared/domain/app/workspaces/workspaces.schema.js'
import { asReadonly } from '../../../shared/domain/readonly-schema.js'

/** The bounds of a window on one arrangement of displays. */
export const WindowPlace = asReadonly(
  z.strictObject({
    /** The displays at that time. */
    displays: z.array(Bounds).min(1).max(16),
    /** The place of the window when it is neither maximized nor minimized. */
    bounds: Bounds,
    maximized: z.boolean(),
  }),
)
export type WindowPlace = z.output<typeof WindowPlace>

/** The number of arrangements that a window remembers: office, home, travel and some more. */
export const MAX_PLACES = 8

const displayKey = ({ x, y, width, height }: Bounds): string => `${width}x${height}@${x},${y}`

/** Identifies an arrangement: the sizes and positions of its displays, in any order. */
const arrangementKey = (displays: readonly Bounds[]): string =>
  displays.map(displayKey).toSorted().join(' ')

const holds = (display: Bounds, { x, y, width, height }: Bounds): boolean => {
  const [middleX, middleY] = [x + width / 2, y + height / 2]
  return (
    middleX >= display.x &&
    middleX < display.x + display.width &&
    middleY >= display.y &&
    middleY < display.y + display.height
  )
}

/**
 * Returns the place of a window on these displays: the one that it had on the same arrangement,
 * else the newest one whose display is connected in the same place, else the newest one; null when
 * there is none. The caller moves a place that no display shows.
 */
export function placeFor(
  places: readonly WindowPlace[],
  displays: readonly Bounds[],
): WindowPlace | null {
  const key = arrangementKey(displays)
  const known = new Set(displays.map(displayKey))
  return (
    places.find((place) => arrangementKey(place.displays) === key) ??
    places.find((place) =>
      place.displays.some(
        (display) => known.has(displayKey(display)) && holds(display, place.bounds),
      ),
    ) ??
    places[0] ??
    null
  )
}

/** Returns true when the window had a place on exactly these displays. */
export const knowsArrangement = (
  places: readonly WindowPlace[],
  displays: readonly Bounds[],
): boolean => places.some((place) => arrangementKey(place.displays) === arrangementKey(displays))

/** Returns the places with a new one, which replaces that of the same arrangement. */
export function withPlace(
  places: readonly WindowPlace[],
  place: WindowPlace,
): readonly WindowPlace[] {
  const key = arrangementKey(place.displays)
  const others = places.filter(({ displays }) => arrangementKey(displays) !== key)
  return [place, ...others].slice(0, MAX_PLACES)
}
