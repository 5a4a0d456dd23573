import { app, powerMonitor } from 'electron'

/** Signals with which a system, a service manager or a terminal requests the end. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
/** How long a signal waits for the person's answer; systems kill a program some time later. */
const ANSWER_MS = 10_000
/** How long the parts may take to end. A request after that ends the program at once. */
const END_MS = 10_000
/** How long the last writes may take after the windows have closed. */
const SETTLE_MS = 3_000
/** A terminal and a script that starts the program may both pass on the same signal. */
const SAME_SIGNAL_MS = 1_000

/** The running application, as far as its end is concerned. */
interface Quittable {
  /** Resolves true when the program may end; may ask the person. */
  mayQuit(): Promise<boolean>
  /** Resolves once what closing windows saved is on disk. */
  settle(): Promise<void>
}

/**
 * Ends the program in order, whichever way it was requested: window, tray, signal or system. Before
 * the first step the person is asked about open orders, except when the system itself ends: it does
 * not wait for an answer, and the journal has what the next start needs. A signal waits for the
 * answer for a moment.
 */
export class QuitControl<Application extends Quittable> {
  readonly #application: () => Application | null
  readonly #endProgram: (running: Application) => Promise<void>
  #isSystemEnding = false
  #isQuestionOpen = false
  /** Whether the program's parts run, are being ended, or have ended. */
  #phase: 'running' | 'ending' | 'ended' = 'running'
  /** When the end began, by the monotonic clock. */
  #endingSince = 0
  /** Ends the wait for an answer after a signal; null while no signal is being handled. */
  #answerTimer: NodeJS.Timeout | null = null
  /** When the signal arrived that is being handled, by the monotonic clock. */
  #signalAt = 0
  /** True once what closing windows saved is on disk. */
  #isSettled = false
  /** Starts the program again after its end; null unless the person requested that. */
  #relaunch: (() => void) | null = null

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
      if (running === null) this.#phase = 'ended'
      if (this.#phase === 'ended' || running === null) return
      if (this.#phase === 'ending') {
        // A repeated request must not cut the end short: what is not yet written would be lost.
        if (performance.now() - this.#endingSince < END_MS) event.preventDefault()
        return
      }
      event.preventDefault()
      if (this.#isSystemEnding) void this.#stop(running)
      else if (!this.#isQuestionOpen) void this.#ask(running)
    })
    app.on('will-quit', (event) => {
      const running = application()
      if (this.#isSettled || running === null) return
      event.preventDefault()
      void this.#settle(running)
    })
    void app.whenReady().then(() => {
      powerMonitor.on('shutdown', () => this.endWithSystem())
      // Without a listener a signal ends the process at once. Electron must be ready, because it
      // sets handlers of its own before.
      for (const signal of SIGNALS) process.on(signal, () => this.#onSignal())
    })
  }

  /** Called when the system shuts down or the person logs off: ends without a question. */
  endWithSystem = (): void => {
    this.#isSystemEnding = true
    app.quit()
  }

  /**
   * Begins to end the program and to start it again; the person is asked as before every end, and
   * who stays is not restarted later.
   */
  restart(relaunch: () => void): void {
    this.#relaunch = relaunch
    app.quit()
  }

  /**
   * True when the main window may close now. Otherwise the end of the program was requested, and
   * the window closes with it or stays.
   */
  mayClose = (): boolean => {
    if (this.#phase !== 'running' || this.#isSystemEnding || this.#application() === null) {
      return true
    }
    app.quit()
    return false
  }

  /** True while nothing requested the end of the program, so that a window may close alone. */
  isRunning = (): boolean => this.#phase === 'running' && !this.#isSystemEnding

  /** True once the program's end has begun; a question that is still open does not begin it. */
  isEnding = (): boolean => this.#phase !== 'running' || this.#isSystemEnding

  /** Asks as every other way out does; without an answer, or when repeated, it ends in order. */
  #onSignal(): void {
    if (this.#application() === null) return this.endWithSystem()
    const now = performance.now()
    if (this.#answerTimer !== null) {
      if (now - this.#signalAt >= SAME_SIGNAL_MS) this.endWithSystem()
      return
    }
    this.#signalAt = now
    this.#answerTimer = setTimeout(() => this.endWithSystem(), ANSWER_MS)
    app.quit()
  }

  async #ask(running: Application): Promise<void> {
    this.#isQuestionOpen = true
    // A question that could not be shown must not prevent the next request.
    const mayQuit = await running.mayQuit().catch(() => false)
    this.#isQuestionOpen = false
    if (this.#answerTimer !== null) clearTimeout(this.#answerTimer)
    this.#answerTimer = null
    if (mayQuit || this.#isSystemEnding) await this.#stop(running)
    else this.#relaunch = null
  }

  async #stop(running: Application): Promise<void> {
    if (this.#phase !== 'running') return
    this.#phase = 'ending'
    this.#endingSince = performance.now()
    // Each part logs its failure; none may keep the program from ending.
    await this.#endProgram(running).catch(() => undefined)
    this.#phase = 'ended'
    app.quit()
  }

  /** Windows save their layout when they close, after the parts of the program have ended. */
  async #settle(running: Application): Promise<void> {
    const late = new Promise<void>((resolve) => setTimeout(resolve, SETTLE_MS))
    // A layout that could not be saved was logged, and the program ends all the same.
    await Promise.race([running.settle(), late]).catch(() => undefined)
    this.#isSettled = true
    if (!this.#isSystemEnding) this.#relaunch?.()
    // Within the handling of `will-quit` another request would be ignored.
    setImmediate(() => app.quit())
  }
}
