import {
  exchangeInstant,
  closeMinute,
  OPEN_MINUTE,
} from '../../../../shared/domain/exchange-time.js'
import { epochMs } from '../../../../shared/domain/time.js'
import type { SizeUnits } from '../../units.js'
import type { Core, SymbolMarket } from '../core.js'
import { unaffordable } from '../cash-check.js'
import { cancelRest, sweep } from '../fills.js'
import { isFinal, type PracticeOrder } from '../order.js'
import { tradeDate } from '../schedule.js'
import { windowOf } from './algo-terms.js'
import { sliceMs, wanted } from './schedule.js'

/**
 * An algorithm works on its order in slices: at each it takes from the book what its schedule wants
 * to be done by then, within the
 * order's limit. Its slices are executions of the order itself; they show nowhere as orders
 * (ASSUMPTIONS.algos).
 */
export function beginAlgo(core: Core, order: PracticeOrder): void {
  const { algo } = order.view.terms
  if (algo === null) return
  const { start, end } = windowOf(core, algo)
  // What a Replace leaves alone goes on: the start, and the volume that was seen.
  const old = order.algo
  const began = old !== null && old.start <= core.time ? old.start : start
  order.stage = 'algo'
  order.algo = { start: began, end, next: Math.max(core.time + 1, began), volume: old?.volume ?? 0 }
  core.algos.add(order)
  core.sooner(epochMs(order.algo.next))
}

/** Somebody else has traded. */
export function countVolume(core: Core, market: SymbolMarket, size: SizeUnits): void {
  for (const order of core.algos) {
    const { algo } = order
    if (
      algo !== null &&
      order.view.terms.symbol === market.instrument.symbol &&
      core.time >= algo.start
    ) {
      order.algo = { ...algo, volume: algo.volume + size }
    }
  }
}

function slice(core: Core, order: PracticeOrder): void {
  const { terms } = order.view
  const market = core.market(terms.symbol)
  if (order.algo === null || terms.algo === null || market === undefined) return
  const day = tradeDate(core.time)
  const size = wanted(
    terms.algo,
    order.algo,
    terms.size,
    exchangeInstant(day, OPEN_MINUTE),
    exchangeInstant(day, closeMinute(day)),
    core.time,
  )
  order.algo = { ...order.algo, next: core.time + sliceMs(order.algo) }
  const open = size - order.view.filled
  if (open <= 0) return
  if (terms.limit === null && unaffordable(core, market, order, open)) {
    return cancelRest(core, order)
  }
  sweep(core, market, order, terms.limit, open)
}

/** Takes every slice that is due. Answers the markets in which something may have traded. */
export function workAlgos(core: Core): ReadonlySet<SymbolMarket> {
  const markets = new Set<SymbolMarket>()
  for (const order of [...core.algos]) {
    if (
      order.algo === null ||
      isFinal(order) ||
      order.stage !== 'algo' ||
      order.algo.next > core.time
    ) {
      continue
    }
    const market = core.market(order.view.terms.symbol)
    if (market?.fresh === true) {
      slice(core, order)
      markets.add(market)
    } else if (order.algo !== null) {
      order.algo = { ...order.algo, next: core.time + sliceMs(order.algo) }
    }
  }
  return markets
}
