import type { CatalogueLike } from '../../../catalogue.js'
import type {
  PriceLevel,
  quoteAlertLabels as englishLabels,
  quoteAlerts as english,
} from '../../../en/program/quote-alerts.js'
import type { Translated } from '../../../translated.js'

const named = ({ symbol, isNo }: PriceLevel): string =>
  isNo === true ? `El “no” de ${symbol}` : symbol

/** Alerts on figures of quotes, in Spanish. */
export const quoteAlerts: CatalogueLike<{ readonly alerts: typeof english }>['alerts'] = {
  priceAbove: (level, { exactPrice }) => `${named(level)} sube a ${exactPrice(level.price)} o más`,
  priceBelow: (level, { exactPrice }) =>
    `${named(level)} baja a ${exactPrice(level.price)} o menos`,
  priceThrough: (level, { exactPrice }) =>
    `${named(level)} alcanza ${exactPrice(level.price)} desde cualquier lado`,
  changeAbove: ({ symbol, ratio }, writer) =>
    `${symbol} sube a ${writer.ratio(ratio)} o más en el día`,
  changeBelow: ({ symbol, ratio }, writer) =>
    `${symbol} baja a ${writer.ratio(ratio)} o menos en el día`,
  volume: ({ symbol, quantity }, { decimal }) =>
    `El volumen del día de ${symbol} alcanza ${decimal(quantity)}`,

  roseTo: (level, { exactPrice }) => `${named(level)} subió a ${exactPrice(level.price)}`,
  fellTo: (level, { exactPrice }) => `${named(level)} bajó a ${exactPrice(level.price)}`,
  changedTo: ({ symbol, ratio }, writer) => `${symbol} está en ${writer.ratio(ratio)} en el día`,
  volumeReached: ({ symbol, quantity }, { decimal }) =>
    `El volumen del día de ${symbol} es ${decimal(quantity)}`,
}

/** The kinds of these alerts and their levels, in the form. */
export const quoteAlertLabels: Translated<typeof englishLabels> = {
  kinds: {
    price: 'Precio',
    change: 'Variación del día',
    volume: 'Volumen del día',
  },
  levels: {
    price: 'Precio',
    change: 'Variación (%)',
    volume: 'Volumen',
  },
}
