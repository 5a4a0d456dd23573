import { describe, expect, it } from 'vitest'
import { placeOfRow } from '../../../../renderer/ui/table/use-grid-keys.js'

const rows = (...keys: readonly string[]) => keys.map((id) => ({ id, original: id }))
const onB = { key: 'b', row: 1, column: 'price' }

describe('the place under the keyboard', () => {
  it('follows its row when others come, go and are sorted', () => {
    expect(placeOfRow(onB, rows('a', 'b'))).toEqual(onB)
    expect(placeOfRow(onB, rows('new', 'a', 'b'))).toEqual({ ...onB, row: 2 })
    expect(placeOfRow(onB, rows('b', 'a'))).toEqual({ ...onB, row: 0 })
  })

  it('goes to the row in its place when its row vanishes, and from the last to the one before', () => {
    expect(placeOfRow(onB, rows('a', 'c', 'd'))).toEqual({ ...onB, key: 'c' })
    expect(placeOfRow(onB, rows('a'))).toEqual({ ...onB, key: 'a', row: 0 })
    expect(placeOfRow(onB, []).key).toBeNull()
  })

  it('stays in the head, whatever rows there are', () => {
    const inHead = { key: null, row: -1, column: 'price' }
    expect(placeOfRow(inHead, rows('a', 'b'))).toEqual(inHead)
  })
})
