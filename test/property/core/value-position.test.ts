import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MarketPrices } from '../../../electron/core/market/quote-hub.js'
import { valuePosition } from '../../../electron/core/portfolio/value-position.js'
import type { Position } from '../../../shared/domain/account/account.js'
import {
  asMoney,
  asPrice,
  asQuantity,
  decimalText,
  fromInteger,
  toInteger,
  type Decimal,
} from '../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../shared/domain/ids.js'

/** What the oracle needs: contracts numbers of the smallest units, and no decimals. */
interface Held {
  readonly assetClass: Position['assetClass']
  /** Hundred-millionths of a unit, signed. */
  readonly size: bigint
  /** Whole dollars that a price of 1 is value. */
  readonly multiplier: bigint
  readonly no: boolean
  /** Ten-thousandths of a dollar: at the broker's last look, and now. */
  readonly before: bigint
  readonly bid: bigint
  readonly ask: bigint
  readonly last: bigint
  /** Cents, as the broker reported them. */
  readonly open: bigint
  readonly day: bigint
}

const SIZE_PLACES = 8
const PRICE_PLACES = 4
const DOLLAR = 10n ** 4n
/** One cent in units of size × price. */
const CENT = 10n ** BigInt(SIZE_PLACES + PRICE_PLACES - 2)
const UNIT = 10n ** BigInt(SIZE_PLACES)

/** Rounds to contracts cents, halves away from zero. */
const toCents = (value: bigint): bigint =>
  value >= 0n ? (value + CENT / 2n) / CENT : -((-value + CENT / 2n) / CENT)

/** Computes the figures in contracts cents with integers only. */
function oracle(holding: Held) {
  // Twice the price, so that the midpoint stays a contracts number.
  const quoted = holding.assetClass === 'option' ? holding.bid + holding.ask : holding.last * 2n
  const doubled = holding.no ? 2n * DOLLAR - quoted : quoted
  const exact = doubled * holding.size * holding.multiplier
  const value = toCents(exact / 2n + (exact % 2n))
  const moved = value - toCents(holding.before * holding.size * holding.multiplier)
  return { value, open: holding.open + moved, day: holding.day + moved }
}

const dollars = (max: bigint) => fc.bigInt({ min: 2n, max })
const quoteOf = (max: bigint) =>
  fc.record({ before: dollars(max), bid: dollars(max), ask: dollars(max), last: dollars(max) })
const cents = fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n })
const contracts = fc.integer({ min: 1, max: 5_000 }).map((units) => BigInt(units) * UNIT)
const signed = (size: fc.Arbitrary<bigint>) =>
  fc.tuple(size, fc.boolean()).map(([units, short]) => (short ? -units : units))

const holdingOf = (
  assetClass: Held['assetClass'],
  size: fc.Arbitrary<bigint>,
  multiplier: fc.Arbitrary<bigint>,
  maxPrice: bigint,
  no: fc.Arbitrary<boolean> = fc.constant(false),
): fc.Arbitrary<Held> =>
  fc
    .tuple(size, multiplier, no, quoteOf(maxPrice), cents, cents)
    .map(([units, value, isNo, prices, open, day]) => ({
      assetClass,
      size: units,
      multiplier: value,
      no: isNo,
      ...prices,
      // An even sum of bid and ask: half a ten-thousandth of a dollar is no price.
      ask: prices.ask + ((prices.bid + prices.ask) % 2n),
      open,
      day,
    }))

const CLASSES: readonly (readonly [string, fc.Arbitrary<Held>])[] = [
  ['stocks', holdingOf('stock', signed(contracts), fc.constant(1n), 10_000n * DOLLAR)],
  ['options', holdingOf('option', signed(contracts), fc.constantFrom(100n, 10n), 500n * DOLLAR)],
  [
    'futures',
    holdingOf('futures', signed(contracts), fc.constantFrom(5n, 50n, 1_000n), 90_000n * DOLLAR),
  ],
  [
    'crypto',
    holdingOf(
      'crypto',
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      fc.constant(1n),
      200_000n * DOLLAR,
    ),
  ],
  ['both sides of events', holdingOf('event', contracts, fc.constant(1n), DOLLAR, fc.boolean())],
]

const price = (units: bigint) => asPrice(fromInteger(units, PRICE_PLACES))
const money = (units: bigint) => asMoney(fromInteger(units, 2))
const inCents = (value: Decimal | null): bigint | null =>
  value === null ? null : toInteger(value, 2)

function positionOf(holding: Held): Position {
  const option = {
    type: 'call',
    style: null,
    strike: asPrice(fromInteger(100n)),
    expiration: '2026-12-18',
    multiplier: fromInteger(holding.multiplier),
    deliverable: null,
  } as const
  const quantity = asQuantity(fromInteger(holding.size, SIZE_PLACES))
  const root = symbol('AAPL')
  return {
    accountId: accountId('ACC'),
    positionId: 'P1',
    symbol: root,
    assetClass: holding.assetClass,
    currency: 'USD',
    quantity,
    averageCost: null,
    multiplier: fromInteger(holding.multiplier),
    lastPrice: price(holding.before),
    pricedAt: null,
    marketValue: null,
    unrealizedPnl: money(holding.open),
    unrealizedPnlRatio: null,
    dayPnl: money(holding.day),
    ...(holding.assetClass === 'option'
      ? {
          strategy: 'single',
          legs: [{ legId: 'L1', symbol: root, quantity, option, settles: null }],
        }
      : {}),
    ...(holding.assetClass === 'event' ? { outcome: holding.no ? 'no' : 'yes' } : {}),
  }
}

describe('the value of any position', () => {
  it.each(CLASSES)('equals an independent calculation with integers: %s', (_name, held) => {
    fc.assert(
      fc.property(held, (sample) => {
        const quoted: MarketPrices = {
          last: price(sample.last),
          bid: price(sample.bid),
          ask: price(sample.ask),
          receivedAt: null,
        }
        const valued = valuePosition(positionOf(sample), () => quoted)
        expect({
          value: inCents(valued.marketValue),
          open: inCents(valued.unrealizedPnl),
          day: inCents(valued.dayPnl),
        }).toEqual(oracle(sample))
        expect(decimalText(valued.quantity)).toBe(decimalText(positionOf(sample).quantity))
      }),
    )
  })
})
