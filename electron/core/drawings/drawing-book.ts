import { appError, type AppError, type AppResult } from '../../../shared/domain/app/app-error.js'
import {
  type DrawingId,
  MAX_ALL_DRAWINGS,
  MAX_DRAWINGS,
} from '../../../shared/domain/drawings/drawing.js'
import type { DrawingsView } from '../../../shared/domain/drawings/drawings-view.js'
import type {
  Drawing,
  DrawingEdit,
  DrawingSource,
  DrawingTerms,
} from '../../../shared/domain/drawings/drawing.schema.js'
import { applyEdit } from '../../../shared/domain/drawings/drawing-edit.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type { InstrumentKey } from '../../../shared/domain/instruments/instrument-key.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import type { LiveValue } from '../live-values.js'
import type { ClockPort, DocumentPort, LogPort, TimerPort } from '../ports.js'
import { SavedDocument } from '../saved-document.js'
import { parseDrawings, writeDrawings, type StoredDrawings } from './drawing-file.js'
import { DRAWING_RULES } from '../../../shared/domain/drawings/drawing-kinds.js'
import { isPositive } from '../../../shared/domain/decimal.js'

export interface DrawingBookDeps {
  readonly file: DocumentPort
  readonly clock: Pick<ClockPort, 'now'>
  readonly timers: TimerPort
  readonly log: LogPort
  /** Returns 16 hexadecimal digits. */
  readonly newId: () => string
  /** A damaged file was set aside. */
  readonly onDamaged: () => void
}

/** A change that is in the list, and will be on disk within a second. */
export interface AppliedEdit {
  readonly revision: number
}

/** An edit that is in the list, with who made it. */
export interface AppliedDrawings {
  readonly key: InstrumentKey
  readonly edit: DrawingEdit
  readonly by: DrawingSource
}

/** The drawings as alerts follow them. */
export type DrawingLookup = Pick<DrawingBook, 'isReady' | 'load' | 'find' | 'onLoaded' | 'onEdit'>

/** Who made a drawing that was removed, so that it is the same one when that is undone. */
type Origin = Pick<Drawing, 'createdAt' | 'source'>
const MAX_ORIGINS = 2_000
const NONE: readonly Drawing[] = []

/**
 * The drawings of one profile: by instrument, attributed to who made them, and stored. The file is
 * read when a chart shows drawings for the first time.
 */
export class DrawingBook {
  readonly #deps: DrawingBookDeps
  readonly #store: SavedDocument<StoredDrawings>
  readonly #lists = new Map<InstrumentKey, readonly Drawing[]>()
  readonly #origins = new Map<DrawingId, Origin>()
  readonly #changed = createEmitter<InstrumentKey | null>()
  readonly #loaded = createEmitter<void>()
  readonly #edited = createEmitter<AppliedDrawings>()
  #state: DrawingsView['state'] = 'loading'
  #loading: Promise<void> | null = null
  #revision = 0
  #isEnded = false

  constructor(deps: DrawingBookDeps) {
    this.#deps = deps
    this.#store = new SavedDocument({
      ...deps,
      name: 'drawings',
      empty: new Map() as StoredDrawings,
      parse: parseDrawings,
      content: () => writeDrawings(this.#lists),
      onStored: () => this.#publish(null),
    })
  }

  get isReady(): boolean {
    return this.#state === 'ready'
  }

  find(key: InstrumentKey, id: DrawingId): Drawing | null {
    return this.#lists.get(key)?.find((drawing) => drawing.id === id) ?? null
  }

  onLoaded(listener: () => void): Disposer {
    return this.#loaded.add(listener)
  }

  onEdit(listener: (applied: AppliedDrawings) => void): Disposer {
    return this.#edited.add(listener)
  }

  /** Returns the drawings of an instrument as they change. */
  view(key: InstrumentKey): LiveValue<DrawingsView> {
    return {
      get: () => this.#viewOf(key),
      subscribe: (changed) => {
        void this.load()
        // The counts of other instruments are in every view.
        return this.#changed.add(() => changed())
      },
    }
  }

  load(): Promise<void> {
    this.#loading ??= this.#load()
    return this.#loading
  }

  /**
   * Applies an edit for the person or an assistant. A new drawing is attributed to `by`; one that
   * was removed before returns with its first author and its place in the list.
   */
  async edit(key: InstrumentKey, edit: DrawingEdit, by: DrawingSource): AppResult<AppliedEdit> {
    await this.load()
    if (this.#state !== 'ready' || this.#isEnded) {
      return err(
        appError('storage/failed', message('storage.drawingsUnreadable'), { retry: 'safe' }),
      )
    }
    const before = this.#lists.get(key) ?? NONE
    const problem = checkEdit(before, this.#total(), edit, by)
    if (problem !== null) return refused(problem)
    this.#remember(before, edit)
    const after = applyEdit(before, this.#attributed(before, edit, by))
    if (after.length === 0) this.#lists.delete(key)
    else this.#lists.set(key, after)
    this.#publish(key)
    this.#edited.emit({ key, edit, by })
    this.#store.saveSoon()
    return ok({ revision: this.#revision })
  }

  /** Adds one drawing, as an assistant's tool does; returns its id. */
  async add(key: InstrumentKey, terms: DrawingTerms, by: DrawingSource): AppResult<DrawingId> {
    const id = this.#deps.newId() as DrawingId
    const drawing = { ...terms, id, createdAt: this.#deps.clock.now(), source: by }
    const added = await this.edit(key, { kind: 'add', drawings: [drawing] }, by)
    return added.ok ? ok(id) : added
  }

  /** Stores what is pending. */
  async dispose(): Promise<void> {
    this.#isEnded = true
    await this.#loading
    await this.#store.end()
    this.#changed.clear()
    this.#loaded.clear()
    this.#edited.clear()
  }

  async #load(): Promise<void> {
    const stored = await this.#store.load()
    this.#state = stored === null ? 'unreadable' : 'ready'
    for (const [key, drawings] of stored ?? []) this.#lists.set(key, drawings)
    if (stored === null) this.#loading = null
    this.#publish(null)
    if (stored !== null) this.#loaded.emit()
  }

  #viewOf(key: InstrumentKey): DrawingsView {
    return {
      key,
      state: this.#state,
      revision: this.#revision,
      drawings: this.#lists.get(key) ?? NONE,
      counts: [...this.#lists].map(([known, { length }]) => ({ key: known, count: length })),
      isStored: this.#store.isStored,
    }
  }

  #total(): number {
    return [...this.#lists.values()].reduce((total, { length }) => total + length, 0)
  }

  #remember(before: readonly Drawing[], edit: DrawingEdit): void {
    if (edit.kind !== 'remove') return
    const ids = new Set(edit.ids)
    for (const { id, createdAt, source } of before) {
      if (ids.has(id)) this.#origins.set(id, { createdAt, source })
    }
    for (const id of this.#origins.keys()) {
      if (this.#origins.size <= MAX_ORIGINS) break
      this.#origins.delete(id)
    }
  }

  /** Returns the edit with the authors and times that this book knows, not those it was given. */
  #attributed(before: readonly Drawing[], edit: DrawingEdit, by: DrawingSource): DrawingEdit {
    if (edit.kind === 'remove') return edit
    const known = new Map<DrawingId, Origin>(before.map((drawing) => [drawing.id, drawing]))
    const now = this.#deps.clock.now()
    const drawings = edit.drawings.map((drawing) => {
      const { createdAt, source } = known.get(drawing.id) ??
        this.#origins.get(drawing.id) ?? { createdAt: now, source: by }
      return { ...drawing, createdAt, source }
    })
    return { kind: edit.kind, drawings }
  }

  #publish(key: InstrumentKey | null): void {
    this.#revision += 1
    this.#changed.emit(key)
  }
}

const refused = (why: Message): Result<never, AppError> =>
  err(appError('provider/refused', why, { class: 'local' }))

/** The part of the book that windows and tools use. */
export type Drawings = Pick<DrawingBook, 'edit' | 'add' | 'view'>

/** The range of times that a date can have, in ms. */
const MAX_TIME = 8_640_000_000_000_000

function isValid({ kind, anchors, risk }: DrawingTerms): boolean {
  const { min, max } = DRAWING_RULES[kind].anchors
  if (anchors.length < min || anchors.length > max) return false
  if (risk !== null && !isPositive(risk)) return false
  return anchors.every(({ time }) => Math.abs(time) <= MAX_TIME)
}

/** The drawings that an edit adds, and those that it changes or removes, as they are stored. */
function targets(drawings: readonly Drawing[], edit: DrawingEdit) {
  const ids = new Set(edit.kind === 'remove' ? edit.ids : edit.drawings.map(({ id }) => id))
  const stored = drawings.filter(({ id }) => ids.has(id))
  return { stored, added: edit.kind === 'add' ? ids.size - stored.length : 0, named: ids.size }
}

/**
 * Returns why an edit is refused; null for one that is applied. What the person locked, an
 * assistant neither changes nor removes.
 * @param total how many drawings all instruments have
 */
function checkEdit(
  drawings: readonly Drawing[],
  total: number,
  edit: DrawingEdit,
  by: DrawingSource,
): Message | null {
  const { stored, added, named } = targets(drawings, edit)
  if (edit.kind !== 'remove' && !edit.drawings.every(isValid)) {
    return message('storage.drawingInvalid')
  }
  if (edit.kind !== 'add' && stored.length === 0 && named > 0) {
    return message('storage.drawingUnknown')
  }
  if (by.kind === 'assistant' && stored.some(({ locked }) => locked)) {
    return message('storage.drawingLocked')
  }
  if (drawings.length + added > MAX_DRAWINGS) {
    return message('storage.drawingsFull', { max: MAX_DRAWINGS })
  }
  return total + added > MAX_ALL_DRAWINGS
    ? message('storage.allDrawingsFull', { max: MAX_ALL_DRAWINGS })
    : null
}
