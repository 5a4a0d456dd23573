import { describe, expect, it } from 'vitest'
import { fitting, tracks } from '../../../../renderer/ui/table/column.js'

const columns = [
  { id: 'symbol', width: 60 },
  { id: 'last', width: 70 },
  { id: 'change', width: 70, yields: 1 },
  { id: 'volume', width: 70, yields: 2 },
  { id: 'actions', width: 64, overlay: true },
]
const names = (availableWidth: number): string =>
  fitting(columns, availableWidth)
    .map((column) => column.id)
    .join(' ')

describe('columns in a narrow table', () => {
  it('are all shown where all fit', () => {
    expect(tracks(columns).width).toBe(270)
    expect(names(270)).toBe('symbol last change volume actions')
    expect(names(Number.POSITIVE_INFINITY)).toBe('symbol last change volume actions')
  })

  it('are hidden by their yield number, highest first', () => {
    expect(names(269)).toBe('symbol last change actions')
    expect(names(199)).toBe('symbol last actions')
  })

  it('are never hidden without a yield number, however narrow the table', () =>
    expect(names(10)).toBe('symbol last actions'))
})
