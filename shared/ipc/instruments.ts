/** The most symbols whose price steps are read at once. */
export const MAX_STEP_SYMBOLS = 200
