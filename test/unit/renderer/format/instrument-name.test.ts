import { describe, expect, it } from 'vitest'
import {
  instrumentName,
  legLines,
  type NamedInstrument,
} from '../../../../renderer/format/instrument-name.js'
import { asPrice, dec } from '../../../../shared/domain/decimal.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { instrumentText } from '../../../../shared/messages/en/window/instruments.js'
import { instrumentTextEs } from '../../../../shared/messages/translations/es/window/instruments.js'

const plain: NamedInstrument = {
  symbol: symbol('NVDA'),
  assetClass: 'stock',
  legs: [],
  strategy: null,
  outcome: null,
}
const leg = (
  strike: string,
  side: 'buy' | 'sell',
  type: 'call' | 'put' = 'call',
  expiration = '2026-12-19',
) => ({
  symbol: symbol('NVDA'),
  side,
  quantity: dec('1'),
  option: { type, strike: asPrice(dec(strike)), expiration },
})
const name = (more: Partial<NamedInstrument>): string =>
  instrumentName({ ...plain, ...more }, instrumentText)

describe('the name of an instrument', () => {
  it('is the symbol of a stock and of a future, and a pair of currencies', () => {
    expect(name({})).toBe('NVDA')
    expect(name({ assetClass: 'futures', symbol: symbol('ESZ6') })).toBe('ESZ6')
    expect(name({ assetClass: 'crypto', symbol: symbol('BTCUSD') })).toBe('BTC/USD')
    expect(name({ assetClass: 'crypto', symbol: symbol('ETHUSDT') })).toBe('ETH/USDT')
  })

  it('says expiry, strike and right of an option, by its root or its OCC symbol', () => {
    expect(name({ assetClass: 'option', legs: [leg('190.00', 'buy')] })).toBe(
      'NVDA 19 Dec 26 190 C',
    )
    expect(
      name({
        assetClass: 'option',
        legs: [{ ...leg('187.5', 'buy', 'put'), symbol: symbol('NVDA261219P00187500') }],
      }),
    ).toBe('NVDA 19 Dec 26 187.5 P')
  })

  it('says what the legs of a combination have in common, and its strategy', () => {
    const vertical = [leg('190', 'buy'), leg('200', 'sell')]
    expect(name({ assetClass: 'option', legs: vertical, strategy: 'vertical' })).toBe(
      'NVDA 19 Dec 26 190/200 C vertical',
    )
    const calendar = [leg('190', 'sell'), leg('190', 'buy', 'call', '2027-01-15')]
    expect(name({ assetClass: 'option', legs: calendar, strategy: 'calendar' })).toBe(
      'NVDA 19 Dec 26 → 15 Jan 27 190 C calendar',
    )
    const strangle = [leg('200', 'buy'), leg('180', 'buy', 'put')]
    expect(name({ assetClass: 'option', legs: strangle, strategy: 'unknown' })).toBe(
      'NVDA 19 Dec 26 200/180 combination',
    )
    expect(legLines({ ...plain, legs: vertical }, instrumentText)).toEqual([
      '+1 NVDA 19 Dec 26 190 C',
      '−1 NVDA 19 Dec 26 200 C',
    ])
  })

  it('says which side of an event it is, in the language of the window', () => {
    const event = {
      assetClass: 'event',
      symbol: symbol('KXRATE-26DEC-T3'),
      outcome: 'yes',
    } as const
    expect(name(event)).toBe('KXRATE-26DEC-T3 Yes')
    expect(instrumentName({ ...plain, ...event }, instrumentTextEs)).toBe('KXRATE-26DEC-T3 Sí')
  })
})
