/** A rectangle on the screens, in device-independent pixels. */
export interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** True when any of `above` covers a part of `window`. Touching edges do not count. */
export const isOccluded = (window: Rectangle, above: readonly Rectangle[]): boolean =>
  above.some(
    (other) =>
      other.x < window.x + window.width &&
      window.x < other.x + other.width &&
      other.y < window.y + window.height &&
      window.y < other.y + other.height,
  )
