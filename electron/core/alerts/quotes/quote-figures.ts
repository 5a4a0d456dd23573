import type { Symbol } from '../../../../shared/domain/ids.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import { isFigureOfDay, quoteFigure, type QuoteFigure } from '../../conditions/quote-figures.js'
import type { AlertRecord } from '../alert-record.js'
import type { FigureRules } from '../figure-groups.js'

function figureOf({ condition }: AlertRecord): QuoteFigure {
  if (condition.kind === 'price') return condition.outcome === 'no' ? 'no' : 'price'
  return condition.kind === 'change' ? 'change' : 'volume'
}

export const QUOTE_FIGURES: FigureRules<QuoteFigure, Quote> = {
  figureOf,
  read: quoteFigure,
  isOfDay: isFigureOfDay,
}

/** Returns the symbol whose quotes an alert needs. */
export function symbolOf({ condition }: AlertRecord): Symbol {
  if ('instrument' in condition) return condition.instrument.symbol
  throw new Error('an alert about quotes has an instrument')
}
