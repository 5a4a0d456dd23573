import type { Result } from '../../../shared/domain/result.js'

/** Returns the value of a result; fails the test with the error of a failed one. */
export const expectOk = <T, E>(result: Result<T, E>): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}
