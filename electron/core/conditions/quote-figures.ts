import { isPositive, type Decimal } from '../../../shared/domain/decimal.js'
import { otherSide } from '../../../shared/domain/instruments/event-contract.js'
import type { Quote } from '../../../shared/domain/market/quote.js'

/** The figures of a quote that are compared with a level; `no` is the price of that outcome. */
export type QuoteFigure = 'price' | 'no' | 'change' | 'volume'

/** Returns a figure; null where the quote has none. A price of zero or less is none (REL-46). */
export function quoteFigure(figure: QuoteFigure, quote: Quote): Decimal | null {
  const { last } = quote
  const price = last !== null && isPositive(last) ? last : null
  switch (figure) {
    case 'price':
      return price
    case 'no':
      return price === null ? null : otherSide(price)
    case 'change':
      return quote.changeRatio
    case 'volume':
      return quote.volume
  }
}

/** Returns whether a figure begins every day at zero. */
export const isFigureOfDay = (figure: QuoteFigure): boolean =>
  figure === 'change' || figure === 'volume'
