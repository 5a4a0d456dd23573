import { describe, expect, it } from 'vitest'
import type { MarketPrices } from '../../../../electron/core/market/quote-hub.js'
import { valuePosition } from '../../../../electron/core/portfolio/value-position.js'
import type { Position } from '../../../../shared/domain/account/account.js'
import { asMoney, asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../../shared/domain/ids.js'
import { epochMs } from '../../../../shared/domain/time.js'

const BROKER_AT = 50_000

/** One share at 100 dollars, as the broker reported it. */
const share: Position = {
  accountId: accountId('ACC'),
  positionId: 'P1',
  symbol: symbol('AAPL'),
  assetClass: 'stock',
  currency: 'USD',
  quantity: asQuantity(dec('1')),
  averageCost: asPrice(dec('90')),
  multiplier: dec('1'),
  lastPrice: asPrice(dec('100')),
  pricedAt: epochMs(BROKER_AT),
  marketValue: asMoney(dec('100.00')),
  unrealizedPnl: asMoney(dec('10.00')),
  unrealizedPnlRatio: dec('0.111111'),
  dayPnl: asMoney(dec('1.00')),
}
/** One call, with a multiplier of 1. */
const call: Position = {
  ...share,
  assetClass: 'option',
  strategy: 'single',
  legs: [
    {
      legId: 'L1',
      symbol: symbol('AAPL'),
      quantity: asQuantity(dec('1')),
      option: {
        type: 'call',
        style: 'american',
        strike: asPrice(dec('270')),
        expiration: '2026-12-19',
        multiplier: dec('1'),
        deliverable: null,
      },
      settles: null,
    },
  ],
}
const spread: Position = {
  ...call,
  strategy: 'vertical',
  lastPrice: null,
  pricedAt: null,
  legs: [...(call.legs ?? []), ...(call.legs ?? [])],
}

const quoted = (receivedAt: number | null, isOutdated?: true): MarketPrices => {
  const price = asPrice(dec('95'))
  const received = receivedAt === null ? null : epochMs(receivedAt)
  return { last: price, bid: price, ask: price, receivedAt: received, isOutdated }
}

describe('REL-41: a position whose quote is older than the price of the broker', () => {
  it.each([
    ['a streamed quote', share, quoted(null), '95.00'],
    ['a later quote', share, quoted(BROKER_AT), '95.00'],
    ['an earlier quote', share, quoted(BROKER_AT - 1), '100.00'],
    // The broker may value options by another rule, and its price would come and go.
    ['an earlier quote of an option', call, quoted(BROKER_AT - 1), '95.00'],
    ['a quote of an option from before it was watched', call, quoted(10, true), '100.00'],
    ['a quote of a leg from before it was watched', spread, quoted(10, true), '100.00'],
  ] as const)('is valued right beside %s', (_case, position, prices, value) => {
    const valued = valuePosition(position, () => prices)
    expect(valued.marketValue).toBe(value)
    if (value === '100.00') expect(valued).toEqual(position)
  })
})
