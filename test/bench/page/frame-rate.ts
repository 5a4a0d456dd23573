/** Returns the frames in a second, from the times between them in ms; NaN without a frame. */
export const frameRate = (frames: readonly number[]): number =>
  (1_000 * frames.length) / frames.reduce((sum, time) => sum + time, 0)
