import type { Rectangle } from './rectangle.js'

export interface WindowBounds extends Rectangle {
  readonly maximized: boolean
}

/** The part of a window that must be on a screen so that it can be found and dragged. */
const VISIBLE_PX = 120

/**
 * Parses stored bounds; null for anything else, so that a damaged file only means the default size.
 */
export function parseBounds(value: unknown): WindowBounds | null {
  // Validated by hand, because the first window is made before any library is loaded.
  if (
    typeof value !== 'object' ||
    value === null ||
    !('x' in value && 'y' in value && 'width' in value && 'height' in value && 'maximized' in value)
  ) {
    return null
  }
  const { x, y, width, height, maximized } = value
  const isIntegerFrom = (value: unknown, min: number): value is number =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= min
  return isIntegerFrom(x, Number.MIN_SAFE_INTEGER) &&
    isIntegerFrom(y, Number.MIN_SAFE_INTEGER) &&
    isIntegerFrom(width, 1) &&
    isIntegerFrom(height, 1) &&
    typeof maximized === 'boolean'
    ? { x, y, width, height, maximized }
    : null
}

/**
 * Returns the bounds of a window on the current screens: the stored position while enough of it is
 * on one of them, otherwise the stored size on the main screen, never larger than that.
 * @param workAreas of all screens, the main one first
 */
export function placeWindow(
  stored: WindowBounds,
  workAreas: readonly Rectangle[],
): Rectangle | null {
  const [main] = workAreas
  if (main === undefined) return null
  const onScreen = workAreas.some(
    (area) =>
      Math.min(stored.x + stored.width, area.x + area.width) - Math.max(stored.x, area.x) >=
        VISIBLE_PX &&
      stored.y >= area.y &&
      stored.y <= area.y + area.height - VISIBLE_PX,
  )
  if (onScreen) return { x: stored.x, y: stored.y, width: stored.width, height: stored.height }
  const width = Math.min(stored.width, main.width)
  const height = Math.min(stored.height, main.height)
  return {
    x: main.x + Math.floor((main.width - width) / 2),
    y: main.y + Math.floor((main.height - height) / 2),
    width,
    height,
  }
}

/** Returns the size of the part of a window that is on a screen. */
const sharedPart = (window: Rectangle, area: Rectangle): number =>
  Math.max(0, Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x)) *
  Math.max(0, Math.min(window.y + window.height, area.y + area.height) - Math.max(window.y, area.y))

/** Returns the distance between the edges of a window and a screen; 0 while they touch. */
const distance = (window: Rectangle, area: Rectangle): number =>
  Math.hypot(
    Math.max(0, area.x - (window.x + window.width), window.x - (area.x + area.width)),
    Math.max(0, area.y - (window.y + window.height), window.y - (area.y + area.height)),
  )

/** Returns true when each corner of a window is on a screen; they may be on several of them. */
const isWhole = ({ x, y, width, height }: Rectangle, workAreas: readonly Rectangle[]): boolean =>
  [x, x + width - 1].every((left) =>
    [y, y + height - 1].every((top) =>
      workAreas.some((area) => sharedPart({ x: left, y: top, width: 1, height: 1 }, area) === 1),
    ),
  )

/**
 * Returns the bounds of a window that the person placed: unchanged while all of it is visible, also
 * across screens; otherwise entirely on one screen.
 */
export const placeChosen = (
  window: Rectangle,
  workAreas: readonly Rectangle[],
): Rectangle | null => (isWhole(window, workAreas) ? window : placeFullyVisible(window, workAreas))

/**
 * Returns the nearest bounds at which a window is entirely on one screen: the one that it covers
 * most, or the nearest one when it covers none.
 */
export function placeFullyVisible(
  window: Rectangle,
  workAreas: readonly Rectangle[],
): Rectangle | null {
  const isBetter = (area: Rectangle, best: Rectangle): boolean => {
    const gain = sharedPart(window, area) - sharedPart(window, best)
    return gain > 0 || (gain === 0 && distance(window, area) < distance(window, best))
  }
  const area = workAreas.reduce<Rectangle | null>(
    (best, candidate) => (best === null || isBetter(candidate, best) ? candidate : best),
    null,
  )
  if (area === null) return null
  const width = Math.min(window.width, area.width)
  const height = Math.min(window.height, area.height)
  const within = (position: number, start: number, range: number): number =>
    Math.min(Math.max(position, start), start + range)
  return {
    x: within(window.x, area.x, area.width - width),
    y: within(window.y, area.y, area.height - height),
    width,
    height,
  }
}
