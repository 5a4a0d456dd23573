import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toBalance, toPosition } from '../../../../electron/provider/mapping/accounts.js'
import { asMoney, asPrice, asQuantity, dec, ZERO } from '../../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../../shared/domain/ids.js'
import { effectOf } from '../../../../shared/domain/orders/effect/order-effect.js'
import {
  zBalanceRecord,
  zPositionRecord,
} from '../../../../shared/wire/families/trading/accounts.js'
import {
  MARGIN,
  optionFixture,
  type OptionFixture,
} from '../../../unit/practice/exchange/options/option-fixture.js'
import { runs } from '../../../harness/system/effort.js'
import { KO, lastOf, placeAndCompare, shape } from './option-effect-fixture.js'

const ACCOUNT = accountId(MARGIN)

function accountOf(fixture: OptionFixture) {
  const read = fixture.exchange.balance(MARGIN)
  if (!read.ok) throw new Error('no balance')
  const [currency] = toBalance(ACCOUNT, zBalanceRecord.parse(read.value), fixture.now).currencies
  const positions = fixture
    .positions()
    .flatMap((record) => toPosition(ACCOUNT, zPositionRecord.parse(record), fixture.now) ?? [])
    .map((position) => {
      const contract = position.legs?.[0]?.symbol
      // The exchange computes margin with the last price, and values positions at the quote.
      return contract === undefined
        ? position
        : { ...position, lastPrice: lastOf(fixture, contract) }
    })
  return { power: currency?.buyingPower ?? null, positions }
}

interface Order {
  readonly side: 'BUY' | 'SELL'
  readonly count: number
}

const lastShare = (fixture: OptionFixture) =>
  asPrice(dec(String((fixture.market.reference(KO)?.last ?? 0) / 10_000)))

/** Trades shares at once. Returns the effect by the account before it, and the account after. */
function trade(fixture: OptionFixture, { side, count }: Order, serial: number) {
  const before = accountOf(fixture)
  const mark = lastShare(fixture)
  const held = before.positions.find(({ assetClass }) => assetClass === 'stock')
  const holds = Number(held?.quantity ?? 0)
  const isShort = side === 'SELL' && holds <= 0
  const id = `covered-${String(serial).padStart(6, '0')}`
  const placed = fixture.exchange.place({
    account_id: MARGIN,
    new_orders: [
      {
        client_order_id: id,
        combo_type: 'NORMAL',
        instrument_type: 'EQUITY',
        market: 'US',
        symbol: KO,
        side: isShort ? 'SHORT' : side,
        order_type: 'LIMIT',
        limit_price: side === 'BUY' ? '200.00' : '20.00',
        time_in_force: 'DAY',
        entrust_type: 'QTY',
        quantity: String(count),
        support_trading_session: 'CORE',
      },
    ],
  })
  if (!placed.ok) return null
  const { status, filled_price: filled, fees } = fixture.detail(id)
  if (status !== 'FILLED') {
    fixture.exchange.cancel({ account_id: MARGIN, client_order_id: id })
    return null
  }
  const after = accountOf(fixture)
  const paid = (fees ?? []).reduce((sum, fee) => sum + Number(fee.actual_value), 0)
  const effect = effectOf({
    draft: {
      accountId: ACCOUNT,
      assetClass: 'stock',
      symbol: symbol(KO),
      side: isShort ? 'short' : side === 'BUY' ? 'buy' : 'sell',
      type: 'market',
      timeInForce: 'day',
      session: 'core',
      size: { kind: 'quantity', quantity: asQuantity(dec(String(count))) },
      limitPrice: null,
      stopPrice: null,
      trail: null,
      expireDate: null,
    },
    positions: before.positions,
    price: mark,
    multiplier: dec('1'),
    fees: asMoney(dec(paid.toFixed(2))),
    brokerCost: null,
    account: 'margin',
    power: { account: before.power, option: null },
    stock: {
      intradayLong: dec('0.25'),
      intradayShort: dec('0.3'),
      initialLong: dec('0.5'),
      maintenanceLong: dec('0.25'),
      maintenanceShort: dec('0.3'),
    },
    spot: mark,
    markOf: () => null,
    isBroad: false,
  })
  // A fill beside the last price changes the equity, and with it four times the power.
  const slip = (Number(mark) - Number(filled)) * count * (side === 'BUY' ? 1 : -1)
  // The fill is also the new last price, at which all of the underlying is valued.
  const moved = Math.abs(Number(lastShare(fixture)) - Number(mark))
  return { effect, after, slip: 4 * slip, blur: 0.3 + 4 * moved * (Math.abs(holds) + count + 500) }
}

const wrote = (right: 'CALL' | 'PUT', steps: number) =>
  shape('single', 'SINGLE', 'SELL', [right, steps, 'SELL', 1])

const cases = fc.record({
  shares: fc.integer({ min: 0, max: 330 }),
  calls: fc.integer({ min: 0, max: 3 }),
  puts: fc.integer({ min: 0, max: 2 }),
  steps: fc.integer({ min: -2, max: 2 }),
  orders: fc.array(
    fc.record<Order>({
      side: fc.constantFrom('BUY' as const, 'SELL' as const),
      count: fc.integer({ min: 1, max: 200 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
})

describe('REL-47: the effect of an order of shares that cover sold options', () => {
  it('is told as the account shows it after the fill, whatever loses or gains its cover', () => {
    let [compared, uncovered, covered, serial] = [0, 0, 0, 0]
    fc.assert(
      fc.property(cases, ({ shares, calls, puts, steps, orders }) => {
        const fixture = optionFixture('rel-047-shares')
        if (shares > 0) fixture.buyShares(KO, shares)
        if (calls > 0) placeAndCompare(fixture, { shape: wrote('CALL', steps), units: calls })
        if (puts > 0) placeAndCompare(fixture, { shape: wrote('PUT', steps), units: puts })
        for (const order of orders) {
          const result = trade(fixture, order, (serial += 1))
          if (result === null) continue
          compared += 1
          const expected = Number(result.effect.power.after) + result.slip
          expect(Math.abs(expected - Number(result.after.power))).toBeLessThan(result.blur)
          const lost = Number(result.effect.uncovers ?? ZERO)
          if (lost > 0) uncovered += 1
          if (order.side === 'BUY' && lost === 0 && calls > 0) covered += 1
          const held = result.after.positions.find(({ assetClass }) => assetClass === 'stock')
          expect(Number(result.effect.changes[0]?.after)).toBe(Number(held?.quantity ?? 0))
        }
      }),
      { numRuns: runs(30, 400), seed: 47 },
    )
    expect(compared).toBeGreaterThan(30)
    expect(uncovered).toBeGreaterThan(3)
    expect(covered).toBeGreaterThan(3)
  })
})
