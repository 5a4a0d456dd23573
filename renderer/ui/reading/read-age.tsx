import { errorLine } from '../../language/error-message.js'
import { useMainWindow, useReachable } from '../../stores/context.js'
import { useEvery } from '../every.js'
import { Stale } from '../states.js'
import type { ReadState } from './use-read.js'

/**
 * The age of what was read, while the broker cannot be reached and after a later read has failed;
 * nothing otherwise.
 */
export function ReadAge({ state }: { readonly state: ReadState<unknown> }) {
  const { now } = useMainWindow()
  const reachable = useReachable()
  const isOld = state.phase === 'ready' && (!reachable || state.problem !== null)
  useEvery(isOld ? 1_000 : null)
  if (!isOld) return null
  return (
    <Stale
      ageMs={Math.max(0, now() - state.readAt)}
      reason={state.problem === null ? null : errorLine(state.problem)}
    />
  )
}
