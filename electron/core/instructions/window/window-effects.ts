import type { AlertId } from '../../../../shared/domain/alerts/alert.js'
import type { AlertTerms, AlertView } from '../../../../shared/domain/alerts/alert.schema.js'
import { appError, type AppError, type AppResult } from '../../../../shared/domain/app/app-error.js'
import type { DrawingId } from '../../../../shared/domain/drawings/drawing.js'
import type { Drawing, DrawingTerms } from '../../../../shared/domain/drawings/drawing.schema.js'
import type {
  ChangeAuthor,
  DrawingPlace,
} from '../../../../shared/domain/instructions/window-change.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { TradingSession } from '../../session/trading-session.js'
import type { StoredWindowChange } from './window-change-file.js'
import { ownedId, type OwnedItem } from './owned-item.js'

/** The person's alerts and drawings, as far as assistants change them. */
export interface WindowParts {
  readonly alerts: Pick<TradingSession['alerts'], 'edit'>
  readonly drawings: TradingSession['drawings']
  readonly streams: Pick<TradingSession['streams'], 'alerts'>
}

/** Carries out what assistants do to alerts and drawings, and takes it back. */
export class WindowEffects {
  readonly #parts: WindowParts

  constructor(parts: WindowParts) {
    this.#parts = parts
  }

  /** Returns an alert; null for one that does not exist any more. */
  alert(id: AlertId): AlertView | null {
    return this.#parts.streams.alerts.get().alerts.find((alert) => alert.id === id) ?? null
  }

  /** Returns a drawing; null for one that does not exist, or is not read yet. */
  drawing({ key }: DrawingPlace, id: DrawingId): Drawing | null {
    return (
      this.#parts.drawings
        .view(key)
        .get()
        .drawings.find((known) => known.id === id) ?? null
    )
  }

  /** False only when it is known that the person removed it. */
  exists(item: OwnedItem): boolean {
    if (item.kind === 'alert') {
      return this.#parts.streams.alerts.get().state !== 'ready' || this.alert(item.alertId) !== null
    }
    return (
      this.#parts.drawings.view(item.place.key).get().state !== 'ready' ||
      this.drawing(item.place, item.drawingId) !== null
    )
  }

  async addAlert(terms: AlertTerms): AppResult<AlertId> {
    const before = new Set(this.#parts.streams.alerts.get().alerts.map(({ id }) => id))
    const edited = await this.#parts.alerts.edit({ kind: 'create', terms })
    if (!edited.ok) return edited
    // Equal alerts that were made at the same time are the same to the person.
    const newAlert = edited.value.alerts.find(
      ({ id, note, condition }) =>
        !before.has(id) &&
        note === terms.note &&
        JSON.stringify(condition) === JSON.stringify(terms.condition),
    )
    return newAlert === undefined ? notSaved() : ok(newAlert.id)
  }

  async removeAlert(id: AlertId): AppResult<void> {
    if (this.alert(id) === null) return ok(undefined)
    const edited = await this.#parts.alerts.edit({ kind: 'remove', id })
    return edited.ok ? ok(undefined) : edited
  }

  addDrawing(
    author: ChangeAuthor,
    { key }: DrawingPlace,
    terms: DrawingTerms,
  ): AppResult<DrawingId> {
    return this.#parts.drawings.add(key, terms, sourceOf(author))
  }

  /**
   * Removes a drawing.
   *
   * @param by null: the person removes it, who may remove what is locked
   */
  async removeDrawing(
    { key }: DrawingPlace,
    id: DrawingId,
    by: ChangeAuthor | null,
  ): AppResult<void> {
    const source = by === null ? ({ kind: 'person' } as const) : sourceOf(by)
    const edited = await this.#parts.drawings.edit(key, { kind: 'remove', ids: [id] }, source)
    // One that the person removed before is gone as well.
    return edited.ok || edited.error.message.code === 'storage.drawingUnknown'
      ? ok(undefined)
      : edited
  }

  /** Takes a change back; returns what the assistant owns again by that. */
  async undo({ change, isOffered, ...author }: StoredWindowChange): AppResult<OwnedItem | null> {
    if (isOffered) return ok(null)
    const { connectionId, assistant } = author
    switch (change.kind) {
      case 'symbol':
      case 'ticket':
        // The page shows them, and takes them back itself.
        return ok(null)
      case 'alert':
        return withoutValue(await this.removeAlert(change.alertId))
      case 'drawing':
        return withoutValue(await this.removeDrawing(change.place, change.drawingId, null))
      case 'alert-removed': {
        const made = await this.addAlert(change.terms)
        return made.ok ? ok({ connectionId, assistant, kind: 'alert', alertId: made.value }) : made
      }
      case 'drawing-removed': {
        const { drawing, place } = change
        const edit = { kind: 'add', drawings: [drawing] } as const
        const added = await this.#parts.drawings.edit(place.key, edit, sourceOf(author))
        return added.ok
          ? ok({ connectionId, assistant, kind: 'drawing', drawingId: drawing.id, place })
          : added
      }
    }
  }
}

/** Returns what an undecided change made; null for one that made nothing that can vanish. */
export function madeBy({ change, connectionId, assistant }: StoredWindowChange): OwnedItem | null {
  const author = { connectionId, assistant }
  if (change.kind === 'alert') return { ...author, kind: 'alert', alertId: change.alertId }
  if (change.kind !== 'drawing') return null
  return { ...author, kind: 'drawing', drawingId: change.drawingId, place: change.place }
}

/** True when the change made this item. */
export const made = (change: StoredWindowChange, item: OwnedItem): boolean => {
  const own = madeBy(change)
  return own !== null && ownedId(own) === ownedId(item)
}

const sourceOf = ({ assistant }: Pick<ChangeAuthor, 'assistant'>) =>
  ({ kind: 'assistant', name: assistant }) as const

const withoutValue = (done: Result<void, AppError>): Result<null, AppError> =>
  done.ok ? ok(null) : done

const notSaved = (): Result<never, AppError> =>
  err(appError('storage/failed', message('windowChanges.notSaved'), { retry: 'safe' }))
