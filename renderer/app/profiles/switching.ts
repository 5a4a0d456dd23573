import type { ProfileSummary } from '../../../shared/ipc/profiles.js'
import type { Desk } from '../../stores/desk.js'
import { closeOverlay, showOverlay } from '../../stores/layout.js'
import { toastError } from '../../stores/toasts.js'
import { errorSentence } from '../../text/error-sentence.js'

/**
 * Asks for another profile. Production is asked about first; the others begin at once, and every
 * step of it shows.
 */
export function switchTo(desk: Desk, profile: ProfileSummary): void {
  const above = desk.above.getState().value
  if (above?.current?.id === profile.id && above.switching === null) return
  if (profile.environment === 'production') return showOverlay(desk.layout, 'arm', profile.id)
  const { shown } = desk.layout.getState()
  void desk.invoke('desk.switch', { id: profile.id, word: null }).then((reply) => {
    if (reply.ok) closeOverlay(desk.layout, shown)
    else toastError(desk.toasts, reply.error, errorSentence)
  })
}
