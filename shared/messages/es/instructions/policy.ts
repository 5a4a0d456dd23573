import type { AssetClass } from '../../../domain/instruments/instrument.js'
import { formatPlainMoney, formatPlainNumber } from '../../../domain/plain-number.js'
import type { CatalogueLike } from '../../catalogue.js'
import type { EnglishCatalogue } from '../../en/index.js'
import { STATUS_NAMES } from '../names.js'

const REQUESTS = {
  place: 'órdenes nuevas',
  replace: 'cambios de órdenes',
  cancel: 'cancelaciones',
} as const
const HOURS = { regular: 'la sesión regular', extended: 'horario regular y extendido' } as const
const PRODUCTS: Readonly<Record<AssetClass, string>> = {
  stock: 'acciones',
  option: 'opciones',
  futures: 'futuros',
  crypto: 'criptomonedas',
  event: 'contratos de eventos',
}
const TOTAL = 'Con lo pendiente, lo activo y lo aprobado hoy suma'

/** The rules of a policy, denials and dangers, in Spanish. */
export const policy: CatalogueLike<EnglishCatalogue>['policy'] = {
  notHalted: 'La negociación no está detenida',
  halted: 'La negociación está detenida',
  accountOpen: 'La cuenta está abierta a este asistente',
  accountHidden: 'Esta cuenta no está abierta a este asistente',
  actionAllowed: ({ kind }) => `Puede solicitar ${REQUESTS[kind]}`,
  actionDenied: ({ kind }) => `Este asistente no puede solicitar ${REQUESTS[kind]}`,
  productAllowed: ({ product }) => `Producto permitido: ${PRODUCTS[product]}`,
  productDenied: ({ product }) =>
    `Este asistente no puede operar este producto: ${PRODUCTS[product]}`,
  symbolAllowed: 'El símbolo está permitido',
  symbolDenied: ({ symbol }) => `${symbol} no está en la lista de símbolos de este asistente`,
  hoursAllowed: 'Dentro de su horario de negociación',
  hoursDenied: ({ hours }) => `Este asistente solo puede operar en ${HOURS[hours]}`,
  perMinute: ({ count, max }, writer) =>
    `${writer.count(count)} de ${writer.count(max)} por minuto`,
  perMinuteOver: ({ max }, { plural }) =>
    `Más de ${plural(max, { one: '# solicitud', other: '# solicitudes' })} en un minuto`,
  pending: ({ count, max }, writer) => `${writer.count(count)} de ${writer.count(max)} pendientes`,
  pendingOver: ({ max }, { plural }) =>
    plural(max, {
      one: 'Ya hay # instrucción pendiente',
      other: 'Ya hay # instrucciones pendientes',
    }),
  ordersPerDay: ({ count, max }, writer) =>
    `${writer.count(count)} de ${writer.count(max)} órdenes por día`,
  ordersPerDayOver: ({ count, max }, writer) =>
    `Con lo pendiente y lo aprobado hoy suma ${writer.plural(count, { one: '# orden', other: '# órdenes' })}, por encima del límite de ${writer.count(max)} por día`,
  working: ({ count, max }, writer) =>
    `${writer.count(count)} de ${writer.count(max)} órdenes activas`,
  workingOver: ({ max }, { plural }) =>
    plural(max, {
      one: 'Ya hay # orden activa o pendiente',
      other: 'Ya hay # órdenes activas o pendientes',
    }),
  perOrder: ({ value, max }) =>
    `Valor de la orden ${formatPlainMoney(value)} (límite ${formatPlainMoney(max)})`,
  perOrderOver: ({ value, max }) =>
    `Valor de la orden ${formatPlainMoney(value)}, por encima del límite de ${formatPlainMoney(max)} por orden`,
  perDay: ({ total, max }) => `${formatPlainMoney(total)} de ${formatPlainMoney(max)} por día`,
  perDayOver: ({ total, max }) =>
    `${TOTAL} ${formatPlainMoney(total)}, por encima del límite de ${formatPlainMoney(max)} por día`,
  perSymbol: ({ total, max, symbol }) =>
    `${formatPlainMoney(total)} de ${formatPlainMoney(max)} por día en ${symbol}`,
  perSymbolOver: ({ total, max, symbol }) =>
    `${TOTAL} ${formatPlainMoney(total)}, por encima del límite de ${formatPlainMoney(max)} por día en ${symbol}`,
  perProduct: ({ total, max, product }) =>
    `${formatPlainMoney(total)} de ${formatPlainMoney(max)} por día en este producto: ${PRODUCTS[product]}`,
  perProductOver: ({ total, max, product }) =>
    `${TOTAL} ${formatPlainMoney(total)}, por encima del límite de ${formatPlainMoney(max)} por día en este producto: ${PRODUCTS[product]}`,
  quantity: ({ max }) => `Máximo ${formatPlainNumber(max)} por orden`,
  quantityOver: ({ quantity, max }) =>
    `Una cantidad de ${formatPlainNumber(quantity)} supera el límite de ${formatPlainNumber(max)} por orden`,
  quantityOfAmountOver: ({ quantity, amount, max }) =>
    `Una cantidad de unos ${formatPlainNumber(quantity)} por ${formatPlainMoney(amount)} supera el límite de ${formatPlainNumber(max)} por orden`,
  needsApproval: 'Requiere aprobación manual',
  autoApproved: 'Aprobada por una regla de aprobación automática de este asistente',
  orderEnded: ({ status }) => `Esta orden ya está ${STATUS_NAMES[status]}`,
  changeInProgress:
    'Un cambio de esta orden aún no tiene resultado; vuelva a solicitarlo cuando se conozca',
  tooLong:
    'Esta orden no cabe en una línea, y nadie puede aprobar lo que no se muestra completo: solicite menos patas o números con menos dígitos',
  notReplaceable: 'Esta orden no se puede modificar: se desconocería su valor',
  otherCurrency: ({ symbol, currency }) =>
    `${symbol} cotiza en ${currency}, y los límites de los asistentes están en USD`,
  noPrice: ({ symbol }) =>
    `No hay precio de ${symbol} para valorar esta orden; vuelva a solicitarla cuando haya cotización`,
  noPriceForAmount: ({ symbol, amount }) =>
    `No hay precio de ${symbol} para calcular la cantidad por ${formatPlainMoney(amount)}; vuelva a solicitarla cuando haya cotización`,
  futuresAmount: 'Los futuros se ordenan por contratos',
  contractsAmount: 'Los contratos que no se tienen se venden por número, no por importe',
  shortAmount: 'Una venta en corto necesita un número de acciones',
  limitMissing: 'Una orden limitada necesita un precio límite',
  legsMissing: 'Una orden de opciones indica sus contratos',
  legsMismatch: 'Las patas no corresponden a la orden',
  legsUnrelated: 'Las patas son de subyacentes distintos: ninguna cubre a otra',
  combinationLimit: 'Una combinación se valora por su precio límite: indique uno',
  multiplierUnknown: ({ symbol }) => `No se sabe cuánto representa un contrato de ${symbol}`,
  sizeNotPositive: 'El tamaño de una orden es mayor que cero',
  shortSale: ({ symbol }) => `Vende ${symbol} que no se tiene: una venta en corto`,
  uncoveredOption: 'Vende una opción que nada en esta orden cubre',
  unlimitedLoss: 'La pérdida posible es ilimitada',
  marketClosed:
    'Sin límite de precio mientras el mercado no está en su sesión regular: puede ejecutarse lejos de lo que se muestra',
  staleQuote: 'Sin límite de precio, y el precio que se muestra no es reciente',
  farThrough: ({ percent }) => `El límite rebasa el mercado en ${formatPlainNumber(percent)}%`,
  largeShare: ({ percent }) =>
    `El valor de la orden es el ${formatPlainNumber(percent)}% del patrimonio de la cuenta`,
  equityUnknown: 'No se sabe qué parte de la cuenta representa',
  largeOrder: ({ value }) => `Valor de la orden ${formatPlainMoney(value)}`,
}
