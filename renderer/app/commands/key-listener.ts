import type { Disposer } from '../../../shared/domain/brand.js'
import { currentText } from '../../language/window-text.js'
import type { MainWindow } from '../../stores/main-window.js'
import { toast } from '../../stores/toasts.js'
import { bindingsOf } from './bindings.js'
import type { AppCommand } from './command.js'
import { commandFor } from './commands.js'
import { isOffered } from './offered.js'
import { chordOf, worksWhileTyping } from './keys.js'
import { isMac } from './platform.js'

/** How long the second press of a sequence may take. */
const SEQUENCE_MS = 1_500

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
  const listener = new KeyListener(mainWindow)
  page.addEventListener('keydown', listener.onKeyDown, { capture: true })
  return () => page.removeEventListener('keydown', listener.onKeyDown, { capture: true })
}

class KeyListener {
  readonly #mainWindow: MainWindow
  /** The first press of a sequence, and when it was made; null for none. */
  #begun: { readonly chord: string; readonly time: number } | null = null

  constructor(mainWindow: MainWindow) {
    this.#mainWindow = mainWindow
  }

  readonly onKeyDown = (event: KeyboardEvent): void => {
    if (this.#isIgnored(event)) return
    const press = chordOf(event, isMac)
    if (press === null || (isTyping(event.target) && !worksWhileTyping(press))) return
    const found = this.#find(press, event.timeStamp)
    if (found === null) return
    if (found !== 'prefix' && !isOffered(found, this.#mainWindow)) return
    event.preventDefault()
    if (found !== 'prefix') this.#run(found)
  }

  #isIgnored(event: KeyboardEvent): boolean {
    const { appState, layout } = this.#mainWindow
    return (
      appState.getState().value?.lock.locked === true ||
      event.repeat ||
      layout.getState().overlay !== null ||
      isInDialog(event.target)
    )
  }

  /** Finds what a press leads to, alone or as the second one of a sequence. */
  #find(press: string, time: number): AppCommand | 'prefix' | null {
    const bindings = bindingsOf(this.#mainWindow)
    const begun = this.#begun
    this.#begun = null
    if (begun !== null && time - begun.time < SEQUENCE_MS) {
      const second = commandFor(`${begun.chord} ${press}`, bindings)
      if (second !== null && second !== 'prefix') return second.command
    }
    const first = commandFor(press, bindings)
    if (first === 'prefix') this.#begun = { chord: press, time }
    return first === null || first === 'prefix' ? first : first.command
  }

  /** Runs a command; one that trades only while trading shortcuts are armed, and once. */
  #run(command: AppCommand): void {
    const mainWindow = this.#mainWindow
    if (command.group !== 'trading') return command.run(mainWindow)
    const { tradingKeys, toasts } = mainWindow
    if (!tradingKeys.state.getState().armed) {
      const { off, offHint } = currentText().shortcuts.armed
      toast(toasts, 'warn', off, offHint)
      return
    }
    if (tradingKeys.accept()) (command.runByKey ?? command.run)(mainWindow)
  }
}
