import { describe, expect, it } from 'vitest'
import {
  strategyOf,
  turned,
  type Shape,
} from '../../../../../electron/practice/exchange/products/options/option-strategies.js'

const option = (
  right: 'CALL' | 'PUT',
  strike: number,
  ratio: number,
  expiry = '2026-12-18',
): Shape => ({ right, strike, ratio, expiry })
const call = (strike: number, ratio: number, expiry?: string): Shape =>
  option('CALL', strike, ratio, expiry)
const put = (strike: number, ratio: number, expiry?: string): Shape =>
  option('PUT', strike, ratio, expiry)
const stock: Shape = { right: null, strike: 0, expiry: '', ratio: 1 }
const FAR = '2027-01-15'

describe('strategy names of combinations that are bought', () => {
  it.each([
    ['SINGLE', [call(100, 1)]],
    ['COVERED_STOCK', [stock, call(105, -1)]],
    ['COLLAR_WITH_STOCK', [stock, put(95, 1), call(105, -1)]],
    ['STRADDLE', [call(100, 1), put(100, 1)]],
    ['STRANGLE', [call(105, 1), put(95, 1)]],
    ['VERTICAL', [call(100, 1), call(105, -1)]],
    ['VERTICAL', [put(105, 1), put(100, -1)]],
    ['CALENDAR', [call(100, -1), call(100, 1, FAR)]],
    ['DIAGONAL', [put(95, -1), put(100, 1, FAR)]],
    ['BUTTERFLY', [put(95, 1), put(100, -2), put(105, 1)]],
    ['CONDOR', [call(95, 1), call(100, -1), call(105, -1), call(110, 1)]],
    ['IRON_BUTTERFLY', [put(95, -1), put(100, 1), call(100, 1), call(105, -1)]],
    ['IRON_CONDOR', [put(90, -1), put(95, 1), call(105, 1), call(110, -1)]],
  ] as const)('recognize %s', (name, legs) => {
    expect(strategyOf(legs)).toBe(name)
    expect(strategyOf([...legs].reverse())).toBe(name)
    expect(strategyOf(turned(legs))).toBeNull()
  })

  it.each([
    ['two contracts of one strike', [call(100, 1), call(100, -1)]],
    ['a ratio spread', [call(100, 1), call(105, -2)]],
    ['crooked wings', [call(95, 1), call(100, -2), call(110, 1)]],
    ['a straddle over two dates', [call(100, 1), put(100, 1, FAR)]],
    ['a bought call on shares', [stock, call(105, 1)]],
    ['a collar inside out', [stock, put(110, 1), call(105, -1)]],
    ['three rights in four legs', [put(90, -1), put(95, 1), put(105, 1), call(110, -1)]],
    ['shares alone', [stock]],
    ['nothing', []],
  ] as const)('reject %s', (_name, legs) => {
    expect(strategyOf(legs)).toBeNull()
  })
})
