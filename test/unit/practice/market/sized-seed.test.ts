import { describe, expect, it } from 'vitest'
import { symbolClass } from '../../../../shared/domain/instruments/symbol-class.js'
import { symbol } from '../../../../shared/domain/ids.js'
import {
  SECURITIES,
  securitiesOf,
} from '../../../../electron/practice/market/securities/listings.js'

describe('a market whose seed names its number of stocks', () => {
  it('lists the usual stocks first, then invented ones, each once', () => {
    const securities = securitiesOf('test+5000')
    expect(securities).toHaveLength(5_000)
    expect(securities.slice(0, SECURITIES.length)).toEqual(SECURITIES)
    expect(new Set(securities.map((security) => security.symbol)).size).toBe(5_000)
    expect(new Set(securities.map(({ listing }) => listing.instrumentId)).size).toBe(5_000)
    expect(securities.every((security, index) => security.index === index)).toBe(true)
  })

  it('invents symbols that are read as stocks', () => {
    const invented = securitiesOf('test+900').slice(SECURITIES.length)
    expect(invented.map((security) => symbolClass(symbol(security.symbol)))).toEqual(
      invented.map(() => 'stock'),
    )
  })

  it.each(['countersign', 'a+b', '5000', 'few+3'])('is the usual market for %s', (seed) => {
    expect(securitiesOf(seed)).toBe(SECURITIES)
  })
})
