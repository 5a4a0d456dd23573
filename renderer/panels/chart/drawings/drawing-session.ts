import type { Disposer } from '../../../../shared/domain/brand.js'
import type { AppError } from '../../../../shared/domain/app/app-error.js'
import type { DrawingsView } from '../../../../shared/domain/drawings/drawings-view.js'
import type { Drawing, DrawingEdit } from '../../../../shared/domain/drawings/drawing.schema.js'
import {
  applyEdit,
  NO_HISTORY,
  recordEdit,
  redoEdit,
  undoEdit,
  type HistoryStep,
} from '../../../../shared/domain/drawings/drawing-edit.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import type { InstrumentKey } from '../../../../shared/domain/instruments/instrument-key.js'
import { bodyOf } from '../../../bridge/stream.js'
import { oncePerWindow } from '../../../stores/instances/window-store.js'
import type { MainWindow } from '../../../stores/main-window.js'

/** The drawings of one instrument as this window knows them. */
export interface SessionState {
  /** What main has; null until it was received. */
  readonly view: DrawingsView | null
  /** With the edits that main has not confirmed yet. */
  readonly drawings: readonly Drawing[]
  readonly canUndo: boolean
  readonly canRedo: boolean
}

interface Pending {
  readonly edit: DrawingEdit
  /** The revision from which on main's list has it; null until main has replied. */
  revision: number | null
}

type Deps = Pick<MainWindow, 'invoke' | 'openStream'>

/**
 * Edits the drawings of one instrument: shown at once, sent to main, and undone by their inverse.
 * All charts of a window share the session of an instrument, and with it what can be undone.
 */
export class DrawingSession {
  readonly #deps: Deps
  readonly #key: InstrumentKey
  readonly #changed = createEmitter<void>()
  #view: DrawingsView | null = null
  #pending: readonly Pending[] = []
  #history = NO_HISTORY
  #users = 0
  #close: Disposer | null = null
  #state: SessionState = { view: null, drawings: [], canUndo: false, canRedo: false }

  constructor(deps: Deps, key: InstrumentKey) {
    this.#deps = deps
    this.#key = key
  }

  get state(): SessionState {
    return this.#state
  }

  subscribe(listener: () => void): Disposer {
    return this.#changed.add(listener)
  }

  /** Receives the drawings until the returned function is called. */
  open(): Disposer {
    this.#users += 1
    this.#close ??= this.#deps.openStream(
      [{ kind: 'drawings', key: this.#key }],
      (frame, topic) => {
        const view = topic.kind === 'drawings' ? bodyOf(frame, topic) : null
        if (view !== null) this.#receive(view)
      },
    )
    return () => {
      this.#users -= 1
      if (this.#users > 0) return
      this.#close?.()
      this.#close = null
    }
  }

  /** Applies an edit here and in main; `onError` is called when main refuses it. */
  edit(edit: DrawingEdit, onError: (error: AppError) => void): void {
    this.#history = recordEdit(this.#history, this.#state.drawings, edit)
    this.#send(edit, onError)
  }

  undo(onError: (error: AppError) => void): void {
    this.#travel(undoEdit(this.#history), onError)
  }

  redo(onError: (error: AppError) => void): void {
    this.#travel(redoEdit(this.#history), onError)
  }

  #travel(step: HistoryStep | null, onError: (error: AppError) => void): void {
    if (step === null) return
    this.#history = step.history
    this.#send(step.edit, onError)
  }

  #send(edit: DrawingEdit, onError: (error: AppError) => void): void {
    const count = edit.kind === 'remove' ? edit.ids.length : edit.drawings.length
    if (count === 0) return this.#publish()
    const pending: Pending = { edit, revision: null }
    this.#pending = [...this.#pending, pending]
    this.#publish()
    void this.#deps.invoke('drawings.edit', { key: this.#key, edit }).then((reply) => {
      if (reply.ok) pending.revision = reply.value.revision
      else {
        this.#pending = this.#pending.filter((other) => other !== pending)
        onError(reply.error)
      }
      this.#settle()
    })
  }

  #receive(view: DrawingsView): void {
    // Main counts from the start again when another profile is open: these are other drawings.
    if (view.revision < (this.#view?.revision ?? 0)) {
      this.#history = NO_HISTORY
      this.#pending = []
    }
    this.#view = view
    this.#settle()
  }

  /** Drops the edits that main's list has. */
  #settle(): void {
    const known = this.#view?.revision ?? -1
    this.#pending = this.#pending.filter(({ revision }) => revision === null || revision > known)
    this.#publish()
  }

  #publish(): void {
    const before = this.#view?.drawings ?? []
    this.#state = {
      view: this.#view,
      drawings: this.#pending.reduce((all, { edit }) => applyEdit(all, edit), before),
      canUndo: this.#history.done.length > 0,
      canRedo: this.#history.undone.length > 0,
    }
    this.#changed.emit()
  }
}

const sessionsOf = oncePerWindow(() => ({ value: new Map<InstrumentKey, DrawingSession>() }))

/** Returns the one session of an instrument in a window, whichever of its charts asks for it. */
export function drawingSessionOf(mainWindow: MainWindow, key: InstrumentKey): DrawingSession {
  const all = sessionsOf(mainWindow)
  const session = all.get(key) ?? new DrawingSession(mainWindow, key)
  all.set(key, session)
  return session
}
