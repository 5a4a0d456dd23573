import type { Disposer } from '../../../shared/domain/brand.js'
import type { MainWindow } from '../../stores/main-window.js'
import { commandFor } from './commands.js'
import { isOffered } from './offered.js'
import { chordOf, worksWhileTyping } from './keys.js'
import { isMac } from './platform.js'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, select, textarea, [contenteditable="true"]') !== null

const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="dialog"]') !== null

/**
 * Runs commands by their shortcuts. Keys in a dialog or behind the lock are ignored, as are plain
 * characters while the person types. Listens in the capture phase, so that no panel can swallow the
 * shortcuts that leave it.
 */
export function listenToKeys(page: Window, mainWindow: MainWindow): Disposer {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (mainWindow.appState.getState().value?.lock.locked === true) return
    if (event.repeat || mainWindow.layout.getState().overlay !== null || isInDialog(event.target)) {
      return
    }
    const chord = chordOf(event, isMac)
    const command = chord === null ? undefined : commandFor(chord)
    if (
      chord === null ||
      command === undefined ||
      !isOffered(command, mainWindow) ||
      (isTyping(event.target) && !worksWhileTyping(chord))
    ) {
      return
    }
    event.preventDefault()
    command.run(mainWindow)
  }
  page.addEventListener('keydown', onKeyDown, { capture: true })
  return () => page.removeEventListener('keydown', onKeyDown, { capture: true })
}
