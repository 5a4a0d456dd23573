import {
  NO_FIGURES,
  type Position,
  type PositionLeg,
} from '../../../../shared/domain/account/account.js'
import {
  asQuantity,
  dec,
  neg,
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
import type { Unknown } from '../../../../shared/domain/orders/order-terms.js'
import { STANDARD_MULTIPLIER } from '../../../../shared/domain/orders/strategy-payoff.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { Side } from '../../../../shared/domain/side.js'
import { tradeValue, type CostedTrade } from '../average-cost.js'
import type { DayFill, FilledInstrument } from './day-fills.js'

const ONE = dec('1')

/** A trade of the day in one instrument. */
export interface DayTrade extends CostedTrade {
  readonly id: string
  readonly time: EpochMs
  readonly key: InstrumentKey
  /** The instrument as a position of quantity 0. */
  readonly instrument: Position
}

/** A fill of the day whose price is not reported, such as that of a leg of a strategy. */
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
  /** Fills of orders of several legs, and those of an unknown side or value. */
  readonly unpriced: readonly UnpricedTrade[]
}

export interface DayTradesDeps {
  readonly accountId: AccountId
  readonly currency: string
  /** Returns the value of a point of a futures contract; null while it is not known. */
  readonly pointValue: (instrument: FilledInstrument) => Promise<Decimal | null>
}

/** Turns the fills of a day into trades of instruments. */
export async function dayTrades(
  fills: readonly DayFill[],
  deps: DayTradesDeps,
): Promise<DayTrades> {
  const trades: DayTrade[] = []
  const unpriced: UnpricedTrade[] = []
  for (const fill of fills) {
    const key = orderInstrumentKey(fill.instrument)
    const multiplier = key === null ? null : await multiplierOf(fill.instrument, deps)
    if (key !== null && multiplier !== null && fill.side !== 'unknown') {
      trades.push(tradeOf(fill, key, multiplier, deps))
    } else {
      unpriced.push(...unpricedTrades(fill, key, deps))
    }
  }
  return { trades, unpriced }
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
  if (assetClass !== 'option') return ONE
  const leg = terms?.legs[0]
  const root = leg?.symbol ?? symbol
  // The root of an adjusted contract ends in a digit; every other is for 100 shares.
  return leg?.option?.multiplier ?? (/\d$/.test(root.slice(0, 6)) ? null : STANDARD_MULTIPLIER)
}

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
