import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toBalance, toPosition } from '../../../electron/provider/mapping/accounts.js'
import type { NewOrderBody } from '../../../electron/practice/exchange/api/exchange-api.js'
import type { Contract } from '../../../electron/practice/options/contracts.js'
import { zBalanceRecord, zPositionRecord } from '../../../shared/wire/families/trading/accounts.js'
import {
  add,
  asMoney,
  asPrice,
  asQuantity,
  dec,
  decimalText,
  isNegative,
  mul,
  neg,
  sub,
  toScale,
  trim,
  ZERO,
  type Decimal,
} from '../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../shared/domain/ids.js'
import type { OptionStrategy } from '../../../shared/domain/instruments/option.js'
import { effectOf } from '../../../shared/domain/orders/effect/order-effect.js'
import type { LegChange } from '../../../shared/domain/orders/effect/leg-changes.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import type { DraftLeg } from '../../../shared/domain/orders/order-terms.js'
import {
  leg,
  MARGIN,
  optionFixture,
  type OptionFixture,
} from '../../unit/practice/exchange/options/option-fixture.js'
import { runs } from '../../harness/system/effort.js'

const ACCOUNT = accountId(MARGIN)
const KO = 'KO'

type Part = readonly ['CALL' | 'PUT' | 'SHARES', number, 'BUY' | 'SELL', number, number?]
interface Shape {
  readonly strategy: OptionStrategy
  readonly wire: NonNullable<NewOrderBody['option_strategy']>
  readonly side: 'BUY' | 'SELL'
  readonly parts: readonly Part[]
}
const shape = (
  strategy: OptionStrategy,
  wire: Shape['wire'],
  side: Shape['side'],
  ...parts: readonly Part[]
): Shape => ({ strategy, wire, side, parts })

/** Strategies by strikes above the money; the last number is the expiration. */
const SHAPES: readonly Shape[] = [
  shape('single', 'SINGLE', 'BUY', ['CALL', 1, 'BUY', 1]),
  shape('single', 'SINGLE', 'BUY', ['PUT', -1, 'BUY', 1]),
  shape('single', 'SINGLE', 'SELL', ['CALL', 1, 'SELL', 1]),
  shape('single', 'SINGLE', 'SELL', ['PUT', -2, 'SELL', 1]),
  shape('vertical', 'VERTICAL', 'BUY', ['CALL', 0, 'BUY', 1], ['CALL', 2, 'SELL', 1]),
  shape('vertical', 'VERTICAL', 'SELL', ['PUT', 0, 'SELL', 1], ['PUT', -2, 'BUY', 1]),
  shape(
    'butterfly',
    'BUTTERFLY',
    'BUY',
    ['CALL', -1, 'BUY', 1],
    ['CALL', 0, 'SELL', 2],
    ['CALL', 1, 'BUY', 1],
  ),
  shape('straddle', 'STRADDLE', 'SELL', ['CALL', 0, 'SELL', 1], ['PUT', 0, 'SELL', 1]),
  shape(
    'iron-condor',
    'IRON_CONDOR',
    'SELL',
    ['PUT', -3, 'BUY', 1],
    ['PUT', -1, 'SELL', 1],
    ['CALL', 1, 'SELL', 1],
    ['CALL', 3, 'BUY', 1],
  ),
  shape('calendar', 'CALENDAR', 'BUY', ['PUT', 0, 'SELL', 1, 3], ['PUT', 0, 'BUY', 1, 5]),
]

interface Ordered {
  readonly shape: Shape
  readonly units: number
}

const contractOf = (fixture: OptionFixture, [right, steps, , , nth = 4]: Part): Contract =>
  fixture.near(KO, right === 'SHARES' ? 'CALL' : right, steps, nth)

function draftOf(fixture: OptionFixture, { shape: { strategy, side, parts }, units }: Ordered) {
  const legs = parts.map((part): DraftLeg => {
    const contract = contractOf(fixture, part)
    return {
      symbol: symbol(KO),
      side: part[2] === 'BUY' ? 'buy' : 'sell',
      quantity: asQuantity(dec(String(part[3] * units))),
      option: {
        type: contract.right === 'CALL' ? 'call' : 'put',
        strike: asPrice(dec(String(contract.strike / 10_000))),
        expiration: contract.expiry.day,
      },
    }
  })
  return {
    accountId: ACCOUNT,
    assetClass: 'option',
    symbol: symbol(KO),
    side: side === 'BUY' ? 'buy' : 'sell',
    type: 'limit',
    timeInForce: 'day',
    session: 'core',
    size: { kind: 'quantity', quantity: asQuantity(dec(String(units))) },
    limitPrice: asPrice(dec('0.05')),
    stopPrice: null,
    trail: null,
    expireDate: null,
    terms: { strategy, legs },
  } satisfies OrderDraft
}

const lastOf = (fixture: OptionFixture, contract: string) =>
  asPrice(dec(String((fixture.options.reference(contract)?.last ?? 0) / 10_000)))

function accountOf(fixture: OptionFixture) {
  const read = fixture.exchange.balance(MARGIN)
  if (!read.ok) throw new Error('no balance')
  const balance = toBalance(ACCOUNT, zBalanceRecord.parse(read.value), fixture.now)
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
  const [currency] = balance.currencies
  return { positions, power: currency?.optionBuyingPower ?? null, cash: balance.totalCash ?? ZERO }
}

/** Returns what the positions bring at expiration with the underlying at a price. */
function expiryValue(
  positions: ReturnType<typeof accountOf>['positions'],
  price: Decimal,
): Decimal {
  return positions.reduce<Decimal>((total, position) => {
    const option = position.legs?.[0]?.option
    if (option?.strike == null) return add(total, mul(position.quantity, price))
    const away =
      option.type === 'call'
        ? sub<Decimal>(price, option.strike)
        : sub<Decimal>(option.strike, price)
    const inside = isNegative(away) ? ZERO : away
    return add(total, mul(mul(inside, position.quantity), position.multiplier ?? dec('100')))
  }, ZERO)
}

const cents = (amount: Decimal | null): string =>
  amount === null ? 'unknown' : decimalText(trim(toScale(amount, 2, 'half-up')))

/** Places an order, and returns the effect computed before it and what the account shows after. */
function placeAndCompare(fixture: OptionFixture, ordered: Ordered) {
  const { shape: wanted, units } = ordered
  const body = fixture.order(
    wanted.parts.map((part) => leg(contractOf(fixture, part), part[2], part[3] * units)),
    {
      symbol: KO,
      side: wanted.side,
      quantity: String(units),
      option_strategy: wanted.wire,
      limit_price: wanted.side === 'BUY' ? '9' : '0.01',
    },
  )
  const before = accountOf(fixture)
  if (fixture.place(body) !== null) return null
  const { status, filled_price: filled, fees } = fixture.detail(body.client_order_id)
  if (status !== 'FILLED' || filled == null) {
    fixture.exchange.cancel({ account_id: MARGIN, client_order_id: body.client_order_id })
    return null
  }
  const after = accountOf(fixture)
  const paidFees = (fees ?? []).reduce((sum, fee) => sum + Number(fee.actual_value), 0)
  const spot = fixture.market.reference(KO)?.last ?? 0
  const effect = effectOf({
    draft: draftOf(fixture, ordered),
    positions: before.positions,
    price: dec(filled),
    multiplier: dec('100'),
    fees: asMoney(dec(paidFees.toFixed(2))),
    brokerCost: null,
    account: 'margin',
    power: { account: null, option: before.power },
    stock: null,
    spot: asPrice(dec(String(spot / 10_000))),
    markOf: ({ key }: LegChange) => lastOf(fixture, key?.replace('option ', '') ?? ''),
    isBroad: false,
  })
  return { before, after, effect }
}

const orders = fc.array(
  fc.record({
    index: fc.nat(SHAPES.length - 1),
    units: fc.integer({ min: 1, max: 3 }),
    turned: fc.boolean(),
  }),
  { minLength: 1, maxLength: 5 },
)

/** Returns a strategy the other way round, which closes it where it is held. */
const turned = ({ parts, side, ...rest }: Shape): Shape => ({
  ...rest,
  side: side === 'BUY' ? 'SELL' : 'BUY',
  parts: parts.map(([right, steps, partSide, count, nth]) => [
    right,
    steps,
    partSide === 'BUY' ? 'SELL' : 'BUY',
    count,
    nth,
  ]),
})

describe('REL-47: the effect of an option order', () => {
  it('is told as the account shows it after the fill, with whatever is held', () => {
    let compared = 0
    let withShares = false
    fc.assert(
      fc.property(orders, fc.boolean(), (chosen, hasShares) => {
        const fixture = optionFixture('rel-047')
        if (hasShares) fixture.buyShares(KO, 150)
        for (const { index, units, turned: isTurned } of chosen) {
          const found = SHAPES[index] ?? SHAPES[0]!
          const result = placeAndCompare(fixture, {
            shape: isTurned ? turned(found) : found,
            units,
          })
          if (result === null) continue
          compared += 1
          withShares ||= hasShares
          const { before, after, effect } = result
          expect(cents(effect.power.after)).toBe(cents(after.power))
          expect(cents(add(effect.cash ?? ZERO, neg(effect.fees ?? ZERO)))).toBe(
            cents(sub(after.cash, before.cash)),
          )
          for (const change of effect.changes) {
            const held = after.positions.find(
              ({ legs }) => legs?.[0]?.symbol === change.key?.replace('option ', ''),
            )
            expect(decimalText(trim(change.after))).toBe(decimalText(trim(held?.quantity ?? ZERO)))
          }
        }
      }),
      { numRuns: runs(20, 300), seed: 47 },
    )
    expect(compared).toBeGreaterThan(20)
    expect(withShares).toBe(true)
  }, 240_000)

  it.each(SHAPES.map((found, index) => [index, found.strategy, found.side] as const))(
    'shows the worst and the best end of strategy %i (%s, %s) that is opened',
    (index) => {
      const fixture = optionFixture('rel-047')
      const result = placeAndCompare(fixture, { shape: SHAPES[index]!, units: 2 })
      if (result === null) throw new Error('not filled')
      const { before, after, effect } = result
      expect(effect.maxLoss === null).toBe(SHAPES[index]?.strategy === 'calendar')
      if (effect.maxLoss === null) return
      const prices = Array.from({ length: 400 }, (_unused, step) => dec((step / 2).toFixed(1)))
      const ends = prices.map((price) =>
        Number(decimalText(add(sub(after.cash, before.cash), expiryValue(after.positions, price)))),
      )
      const [worst, best] = [Math.min(...ends), Math.max(...ends)]
      if (effect.maxLoss !== 'unlimited') expect(Number(effect.maxLoss)).toBeCloseTo(-worst, 2)
      if (effect.maxGain !== 'unlimited') expect(Number(effect.maxGain)).toBeCloseTo(best, 2)
    },
    60_000,
  )

  it('tells what closing makes final: what was received, less what it cost, less fees', () => {
    const fixture = optionFixture('rel-047')
    const vertical = SHAPES[4]!
    expect(placeAndCompare(fixture, { shape: vertical, units: 2 })).not.toBeNull()
    const result = placeAndCompare(fixture, { shape: turned(vertical), units: 2 })
    if (result === null) throw new Error('not filled')
    const { before, after, effect } = result
    const basis = before.positions.reduce<Decimal>(
      (sum, { averageCost, quantity }) =>
        add(sum, mul(mul(averageCost ?? ZERO, quantity), dec('100'))),
      ZERO,
    )
    expect(effect).toMatchObject({ kind: 'close', maxLoss: null, maxGain: null })
    expect(cents(effect.margin?.after ?? null)).toBe('0')
    expect(cents(effect.realized)).toBe(cents(sub(sub(after.cash, before.cash), basis)))
  })
})
