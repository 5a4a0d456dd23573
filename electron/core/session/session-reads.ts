import { epochMs } from '../../../shared/domain/time.js'
import { clientOrderId } from '../../../shared/domain/ids.js'
import type { Order } from '../../../shared/domain/orders/order.js'
import { isFinal } from '../../../shared/domain/orders/order-state.js'
import { err, ok } from '../../../shared/domain/result.js'
import { randomHex } from '../hex.js'
import { searchInstruments, type Instruments } from '../market/instruments.js'
import { estimateOrder, isPreviewed } from '../orders/order-estimate.js'
import type { OrderCheckDeps } from '../orders/pre-trade-check.js'
import type { OrderObservation } from '../orders/order-observation.js'
import type { OrderProjection } from '../orders/order-projection.js'
import { reduceOrder } from '../orders/reduce-order.js'
import type { ClockPort, RandomPort } from '../ports.js'
import { appError } from '../../../shared/domain/app/app-error.js'
import { readError } from './read-error.js'
import type { TradingSession } from './trading-session.js'
import type { ProviderPorts } from './provider-ports.js'

const ID_BYTES = 16

/** The first day of the broker's order history (TRADING-4.6). */
const EARLIEST_HISTORY = epochMs(Date.UTC(2018, 4, 21))

type SessionReads = Pick<
  TradingSession,
  'searchInstruments' | 'instruments' | 'bars' | 'referenceData' | 'preview' | 'history'
>

/** Creates the session's read-only queries, answered from the broker and from local state. */
export function createSessionReads(deps: {
  readonly provider: Pick<ProviderPorts, 'market' | 'trade' | 'referenceData'>
  readonly instruments: Instruments
  readonly projection: OrderProjection
  readonly clock: ClockPort
  readonly random: RandomPort
  readonly orderCheckDeps: OrderCheckDeps
  /** The maximum age in ms of a quote used in an estimate. */
  readonly staleQuoteMs: number
}): SessionReads {
  const { provider, instruments, projection } = deps

  /**
   * Converts an order of the history. The history lags, so a newer local state takes precedence.
   */
  const historyRow = (seen: OrderObservation): ReturnType<typeof reduceOrder> | null => {
    const fresh = reduceOrder(null, { fact: 'observed', observation: seen })
    return fresh.tracked === null ? null : fresh
  }

  const rowOf = (seen: OrderObservation, fresh: Order): Order => {
    const known = projection.get(seen.clientOrderId)
    if (known === undefined) return fresh
    return isFinal(known.status) || !isFinal(fresh.status) ? known : { ...fresh, ours: known.ours }
  }

  return {
    async searchInstruments(text, limit) {
      const list = await instruments.all()
      return list.ok ? ok(searchInstruments(list.value, text, limit)) : err(readError(list.error))
    },
    async instruments(symbols) {
      const list = await instruments.all()
      if (!list.ok) return err(readError(list.error))
      return ok(
        symbols
          .map((symbol) => instruments.known(symbol))
          .filter((instrument) => instrument !== undefined),
      )
    },
    async bars(query) {
      const answer = await provider.market.bars({ ...query, includeRunning: query.before === null })
      if (!answer.ok) return err(readError(answer.error))
      const { before } = query
      const bars = before === null ? answer.value : answer.value.filter((bar) => bar.time < before)
      return ok({ bars: bars.slice(-query.count), more: answer.value.length >= query.count })
    },
    async referenceData(name, params) {
      const port = await provider.referenceData?.()
      if (port === undefined) {
        return err(appError('provider/unavailable', 'This is not offered here', { class: 'local' }))
      }
      const answer = await port.query(name, params)
      return answer.ok ? answer : err(readError(answer.error))
    },
    async preview(draft) {
      const asOf = deps.clock.now()
      if (!isPreviewed(draft)) {
        const estimate = await estimateOrder(draft, deps.staleQuoteMs, deps.orderCheckDeps)
        return estimate.ok
          ? ok({
              ...estimate.value,
              currency: estimate.value.currency.slice(0, 8),
              asOf,
              source: 'desk',
            })
          : estimate
      }
      const answer = await provider.trade.preview(
        draft,
        clientOrderId(randomHex(deps.random, ID_BYTES)),
      )
      return answer.ok
        ? ok({
            cost: answer.value.cost,
            fees: answer.value.fees,
            currency: answer.value.currency.slice(0, 8),
            asOf,
            source: 'provider',
          })
        : err(readError(answer.error))
    },
    async history({ accountId, from, to, cursor }) {
      // Without a start the broker returns only the last seven days (TRADING-4.6), so request the
      // whole history.
      const page = await provider.trade.history(
        accountId,
        { from: from ?? EARLIEST_HISTORY, to },
        cursor,
      )
      if (!page.ok) return err(readError(page.error))
      const rows = page.value.orders.map((seen) => ({ seen, fresh: historyRow(seen) }))
      return ok({
        orders: rows
          .flatMap(({ seen, fresh }) => (fresh?.tracked ? [rowOf(seen, fresh.tracked.order)] : []))
          .slice(0, 500),
        fills: rows.flatMap(({ fresh }) => fresh?.fills ?? []).slice(0, 2_000),
        cursor: page.value.cursor,
      })
    },
  }
}
