import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { selectMode } from '../../../../renderer/ui/table/grid-keys.js'
import {
  NO_SELECTION,
  withAll,
  withoutMissing,
  withRow,
  type RowSelection,
  type SelectMode,
} from '../../../../renderer/ui/table/selection/row-selection.js'

const rows = (...keys: readonly string[]) => keys.map((id) => ({ id }))
const ABCDE = rows('a', 'b', 'c', 'd', 'e')
const keys = ({ keys: selected }: RowSelection): string => [...selected].sort().join('')
/** Returns the selection after presses, each a mode and the index of a row. */
const after = (
  presses: readonly (readonly [SelectMode, number])[],
  shown: readonly { readonly id: string }[] = ABCDE,
): RowSelection =>
  presses.reduce<RowSelection>(
    (selection, [mode, index]) => withRow(selection, mode, index, shown),
    NO_SELECTION,
  )

describe('the selected rows of a table', () => {
  it('are one row after a click, and others with Ctrl or Cmd, which also removes', () => {
    expect(keys(after([['only', 1]]))).toBe('b')
    const three = after([
      ['only', 1],
      ['toggle', 3],
      ['toggle', 0],
    ])
    expect(keys(three)).toBe('abd')
    expect(keys(withRow(three, 'toggle', 1, ABCDE))).toBe('ad')
    expect(keys(withRow(three, 'only', 4, ABCDE))).toBe('e')
  })

  it('are a range from the first row with Shift, which the next range replaces', () => {
    const down = after([
      ['only', 1],
      ['range', 3],
    ])
    expect(keys(down)).toBe('bcd')
    expect(keys(withRow(down, 'range', 0, ABCDE))).toBe('ab')
  })

  it('keep what was selected where Ctrl and Shift add a range', () =>
    expect(
      keys(
        after([
          ['only', 0],
          ['toggle', 2],
          ['add-range', 3],
        ]),
      ),
    ).toBe('acd'))

  it('are a range in the order shown, wherever sorting has put its first row', () => {
    const selection = after([['only', 1]])
    expect(keys(withRow(selection, 'range', 0, rows('e', 'd', 'b', 'a', 'c')))).toBe('bde')
  })

  it('are a single row where the range has no first row, or it has left', () => {
    expect(keys(after([['range', 2]]))).toBe('c')
    const selection = withRow(after([['only', 1]]), 'range', 1, rows('a', 'c', 'd'))
    expect([keys(selection), selection.anchor]).toEqual(['c', 'c'])
  })

  it('are all rows, and none where there is no row', () => {
    expect(keys(withAll(NO_SELECTION, ABCDE))).toBe('abcde')
    expect(keys(withAll(NO_SELECTION, []))).toBe('')
    expect(withRow(NO_SELECTION, 'only', 7, ABCDE)).toBe(NO_SELECTION)
  })

  it('stay through sorting and changes, and lose rows that leave for good', () => {
    const selection = after([
      ['only', 1],
      ['range', 3],
    ])
    expect(withoutMissing(selection, rows('e', 'd', 'new', 'c', 'b', 'a'))).toBe(selection)
    const fewer = withoutMissing(selection, rows('a', 'b', 'd'))
    expect(keys(fewer)).toBe('bd')
    expect(keys(withoutMissing(fewer, ABCDE))).toBe('bd')
  })

  it('are always rows of the table, after any presses and changes', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.constantFrom<SelectMode>('only', 'toggle', 'range', 'add-range'),
            fc.nat({ max: 6 }),
            fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e']),
          ),
        ),
        (steps) => {
          let selection = NO_SELECTION
          for (const [mode, index, shown] of steps) {
            const now = rows(...shown)
            selection = withRow(withoutMissing(selection, now), mode, index, now)
            for (const key of selection.keys) expect(shown).toContain(key)
            const pressed = shown[index]
            if (mode !== 'toggle' && pressed !== undefined) {
              expect(selection.keys.has(pressed)).toBe(true)
            }
          }
        },
      ),
    ))
})

describe('a press on a row', () => {
  const press = (shiftKey: boolean, ctrlKey: boolean, metaKey = false) =>
    selectMode({ shiftKey, ctrlKey, metaKey })

  it('selects it alone, adds it with Ctrl or Cmd, and a range with Shift', () =>
    expect([
      press(false, false),
      press(false, true),
      press(false, false, true),
      press(true, false),
      press(true, true),
    ]).toEqual(['only', 'toggle', 'toggle', 'range', 'add-range']))
})
