import type { CatalogueLike } from '../../catalogue.js'
import type { EnglishCatalogue } from '../../en/index.js'
import type { PriceLevel } from '../../en/program/alerts.js'

const named = ({ symbol, isNo }: PriceLevel): string =>
  isNo === true ? `El “no” de ${symbol}` : symbol

/** Alerts, in Spanish. */
export const alerts: CatalogueLike<EnglishCatalogue>['alerts'] = {
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
  expired: ({ condition }, { message }) => `Venció sin activarse: ${message(condition)}`,

  title: 'Alerta',
  late: 'El precio no era actual cuando llegó.',
  delayed: 'El precio es un dato con retraso.',
  afterGap: 'Ocurrió mientras no se evaluaba nada.',

  tooMany: ({ max }) => `Son posibles ${max} alertas como máximo.`,
  unknown: 'Esta alerta ya no existe.',
  levelNotPositive: 'El nivel debe ser mayor que cero.',
  noOutcome: 'Solo los mercados de eventos tienen el resultado “no”.',
  expiryPast: 'El vencimiento debe estar en el futuro.',
  ticketNotPositive: 'La cantidad y el precio límite de la orden deben ser mayores que cero.',
  notSaved: 'El cambio no se pudo guardar en este equipo.',
  unreadable: 'No se pudo leer el archivo con sus alertas; no se cambió nada.',
}
