import { MAX_ALL_DRAWINGS, MAX_DRAWINGS } from '../../../shared/domain/drawings/drawing.js'
import {
  type Drawing,
  type DrawingEdit,
  type DrawingSource,
  type DrawingTerms,
} from '../../../shared/domain/drawings/drawing.schema.js'
import { DRAWING_RULES } from '../../../shared/domain/drawings/drawing-kinds.js'
import { isPositive } from '../../../shared/domain/decimal.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'

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
  const known = drawings.filter(({ id }) => ids.has(id))
  return { known, added: edit.kind === 'add' ? ids.size - known.length : 0, named: ids.size }
}

/**
 * Returns why an edit is refused; null for one that is applied. What the person locked, an
 * assistant neither changes nor removes.
 * @param total how many drawings all instruments have
 */
export function checkEdit(
  drawings: readonly Drawing[],
  total: number,
  edit: DrawingEdit,
  by: DrawingSource,
): Message | null {
  const { known, added, named } = targets(drawings, edit)
  if (edit.kind !== 'remove' && !edit.drawings.every(isValid)) {
    return message('storage.drawingInvalid')
  }
  if (edit.kind !== 'add' && known.length === 0 && named > 0) {
    return message('storage.drawingUnknown')
  }
  if (by.kind === 'assistant' && known.some(({ locked }) => locked)) {
    return message('storage.drawingLocked')
  }
  if (drawings.length + added > MAX_DRAWINGS) {
    return message('storage.drawingsFull', { max: MAX_DRAWINGS })
  }
  return total + added > MAX_ALL_DRAWINGS
    ? message('storage.allDrawingsFull', { max: MAX_ALL_DRAWINGS })
    : null
}
