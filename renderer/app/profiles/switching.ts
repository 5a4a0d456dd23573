import type { ProfileSummary } from '../../../shared/domain/app/app-state.js'
import type { MainWindow } from '../../stores/main-window.js'
import { closeOverlay, showOverlay } from '../../stores/layout.js'
import { toastError } from '../../stores/toasts.js'
import { describeError } from '../../language/error-message.js'

/**
 * Switches to another profile. Production requires confirmation first; the others start at once and
 * show every step.
 */
export function switchProfile(mainWindow: MainWindow, profile: ProfileSummary): void {
  const appState = mainWindow.appState.getState().value
  if (appState?.current?.id === profile.id && appState.switching === null) return
  if (profile.environment === 'production') return showOverlay(mainWindow.layout, 'arm', profile.id)
  const { shown } = mainWindow.layout.getState()
  void mainWindow.invoke('profiles.switch', { id: profile.id, word: null }).then((reply) => {
    if (reply.ok) closeOverlay(mainWindow.layout, shown)
    else toastError(mainWindow.toasts, reply.error, describeError)
  })
}
