import type { JournalState } from '../../../shared/domain/account/journal.js'
import { epochMs } from '../../../shared/domain/time.js'
import { usePanelText } from '../../language/panel-text.js'
import { useMainWindow, useReachable } from '../../stores/context.js'
import { FigureAge } from '../../ui/accounts/figure-age.js'
import { useEvery } from '../../ui/every.js'
import { Stale } from '../../ui/states.js'

/**
 * The age of the records while the broker cannot be reached, or while fills since are missing in
 * them; says when they are being read.
 */
export function JournalAge({ state }: { readonly state: JournalState | null }) {
  const { now, session } = useMainWindow()
  const text = usePanelText().journal
  const reachable = useReachable()
  const readAt = state?.readAt ?? null
  useEvery(!reachable && readAt !== null ? 1_000 : null)
  if (state === null || readAt === null) return null
  const offset = session.getState().value?.exchangeOffsetMs ?? 0
  if (!reachable) return <Stale ageMs={Math.max(0, now() + offset - readAt)} />
  return (
    <>
      {state.phase === 'reading' && (
        <span className="dim" role="status">
          {text.readingAgain}
        </span>
      )}
      {state.isBehind && <FigureAge time={epochMs(readAt - offset)} hint={text.behind} />}
    </>
  )
}
