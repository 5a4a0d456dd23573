import type { Result } from '../../../shared/domain/result.js'

/**
 * What a result brings; a test that was told of a failure instead ends here, with what it was told.
 */
export const expectOk = <T, E>(result: Result<T, E>): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}
