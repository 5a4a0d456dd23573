import { text } from '../text/en.js'
import { errorSentence } from '../text/error-sentence.js'
import type { Desk } from './desk.js'
import { showOverlay } from './layout.js'
import { toast } from './toasts.js'

/** True while anybody is paired who could ask for something. */
export const hasAssistants = (desk: Pick<Desk, 'assistants'>): boolean =>
  desk.assistants.getState().value?.connections.some(({ state }) => state !== 'revoked') ?? false

/** The kill switch for assistants: one press acts at once, and then the desk shows what is left. */
export async function stopAssistants(desk: Desk): Promise<void> {
  showOverlay(desk.layout, 'kill')
  const reply = await desk.invoke('assistants.kill', {
    why: text.instructions.kill.by,
    scope: 'assistants',
  })
  if (reply.ok) return
  const { title, detail } = errorSentence(reply.error)
  toast(desk.toasts, 'bad', title, detail ?? undefined)
}
