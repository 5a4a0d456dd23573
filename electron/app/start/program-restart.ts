import type { Disposer } from '../../../shared/domain/brand.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type { ProgramFilesView } from '../../../shared/domain/app/program-files-view.js'
import { SECOND_MS } from '../../../shared/domain/time.js'
import type { LiveValue } from '../../core/live-values.js'
import type { LogPort, TimerPort } from '../../core/ports.js'
import type { FilesState } from './replaced-files.js'

/** Comparing the files takes a tenth of a millisecond. */
const CHECK_EVERY_MS = 5 * SECOND_MS
const WAIT_EVERY_MS = 200

export interface ProgramRestartDeps {
  /** Compares the program's files on disk with those that it was started from. */
  readonly files: () => FilesState
  /** Returns the number of orders whose request is on its way or has no known outcome. */
  readonly ordersInFlight: () => number
  /** Begins to end the program and to start it again; it asks the person as quitting does. */
  readonly restart: () => void
  readonly timers: Pick<TimerPort, 'every'>
  readonly log: LogPort
}

/**
 * Notices that the program's files were replaced or removed while it runs, and restarts it when the
 * person requests it: never before the orders on their way have an outcome, never by itself
 * (REL-48).
 */
export class ProgramRestart implements LiveValue<ProgramFilesView | null> {
  readonly #deps: ProgramRestartDeps
  readonly #changed = createEmitter<void>()
  readonly #stopChecking: Disposer
  #stopWaiting: Disposer = () => undefined
  #view: ProgramFilesView | null = null

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

  /** Restarts the program as soon as no order is on its way. */
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
    const orders = this.#deps.ordersInFlight()
    if (orders > 0) return this.#show({ orders })
    this.cancel()
    this.#deps.restart()
  }

  #show(restart: ProgramFilesView['restart']): void {
    if (this.#view === null || this.#view.restart?.orders === restart?.orders) return
    this.#view = { ...this.#view, restart }
    this.#changed.emit()
  }
}
