import type { MainWindow } from '../../stores/main-window.js'
import { toast, toastError } from '../../stores/toasts.js'
import { HALTED_BY_HAND } from '../../format/halt/halted-by-hand.js'
import { describeError } from '../../language/error-message.js'
import { englishText } from '../../language/window-text.js'

export const isHalted = (mainWindow: MainWindow): boolean =>
  mainWindow.session.getState().value?.trading === 'halted'

/** Halts all sending at once, without confirmation, since a halt can only reduce risk. */
export async function haltTrading(mainWindow: MainWindow): Promise<void> {
  const reply = await mainWindow.invoke('session.set-trading', {
    state: 'halted',
    why: HALTED_BY_HAND,
  })
  if (!reply.ok) toastError(mainWindow.toasts, reply.error, describeError)
}

/**
 * Allows orders to be sent again. Returns true when main confirms it; a journal that cannot be
 * written keeps the halt.
 */
export async function resumeTrading(mainWindow: MainWindow): Promise<boolean> {
  const reply = await mainWindow.invoke('session.set-trading', {
    state: 'active',
    why: englishText.halt.resumedByHand,
  })
  if (!reply.ok) toastError(mainWindow.toasts, reply.error, describeError)
  else if (reply.value.trading === 'halted') {
    toast(mainWindow.toasts, 'bad', ({ halt }) => halt.stillHalted, {
      detail: ({ halt }) => halt.stillHaltedHint,
    })
  }
  return reply.ok && reply.value.trading === 'active'
}
