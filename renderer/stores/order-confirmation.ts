import { createStore } from 'zustand/vanilla'
import type { PreferencesStore } from './preferences.js'
import type { AppStateStore } from './snapshot-stores.js'

/**
 * Whether this window's own orders go without a question, because the person said so a moment ago;
 * never kept.
 */
export const createOrderConfirmationStore = () =>
  createStore<{ readonly skipConfirmation: boolean }>(() => ({ skipConfirmation: false }))
export type OrderConfirmationStore = ReturnType<typeof createOrderConfirmationStore>

interface ConfirmationSettings {
  readonly orderConfirmation: OrderConfirmationStore
  readonly preferences: PreferencesStore
}

/**
 * CONFIRM-35: an own order is asked about first, unless the setting or one click in this session says
 * otherwise. Unknown settings ask.
 */
export const requiresConfirmation = ({
  orderConfirmation,
  preferences,
}: ConfirmationSettings): boolean =>
  (preferences.getState().value?.confirmOrders ?? true) &&
  !orderConfirmation.getState().skipConfirmation

export const setSkipConfirmation = (
  store: OrderConfirmationStore,
  skipConfirmation: boolean,
): void => store.setState({ skipConfirmation })

/**
 * What was said is over when the desk is locked: whoever opens it again is asked again. A restart
 * or another profile begins anew anyway.
 */
export function resetConfirmationWhenLocked({
  orderConfirmation,
  appState,
}: {
  readonly orderConfirmation: OrderConfirmationStore
  readonly appState: AppStateStore
}): () => void {
  return appState.subscribe(({ value }) => {
    if (value?.lock.locked === true && orderConfirmation.getState().skipConfirmation) {
      setSkipConfirmation(orderConfirmation, false)
    }
  })
}
