import type { NotificationContent } from '../windows/instruction-notification.js'
import type { PreferencesStore } from '../settings/preferences.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { MessageFormatter } from '../../../shared/messages/format-message.js'
import { message } from '../../../shared/messages/make-message.js'

export interface CloseToTrayDeps {
  readonly preferences: PreferencesStore
  /** True while the tray icon exists. */
  readonly hasTray: () => boolean
  /** Resolves true when the desktop shows tray icons. */
  readonly hasStatusArea: () => Promise<boolean>
  readonly write: MessageFormatter
  readonly notify: (content: NotificationContent) => void
}

/**
 * Decides whether closing the main window keeps Countersign running in the tray: when the person
 * chose so and the desktop shows the tray. Without one nobody could reach the hidden window.
 */
export class CloseToTray {
  readonly #deps: CloseToTrayDeps
  readonly #stop: Disposer
  /** Whether the desktop shows tray icons, as found when it last mattered. */
  #isShown = false

  constructor(deps: CloseToTrayDeps) {
    this.#deps = deps
    this.#stop = deps.preferences.subscribe(() => void this.refresh())
  }

  /** Finds out again whether the desktop shows tray icons. */
  async refresh(): Promise<void> {
    this.#isShown = this.#isWanted() && (await this.#deps.hasStatusArea())
  }

  /** True when the window should be hidden instead of closed; the first time it is explained. */
  hides(): boolean {
    const hides = this.#isWanted() && this.#isShown && this.#deps.hasTray()
    // A panel of the desktop may have ended since; the next closing uses what is found now.
    void this.refresh()
    if (hides) this.#explain()
    return hides
  }

  dispose(): void {
    this.#stop()
  }

  #isWanted(): boolean {
    return this.#deps.preferences.get().closeWindow === 'tray'
  }

  #explain(): void {
    const { preferences, write, notify } = this.#deps
    if (preferences.get().trayExplained) return
    try {
      preferences.set({ trayExplained: true })
    } catch {
      // A full disk: it is explained again the next time.
    }
    notify({
      title: write(message('system.keepsRunning')),
      body: write(message('system.keepsRunningDetail')),
    })
  }
}
