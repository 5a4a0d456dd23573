import type { Drawing, DrawingEdit } from './drawing.schema.js'

const byAge = (a: Drawing, b: Drawing): number =>
  a.createdAt - b.createdAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/**
 * Returns the drawings after an edit, oldest first. A drawing that exists is not added again, and
 * one that does not exist is neither changed nor removed.
 */
export function applyEdit(drawings: readonly Drawing[], edit: DrawingEdit): readonly Drawing[] {
  if (edit.kind === 'remove') {
    const ids = new Set(edit.ids)
    return drawings.filter(({ id }) => !ids.has(id))
  }
  if (edit.kind === 'change') {
    const changed = new Map(edit.drawings.map((drawing) => [drawing.id, drawing]))
    return drawings.map((drawing) => changed.get(drawing.id) ?? drawing)
  }
  const known = new Set(drawings.map(({ id }) => id))
  const added = edit.drawings.filter(({ id }) => !known.has(id))
  return [...drawings, ...added].sort(byAge)
}

/** Returns the edit that takes back what `edit` does to these drawings. */
export function inverseEdit(drawings: readonly Drawing[], edit: DrawingEdit): DrawingEdit {
  const drawingsById = new Map(drawings.map((drawing) => [drawing.id, drawing]))
  switch (edit.kind) {
    case 'add':
      return {
        kind: 'remove',
        ids: edit.drawings.map(({ id }) => id).filter((id) => !drawingsById.has(id)),
      }
    case 'change':
      return {
        kind: 'change',
        drawings: edit.drawings.flatMap(({ id }) => drawingsById.get(id) ?? []),
      }
    case 'remove':
      return { kind: 'add', drawings: edit.ids.flatMap((id) => drawingsById.get(id) ?? []) }
  }
}

/** An edit and the one that takes it back. */
interface Step {
  readonly edit: DrawingEdit
  readonly inverse: DrawingEdit
}

/** What can be undone and done again, newest last. */
export interface EditHistory {
  readonly done: readonly Step[]
  readonly undone: readonly Step[]
}

export const NO_HISTORY: EditHistory = { done: [], undone: [] }
/** How many edits can be undone. */
export const MAX_HISTORY = 100

/** Returns the history after an edit of these drawings. What was undone cannot be done again. */
export function recordEdit(
  history: EditHistory,
  drawings: readonly Drawing[],
  edit: DrawingEdit,
): EditHistory {
  const step = { edit, inverse: inverseEdit(drawings, edit) }
  return { done: [...history.done, step].slice(-MAX_HISTORY), undone: [] }
}

/** An edit to apply, and the history afterwards. */
export interface HistoryStep {
  readonly edit: DrawingEdit
  readonly history: EditHistory
}

/** Returns the edit that takes back the newest one; null when there is none. */
export function undoEdit({ done, undone }: EditHistory): HistoryStep | null {
  const step = done.at(-1)
  if (step === undefined) return null
  return {
    edit: step.inverse,
    history: { done: done.slice(0, -1), undone: [...undone, step] },
  }
}

/** Returns the edit that was undone last; null when there is none. */
export function redoEdit({ done, undone }: EditHistory): HistoryStep | null {
  const step = undone.at(-1)
  if (step === undefined) return null
  return { edit: step.edit, history: { done: [...done, step], undone: undone.slice(0, -1) } }
}
