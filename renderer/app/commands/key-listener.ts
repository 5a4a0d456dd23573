import type { Disposer } from '../../../shared/domain/brand.js'
import type { MainWindow } from '../../stores/main-window.js'
import { toast } from '../../stores/toasts.js'
import { bindingsOf } from './bindings.js'
import type { AppCommand } from './command.js'
import { commandFor } from './commands.js'
import { isOffered } from './offered.js'
import { chordOf, isTextPress, worksWhileTyping } from './keys.js'
import { isMac } from './platform.js'

/** How long the second press of a sequence may take. */
const SEQUENCE_MS = 1_500

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, select, textarea, [contenteditable="true"]') !== null

/** True for a menu, whose letters and arrows are its own. */
const isInMenu = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="menu"]') !== null

/** True for a press in a dialog, and while a modal one is open and the focus is lost outside it. */
const isAtDialog = (target: EventTarget | null): boolean =>
  (target instanceof Element && target.closest('[role="dialog"]') !== null) ||
  document.querySelector('[role="dialog"][aria-modal]') !== null

/** True on the button that records a new shortcut: every press is the one that it waits for. */
const isRecording = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-recording]') !== null

/** The commands that reduce risk: their shortcuts work in front of a dialog too. */
const IN_DIALOGS: readonly string[] = ['halt', 'stop-assistants', 'lock']

/**
 * Runs commands by their shortcuts. Keys behind the lock are ignored, and in a dialog all but those
 * that halt or lock, as are plain characters while the person types or chooses in a menu. Listens
 * in the capture phase, so that no panel can swallow the shortcuts that leave it.
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
  /** The key that ran a command and is still held; null for none. */
  #held: string | null = null

  constructor(mainWindow: MainWindow) {
    this.#mainWindow = mainWindow
  }

  readonly onKeyDown = (event: KeyboardEvent): void => {
    if (event.repeat) return this.#onRepeat(event)
    this.#held = null
    if (this.#isLocked() || isRecording(event.target)) return
    const press = chordOf(event, isMac)
    if (press === null || this.#isText(press, event)) return
    const found = this.#find(press, event.timeStamp)
    if (found === null || this.#isBehindDialog(found, event.target)) return
    if (found !== 'prefix' && !isOffered(found, this.#mainWindow)) return
    event.preventDefault()
    this.#held = event.code
    if (found !== 'prefix') this.#run(found)
  }

  /** A held key repeats: it must not type into what its command has opened. */
  #onRepeat(event: KeyboardEvent): void {
    if (this.#held !== null && event.code === this.#held) event.preventDefault()
  }

  #isText(press: string, event: KeyboardEvent): boolean {
    if (isTyping(event.target)) return !worksWhileTyping(press) || isTextPress(event, isMac)
    return isInMenu(event.target) && !worksWhileTyping(press)
  }

  #isBehindDialog(found: AppCommand | 'prefix', target: EventTarget | null): boolean {
    const isCovered = this.#mainWindow.layout.getState().overlay !== null || isAtDialog(target)
    return isCovered && (found === 'prefix' || !IN_DIALOGS.includes(found.id))
  }

  #isLocked(): boolean {
    return this.#mainWindow.appState.getState().value?.lock.locked === true
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
      toast(toasts, 'warn', ({ shortcuts }) => shortcuts.armed.off, {
        detail: ({ shortcuts }) => shortcuts.armed.offHint,
      })
      return
    }
    if (tradingKeys.accept()) (command.runByKey ?? command.run)(mainWindow)
  }
}
