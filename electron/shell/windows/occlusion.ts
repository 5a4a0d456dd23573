import type { Rectangle } from 'electron'

/** True when any of `above` lies over a part of `window`. Edges that touch cover nothing. */
export const isOccluded = (window: Rectangle, above: readonly Rectangle[]): boolean =>
  above.some(
    (other) =>
      other.x < window.x + window.width &&
      window.x < other.x + other.width &&
      other.y < window.y + window.height &&
      window.y < other.y + other.height,
  )
