import { sessionByRule } from '../../../shared/domain/market/exchange-time.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { hashText } from '../market/math/random.js'
import type { PriceLevel, MarketStep } from '../model/market-step.js'
import type { PriceStep } from '../model/instrument.js'
import type { PriceUnits } from '../model/units.js'
import { gridOf, type Contract } from './contracts.js'
import type { Pricing } from './pricing.js'
import { syntheticLevels, touchOf, type Touch } from './quotes.js'
import { shareTouch, STRATEGY_GRID, strategyTouch, type Strategy } from './strategies.js'
import type { Tape } from './tape.js'
import type { WatchedContract } from './watches.js'

/** An instrument that can be quoted and traded, at any price of its underlying and any time. */
export interface Quoted extends WatchedContract {
  readonly grid: readonly PriceStep[]
  /** Returns market-maker levels at a moment, best first. */
  levels(
    spot: PriceUnits,
    time: EpochMs,
    count: number,
  ): { readonly bids: PriceLevel[]; readonly asks: PriceLevel[] }
}

/** Levels per side in every delivered step. */
const STEP_LEVELS = 5

interface Source {
  readonly symbol: string
  readonly contract: Contract
  readonly endsAt: EpochMs
  readonly grid: readonly PriceStep[]
  readonly key: number
  readonly touch: (spot: PriceUnits, time: EpochMs) => Touch
  readonly prints: WatchedContract['prints']
}

function quoted({
  symbol,
  contract: { program },
  endsAt,
  grid,
  key,
  touch,
  prints,
}: Source): Quoted {
  const side = syntheticLevels({ grid, interest: program.interest, key })
  const levels: Quoted['levels'] = (spot, time, count) => {
    const { bid, ask } = touch(spot, time)
    return {
      bids: side(bid, false, time, count),
      asks: side(ask, true, time, count),
    }
  }
  return {
    symbol,
    follows: program.follows,
    endsAt,
    grid,
    levels,
    prints,
    bookAt: (spot, time, trade) => ({
      symbol,
      time,
      session: sessionByRule(time),
      trade,
      ...levels(spot, time, STEP_LEVELS),
    }),
  }
}

/** Returns a single contract, quoted around its value and traded according to its tape. */
export const quotedContract = (contract: Contract, pricing: Pricing, tape: Tape): Quoted =>
  quoted({
    symbol: contract.symbol,
    contract,
    endsAt: contract.expiry.time,
    grid: gridOf(contract.program),
    key: tape.key(contract),
    touch: (spot, time) => touchOf(contract, pricing.value(contract, spot, time).value),
    prints: (day, minute, to) => tape.simulatedMinute(contract, day, minute, to),
  })

/** Returns a combination, quoted from the quotes of its legs. Only customers trade it. */
export const quotedStrategy = (strategy: Strategy, seed: string, pricing: Pricing): Quoted =>
  quoted({
    symbol: strategy.symbol,
    contract: strategy.first,
    endsAt: strategy.endsAt,
    grid: STRATEGY_GRID,
    key: hashText(`${seed}:${strategy.symbol}`),
    prints: () => [],
    touch: (spot, time) =>
      strategyTouch(strategy.parts, ({ contract }) =>
        contract === null
          ? shareTouch(spot)
          : touchOf(contract, pricing.value(contract, spot, time).value),
      ),
  })

/** Returns an empty book, as after the end of trading. */
export const emptyBook = (symbol: string, time: EpochMs): MarketStep => ({
  symbol,
  time,
  session: sessionByRule(time),
  trade: null,
  bids: [],
  asks: [],
})
