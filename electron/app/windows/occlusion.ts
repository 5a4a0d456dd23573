import type { Rectangle } from './rectangle.js'

/** True when any of `above` covers a part of `window`. Touching edges do not count. */
export const isOccluded = (window: Rectangle, above: readonly Rectangle[]): boolean =>
  above.some(
    (other) =>
      other.x < window.x + window.width &&
      window.x < other.x + other.width &&
      other.y < window.y + window.height &&
      window.y < other.y + other.height,
  )
