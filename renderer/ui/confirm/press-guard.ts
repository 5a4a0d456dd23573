/** A button must have been on screen this long, in ms, before a press of it counts. */
export const SHOWN_MS = 350
