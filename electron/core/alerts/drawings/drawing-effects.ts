import type { AlertDrawingState } from '../../../../shared/domain/alerts/alert.schema.js'
import type { AppliedDrawings, DrawingLookup } from '../../drawings/drawing-book.js'
import type { AlertRecord } from '../alert-record.js'
import { drawingKey, isSamePlace } from './line-member.js'

/** What an edit of drawings does to alerts. */
export interface DrawingEffects {
  /** Their drawing was deleted. */
  readonly ended: readonly AlertRecord[]
  /** Their drawing was deleted before, and is there again. */
  readonly restored: readonly AlertRecord[]
  /** Their drawing is in another place, or was changed otherwise. */
  readonly changed: readonly { readonly record: AlertRecord; readonly isMoved: boolean }[]
}

const NONE: DrawingEffects = { ended: [], restored: [], changed: [] }

/** Returns the alerts that an edit concerns. */
export function drawingEffects(
  records: Iterable<AlertRecord>,
  { key, edit }: AppliedDrawings,
): DrawingEffects {
  const ids = new Set<string>(edit.kind === 'remove' ? edit.ids : edit.drawings.map(({ id }) => id))
  const concerned = [...records].filter(
    ({ condition }) =>
      condition.kind === 'drawing' &&
      ids.has(condition.drawing.id) &&
      drawingKey(condition.instrument) === key,
  )
  if (concerned.length === 0) return NONE
  const active = concerned.filter(({ state }) => state === 'active')
  if (edit.kind === 'remove') return { ...NONE, ended: active }
  if (edit.kind === 'add') {
    const restored = concerned.filter(
      ({ state, end }) => state === 'ended' && end?.why === 'drawing-deleted',
    )
    return { ...NONE, restored }
  }
  const drawings = new Map<string, (typeof edit.drawings)[number]>(
    edit.drawings.map((drawing) => [drawing.id, drawing]),
  )
  const changed = active.map((record) => {
    const id = record.condition.kind === 'drawing' ? record.condition.drawing.id : ''
    const anchors = drawings.get(id)?.anchors ?? []
    return { record, isMoved: !isSamePlace(record.line?.anchors ?? [], anchors) }
  })
  return { ...NONE, changed }
}

/** Returns the alerts whose drawing does not exist; none before the drawings are read. */
export const withoutDrawing = (
  records: Iterable<AlertRecord>,
  drawings: DrawingLookup,
): readonly AlertRecord[] =>
  drawings.isReady
    ? [...records].filter(
        ({ condition, state }) =>
          condition.kind === 'drawing' &&
          state === 'active' &&
          drawings.find(drawingKey(condition.instrument), condition.drawing.id) === null,
      )
    : []

/** Returns what the window shows of the drawing of an alert; undefined for other alerts. */
export function drawingState(
  { condition, movedBy }: AlertRecord,
  drawings: DrawingLookup,
): AlertDrawingState | undefined {
  if (condition.kind !== 'drawing') return undefined
  const drawing = drawings.find(drawingKey(condition.instrument), condition.drawing.id)
  return { hidden: drawing?.hidden ?? null, movedBy: movedBy ?? null }
}
