import { createStore } from 'zustand/vanilla'
import type { PreferencesStore } from './preferences.js'
import type { AppStateStore } from './snapshot-stores.js'

/**
 * Whether this window's own orders skip confirmation because the person chose so in this session;
 * never saved.
 */
export const createOrderConfirmationStore = () =>
  createStore<{ readonly skipConfirmation: boolean }>(() => ({ skipConfirmation: false }))
export type OrderConfirmationStore = ReturnType<typeof createOrderConfirmationStore>

interface ConfirmationSettings {
  readonly orderConfirmation: OrderConfirmationStore
  readonly preferences: PreferencesStore
}

/**
 * CONFIRM-35: the person's own order is confirmed first, unless the setting or a choice in this
 * session skips it. While the settings are unknown, confirm.
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
 * Resets the choice when Countersign is locked, so that the next order is confirmed again. A
 * restart or another profile resets it anyway.
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
