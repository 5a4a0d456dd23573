import { toBalance, toPosition } from '../../../../electron/provider/mapping/accounts.js'
import type { NewOrderBody } from '../../../../electron/practice/exchange/api/exchange-api.js'
import type { Contract } from '../../../../electron/practice/options/contracts.js'
import {
  zBalanceRecord,
  zPositionRecord,
} from '../../../../shared/wire/families/trading/accounts.js'
import {
  add,
  asMoney,
  asPrice,
  asQuantity,
  dec,
  decimalText,
  isNegative,
  mul,
  sub,
  toScale,
  trim,
  ZERO,
  type Decimal,
} from '../../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../../shared/domain/ids.js'
import type { OptionStrategy } from '../../../../shared/domain/instruments/option.js'
import { effectOf } from '../../../../shared/domain/orders/effect/order-effect.js'
import type { LegChange } from '../../../../shared/domain/orders/effect/leg-changes.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { DraftLeg } from '../../../../shared/domain/orders/order-terms.js'
import {
  leg,
  MARGIN,
  type OptionFixture,
} from '../../../unit/practice/exchange/options/option-fixture.js'

const ACCOUNT = accountId(MARGIN)
export const KO = 'KO'

export type Part = readonly [
  'CALL' | 'PUT' | 'SHARES',
  number,
  'BUY' | 'SELL',
  number,
  (number | undefined)?,
]
export interface Shape {
  readonly strategy: OptionStrategy
  readonly wire: NonNullable<NewOrderBody['option_strategy']>
  readonly side: 'BUY' | 'SELL'
  readonly parts: readonly Part[]
}
export const shape = (
  strategy: OptionStrategy,
  wire: Shape['wire'],
  side: Shape['side'],
  ...parts: readonly Part[]
): Shape => ({ strategy, wire, side, parts })

/** Strategies by strikes above the money; the last number is the expiration. */
export const SHAPES: readonly Shape[] = [
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

export interface Ordered {
  readonly shape: Shape
  readonly units: number
}

export const contractOf = (fixture: OptionFixture, [right, steps, , , nth = 4]: Part): Contract =>
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

export const lastOf = (fixture: OptionFixture, contract: string) =>
  asPrice(dec(String((fixture.options.reference(contract)?.last ?? 0) / 10_000)))

export function accountOf(fixture: OptionFixture) {
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
export function expiryValue(
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

export const cents = (amount: Decimal | null): string =>
  amount === null ? 'unknown' : decimalText(trim(toScale(amount, 2, 'half-up')))

/** Places an order, and returns the effect computed before it and what the account shows after. */
export function placeAndCompare(fixture: OptionFixture, ordered: Ordered) {
  const { shape, units } = ordered
  const body = fixture.order(
    shape.parts.map((part) => leg(contractOf(fixture, part), part[2], part[3] * units)),
    {
      symbol: KO,
      side: shape.side,
      quantity: String(units),
      option_strategy: shape.wire,
      limit_price: shape.side === 'BUY' ? '9' : '0.01',
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

/** Returns a strategy the other way round, which closes it where it is held. */
export const turned = ({ parts, side, ...rest }: Shape): Shape => ({
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
