import { describe, expect, it } from 'vitest'
import { SavedRecord, SavedRows } from '../../../../electron/practice/model/saved-rows.js'
import { jsonPieces } from '../../../../electron/practice/store/json-pieces.js'

const rowsOf = (list: readonly unknown[]): SavedRows =>
  new SavedRows(list.length, (index) => list[index])

describe('the pieces of a saved state', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => ({ id: index, text: `"${index}"` }))

  it.each([
    ['no rows', { a: 1, b: [null, 'x'], c: { d: true } }],
    ['a list of rows', { before: 1, orders: rowsOf(many), after: null }],
    ['rows in a part', { exchange: { orders: rowsOf(many), journal: rowsOf([]) }, log: 3 }],
    [
      'entries of a record',
      {
        accepted: new SavedRecord([
          ['a"b', 1],
          ['c', 2],
        ]),
      },
    ],
    ['an empty record', { accepted: new SavedRecord([]), missing: undefined }],
    ['null', null],
  ])('are together its JSON: %s', (_, value) => {
    expect([...jsonPieces(value)].join('')).toBe(JSON.stringify(value))
  })

  it('are short, however long a list is', () => {
    const pieces = [...jsonPieces({ orders: rowsOf(many) })]
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(12_000)
  })

  it('have plain parts as they were at the start, and read rows when they are due', () => {
    const state = { time: 1, orders: rowsOf(many), positions: [{ size: 1 }] }
    const pieces = jsonPieces(state)
    const expected = JSON.stringify(state)
    state.time = 2
    state.positions.push({ size: 2 })
    expect([...pieces].join('')).toBe(expected)
  })
})
