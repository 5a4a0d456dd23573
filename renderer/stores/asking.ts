import { createStore } from 'zustand/vanilla'
import type { PreferencesStore } from './preferences.js'
import type { DeskViewStore } from './state.js'

/**
 * Whether this window's own orders go without a question, because the person said so a moment ago;
 * never kept.
 */
export const createAskingStore = () =>
  createStore<{ readonly atOnce: boolean }>(() => ({ atOnce: false }))
export type AskingStore = ReturnType<typeof createAskingStore>

interface Asking {
  readonly asking: AskingStore
  readonly preferences: PreferencesStore
}

/**
 * Rule 35: an own order is asked about first, unless the setting or one click in this session says
 * otherwise. Unknown settings ask.
 */
export const asksFirst = ({ asking, preferences }: Asking): boolean =>
  (preferences.getState().value?.confirmOrders ?? true) && !asking.getState().atOnce

export const sendAtOnce = (store: AskingStore, atOnce: boolean): void => store.setState({ atOnce })

/**
 * What was said is over when the desk is locked: whoever opens it again is asked again. A restart
 * or another profile begins anew anyway.
 */
export function forgetWhenLocked({
  asking,
  above,
}: {
  readonly asking: AskingStore
  readonly above: DeskViewStore
}): () => void {
  return above.subscribe(({ value }) => {
    if (value?.lock.locked === true && asking.getState().atOnce) sendAtOnce(asking, false)
  })
}
