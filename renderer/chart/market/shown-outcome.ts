import { otherSide, type EventOutcome } from '../../../shared/domain/instruments/event-contract.js'
import {
  pricedKey,
  symbolKey,
  type InstrumentKey,
} from '../../../shared/domain/instruments/instrument-key.js'
import type { Price } from '../../../shared/domain/decimal.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { Bar } from '../../../shared/domain/market/bar.js'
import type { Quote } from '../../../shared/domain/market/quote.js'
import type { BarModel } from '../bars/bar-model.js'

/** The outcome of an event market whose prices a chart shows; null for every other product. */
export type ShownOutcome = EventOutcome | null

/** Returns the key of the instrument whose prices a chart shows. */
export const shownKey = (symbol: Symbol, outcome: ShownOutcome): InstrumentKey | null =>
  outcome === null ? pricedKey(symbol) : symbolKey('event', symbol, outcome)

/** Converts a price of the market data, which quotes "yes", to the shown outcome. */
export const shownPrice = (price: Price, outcome: ShownOutcome): Price =>
  outcome === 'no' ? otherSide(price) : price

/** The prices of a quote that a chart shows. */
export type ShownQuote = Pick<Quote, 'previousClose' | 'bid' | 'ask'>

/** Returns the quote of the shown outcome: a bid for "yes" at a price offers "no" at the rest. */
export function shownQuote(quote: ShownQuote, outcome: ShownOutcome): ShownQuote {
  if (outcome !== 'no') return quote
  const other = (price: Price | null): Price | null => (price === null ? null : otherSide(price))
  return {
    previousClose: other(quote.previousClose),
    bid: other(quote.ask),
    ask: other(quote.bid),
  }
}

/** Returns the bar of "no" from the bar of "yes": the low of one is the high of the other. */
const otherBar = (bar: Bar): Bar => ({
  ...bar,
  open: otherSide(bar.open),
  high: otherSide(bar.low),
  low: otherSide(bar.high),
  close: otherSide(bar.close),
})

/** Returns the bars of the shown outcome; the same bars give the same ones again. */
export class OutcomeBars {
  readonly #outcome: ShownOutcome
  readonly #bars = new WeakMap<Bar, Bar>()
  readonly #histories = new WeakMap<readonly Bar[], readonly Bar[]>()

  constructor(outcome: ShownOutcome) {
    this.#outcome = outcome
  }

  shown(model: BarModel): BarModel {
    if (this.#outcome !== 'no') return model
    const { history, live } = model
    const others = this.#histories.get(history) ?? history.map((bar) => this.#bar(bar))
    this.#histories.set(history, others)
    return { ...model, history: others, live: live === null ? null : this.#bar(live) }
  }

  #bar(bar: Bar): Bar {
    const known = this.#bars.get(bar) ?? otherBar(bar)
    this.#bars.set(bar, known)
    return known
  }
}
