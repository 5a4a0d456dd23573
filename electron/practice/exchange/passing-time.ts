import { exchangeClock, PRE_OPEN_MINUTE, sessionAt } from '../../../shared/domain/exchange-time.js'
import type { Product } from '../../../shared/domain/product-hours.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { Core } from './core.js'
import { workAlgos } from './algos/work.js'
import { cancelRest, reveal } from './fills.js'
import { activate, freshen, runTriggers, suspend } from './matching.js'
import type { PracticeOrder } from './order.js'

/** PENDING ends: the order is at the exchange, and trades if it can. */
export function submit(core: Core, order: PracticeOrder): void {
  reveal(core, order, { status: 'SUBMITTED' })
  activate(core, order)
  const market = core.market(order.view.terms.symbol)
  if (market !== undefined) runTriggers(core, market)
  core.groups.settle(core)
}

/** The products whose market has come to another phase, with the one that ended. */
function turned(core: Core): ReadonlyMap<Product, string> {
  const changed = new Map<Product, string>()
  for (const rules of core.products) {
    const from = core.phases.get(rules.product) ?? ''
    const to = rules.phase(core.time)
    if (from === to) continue
    core.phases.set(rules.product, to)
    changed.set(rules.product, from)
  }
  return changed
}

/**
 * Time has come to an instant at which something happens by itself: markets open and close, orders
 * expire or are put back to
 * waiting, products settle, and days begin.
 */
function cross(core: Core): void {
  core.session = sessionAt(core.time)
  const changed = turned(core)
  const markets = [...core.markets.values()].filter(({ instrument }) =>
    changed.has(instrument.product),
  )
  for (const market of markets) {
    const { product } = market.instrument
    core
      .rules(product)
      .turn?.(core, market, changed.get(product) ?? '', core.phases.get(product) ?? '')
  }
  for (const market of workAlgos(core)) runTriggers(core, market)
  for (const order of [...core.open.values()]) {
    if (order.expiresAt <= core.time) cancelRest(core, order)
  }
  for (const order of core.open.values()) {
    const market = core.market(order.view.terms.symbol)
    if (market !== undefined) suspend(core, market, order)
  }
  for (const market of markets) market.fresh = false
  for (const rules of core.products) rules.pass?.(core)
  // A quiet market may not be told for a while: whoever waited for its opening trades against the
  // book that stands now.
  for (const market of markets) if (market.waiting.size > 0) freshen(core, market)
  core.groups.settle(core)
  core.plan()
}

/**
 * Lets time pass up to `to`, doing on the way what falls due, in order. An earlier time does
 * nothing.
 */
export function advanceTo(core: Core, to: EpochMs): void {
  for (;;) {
    const next = core.pending[0]
    if (next !== undefined && next.submitAt <= to && next.submitAt <= core.boundary) {
      core.pending.shift()
      if (next.submitAt > core.time) core.time = next.submitAt
      submit(core, next)
    } else if (core.boundary <= to) {
      if (core.boundary > core.time) core.time = core.boundary
      cross(core)
    } else {
      if (to > core.time) core.time = to
      return
    }
  }
}

/**
 * After a restart: what fell due meanwhile happens, and where sessions went by unseen the prices
 * are asked for anew, since
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
  if (day === saved || minute < PRE_OPEN_MINUTE) return
  core.ledger.settleMoney(day)
  // Those that count their days by the closes of the stock market; the others' days began above, at
  // their own hours.
  core.ledger.startDay(
    ({ product }) => product === 'EQUITY' || product === 'OPTION',
    ({ symbol }) => core.market(symbol)?.close ?? 0,
  )
}
