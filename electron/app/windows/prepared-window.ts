import type { TimerPort } from '../../core/ports.js'
import type { LiveValue } from '../../core/live-values.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { AssistantsView } from '../../../shared/domain/instructions/assistants-view.js'
import type { ConfirmWindow } from '../desktop.js'

/** How long after a pairing or a start the window is made: not while more urgent work runs. */
const IDLE_MS = 3_000

type Assistants = Pick<AssistantsView, 'endpoint' | 'hosted' | 'connections'>

/** True when an assistant that may send instructions can reach this program. */
const isExpected = ({ endpoint, hosted, connections }: Assistants): boolean =>
  (endpoint.state === 'listening' || hosted?.state === 'listening') &&
  connections.some(({ state }) => state === 'active')

/**
 * Makes the confirm window, hidden, before the first card needs it: making it then takes seconds of
 * the little time in which a person decides. Who pairs no assistant has no second window.
 */
export function prepareConfirmWindow(
  view: LiveValue<Assistants>,
  confirmWindow: Pick<ConfirmWindow, 'prepare'>,
  timers: TimerPort,
): Disposer {
  let cancel: Disposer | null = null
  const check = (): void => {
    if (cancel !== null || !isExpected(view.get())) return
    stopWatching()
    cancel = timers.after(IDLE_MS, () => confirmWindow.prepare())
  }
  const stopWatching = view.subscribe(check)
  check()
  return () => {
    stopWatching()
    cancel?.()
  }
}
