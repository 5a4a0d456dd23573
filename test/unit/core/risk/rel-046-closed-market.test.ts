import { describe, expect, test } from 'vitest'
import { providerFailure } from '../../../../electron/core/provider-failure.js'
import { QuoteHub } from '../../../../electron/core/market/quote-hub.js'
import type { Pricing } from '../../../../electron/core/risk/pricing.js'
import { checkLimits, DEFAULT_LIMITS } from '../../../../electron/core/risk/risk-limits.js'
import { asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { symbol } from '../../../../shared/domain/ids.js'
import type { AssetClass } from '../../../../shared/domain/instruments/instrument.js'
import { err, ok } from '../../../../shared/domain/result.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { foreign } from '../../../../shared/messages/make-message.js'
import { draft } from '../session/session-fixture.js'

const NAME = symbol('X')
const ONE = { kind: 'quantity', quantity: asQuantity(dec('1')) } as const
const price = (text: string) => asPrice(dec(text))
const priced = (multiplier: string, step: string): Pricing => ({
  multiplier: dec(multiplier),
  step: dec(step),
})

/** A closed market: what was last seen of it, and the same last price when it is read again. */
interface Closed {
  readonly product: AssetClass
  readonly when: string
  /** Between the last trade and now. */
  readonly hours: number
  readonly last: string
  readonly near: string
  readonly slip: string
  readonly pricing?: Pricing
}
const STOCK = { product: 'stock', last: '185', near: '186', slip: '1850' } as const
const OPTION = {
  product: 'option',
  last: '5',
  near: '5.05',
  slip: '50',
  pricing: priced('100', '0.05'),
} as const
const FUTURE = {
  product: 'futures',
  last: '6700',
  near: '6710',
  slip: '67000',
  pricing: priced('5', '0.25'),
} as const
const EVENT = {
  product: 'event',
  last: '0.05',
  near: '0.06',
  slip: '0.60',
  pricing: priced('1', '0.01'),
} as const
const COIN = { product: 'crypto', last: '2', near: '2.01', slip: '20' } as const
const CLOSED: readonly Closed[] = [
  { ...STOCK, when: 'at night', hours: 9 },
  { ...STOCK, when: 'on a Sunday', hours: 48 },
  { ...STOCK, when: 'on a long weekend', hours: 84 },
  { ...OPTION, when: 'at night', hours: 12 },
  { ...FUTURE, when: 'on a Saturday', hours: 24 },
  { ...FUTURE, when: 'in the daily break', hours: 1 },
  { ...EVENT, when: 'after hours', hours: 12 },
  { ...COIN, when: 'without trades', hours: 3 },
]

/** Returns why a purchase at a price is denied while the market is closed. */
async function denials(
  { product, hours, last, pricing }: Closed,
  limit: string,
  readable: boolean,
): Promise<string[]> {
  const now = epochMs(hours * 3_600_000)
  const lastTrade = { symbol: NAME, last: price(last) }
  const hub = new QuoteHub({
    market: {
      snapshots: () =>
        Promise.resolve(
          readable
            ? ok([{ ...lastTrade, receivedAt: now }])
            : err(providerFailure('timeout', foreign('no answer'))),
        ),
    },
    clock: { now: () => now, monotonic: () => now },
    timers: {
      after: (_ms, call) => {
        call()
        return () => undefined
      },
    },
    streamed: () => false,
    watched: () => false,
    watchedSince: () => null,
  })
  hub.apply({ ...lastTrade, receivedAt: epochMs(0) })
  const quote = await hub.confirmed(NAME, DEFAULT_LIMITS.staleQuoteMs)
  const order = {
    ...draft({ limitPrice: price(limit), size: ONE }),
    symbol: NAME,
    assetClass: product,
  }
  const context = { trading: 'active', openOrders: 0, recent: [], uncertain: [] } as const
  const found = checkLimits(order, { ...context, now, quote, pricing }, DEFAULT_LIMITS)
  return found.map(({ code }) => code)
}

describe('REL-46: in a closed market the last price is the reference', () => {
  test.each(CLOSED)('$product $when: it is as current as its reading', async (closed) => {
    expect([
      await denials(closed, closed.near, true),
      await denials(closed, closed.slip, true),
      await denials(closed, closed.near, false),
    ]).toEqual([[], ['price-band'], ['no-reference']])
  })
})
