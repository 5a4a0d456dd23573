import { app, powerMonitor } from 'electron'

/** The running application, as far as its end is concerned. */
interface Quittable {
  /** Resolves true when the program may end; may ask the person. */
  mayQuit(): Promise<boolean>
}

/**
 * Ends the program in order, whichever way it was requested: window, menu, shortcut, tray or
 * system. Before the first step the person is asked about open orders, except when the system
 * itself ends: it does not wait for an answer, and the journal has what the next start needs.
 */
export class QuitControl<Application extends Quittable> {
  readonly #application: () => Application | null
  readonly #endProgram: (running: Application) => Promise<void>
  #isSystemEnding = false
  #isQuestionOpen = false
  #isStopping = false

  /**
   * @param application returns the application once it runs
   * @param endProgram ends its parts
   */
  constructor(
    application: () => Application | null,
    endProgram: (running: Application) => Promise<void>,
  ) {
    this.#application = application
    this.#endProgram = endProgram
    app.on('before-quit', (event) => {
      const running = application()
      if (this.#isStopping || running === null) {
        this.#isStopping = true
        return
      }
      event.preventDefault()
      if (!this.#isQuestionOpen) void this.#end(running)
    })
    void app.whenReady().then(() => powerMonitor.on('shutdown', () => this.endWithSystem()))
  }

  /** Called when the system shuts down or the person logs off: ends without a question. */
  endWithSystem = (): void => {
    this.#isSystemEnding = true
    app.quit()
  }

  /**
   * True when the main window may close now. Otherwise the end of the program was requested, and
   * the window closes with it or stays.
   */
  mayClose = (): boolean => {
    if (this.#isStopping || this.#isSystemEnding || this.#application() === null) return true
    app.quit()
    return false
  }

  async #end(running: Application): Promise<void> {
    this.#isQuestionOpen = true
    const mayQuit = this.#isSystemEnding || (await running.mayQuit())
    this.#isQuestionOpen = false
    if (!mayQuit && !this.#isSystemEnding) return
    this.#isStopping = true
    await this.#endProgram(running).catch(() => undefined)
    app.quit()
  }
}
