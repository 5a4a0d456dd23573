import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Drawing, DrawingEdit } from '../../../shared/domain/drawings/drawing.schema.js'
import {
  applyEdit,
  MAX_HISTORY,
  NO_HISTORY,
  recordEdit,
  redoEdit,
  undoEdit,
  type EditHistory,
} from '../../../shared/domain/drawings/drawing-edit.js'
import { anchor, drawing, drawingTerms } from '../../unit/core/drawings/drawing-fixture.js'

interface State {
  readonly drawings: readonly Drawing[]
  readonly history: EditHistory
}

const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 4 })
const priced = (number: number, price: number): Drawing =>
  drawing(number, drawingTerms('horizontal', [anchor(0, price.toString())]))
const edits: fc.Arbitrary<DrawingEdit> = fc.oneof(
  fc.tuple(numbers, fc.nat(999)).map(([all, price]) => ({
    kind: 'add' as const,
    drawings: all.map((number) => priced(number, price)),
  })),
  fc.tuple(numbers, fc.nat(999)).map(([all, price]) => ({
    kind: 'change' as const,
    drawings: all.map((number) => priced(number, price)),
  })),
  numbers.map((all) => ({ kind: 'remove' as const, ids: all.map((number) => drawing(number).id) })),
)

const perform = ({ drawings, history }: State, edit: DrawingEdit): State => ({
  drawings: applyEdit(drawings, edit),
  history: recordEdit(history, drawings, edit),
})
function travel(state: State, step: typeof undoEdit): State {
  const found = step(state.history)
  return found === null
    ? state
    : { drawings: applyEdit(state.drawings, found.edit), history: found.history }
}
function repeat(state: State, count: number, step: typeof undoEdit): State {
  return Array.from({ length: count }).reduce<State>((now) => travel(now, step), state)
}
const sorted = (drawings: readonly Drawing[]): readonly Drawing[] =>
  applyEdit([], { kind: 'add', drawings })

describe('undoing drawings', () => {
  it('returns to the start from any sequence of edits, and forward again', () => {
    fc.assert(
      fc.property(numbers, fc.array(edits, { maxLength: MAX_HISTORY }), (known, sequence) => {
        const start = sorted(known.map((number) => priced(number, 1)))
        const end = sequence.reduce(perform, { drawings: start, history: NO_HISTORY } as State)

        const undone = repeat(end, sequence.length, undoEdit)
        const redone = repeat(undone, sequence.length, redoEdit)

        expect(undone.drawings).toEqual(start)
        expect(redone.drawings).toEqual(end.drawings)
      }),
    )
  })

  it('forgets what was undone once something else is drawn', () => {
    const first = perform(
      { drawings: [], history: NO_HISTORY },
      { kind: 'add', drawings: [drawing(1)] },
    )
    const undone = travel(first, undoEdit)
    const other = perform(undone, { kind: 'add', drawings: [drawing(2)] })
    expect(redoEdit(other.history)).toBeNull()
  })

  it('holds the newest hundred edits', () => {
    const many = Array.from({ length: MAX_HISTORY + 5 }, (_, index) => index)
    const state = many.reduce<State>(
      (now, number) => perform(now, { kind: 'add', drawings: [drawing(number)] }),
      { drawings: [], history: NO_HISTORY },
    )
    expect(repeat(state, many.length, undoEdit).drawings).toHaveLength(5)
  })
})
