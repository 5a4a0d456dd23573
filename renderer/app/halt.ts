import type { Desk } from '../stores/desk.js'
import { toast, toastError } from '../stores/toasts.js'
import { errorSentence } from '../text/error-sentence.js'
import { text } from '../text/en.js'

export const isHalted = (desk: Desk): boolean => desk.session.getState().value?.trading === 'halted'

/** Stops all sending at once: no question, since it can only make the risk smaller. */
export async function haltTrading(desk: Desk): Promise<void> {
  const reply = await desk.invoke('session.set-trading', { state: 'halted', why: text.halt.byHand })
  if (!reply.ok) toastError(desk.toasts, reply.error, errorSentence)
}

/**
 * Lets orders be sent again. True when main says so; a journal that cannot be written keeps the
 * halt.
 */
export async function resumeTrading(desk: Desk): Promise<boolean> {
  const reply = await desk.invoke('session.set-trading', {
    state: 'active',
    why: text.halt.resumedByHand,
  })
  if (!reply.ok) toastError(desk.toasts, reply.error, errorSentence)
  else if (reply.value.trading === 'halted') {
    toast(desk.toasts, 'bad', text.halt.stillHalted, text.halt.stillHaltedHint)
  }
  return reply.ok && reply.value.trading === 'active'
}
