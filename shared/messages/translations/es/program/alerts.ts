import type { AccountFigure, OrderAlertEvent } from '../../../../domain/alerts/alert.js'
import type { AlertIndicator, AlertOrder } from '../../../../domain/alerts/alert.schema.js'
import type { AlertTimespan } from '../../../../domain/alerts/indicator-alert.js'
import type { LinkedName } from '../../../../domain/orders/combo-rules.js'
import { isZero } from '../../../../domain/decimal.js'
import { settingsText, SPAN_NAMES } from '../../../indicator-name.js'
import { orders } from '../orders.js'
import { drawingAlerts } from './drawing-alerts.js'
import { quoteAlerts } from './quote-alerts.js'
import type { Writer } from '../../../writer.js'
import type { CatalogueLike } from '../../../catalogue.js'
import type { EnglishCatalogue } from '../../../en/index.js'

const FIGURES: Readonly<Record<AccountFigure, string>> = {
  dayPnl: 'La G/P del día',
  netLiquidation: 'El valor neto',
  cash: 'El efectivo',
  buyingPower: 'El poder de compra',
  unrealizedPnl: 'La G/P abierta',
  marginExcess: 'El exceso de margen',
  marginCalls: 'Las llamadas de margen',
}

const SHOWN_PLACES = 4
const BAND_NAMES = { upper: 'superior', middle: 'central', lower: 'inferior' } as const
const SPANS: Readonly<Record<AlertTimespan, string>> = {
  ...SPAN_NAMES,
  D: '1 día',
  W: '1 semana',
}

const indicatorName = (indicator: AlertIndicator): string =>
  indicator.kind === 'bollinger'
    ? `${settingsText(indicator)} ${BAND_NAMES[indicator.band]}`
    : settingsText(indicator)

const EVENTS: Readonly<Record<OrderAlertEvent, string>> = {
  filled: 'Ejecutada',
  'partially-filled': 'Ejecutada en parte',
  cancelled: 'Cancelada',
  rejected: 'Rechazada',
  expired: 'Vencida',
}
const EVENTS_INSIDE: Readonly<Record<OrderAlertEvent, string>> = {
  filled: 'se ejecuta',
  'partially-filled': 'se ejecuta en parte',
  cancelled: 'se cancela',
  rejected: 'se rechaza',
  expired: 'vence',
}

const LINKED_FILLED: Readonly<Record<LinkedName, string>> = {
  'take-profit': 'Toma de ganancias ejecutada',
  'stop-loss': 'Límite de pérdidas ejecutado',
  stop: 'Orden stop ejecutada',
  limit: 'Orden límite ejecutada',
}

/** What happened; of linked orders which filled, and which was canceled by that. */
function eventText({ event, linked }: AlertOrder, writer: Writer): string {
  if (event === 'filled' && linked !== undefined) return LINKED_FILLED[linked.name]
  const instead = event === 'cancelled' ? (linked?.instead ?? null) : null
  return linked === undefined || instead === null
    ? EVENTS[event]
    : orders.filledInstead({ ...instead, canceled: linked.name }, writer)
}

const orderText = (order: AlertOrder, { quantity, exactPrice }: Writer): string => {
  const side = { buy: 'COMPRA', sell: 'VENTA', short: 'VENTA EN CORTO' }[order.side]
  const outcome = order.outcome === 'yes' ? 'sí' : 'no'
  const name = order.outcome === null ? order.symbol : `${outcome} de ${order.symbol}`
  const size = order.quantity === null ? '' : ` ${quantity(order.quantity)}`
  const limit = order.limitPrice === null ? '' : `, límite ${exactPrice(order.limitPrice)}`
  const stop = order.stopPrice === null ? '' : `, stop ${exactPrice(order.stopPrice)}`
  return `${side}${size} ${name}${limit}${stop}`
}

const fillText = (order: AlertOrder, { quantity, exactPrice }: Writer): string => {
  if (isZero(order.filledQuantity)) return ''
  const average = order.averageFillPrice
  const price = average === null ? '' : ` a ${exactPrice(average)}`
  const size = order.quantity === null ? '' : ` de ${quantity(order.quantity)}`
  return `; ${quantity(order.filledQuantity)}${size} ejecutadas${price}`
}

/** Alerts, in Spanish. */
export const alerts: CatalogueLike<EnglishCatalogue>['alerts'] = {
  ...quoteAlerts,
  accountAbove: ({ account, figure, amount, currency }, { money }) =>
    `${FIGURES[figure]} de ${account} sube a ${money(amount, currency)} o más`,
  accountBelow: ({ account, figure, amount, currency }, { money }) =>
    `${FIGURES[figure]} de ${account} baja a ${money(amount, currency)} o menos`,
  marginCall: ({ account }) => `${account} tiene una llamada de margen`,
  orders: ({ events, account, symbol }, { list }) =>
    `Una orden${symbol === null ? '' : ` de ${symbol}`} ${list(
      events.map((event) => EVENTS_INSIDE[event]),
      'or',
    )}${account === null ? '' : ` (${account})`}`,
  indicatorAbove: ({ symbol, indicator, timespan, level }, { decimal }) =>
    `${indicatorName(indicator)} de ${symbol} cierra en ${decimal(level)} o más (${SPANS[timespan]})`,
  indicatorBelow: ({ symbol, indicator, timespan, level }, { decimal }) =>
    `${indicatorName(indicator)} de ${symbol} cierra en ${decimal(level)} o menos (${SPANS[timespan]})`,
  indicatorThrough: ({ symbol, indicator, timespan, level }, { decimal }) =>
    `${indicatorName(indicator)} de ${symbol} cierra al otro lado de ${decimal(level)} (${SPANS[timespan]})`,
  closesAbove: ({ symbol, indicator, timespan }) =>
    `${symbol} cierra por encima de ${indicatorName(indicator)} (${SPANS[timespan]})`,
  closesBelow: ({ symbol, indicator, timespan }) =>
    `${symbol} cierra por debajo de ${indicatorName(indicator)} (${SPANS[timespan]})`,
  closesThrough: ({ symbol, indicator, timespan }) =>
    `${symbol} cierra al otro lado de ${indicatorName(indicator)} (${SPANS[timespan]})`,
  signalAbove: ({ symbol, indicator, timespan }) =>
    `${indicatorName(indicator)} de ${symbol} cierra por encima de su línea de señal (${SPANS[timespan]})`,
  signalBelow: ({ symbol, indicator, timespan }) =>
    `${indicatorName(indicator)} de ${symbol} cierra por debajo de su línea de señal (${SPANS[timespan]})`,
  signalThrough: ({ symbol, indicator, timespan }) =>
    `${indicatorName(indicator)} de ${symbol} cierra al otro lado de su línea de señal (${SPANS[timespan]})`,

  accountRose: ({ account, figure, amount, currency }, { money }) =>
    `${FIGURES[figure]} de ${account} subió a ${money(amount, currency)}`,
  accountFell: ({ account, figure, amount, currency }, { money }) =>
    `${FIGURES[figure]} de ${account} bajó a ${money(amount, currency)}`,
  marginCalled: ({ account, count }, { plural }) =>
    `${account} tiene ${plural(count, { one: '# llamada de margen abierta', other: '# llamadas de margen abiertas' })}`,
  orderEvent: ({ order }, writer) =>
    `${eventText(order, writer)}: ${orderText(order, writer)}${fillText(order, writer)}${
      order.account.name === '' ? '' : ` (${order.account.name})`
    }`,
  indicatorRose: ({ symbol, indicator, timespan, level }, { decimal }) =>
    `${indicatorName(indicator)} de ${symbol} subió a ${decimal(level, 0, SHOWN_PLACES)} (${SPANS[timespan]})`,
  indicatorFell: ({ symbol, indicator, timespan, level }, { decimal }) =>
    `${indicatorName(indicator)} de ${symbol} bajó a ${decimal(level, 0, SHOWN_PLACES)} (${SPANS[timespan]})`,
  closedAbove: ({ symbol, indicator, timespan, level }, { exactPrice }) =>
    `${symbol} cerró por encima de ${indicatorName(indicator)} en ${exactPrice(level)} (${SPANS[timespan]})`,
  closedBelow: ({ symbol, indicator, timespan, level }, { exactPrice }) =>
    `${symbol} cerró por debajo de ${indicatorName(indicator)} en ${exactPrice(level)} (${SPANS[timespan]})`,
  signalRose: ({ symbol, indicator, timespan }) =>
    `${indicatorName(indicator)} de ${symbol} cruzó por encima de su línea de señal (${SPANS[timespan]})`,
  signalFell: ({ symbol, indicator, timespan }) =>
    `${indicatorName(indicator)} de ${symbol} cruzó por debajo de su línea de señal (${SPANS[timespan]})`,
  expired: ({ condition }, { message }) => `Venció: ${message(condition)}`,

  ...drawingAlerts,

  title: 'Alerta',
  late: 'El precio no era actual cuando llegó.',
  delayed: 'El precio es un dato con retraso.',
  afterGap: 'Ocurrió mientras no se evaluaba nada.',

  tooManyIndicators: ({ max }) =>
    `Son posibles ${max} alertas sobre indicadores como máximo, porque cada una exige leer barras.`,
  indicatorSettings: 'Estos ajustes del indicador no son posibles.',
  vwapIntraday: 'El VWAP empieza de nuevo cada día: necesita barras de menos de un día.',
  tooMany: ({ max }, { count }) =>
    `Son posibles ${count(max)} alertas como máximo. Elimine antes algunas.`,
  noOrderEvent: 'Elija al menos un suceso de las órdenes.',
  accountUnknown: 'Esta cuenta no se conoce.',
  figureUnknown: 'El bróker no informa esta cifra para la cuenta.',
  figureOfInstrument:
    'El bróker no informa el volumen de criptomonedas ni la variación del día de mercados de eventos. Elija otra cifra.',
  indicatorOfInstrument:
    'El bróker no informa el volumen de criptomonedas, así que no hay VWAP. Elija otro indicador.',
  barsOfInstrument: 'El bróker no tiene esas barras de este producto. Elija otras más cortas.',
  ticketWithoutInstrument: 'Solo una alerta sobre un instrumento puede preparar una orden.',
  unknown: 'Esta alerta ya no existe.',
  levelNotPositive: 'El nivel debe ser mayor que cero.',
  noOutcome: 'Solo los mercados de eventos tienen el resultado “no”.',
  expiryPast: 'El vencimiento debe estar en el futuro.',
  ticketNotPositive: 'La cantidad y el precio límite de la orden deben ser mayores que cero.',
  notSaved: 'El cambio no se pudo guardar en este equipo.',
  unreadable: 'No se pudo leer el archivo con sus alertas; no se cambió nada.',
}
