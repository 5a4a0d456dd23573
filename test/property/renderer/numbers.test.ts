import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  asPrice,
  cmp,
  fromInteger,
  parseDecimal,
  type Decimal,
} from '../../../shared/domain/decimal.js'
import { formatDecimal, formatExact } from '../../../renderer/format/decimal.js'
import { createRowStore } from '../../../renderer/stores/row-store.js'
import { movedSymbol } from '../../../renderer/stores/preferences.js'
import { symbol } from '../../../shared/domain/ids.js'

const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), fc.nat(8))
  .map(([units, scale]) => fromInteger(units, scale))
/** Parses displayed text back to a decimal. */
const parse = (text: string): Decimal | null =>
  parseDecimal(text.replaceAll(',', '').replace('−', '-').replace('+', ''))

describe('formatted numbers', () => {
  it('can be parsed back with every digit, however large', () => {
    fc.assert(
      fc.property(decimal, (value) => {
        const back = parse(formatDecimal(value))
        expect(back !== null && cmp(back, value) === 0).toBe(true)
      }),
    )
  })
  it('show prices with all their digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 9 }), fc.nat(12), (units, scale) => {
        const value = asPrice(fromInteger(units, scale))
        const back = parse(formatExact(value))
        expect(back !== null && cmp(back, value) === 0).toBe(true)
      }),
    )
  })
})

describe('moving a symbol of the watchlist', () => {
  it('preserves every symbol', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 }),
        fc.nat(),
        fc.constantFrom(-1, 1),
        (names, index, by) => {
          const list = names.map(symbol)
          const moved = movedSymbol(list, list[index % list.length] ?? symbol('x'), by)
          expect([...moved].toSorted()).toEqual([...list].toSorted())
        },
      ),
    )
  })
})

describe('a row store after any changes', () => {
  it('holds the same rows as a plain map', () => {
    const change = fc.oneof(
      fc.record({ do: fc.constant('upsert' as const), ids: fc.array(fc.nat(9), { maxLength: 6 }) }),
      fc.record({
        do: fc.constant('replace' as const),
        ids: fc.array(fc.nat(9), { maxLength: 6 }),
      }),
      fc.record({ do: fc.constant('remove' as const), ids: fc.array(fc.nat(9), { maxLength: 6 }) }),
    )
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
        const store = createRowStore<number, { id: number; n: number }>((row) => row.id)
        let model = new Map<number, number>()
        let n = 0
        for (const { do: operation, ids } of changes) {
          n += 1
          const rows = ids.map((id) => ({ id, n }))
          if (operation === 'remove') {
            store.remove(ids)
            for (const id of ids) model.delete(id)
          } else {
            if (operation === 'replace') {
              model = new Map([...model].filter(([id]) => ids.includes(id)))
            }
            for (const id of ids) model.set(id, n)
            if (operation === 'replace') store.replaceAll(rows)
            else store.upsert(rows)
          }
          expect(new Map(store.all().map((row) => [row.id, row.n]))).toEqual(model)
          expect([...store.keys()]).toEqual(store.all().map((row) => row.id))
        }
      }),
    )
  })
})
