import type { LiveValue } from '../../core/live-values.js'
import type { AppStateView, RevealedOrder } from '../../../shared/domain/app/app-state.js'
import type { ProfileId } from '../../../shared/domain/app/profile.js'
import type { ProgramFilesView } from '../../../shared/domain/app/program-files-view.js'
import type { ClientOrderId } from '../../../shared/domain/ids.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type { Disposer } from '../../../shared/domain/brand.js'

/**
 * The application's state with the order of the notification that the person clicked, and with what
 * became of the program's files.
 */
export class RevealingState implements LiveValue<AppStateView> {
  readonly #state: LiveValue<AppStateView>
  readonly #programFiles: LiveValue<ProgramFilesView | null>
  readonly #changed = createEmitter<void>()
  #revealed: RevealedOrder | undefined

  constructor(state: LiveValue<AppStateView>, programFiles: LiveValue<ProgramFilesView | null>) {
    this.#state = state
    this.#programFiles = programFiles
  }

  get(): AppStateView {
    const revealed = this.#revealed
    const programFiles = this.#programFiles.get()
    return {
      ...this.#state.get(),
      ...(revealed === undefined ? {} : { revealed }),
      ...(programFiles === null ? {} : { programFiles }),
    }
  }

  subscribe(changed: () => void): Disposer {
    const stops = [
      this.#state.subscribe(changed),
      this.#programFiles.subscribe(changed),
      this.#changed.add(changed),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  /** Shows an order of a profile in the main window. */
  showOrder(profile: ProfileId, order: ClientOrderId): void {
    this.#revealed = { number: (this.#revealed?.number ?? 0) + 1, profile, order }
    this.#changed.emit()
  }
}
