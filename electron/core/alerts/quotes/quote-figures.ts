import type { Decimal } from '../../../../shared/domain/decimal.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import { otherSide } from '../../../../shared/domain/instruments/event-contract.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import type { AlertRecord } from '../alert-record.js'
import type { FigureRules } from '../figure-groups.js'

/** The figures of a quote that alerts compare with a level; `no` is the price of that outcome. */
export type QuoteFigure = 'price' | 'no' | 'change' | 'volume'

function read(figure: QuoteFigure, quote: Quote): Decimal | null {
  switch (figure) {
    case 'price':
      return quote.last
    case 'no':
      return quote.last === null ? null : otherSide(quote.last)
    case 'change':
      return quote.changeRatio
    case 'volume':
      return quote.volume
  }
}

function figureOf({ condition }: AlertRecord): QuoteFigure {
  if (condition.kind === 'price') return condition.outcome === 'no' ? 'no' : 'price'
  return condition.kind === 'change' ? 'change' : 'volume'
}

export const QUOTE_FIGURES: FigureRules<QuoteFigure, Quote> = {
  figureOf,
  read,
  isOfDay: (figure) => figure === 'change' || figure === 'volume',
}

/** Returns the symbol whose quotes an alert needs. */
export function symbolOf({ condition }: AlertRecord): Symbol {
  if ('instrument' in condition) return condition.instrument.symbol
  throw new Error('an alert about quotes has an instrument')
}
