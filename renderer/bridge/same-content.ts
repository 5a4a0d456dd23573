import { dequal } from 'dequal'

/**
 * Returns the value before while the next one has the same content, so that nothing renders. What
 * main sends as a whole consists of new objects each time, also where nothing in it has changed.
 */
export const otherThan = <T>(before: T, next: T): T => (dequal(before, next) ? before : next)
