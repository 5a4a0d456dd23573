import type { Disposer } from '../../../shared/domain/brand.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type { ProgramFilesView } from '../../../shared/domain/app/program-files-view.js'
import { SECOND_MS } from '../../../shared/domain/time.js'
import type { Message } from '../../../shared/messages/message.js'
import type { LiveValue } from '../../core/live-values.js'
import type { LogPort, TimerPort } from '../../core/ports.js'
import type { FilesState } from './replaced-files.js'

/** Comparing the files takes a tenth of a millisecond. */
const CHECK_EVERY_MS = 5 * SECOND_MS
const WAIT_EVERY_MS = 200

export interface ProgramRestartDeps {
  /** Compares the program's files on disk with those that it was started from. */
  readonly files: () => FilesState
  /** Returns why a restart has to wait now; empty when it need not. */
  readonly waits: () => readonly Message[]
  /** Begins to end the program and to start it again; it asks the person as quitting does. */
  readonly restart: () => void
  readonly timers: Pick<TimerPort, 'every'>
  readonly log: LogPort
}

/**
 * Notices that the program's files were replaced or removed while it runs, and restarts it when the
 * person requests it: never while something waits that a restart must not cut off, never by itself
 * (REL-48).
 */
export class ProgramRestart implements LiveValue<ProgramFilesView | null> {
  readonly #deps: ProgramRestartDeps
  readonly #changed = createEmitter<void>()
  readonly #stopChecking: Disposer
  #stopWaiting: Disposer = () => undefined
  #view: ProgramFilesView | null = null
  /** True from the request to quit until it is decided whether the program ends. */
  #isEnding = false

  constructor(deps: ProgramRestartDeps) {
    this.#deps = deps
    this.#stopChecking = deps.timers.every(CHECK_EVERY_MS, () => this.#check())
  }

  /** Returns what the windows show; null while the files are the same. */
  get(): ProgramFilesView | null {
    return this.#view
  }

  subscribe(listener: () => void): Disposer {
    return this.#changed.add(listener)
  }

  /** Restarts the program as soon as nothing is in the way. */
  request(): void {
    this.#stopWaiting()
    this.#stopWaiting = this.#deps.timers.every(WAIT_EVERY_MS, () => this.#proceed())
    this.#proceed()
  }

  /** Takes the request back. */
  cancel(): void {
    this.#stopWaiting()
    this.#stopWaiting = () => undefined
    this.#show(null)
  }

  /**
   * Called when the program is about to end, after the person's answer, which took its time. False
   * for a restart that has to wait after all; it goes on waiting.
   */
  mayQuit(): boolean {
    if (!this.#isEnding || this.#deps.waits().length === 0) return true
    this.#isEnding = false
    this.request()
    return false
  }

  /** Called once it is decided whether the program ends: who stays is not restarted later. */
  onQuitDecided(): void {
    this.#isEnding = false
  }

  dispose(): void {
    this.#stopChecking()
    this.#stopWaiting()
  }

  #check(): void {
    const files = this.#deps.files()
    // Files that were replaced once stay suspect: parts of them may have been read meanwhile.
    if (files === 'same' || files === this.#view?.files) return
    this.#deps.log.event('warn', 'program.files', { status: files })
    this.#view = { files, restart: this.#view?.restart ?? null }
    this.#changed.emit()
  }

  #proceed(): void {
    const waits = this.#deps.waits()
    if (waits.length > 0) return this.#show({ waits })
    this.cancel()
    this.#isEnding = true
    this.#deps.restart()
  }

  #show(restart: ProgramFilesView['restart']): void {
    if (this.#view === null) return
    if (JSON.stringify(this.#view.restart) === JSON.stringify(restart)) return
    this.#view = { ...this.#view, restart }
    this.#changed.emit()
  }
}
