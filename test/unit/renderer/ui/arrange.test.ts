import { describe, expect, it } from 'vitest'
import {
  arrangeColumns,
  savedColumns,
  shownColumns,
  withHidden,
  withPinned,
  withPlace,
  withStep,
  withWidth,
  type ArrangedColumn,
} from '../../../../renderer/ui/table/arrange.js'
import type { Column } from '../../../../renderer/ui/table/column.js'
import { tracks } from '../../../../renderer/ui/table/column.js'

const column = (id: string, more: Partial<Column<null>> = {}): Column<null> => ({
  id,
  head: id,
  width: 50,
  cell: () => null,
  ...more,
})
const COLUMNS = [
  column('symbol', { pinned: true, grow: 2 }),
  column('time'),
  column('side'),
  column('price', { grow: 1 }),
  column('fees', { hidden: true }),
  column('actions', { end: true }),
]
type Arranged = readonly ArrangedColumn<null>[]
const start = (): Arranged => arrangeColumns(COLUMNS, [])
/** Returns the shown columns in order; pinned ones with an asterisk. */
const columnsText = (arranged: Arranged): string =>
  shownColumns(arranged, COLUMNS)
    .map(({ id, pinned }) => (pinned === true ? `${id}*` : id))
    .join(' ')
/** Returns the arrangement after it was saved and read again. */
const reread = (arranged: Arranged, columns = COLUMNS): Arranged =>
  arrangeColumns(columns, savedColumns(arranged))

describe('the columns of a table', () => {
  it('are the default ones, pinned first and actions last, until the person arranges them', () =>
    expect(columnsText(start())).toBe('symbol* time side price actions'))

  it('are hidden, shown, moved, pinned and resized, and read back as they were saved', () => {
    let arranged = withHidden('time', true)(start())
    arranged = withHidden('fees', false)(arranged)
    arranged = withStep('fees', -1)(arranged)
    arranged = withPinned('side', true)(arranged)
    arranged = withWidth('price', 120)(arranged)
    expect(columnsText(arranged)).toBe('symbol* side* fees price actions')
    expect(reread(arranged)).toEqual(arranged)
    expect(shownColumns(arranged, COLUMNS).find(({ id }) => id === 'price')).toMatchObject({
      width: 120,
    })
  })

  it('drop what no longer exists, and take new columns at their default place', () => {
    const saved = savedColumns(withStep('price', -1)(start()))
    const later = [
      column('symbol', { pinned: true }),
      column('time'),
      column('venue'),
      column('side'),
      column('price'),
    ]
    expect(
      arrangeColumns(later, [{ id: 'gone', width: 80 }, ...saved])
        .map((entry) => entry.column.id)
        .join(' '),
    ).toBe('symbol time venue price side')
  })

  it('follow their own default while the person has not decided', () => {
    const arranged = withStep('side', 1)(start())
    const withReasons = COLUMNS.map((entry) =>
      entry.id === 'fees' ? { ...entry, hidden: false } : entry,
    )
    expect(columnsText(reread(arranged))).toBe('symbol* time price side actions')
    expect(
      reread(arranged, withReasons)
        .filter(({ hidden }) => !hidden)
        .map((entry) => entry.column.id)
        .join(' '),
    ).toBe('symbol time price side fees')
  })

  it('always leave one that is shown', () => {
    let arranged = start()
    for (const { id } of COLUMNS) arranged = withHidden(id, true)(arranged)
    expect(arranged.filter(({ hidden }) => !hidden)).toHaveLength(1)
  })

  it('keep a width within its limits, and return to their own', () => {
    const widthOf = (arranged: Arranged) =>
      arranged.find((entry) => entry.column.id === 'time')?.width
    expect(widthOf(withWidth('time', 3)(start()))).toBe(32)
    expect(widthOf(withWidth('time', 5_000)(start()))).toBe(900)
    expect(widthOf(withWidth('time', null)(withWidth('time', 80)(start())))).toBeNull()
  })

  it('step over hidden columns in the table, and onto them in the list', () => {
    const hidden = withHidden('side', true)(start())
    expect(columnsText(withStep('time', 1)(hidden))).toBe('symbol* price time actions')
    const listed = withStep('time', 1, true)(hidden).map((entry) => entry.column.id)
    expect(listed.join(' ')).toBe('symbol side time price fees')
    expect(withStep('time', -1)(hidden)).toBe(hidden)
  })

  it('are placed by a drag, which pins them among pinned columns', () => {
    expect(columnsText(withPlace('price', 'time')(start()))).toBe('symbol* price time side actions')
    expect(columnsText(withPlace('time', null)(start()))).toBe('symbol* side price time actions')
    expect(columnsText(withPlace('price', 'symbol')(start()))).toBe(
      'price* symbol* time side actions',
    )
    const two = withPinned('side', true)(start())
    expect(columnsText(withPlace('side', 'price')(two))).toBe('symbol* time side price actions')
  })

  it('stay in view at the sum of the widths before them', () => {
    const two = withWidth('symbol', 80)(withPinned('side', true)(start()))
    expect(
      shownColumns(two, COLUMNS).map(({ id, left, edge }) => [id, left, edge ?? false]),
    ).toEqual([
      ['symbol', 0, false],
      ['side', 80, true],
      ['time', undefined, false],
      ['price', undefined, false],
      ['actions', undefined, false],
    ])
  })

  it('leave the actions at the end where none of them grows', () => {
    const fixed = withWidth('price', 60)(withWidth('symbol', 80)(start()))
    expect(tracks(shownColumns(fixed, COLUMNS))).toEqual({
      template: '80px 50px 50px 60px minmax(0, 1fr) 50px',
      width: 290,
    })
    expect(tracks(shownColumns(start(), COLUMNS)).template).toBe(
      'minmax(50px, 2fr) 50px 50px minmax(50px, 1fr) 50px',
    )
  })
})
