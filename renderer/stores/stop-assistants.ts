import { text } from '../text/en.js'
import { describeError } from '../text/error-sentence.js'
import type { MainWindow } from './main-window.js'
import { showOverlay } from './layout.js'
import { toast } from './toasts.js'

/** True while anybody is paired who could ask for something. */
export const hasAssistants = (mainWindow: Pick<MainWindow, 'assistants'>): boolean =>
  mainWindow.assistants.getState().value?.connections.some(({ state }) => state !== 'revoked') ??
  false

/** The kill switch for assistants: one press acts at once, and then the desk shows what is left. */
export async function stopAssistants(mainWindow: MainWindow): Promise<void> {
  showOverlay(mainWindow.layout, 'kill')
  const reply = await mainWindow.invoke('assistants.kill', {
    why: text.instructions.kill.by,
    scope: 'assistants',
  })
  if (reply.ok) return
  const { title, detail } = describeError(reply.error)
  toast(mainWindow.toasts, 'bad', title, detail ?? undefined)
}
