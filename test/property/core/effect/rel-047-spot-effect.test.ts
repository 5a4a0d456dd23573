import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toBalance, toPosition } from '../../../../electron/provider/mapping/accounts.js'
import {
  zBalanceRecord,
  zPositionRecord,
} from '../../../../shared/wire/families/trading/accounts.js'
import {
  asMoney,
  asPrice,
  asQuantity,
  dec,
  decimalText,
  mul,
  sub,
  toScale,
  trim,
  ZERO,
  type Decimal,
} from '../../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../../shared/domain/ids.js'
import type { AssetClass } from '../../../../shared/domain/instruments/instrument.js'
import { effectOf } from '../../../../shared/domain/orders/effect/order-effect.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import {
  CASH,
  CRYPTO,
  ExchangeFixture,
  FUTURES,
  levels,
  MARGIN,
  OTHERS,
} from '../../../unit/practice/exchange/exchange-fixture.js'
import { runs } from '../../../harness/system/effort.js'

interface Market {
  readonly account: string
  readonly assetClass: AssetClass
  readonly symbol: string
  readonly product: 'EQUITY' | 'FUTURES' | 'CRYPTO'
  readonly multiplier: string
}
const MARKETS: readonly Market[] = [
  { account: MARGIN, assetClass: 'stock', symbol: 'AAPL', product: 'EQUITY', multiplier: '1' },
  { account: CASH, assetClass: 'stock', symbol: 'AAPL', product: 'EQUITY', multiplier: '1' },
  { account: FUTURES, assetClass: 'futures', symbol: 'MESZ6', product: 'FUTURES', multiplier: '5' },
  { account: CRYPTO, assetClass: 'crypto', symbol: 'BTCUSD', product: 'CRYPTO', multiplier: '1' },
]

function accountOf(fixture: ExchangeFixture, { account }: Market) {
  const id = accountId(account)
  const balance = fixture.exchange.balance(account)
  const positions = fixture.exchange.positions(account)
  if (!balance.ok || !positions.ok) throw new Error('no account')
  const read = toBalance(id, zBalanceRecord.parse(balance.value), fixture.now)
  return {
    power: read.currencies[0]?.buyingPower ?? null,
    cash: read.totalCash ?? ZERO,
    maintenance: read.maintenanceMargin,
    positions: positions.value.flatMap(
      (record) => toPosition(id, zPositionRecord.parse(record), fixture.now) ?? [],
    ),
  }
}

const text = (amount: Decimal | null): string =>
  amount === null ? 'unknown' : decimalText(trim(toScale(amount, 2, 'half-up')))

const orders = fc.array(
  fc.record({
    side: fc.constantFrom('BUY' as const, 'SELL' as const),
    count: fc.integer({ min: 1, max: 9 }),
  }),
  { minLength: 1, maxLength: 6 },
)

let flips = 0
let margins = 0

/** Returns what a fill made final: of a future all the cash, of others less what was sold. */
function madeBy(
  { product }: Market,
  before: ReturnType<typeof accountOf>,
  after: ReturnType<typeof accountOf>,
): number {
  const costOf = ({ positions: [held] }: typeof before): Decimal =>
    held === undefined || product === 'FUTURES'
      ? ZERO
      : mul(held.averageCost ?? ZERO, held.quantity)
  return Number(sub(sub(after.cash, before.cash), sub(costOf(before), costOf(after))))
}

/** Places an order at 100, where the market is, and compares what was told with the account. */
function compare(
  fixture: ExchangeFixture,
  market: Market,
  { side, count }: { readonly side: 'BUY' | 'SELL'; readonly count: number },
): boolean {
  const before = accountOf(fixture, market)
  const [held] = before.positions
  const isShort =
    market.product === 'EQUITY' &&
    side === 'SELL' &&
    (held === undefined || Number(held.quantity) < 0)
  const { id, result } = fixture.place(
    {
      symbol: market.symbol,
      instrument_type: market.product,
      side: isShort ? 'SHORT' : side,
      order_type: 'LIMIT',
      limit_price: '100.00',
      quantity: String(count),
      ...(market.product === 'EQUITY' ? {} : { support_trading_session: null }),
    },
    market.account,
  )
  if (!result.ok) return false
  const { status, fees, commission } = fixture.order(id, market.account)
  if (status !== 'FILLED') {
    fixture.exchange.cancel({ account_id: market.account, client_order_id: id })
    return false
  }
  const paid =
    (fees ?? []).reduce((sum, fee) => sum + Number(fee.actual_value), 0) +
    Number(commission?.actual_commission ?? 0)
  const instrument = OTHERS[market.symbol]
  const margin = instrument?.product === 'FUTURES' ? instrument.initialMarginCents / 100 : null
  const draft: OrderDraft = {
    accountId: accountId(market.account),
    assetClass: market.assetClass,
    symbol: symbol(market.symbol),
    side: isShort ? 'short' : side === 'BUY' ? 'buy' : 'sell',
    type: 'limit',
    timeInForce: 'day',
    session: 'core',
    size: { kind: 'quantity', quantity: asQuantity(dec(String(count))) },
    limitPrice: asPrice(dec('100')),
    stopPrice: null,
    trail: null,
    expireDate: null,
  }
  const effect = effectOf({
    draft,
    positions: before.positions,
    price: dec('100'),
    multiplier: dec(market.multiplier),
    fees: asMoney(dec(paid.toFixed(2))),
    brokerCost: margin === null ? null : asMoney(dec(String(margin * count))),
    account: market.account === MARGIN ? 'margin' : 'cash',
    power: { account: before.power, option: null },
    stock: {
      intradayLong: dec('0.25'),
      intradayShort: dec('0.3'),
      initialLong: dec('0.5'),
      maintenanceLong: dec('0.25'),
      maintenanceShort: dec('0.3'),
    },
    spot: null,
    markOf: () => null,
    isBroad: false,
  })
  const after = accountOf(fixture, market)
  expect(text(effect.power.after)).toBe(text(after.power))
  if (market.account === MARGIN) {
    expect(text(effect.stockMargin?.overnight ?? null)).toBe(text(after.maintenance))
    if (after.positions.length > 0) margins += 1
  }
  const [position] = after.positions
  expect(text(effect.changes[0]?.after ?? null)).toBe(text(position?.quantity ?? ZERO))
  if (effect.realized !== null) {
    // The part of an order that opens the opposite makes nothing final, nor do its fees.
    const opened = effect.kind === 'flip' ? Math.abs(Number(position?.quantity ?? 0)) : 0
    const made = madeBy(market, before, after) + (paid * opened) / count
    expect(Math.abs(Number(effect.realized) - made)).toBeLessThan(0.02)
    if (effect.kind === 'flip') flips += 1
  }
  return true
}

describe('REL-47: the effect of an order of shares, futures and coins', () => {
  it.each(MARKETS.map((market) => [market.product, market.account, market] as const))(
    'the effect of %s in %s equals what the account shows after the fill',
    (product, _account, market) => {
      let compared = 0
      flips = 0
      margins = 0
      fc.assert(
        fc.property(orders, (chosen) => {
          const fixture = new ExchangeFixture()
          // One price on both sides, so that a fill is worth what it cost.
          fixture
            .wait(1)
            .step(
              levels([99.99, 500_000]),
              levels([100.01, 500_000]),
              ['buy', 100, 1],
              market.symbol,
            )
          for (const order of chosen) {
            fixture
              .wait(1)
              .step(
                order.side === 'BUY' ? levels([99.99, 500_000]) : levels([100, 500_000]),
                order.side === 'BUY' ? levels([100, 500_000]) : levels([100.01, 500_000]),
                ['buy', 100, 1],
                market.symbol,
              )
            if (compare(fixture, market, order)) compared += 1
          }
        }),
        { numRuns: runs(20, 300), seed: 47 },
      )
      expect(compared).toBeGreaterThan(20)
      if (product === 'FUTURES') expect(flips).toBeGreaterThan(0)
      if (market.account === MARGIN) expect(margins).toBeGreaterThan(20)
    },
  )
})
