import {
  NO_FIGURES,
  type Position,
  type PositionLeg,
} from '../../../../shared/domain/account/account.js'
import {
  asMoney,
  asQuantity,
  dec,
  isZero,
  mul,
  neg,
  sum,
  toScale,
  ZERO_QUANTITY,
  type Decimal,
} from '../../../../shared/domain/decimal.js'
import type { AccountId } from '../../../../shared/domain/ids.js'
import {
  keyClass,
  legInstrumentKey,
  legInstrumentKeys,
  orderInstrumentKey,
  type InstrumentKey,
} from '../../../../shared/domain/instruments/instrument-key.js'
import { isAdjusted } from '../../../../shared/domain/instruments/option.js'
import type { OrderLeg } from '../../../../shared/domain/orders/order-terms.js'
import type { Unknown } from '../../../../shared/domain/unknown.js'
import { STANDARD_MULTIPLIER } from '../../../../shared/domain/orders/strategy-payoff.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { Side } from '../../../../shared/domain/side.js'
import { pricedMoments, type StrategyOrder } from '../../records/journal/ledger/strategy-fills.js'
import { tradeValue, type CostedTrade } from '../average-cost.js'
import type { DayFill, FilledInstrument } from './day-fills.js'

const ONE = dec('1')
const CENTS = 2
/** More than this for one unit of a leg is no fee: the cash belongs to another order. */
const MAX_LEG_FEE = dec('5')

/** A trade of the day in one instrument. */
export interface DayTrade extends CostedTrade {
  readonly id: string
  readonly time: EpochMs
  readonly key: InstrumentKey
  /** The instrument as a position of quantity 0. */
  readonly instrument: Position
  /** True for a leg of a strategy that has a share of its net price. */
  readonly isAllotted?: boolean | undefined
}

/** A fill of the day that cannot be priced: of an unknown side, or of unknown contracts. */
export interface UnpricedTrade {
  readonly key: InstrumentKey
  /** Null when the broker does not report the side either. */
  readonly isBuy: boolean | null
  /** The instrument as a position of quantity 0. */
  readonly instrument: Position
}

/** What the fills of a day come to. */
export interface DayTrades {
  readonly trades: readonly DayTrade[]
  /** Trades of an unknown side or value. */
  readonly unpriced: readonly UnpricedTrade[]
}

export interface DayTradesDeps {
  readonly accountId: AccountId
  readonly currency: string
  /** Returns the value of a point of a futures contract; null while it is not known. */
  readonly pointValue: (instrument: FilledInstrument) => Promise<Decimal | null>
  /** Returns the cash that was booked for a leg at an instant; null: not listed. */
  readonly cashOf: StrategyOrder['cashOf']
}

/** Turns the fills of a day into trades of instruments. */
export async function dayTrades(
  fills: readonly DayFill[],
  deps: DayTradesDeps,
): Promise<DayTrades> {
  const trades: DayTrade[] = []
  const unpriced: UnpricedTrade[] = []
  for (const ofOrder of strategyFills(fills).values()) {
    const found = strategyTrades(ofOrder, deps)
    trades.push(...(found ?? []))
    if (found !== null) continue
    unpriced.push(...ofOrder.flatMap((fill) => unpricedTrades(fill, null, deps)))
  }
  for (const fill of fills.filter((candidate) => !isStrategy(candidate))) {
    const key = orderInstrumentKey(fill.instrument)
    const multiplier = key === null ? null : await multiplierOf(fill.instrument, deps)
    if (key !== null && multiplier !== null && fill.side !== 'unknown') {
      trades.push(tradeOf(fill, key, multiplier, deps))
    } else {
      unpriced.push(...unpricedTrades(fill, key, deps))
    }
  }
  return { trades: trades.sort((a, b) => a.time - b.time), unpriced }
}

/** True for a fill of an order of several legs. */
export const isStrategy = ({ instrument }: Pick<DayFill, 'instrument'>): boolean =>
  (instrument.terms?.legs ?? []).length > 1

/** The fills of one order: at least one. */
type OrderFills = readonly [DayFill, ...DayFill[]]

function strategyFills(fills: readonly DayFill[]): ReadonlyMap<string, OrderFills> {
  const found = new Map<string, OrderFills>()
  for (const fill of fills.filter(isStrategy)) {
    const others = found.get(fill.order)
    found.set(fill.order, others === undefined ? [fill] : [...others, fill])
  }
  return found
}

/** Returns the fills of one strategy as trades of its legs; null where these are not understood. */
function strategyTrades(fills: OrderFills, deps: DayTradesDeps): readonly DayTrade[] | null {
  const [first] = fills
  const { instrument } = first
  const { quantity } = instrument
  if (quantity === null || isZero(quantity)) return null
  const all = instrument.terms?.legs ?? []
  const legs = all.flatMap((leg) => {
    const key = legInstrumentKey(leg)
    if (key === null || leg.side === 'unknown') return []
    const multiplier = keyClass(key) === 'option' ? optionMultiplier(leg) : ONE
    return multiplier === null
      ? []
      : [{ key, isBuy: leg.side === 'buy', quantity: leg.quantity, multiplier }]
  })
  if (legs.length < all.length || fills.some(({ side }) => side === 'unknown')) return null
  const maxFees = mul(MAX_LEG_FEE, sum(legs.map((leg): Decimal => leg.quantity)))
  const moments = pricedMoments(
    { quantity, legs, paid: null, maxFees, cashOf: deps.cashOf },
    fills.map(({ time, side, price, quantity: filled }) => ({
      time,
      isBuy: side === 'buy',
      price,
      quantity: filled,
    })),
  )
  return moments.flatMap(({ time, legs: priced }) =>
    priced.map(
      ({ key, isBuy, units, multiplier, value, isAllotted }): DayTrade => ({
        id: `${first.order} ${key} ${time}`,
        time,
        key,
        quantity: asQuantity(isBuy ? units : neg(units)),
        value: toScale(asMoney(value), CENTS, 'half-up'),
        instrument: instrumentOf(instrument, key, multiplier, deps),
        isAllotted,
      }),
    ),
  )
}

/** Returns a fill without a price of its own as trades of its instrument, or of its legs. */
function unpricedTrades(
  { instrument, side }: DayFill,
  key: InstrumentKey | null,
  deps: DayTradesDeps,
): readonly UnpricedTrade[] {
  const sideOf = (part: Side | Unknown): boolean | null =>
    part === 'unknown' ? null : part === 'buy'
  const parts =
    key === null
      ? legInstrumentKeys(instrument).map((leg) => ({ part: leg.key, isBuy: sideOf(leg.side) }))
      : [{ part: key, isBuy: sideOf(side) }]
  return parts.map(({ part, isBuy }) => ({
    key: part,
    isBuy,
    instrument: instrumentOf(instrument, part, null, deps),
  }))
}

function tradeOf(
  { id, time, side, quantity, price, instrument }: DayFill,
  key: InstrumentKey,
  multiplier: Decimal,
  deps: DayTradesDeps,
): DayTrade {
  const signed = side === 'buy' ? quantity : neg(quantity)
  return {
    id,
    time,
    key,
    quantity: signed,
    value: tradeValue(signed, price, multiplier),
    instrument: instrumentOf(instrument, key, multiplier, deps),
  }
}

async function multiplierOf(
  instrument: FilledInstrument,
  { pointValue }: DayTradesDeps,
): Promise<Decimal | null> {
  const { assetClass, symbol, terms } = instrument
  if (assetClass === 'futures') return pointValue(instrument)
  return assetClass === 'option'
    ? optionMultiplier(terms?.legs[0] ?? { symbol, option: null })
    : ONE
}

const optionMultiplier = ({
  symbol,
  option,
}: Pick<OrderLeg, 'symbol' | 'option'>): Decimal | null =>
  option?.multiplier ?? (isAdjusted(symbol) ? null : STANDARD_MULTIPLIER)

/** Returns an instrument as a position of quantity 0 without any figure. */
function instrumentOf(
  { assetClass, symbol, terms }: FilledInstrument,
  key: InstrumentKey,
  multiplier: Decimal | null,
  { accountId, currency }: DayTradesDeps,
): Position {
  const legs = (terms?.legs ?? []).filter(
    (leg) => (terms?.legs ?? []).length === 1 || legInstrumentKey(leg) === key,
  )
  const isOption = keyClass(key) === 'option'
  return {
    accountId,
    positionId: 'closed',
    symbol,
    assetClass: isOption ? 'option' : assetClass === 'option' ? 'stock' : assetClass,
    currency,
    quantity: ZERO_QUANTITY,
    multiplier,
    ...NO_FIGURES,
    ...(isOption
      ? {
          strategy: 'single',
          legs: legs.map(
            (leg): PositionLeg => ({
              legId: leg.legId,
              symbol: leg.symbol,
              quantity: asQuantity(ZERO_QUANTITY),
              option: leg.option,
              settles: null,
            }),
          ),
        }
      : {}),
    ...(assetClass === 'event' ? { outcome: terms?.outcome ?? 'unknown' } : {}),
  }
}
