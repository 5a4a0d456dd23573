import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toBalance, toPosition } from '../../../../electron/provider/mapping/accounts.js'
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
import type { EffectFacts } from '../../../../shared/domain/orders/effect/effect-types.js'
import { exitEffect } from '../../../../shared/domain/orders/effect/exit-effect.js'
import { effectOf } from '../../../../shared/domain/orders/effect/order-effect.js'
import { exitOf } from '../../../../shared/domain/orders/exits.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import {
  zBalanceRecord,
  zPositionRecord,
} from '../../../../shared/wire/families/trading/accounts.js'
import {
  accepted,
  replacePart,
  shown,
  tradeAt,
} from '../../../unit/practice/exchange/combos/combo-fixture.js'
import {
  ExchangeFixture,
  levels,
  MARGIN,
} from '../../../unit/practice/exchange/exchange-fixture.js'
import { runs } from '../../../harness/system/effort.js'

const ACCOUNT = accountId(MARGIN)
const ONE = dec('1')

const text = (amount: Decimal | null): string =>
  amount === null ? 'unknown' : decimalText(trim(toScale(amount, 2, 'half-up')))

function accountOf(fixture: ExchangeFixture) {
  const balance = fixture.exchange.balance(MARGIN)
  const positions = fixture.exchange.positions(MARGIN)
  if (!balance.ok || !positions.ok) throw new Error('no account')
  const read = toBalance(ACCOUNT, zBalanceRecord.parse(balance.value), fixture.now)
  return {
    power: read.currencies[0]?.buyingPower ?? null,
    cash: read.totalCash ?? ZERO,
    positions: positions.value.flatMap(
      (record) => toPosition(ACCOUNT, zPositionRecord.parse(record), fixture.now) ?? [],
    ),
  }
}
type AccountState = ReturnType<typeof accountOf>

const heldOf = ({ positions }: AccountState): Decimal => positions[0]?.quantity ?? ZERO
const costOf = ({ positions }: AccountState): Decimal =>
  mul(positions[0]?.averageCost ?? ZERO, heldOf({ positions } as AccountState))

const draftOf = (side: OrderDraft['side'], count: number, limit: string): OrderDraft => ({
  accountId: ACCOUNT,
  assetClass: 'stock',
  symbol: symbol('AAPL'),
  side,
  type: 'limit',
  timeInForce: 'day',
  session: 'core',
  size: { kind: 'quantity', quantity: asQuantity(dec(String(count))) },
  limitPrice: asPrice(dec(limit)),
  stopPrice: null,
  trail: null,
  expireDate: null,
})

const factsOf = (draft: OrderDraft, before: AccountState, over: Partial<EffectFacts>) => ({
  draft,
  positions: before.positions,
  price: draft.limitPrice,
  multiplier: dec('1'),
  fees: null,
  brokerCost: null,
  account: 'margin' as const,
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
  ...over,
})

/** Returns what an order has paid in fees, and at which price it filled. */
function filledOf(fixture: ExchangeFixture, id: string) {
  const { fees, filled_price: price } = fixture.order(id)
  const paid = (fees ?? []).reduce((sum, fee) => sum + Number(fee.actual_value), 0)
  return { fees: asMoney(dec(paid.toFixed(2))), price: asPrice(dec(price ?? '0')) }
}

/** What closing made final by the account: the cash that came, less what the closed part cost. */
const madeBy = (before: AccountState, after: AccountState): number =>
  Number(sub(sub(after.cash, before.cash), sub(costOf(before), costOf(after))))

/** One price on both sides, so that a fill is worth what it cost. */
const at100 = (fixture: ExchangeFixture, size = 500_000): ExchangeFixture =>
  fixture.wait(1).step(levels([99.99, 500_000]), levels([100, size]), ['buy', 100, 1])

function holding(shares: number, cost: number): ExchangeFixture {
  const fixture = new ExchangeFixture()
  if (shares === 0) return fixture
  const price = cost.toFixed(2)
  fixture.wait(1).step(levels([cost - 0.01, 500_000]), levels([cost, 500_000]), ['buy', cost, 1])
  fixture.placed({ quantity: String(shares), limit_price: price })
  return fixture
}

describe('REL-47: the effect of a protected order', () => {
  const brackets = fc.record({
    held: fc.integer({ min: 0, max: 30 }),
    cost: fc.integer({ min: 80, max: 120 }),
    count: fc.integer({ min: 1, max: 40 }),
    end: fc.constantFrom('profit' as const, 'loss' as const),
  })

  it('is told as the account shows it after the entry, and after either exit', () => {
    const ends = new Set<string>()
    fc.assert(
      fc.property(brackets, ({ held, cost, count, end }) => {
        const fixture = at100(holding(held, cost))
        const before = accountOf(fixture)
        const entry = draftOf('buy', count, '100')
        const [id = '', profit = '', loss = ''] = accepted(fixture, [
          { combo_type: 'MASTER', limit_price: '100.00', quantity: String(count) },
          { combo_type: 'STOP_PROFIT', limit_price: '110.00', quantity: String(count) },
          { combo_type: 'STOP_LOSS', stop_price: '90.00', quantity: String(count) },
        ])
        const fill = filledOf(fixture, id)
        const effect = effectOf(factsOf(entry, before, { price: fill.price, fees: fill.fees }))
        const after = accountOf(fixture)
        expect(text(effect.power.after)).toBe(text(after.power))
        expect(text(effect.changes[0]?.after ?? null)).toBe(text(heldOf(after)))

        tradeAt(fixture.wait(1), end === 'profit' ? 110.02 : 89.5)
        const exit = exitOf(
          entry,
          end === 'profit' ? 'limit' : 'stop',
          asPrice(dec(end === 'profit' ? '110' : '90')),
        )
        const ended = filledOf(fixture, end === 'profit' ? profit : loss)
        const result = exitEffect(
          { draft: entry, ...before, price: fill.price, multiplier: ONE },
          exit,
          ended,
        )
        const done = accountOf(fixture)
        ends.add(end)
        expect(shown(fixture, [profit, loss]).join()).toContain('CANCELLED')
        expect(text(result.changes[0]?.after ?? null)).toBe(text(heldOf(done)))
        expect(Math.abs(Number(result.realized) - madeBy(after, done))).toBeLessThan(0.02)
      }),
      { numRuns: runs(60, 500), seed: 47 },
    )
    expect([...ends].sort()).toEqual(['loss', 'profit'])
  })
})

interface Replaced {
  readonly held: number
  readonly side: 'BUY' | 'SELL'
  /** The quantity of the order, the part that fills at once, and the quantity of the new one. */
  readonly count: number
  readonly filled: number
  readonly to: number
}

/** Away from the market, and what the market trades at after the replacement. */
const LIMITS = { BUY: { rests: '98', crosses: '100' }, SELL: { rests: '101', crosses: '99' } }

/** Offers so much at the price of a resting order of the side, and nothing near it otherwise. */
function offer(fixture: ExchangeFixture, side: Replaced['side'], size: number): void {
  const bids = side === 'SELL' && size > 0 ? levels([101, size]) : levels([97, 500])
  const asks = side === 'BUY' && size > 0 ? levels([98, size]) : levels([102, 500])
  fixture.wait(1).step(bids, asks)
}

/** Places an order that fills in part, and replaces it by one that fills; null where refused. */
function replaceAndCompare(fixture: ExchangeFixture, { side, count, filled, to }: Replaced) {
  const { rests, crosses } = LIMITS[side]
  offer(fixture, side, filled)
  const id = fixture.placed({ side, quantity: String(count), limit_price: `${rests}.00` })
  const [before, then] = [accountOf(fixture), filledOf(fixture, id)]
  const done = asQuantity(dec(fixture.order(id).filled_quantity))
  fixture.wait(1).step(levels([99, 500_000]), levels([100, 500_000]))
  const change = { limit_price: `${crosses}.00`, quantity: String(to) }
  if (!replacePart(fixture, id, change).ok) return null
  expect(fixture.order(id).status).toBe('FILLED')
  const fees = asMoney(sub(filledOf(fixture, id).fees, then.fees))
  const draft = draftOf(side === 'BUY' ? 'buy' : 'sell', to, crosses)
  return {
    before,
    after: accountOf(fixture),
    done,
    effect: effectOf(factsOf(draft, before, { filled: done, fees })),
  }
}

describe('REL-47: the effect of a replaced order', () => {
  const changes = fc
    .record<Replaced>({
      held: fc.integer({ min: 0, max: 60 }),
      side: fc.constantFrom('BUY' as const, 'SELL' as const),
      count: fc.integer({ min: 2, max: 40 }),
      filled: fc.integer({ min: 0, max: 39 }),
      to: fc.integer({ min: 1, max: 60 }),
    })
    .filter(({ held, side, count, filled, to }) =>
      side === 'SELL'
        ? Math.max(count, to) <= held && filled < Math.min(count, to)
        : filled < Math.min(count, to),
    )

  it('is told of the part that is open, as the account shows it after its fill', () => {
    let [compared, partly] = [0, 0]
    fc.assert(
      fc.property(changes, (change) => {
        const result = replaceAndCompare(at100(holding(change.held, 95)), change)
        if (result === null) return
        const { before, after, done, effect } = result
        compared += 1
        if (Number(done) > 0) partly += 1
        expect(text(effect.changes[0]?.after ?? null)).toBe(text(heldOf(after)))
        expect(text(sub<Decimal>(effect.cash ?? ZERO, effect.fees ?? ZERO))).toBe(
          text(sub(after.cash, before.cash)),
        )
        if (effect.realized === null) return
        expect(Math.abs(Number(effect.realized) - madeBy(before, after))).toBeLessThan(0.02)
      }),
      { numRuns: runs(100, 1_500), seed: 47 },
    )
    expect(compared).toBeGreaterThan(20)
    expect(partly).toBeGreaterThan(5)
  })
})
