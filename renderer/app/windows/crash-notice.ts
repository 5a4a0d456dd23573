import { CRASHED_HASH } from '../../../shared/domain/app/crashed-page.js'
import type { MainWindow } from '../../stores/main-window.js'
import { toast } from '../../stores/toasts.js'

/**
 * Says that the window was loaded again after a crash. The address changes too, so that a later
 * reload says nothing.
 */
export function notifyCrash(
  { location, history }: Pick<Window, 'location' | 'history'>,
  { toasts }: Pick<MainWindow, 'toasts'>,
): void {
  if (location.hash !== CRASHED_HASH) return
  history.replaceState(null, '', `${location.pathname}${location.search}`)
  toast(toasts, 'warn', ({ workspaces }) => workspaces.crashed, {
    detail: ({ workspaces }) => workspaces.crashedHint,
  })
}
