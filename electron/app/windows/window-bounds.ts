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

/**
 * Returns the nearest bounds at which a window is entirely on one screen: the one that it covers
 * most, or the main one when it covers none.
 */
export function placeFullyVisible(
  window: Rectangle,
  workAreas: readonly Rectangle[],
): Rectangle | null {
  const shared = (area: Rectangle): number =>
    Math.max(
      0,
      Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x),
    ) *
    Math.max(
      0,
      Math.min(window.y + window.height, area.y + area.height) - Math.max(window.y, area.y),
    )
  const area = workAreas.reduce<Rectangle | null>(
    (best, candidate) => (best === null || shared(candidate) > shared(best) ? candidate : best),
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
