import type { PolledList } from '../../../../shared/domain/reference/screener.js'
import type { Result } from '../../../../shared/domain/result.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { ProviderFailure } from '../../provider-failure.js'

export type ListRead<T> = Promise<Result<T, ProviderFailure>>

/** True when the broker does not serve this read to the key at all. */
export const isAbsent = ({ kind }: ProviderFailure): boolean =>
  kind === 'refused' || kind === 'not-entitled' || kind === 'wrong-environment'

/** Returns a list after a read. A failed read keeps what was read before, with its age. */
export function nextOfList<T>(
  before: PolledList<T>,
  answer: Result<T, ProviderFailure>,
  now: EpochMs,
): PolledList<T> {
  if (answer.ok) return { state: 'ready', value: answer.value, readAt: now, problem: null }
  const problem = answer.error.message
  return isAbsent(answer.error)
    ? { state: 'absent', value: null, readAt: null, problem }
    : { ...before, state: 'failed', problem }
}
