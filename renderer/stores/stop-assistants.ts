import { HALTED_BY_HAND } from '../format/halt/halted-by-hand.js'
import { describeError } from '../language/error-message.js'
import type { MainWindow } from './main-window.js'
import { showOverlay } from './layout.js'
import { toast } from './toasts.js'

/** Returns true while any assistant is paired that is not revoked. */
export const hasAssistants = (mainWindow: Pick<MainWindow, 'assistants'>): boolean =>
  mainWindow.assistants.getState().value?.connections.some(({ state }) => state !== 'revoked') ??
  false

/** Halts assistants with one press and shows the remaining orders. */
export async function stopAssistants(mainWindow: MainWindow): Promise<void> {
  showOverlay(mainWindow.layout, 'kill')
  const reply = await mainWindow.invoke('assistants.kill', {
    why: HALTED_BY_HAND,
    scope: 'assistants',
  })
  if (reply.ok) return
  const { error } = reply
  toast(mainWindow.toasts, 'bad', () => describeError(error).title, {
    detail: () => describeError(error).detail ?? '',
  })
}
