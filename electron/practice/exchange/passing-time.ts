import { exchangeClock, isTradingDay, PRE_OPEN_MINUTE, sessionAt } from '../../../shared/domain/exchange-time.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { Core } from './core.js'
import { cancelRest, reveal } from './fills.js'
import { activate, closeAuction, runTriggers, suspend } from './matching.js'
import type { PracticeOrder } from './order.js'
import { nextBoundary } from './schedule.js'

/** PENDING ends: the order is at the exchange, and trades if it can. */
export function submit(core: Core, order: PracticeOrder): void {
  reveal(core, order, { status: 'SUBMITTED' })
  activate(core, order)
  const market = core.market(order.view.terms.symbol)
  if (market !== undefined) runTriggers(core, market)
}

/** A session ends or begins: closing auction, expiry, orders put back to waiting, and at 04:00 of a trading day settlement and the new day. */
function crossBoundary(core: Core): void {
  const ended = core.session
  core.session = sessionAt(core.time)
  core.boundary = nextBoundary(core.time)
  if (ended === 'regular' && core.session !== 'regular') {
    for (const market of core.markets.values()) {
      closeAuction(core, market)
      market.close = market.last
    }
  }
  for (const order of [...core.open.values()]) if (order.expiresAt <= core.time) cancelRest(core, order)
  for (const order of core.open.values()) {
    const market = core.market(order.view.terms.symbol)
    if (market !== undefined) suspend(core, market, order)
  }
  for (const market of core.markets.values()) market.fresh = false
  const { day, minute } = exchangeClock(core.time)
  if (minute === PRE_OPEN_MINUTE && isTradingDay(day)) core.ledger.startDay(day, (symbol) => core.market(symbol)?.close ?? 0)
}

/** Lets time pass up to `to`, doing on the way what falls due, in order. An earlier time does nothing. */
export function advanceTo(core: Core, to: EpochMs): void {
  for (;;) {
    const next = core.pending[0]
    if (next !== undefined && next.submitAt <= to && next.submitAt <= core.boundary) {
      core.pending.shift()
      if (next.submitAt > core.time) core.time = next.submitAt
      submit(core, next)
    } else if (core.boundary <= to) {
      core.time = core.boundary
      crossBoundary(core)
    } else {
      if (to > core.time) core.time = to
      return
    }
  }
}

/**
 * After a restart: what fell due meanwhile happens, and where sessions went by unseen the prices are asked for anew, since
 * nobody told the trades between. Does nothing within the session of the saved state.
 */
export function catchUp(core: Core): void {
  const now = core.deps.now()
  if (core.boundary > now) return
  const saved = exchangeClock(core.time).day
  advanceTo(core, now)
  for (const [symbol, market] of core.markets) {
    const reference = core.deps.reference(symbol)
    if (reference === undefined) continue
    market.last = reference.last
    market.close = reference.previousClose
  }
  const { day, minute } = exchangeClock(now)
  if (day !== saved && minute >= PRE_OPEN_MINUTE) core.ledger.startDay(day, (symbol) => core.market(symbol)?.close ?? 0)
}
