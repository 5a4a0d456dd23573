import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toBalance, toPosition } from '../../../../electron/provider/mapping/accounts.js'
import {
  add,
  asMoney,
  asPrice,
  asQuantity,
  dec,
  decimalText,
  mul,
  neg,
  sub,
  toScale,
  trim,
  ZERO,
  type Decimal,
} from '../../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../../shared/domain/ids.js'
import type { OrderEffect } from '../../../../shared/domain/orders/effect/effect-types.js'
import { effectOf } from '../../../../shared/domain/orders/effect/order-effect.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { MINUTE_MS, epochMs } from '../../../../shared/domain/time.js'
import {
  zBalanceRecord,
  zPositionRecord,
} from '../../../../shared/wire/families/trading/accounts.js'
import {
  EVENTS,
  EventExchangeFixture,
  levels,
  RAIN,
} from '../../../unit/practice/exchange/event-fixture.js'
import { runs } from '../../../harness/system/effort.js'

const ACCOUNT = accountId(EVENTS)
type EventOutcome = 'yes' | 'no'
type Side = 'BUY' | 'SELL'

/** What each side of each outcome trades at: yes is bid 0.39 and offered at 0.41. */
const PRICES = { yes: { BUY: '0.41', SELL: '0.39' }, no: { BUY: '0.61', SELL: '0.59' } } as const

interface Ordered {
  readonly outcome: EventOutcome
  readonly side: Side
  /** Hundredths of a contract. */
  readonly hundredths: number
}

const text = (amount: Decimal | null): string =>
  amount === null ? 'unknown' : decimalText(trim(toScale(amount, 2, 'half-up')))

function accountOf(fixture: EventExchangeFixture) {
  const balance = fixture.exchange.balance(EVENTS)
  if (!balance.ok) throw new Error('no balance')
  const read = toBalance(ACCOUNT, zBalanceRecord.parse(balance.value), fixture.now)
  const power = read.currencies[0]?.buyingPower ?? null
  return {
    power,
    // The broker reports no cash of such an account: without working orders it is all free.
    cash: power ?? ZERO,
    positions: fixture
      .positions()
      .flatMap((record) => toPosition(ACCOUNT, zPositionRecord.parse(record), fixture.now) ?? []),
  }
}
type AccountState = ReturnType<typeof accountOf>

/** Returns what the positions of one outcome are: contracts and what they cost. */
function heldOf({ positions }: AccountState, outcome: EventOutcome) {
  const held = positions.find((position) => position.outcome === outcome)
  const units: Decimal = held?.quantity ?? ZERO
  return { units, cost: mul(units, held?.averageCost ?? ZERO) }
}

function draftOf({ outcome, side, hundredths }: Ordered, price: string): OrderDraft {
  return {
    accountId: ACCOUNT,
    assetClass: 'event',
    symbol: symbol(RAIN),
    side: side === 'BUY' ? 'buy' : 'sell',
    type: 'limit',
    timeInForce: 'day',
    session: 'core',
    size: { kind: 'quantity', quantity: asQuantity(dec((hundredths / 100).toFixed(2))) },
    limitPrice: asPrice(dec(price)),
    stopPrice: null,
    trail: null,
    expireDate: null,
    terms: { outcome },
  }
}

/** Places an order, and returns the effect computed before it and the account around it. */
function placeAndCompare(fixture: EventExchangeFixture, ordered: Ordered) {
  const { outcome, side, hundredths } = ordered
  fixture.book(RAIN, levels([0.39, 5_000]), levels([0.41, 5_000]))
  const before = accountOf(fixture)
  const price = PRICES[outcome][side]
  const { id, result } = fixture.place({
    event_outcome: outcome,
    side,
    quantity: (hundredths / 100).toFixed(2),
    limit_price: price,
  })
  if (!result.ok) return null
  const { status, fees } = fixture.order(id)
  expect(status).toBe('FILLED')
  const paid = (fees ?? []).reduce((sum, fee) => sum + Number(fee.actual_value), 0)
  const effect = effectOf({
    draft: draftOf(ordered, price),
    positions: before.positions,
    price: dec(price),
    multiplier: dec('1'),
    fees: asMoney(dec(paid.toFixed(2))),
    brokerCost: null,
    account: 'cash',
    power: { account: before.power, option: null },
    stock: null,
    spot: null,
    markOf: () => null,
    isBroad: false,
  })
  return { before, after: accountOf(fixture), effect }
}

function compare(
  { outcome }: Ordered,
  before: AccountState,
  after: AccountState,
  effect: OrderEffect,
) {
  expect(text(effect.power.after)).toBe(text(after.power))
  expect(text(add(effect.cash ?? ZERO, neg(effect.fees ?? ZERO)))).toBe(
    text(sub(after.cash, before.cash)),
  )
  const [then, now] = [heldOf(before, outcome), heldOf(after, outcome)]
  expect(effect.changes).toHaveLength(1)
  expect(text(effect.changes[0]?.before ?? null)).toBe(text(then.units))
  expect(text(effect.changes[0]?.after ?? null)).toBe(text(now.units))
  if (effect.realized === null) return
  const made = sub(sub(after.cash, before.cash), sub(then.cost, now.cost))
  expect(Math.abs(Number(effect.realized) - Number(made))).toBeLessThan(0.011)
}

/** Ends the market with an outcome, and returns what the account has then. */
function cashAfter(fixture: EventExchangeFixture, outcome: EventOutcome): Decimal {
  fixture.endEarly(RAIN, outcome === 'yes')
  fixture.to(epochMs(fixture.now + 90 * MINUTE_MS))
  expect(fixture.positions()).toEqual([])
  return accountOf(fixture).cash
}

const orders = fc.array(
  fc.record<Ordered>({
    outcome: fc.constantFrom<EventOutcome>('yes', 'no'),
    side: fc.constantFrom<Side>('BUY', 'BUY', 'SELL'),
    hundredths: fc.integer({ min: 1, max: 30_000 }),
  }),
  { minLength: 1, maxLength: 6 },
)

describe('REL-47: the effect of an order of event contracts', () => {
  it('is told as the account shows it after the fill, and after the outcome', () => {
    let [compared, closed, hedged] = [0, 0, 0]
    fc.assert(
      fc.property(orders, fc.constantFrom<EventOutcome>('yes', 'no'), (chosen, end) => {
        const fixture = new EventExchangeFixture()
        let last: ReturnType<typeof placeAndCompare> = null
        for (const ordered of chosen) {
          const result = placeAndCompare(fixture, ordered)
          if (result === null) continue
          compare(ordered, result.before, result.after, result.effect)
          compared += 1
          if (result.effect.realized !== null) closed += 1
          last = result
        }
        if (last === null) return
        // What the account would have had without the last order.
        const without = add<Decimal>(last.before.cash, heldOf(last.before, end).units)
        const result = Number(sub(cashAfter(fixture, end), without))
        const { maxLoss, maxGain, kind } = last.effect
        if (kind !== 'open' && kind !== 'add') return
        if (last.before.positions.length > 0) hedged += 1
        expect(-result).toBeLessThanOrEqual(Number(maxLoss) + 0.0051)
        expect(result).toBeLessThanOrEqual(Number(maxGain) + 0.0051)
        // One of both happens.
        expect([Number(maxGain).toFixed(1), (-Number(maxLoss)).toFixed(1)]).toContain(
          result.toFixed(1),
        )
      }),
      { numRuns: runs(100, 2_000), seed: 47 },
    )
    expect(compared).toBeGreaterThan(100)
    expect(closed).toBeGreaterThan(10)
    expect(hedged).toBeGreaterThan(10)
  })
})
