import { epochMs } from '../../../shared/domain/time.js'
import { clientOrderId, type Symbol } from '../../../shared/domain/ids.js'
import type { StockKind } from '../../../shared/domain/instruments/instrument.js'
import type { Fill, Order, OrderDraft } from '../../../shared/domain/orders/order.js'
import type {
  ReferenceDataName,
  ReferenceDataParams,
} from '../../../shared/domain/reference/reference-data.js'
import { isFinal } from '../../../shared/domain/orders/order-state.js'
import { err, ok } from '../../../shared/domain/result.js'
import { randomHex } from '../hex.js'
import { searchInstruments } from '../market/instruments.js'
import { withLinkedEnds } from '../orders/reconcile/linked-ends.js'
import { estimateOrder, isPreviewed } from '../orders/order-estimate.js'
import type { OrderObservation } from '../orders/order-observation.js'
import { reduceOrder } from '../orders/reduce-order.js'
import type { ClockPort, RandomPort } from '../ports.js'
import { appError } from '../../../shared/domain/app/app-error.js'
import { readError } from './read-error.js'
import type { SessionGraph } from './session-graph.js'
import type { TradingSession } from './trading-session.js'
import { message } from '../../../shared/messages/make-message.js'

const ID_BYTES = 16

/** The first day of the broker's order history (TRADING-4.6). */
const EARLIEST_HISTORY = epochMs(Date.UTC(2018, 4, 21))

type ReadName =
  | 'searchInstruments'
  | 'stocks'
  | 'instruments'
  | 'describeInstrument'
  | 'bars'
  | 'referenceData'
  | 'preview'
  | 'history'
type Query<Name extends 'bars' | 'history'> = Parameters<TradingSession[Name]>[0]
type Answer<Name extends ReadName> = ReturnType<TradingSession[Name]>

export interface SessionReadsDeps {
  readonly graph: Pick<
    SessionGraph,
    'provider' | 'instruments' | 'listings' | 'projection' | 'orderCheckDeps'
  >
  readonly clock: ClockPort
  readonly random: RandomPort
  /** Resolves once the session is signed in, or cannot be without the person. */
  readonly signedIn: () => Promise<void>
  /** The maximum age in ms of a quote used in an estimate. */
  readonly staleQuoteMs: number
}

/** The session's read-only queries, answered from the broker and from local state. */
export class SessionReads implements Pick<TradingSession, ReadName> {
  readonly #deps: SessionReadsDeps

  constructor(deps: SessionReadsDeps) {
    this.#deps = deps
  }

  async stocks(kind: StockKind | null): Answer<'stocks'> {
    await this.#deps.signedIn()
    const { instruments } = this.#deps.graph
    const list = await (kind === null ? instruments.all() : instruments.ofKind(kind))
    return list.ok ? list : err(readError(list.error))
  }

  async searchInstruments(
    text: string,
    limit: number,
    kind?: StockKind,
  ): Answer<'searchInstruments'> {
    const { instruments } = this.#deps.graph
    const list = await (kind === undefined ? instruments.all() : instruments.ofKind(kind))
    return list.ok ? ok(searchInstruments(list.value, text, limit)) : err(readError(list.error))
  }

  async instruments(symbols: readonly Symbol[]): Answer<'instruments'> {
    const { instruments } = this.#deps.graph
    const list = await instruments.all()
    if (!list.ok) return err(readError(list.error))
    return ok(
      symbols
        .map((symbol) => instruments.known(symbol))
        .filter((instrument) => instrument !== undefined),
    )
  }

  async describeInstrument(symbol: Symbol): Answer<'describeInstrument'> {
    await this.#deps.signedIn()
    const found = await this.#deps.graph.listings.instrument(symbol)
    return found.ok ? found : err(readError(found.error))
  }

  async bars(query: Query<'bars'>): Answer<'bars'> {
    const { before, count } = query
    // A window requests its chart while the session still signs in.
    await this.#deps.signedIn()
    const answer = await this.#deps.graph.provider.market.bars({
      ...query,
      includeRunning: before === null,
    })
    if (!answer.ok) return err(readError(answer.error))
    const bars = before === null ? answer.value : answer.value.filter((bar) => bar.time < before)
    return ok({ bars: bars.slice(-count), more: answer.value.length >= count })
  }

  async referenceData(
    name: ReferenceDataName,
    params: ReferenceDataParams,
  ): Answer<'referenceData'> {
    const port = await this.#deps.graph.provider.referenceData?.()
    if (port === undefined) {
      return err(
        appError('provider/unavailable', message('session.notOffered'), { class: 'local' }),
      )
    }
    const answer = await port.query(name, params)
    return answer.ok ? answer : err(readError(answer.error))
  }

  async preview(draft: OrderDraft): Answer<'preview'> {
    const { graph, clock, random } = this.#deps
    if (!isPreviewed(draft)) return this.#estimate(draft)
    const asOf = clock.now()
    const answer = await graph.provider.trade.preview(
      draft,
      clientOrderId(randomHex(random, ID_BYTES)),
    )
    if (!answer.ok) return err(readError(answer.error))
    const { cost, fees, currency } = answer.value
    return ok({ cost, fees, currency: currency.slice(0, 8), asOf, source: 'provider' })
  }

  async history({ accountId, from, to, cursor }: Query<'history'>): Answer<'history'> {
    // Without a start the broker returns only the last seven days (TRADING-4.6), so request the
    // whole history.
    const page = await this.#deps.graph.provider.trade.history(
      accountId,
      { from: from ?? EARLIEST_HISTORY, to },
      cursor,
    )
    if (!page.ok) return err(readError(page.error))
    const rows = page.value.orders.map((seen) => ({ seen, fresh: historyRow(seen) }))
    return ok({
      orders: withLinkedEnds(
        rows.flatMap(({ seen, fresh }) =>
          fresh?.tracked ? [this.#newerOf(seen, fresh.tracked.order)] : [],
        ),
      ).slice(0, 500),
      fills: rows
        .flatMap(({ fresh }) => fresh?.fills ?? [])
        .slice(0, 2_000)
        .map(this.#asSent),
      cursor: page.value.cursor,
    })
  }

  /** Estimates an order that the broker does not preview. */
  async #estimate(draft: OrderDraft): Answer<'preview'> {
    const { graph, clock, staleQuoteMs } = this.#deps
    const asOf = clock.now()
    const estimate = await estimateOrder(draft, staleQuoteMs, graph.orderCheckDeps)
    if (!estimate.ok) return estimate
    const currency = estimate.value.currency.slice(0, 8)
    return ok({ ...estimate.value, currency, asOf, source: 'countersign' })
  }

  /** Returns the fill with what only the order that was sent says of itself. */
  readonly #asSent = (fill: Fill): Fill => {
    const rolls = this.#deps.graph.projection.get(fill.clientOrderId)?.terms?.rolls
    return rolls === undefined || fill.terms === undefined
      ? fill
      : { ...fill, terms: { ...fill.terms, rolls } }
  }

  /** Returns the local order where it is newer than the one of the history, which lags. */
  #newerOf(seen: OrderObservation, fresh: Order): Order {
    const known = this.#deps.graph.projection.get(seen.clientOrderId)
    if (known === undefined) return fresh
    return isFinal(known.status) || !isFinal(fresh.status) ? known : { ...fresh, ours: known.ours }
  }
}

/** Converts an order of the history; null where it is not sufficient for a row. */
function historyRow(seen: OrderObservation): ReturnType<typeof reduceOrder> | null {
  const fresh = reduceOrder(null, { fact: 'observed', observation: seen })
  return fresh.tracked === null ? null : fresh
}
