import type { AssetClass } from '../../../../domain/instruments/instrument.js'
import type { CatalogueLike } from '../../../catalogue.js'
import type { EnglishCatalogue } from '../../../en/index.js'
import { MARKETS, STATUS_NAMES } from '../names.js'

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
  perOrder: ({ value, max }, writer) =>
    `Valor de la orden ${writer.money(value, 'USD')} (límite ${writer.money(max, 'USD')})`,
  perOrderOver: ({ value, max }, writer) =>
    `Valor de la orden ${writer.money(value, 'USD')}, por encima del límite de ${writer.money(max, 'USD')} por orden`,
  perDay: ({ total, max }, writer) =>
    `${writer.money(total, 'USD')} de ${writer.money(max, 'USD')} por día`,
  perDayOver: ({ total, max }, writer) =>
    `${TOTAL} ${writer.money(total, 'USD')}, por encima del límite de ${writer.money(max, 'USD')} por día`,
  perSymbol: ({ total, max, symbol }, writer) =>
    `${writer.money(total, 'USD')} de ${writer.money(max, 'USD')} por día en ${symbol}`,
  perSymbolOver: ({ total, max, symbol }, writer) =>
    `${TOTAL} ${writer.money(total, 'USD')}, por encima del límite de ${writer.money(max, 'USD')} por día en ${symbol}`,
  perProduct: ({ total, max, product }, writer) =>
    `${writer.money(total, 'USD')} de ${writer.money(max, 'USD')} por día en este producto: ${PRODUCTS[product]}`,
  perProductOver: ({ total, max, product }, writer) =>
    `${TOTAL} ${writer.money(total, 'USD')}, por encima del límite de ${writer.money(max, 'USD')} por día en este producto: ${PRODUCTS[product]}`,
  quantity: ({ max }, writer) => `Máximo ${writer.decimal(max)} por orden`,
  quantityOver: ({ quantity, max }, writer) =>
    `Una cantidad de ${writer.decimal(quantity)} supera el límite de ${writer.decimal(max)} por orden`,
  quantityOfAmountOver: ({ quantity, amount, max }, writer) =>
    `Una cantidad de unos ${writer.decimal(quantity)} por ${writer.money(amount, 'USD')} supera el límite de ${writer.decimal(max)} por orden`,
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
  orderUnvalued: ({ symbol }) =>
    `Una orden activa de ${symbol} aún no tiene un precio con el que valorarla, así que no se sabe cuánto de los límites está usado; solicítela de nuevo cuando ${symbol} tenga cotización, o cancele antes esa orden`,
  noPriceForAmount: ({ symbol, amount }, writer) =>
    `No hay precio de ${symbol} para calcular la cantidad por ${writer.money(amount, 'USD')}; vuelva a solicitarla cuando haya cotización`,
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
  uncoveredOption: 'Vende una opción que nada cubre: ni una posición ni otra pata de esta orden',
  partlyCovered: 'Vende más opciones de las que cubren su posición y las otras patas',
  leavesUncovered: ({ symbol }) => `Deja sin cobertura opciones vendidas de ${symbol}`,
  unlimitedLoss: 'La pérdida posible es ilimitada',
  marketClosed: ({ assetClass, session, opens }, { day }) => {
    const market = MARKETS[assetClass]
    const state =
      session === 'unknown'
        ? `aquí no se conoce el horario de ${market}`
        : `la sesión regular de ${market} está cerrada`
    const next = opens === null ? '' : ` (abre el ${day(opens.day)} a las ${opens.time} ET)`
    return `Sin límite de precio, y ${state}${next}: puede ejecutarse lejos de lo que se muestra`
  },
  noCurrentPrice: ({ last, ageMs }, { exactPrice, duration }) =>
    last === null
      ? 'No hay precio: se ejecuta al precio que tenga el mercado'
      : `Sin precio actual: el último, ${exactPrice(last)}, ${ageMs === null ? 'nunca se confirmó' : `tiene más de ${duration(ageMs)}`}. Se ejecuta al precio que tenga el mercado`,
  staleQuote: 'Sin límite de precio, y el precio que se muestra no es reciente',
  countsLinked: 'cada orden vinculada, y de las que se cancelan entre sí la mayor',
  closesEntry: 'Solo puede cerrar lo que abre la primera orden.',
  tooManyRisks:
    'Estas órdenes vinculadas tienen más riesgos de los que muestra una tarjeta. Solicite menos a la vez.',
  countsNothing: 'solo reduce una posición',
  countsAmount: 'el importe',
  countsLimit: 'límite × cantidad',
  countsMarket: 'precio de venta + 2%, × cantidad',
  countsShort: ({ quantity }, writer) =>
    `${writer.quantity(quantity)} que usted no tiene cuentan el doble`,
  countsCovered: ({ shares }, writer) =>
    `pérdida máxima: cubierta por ${writer.quantity(shares)} acciones que tiene`,
  countsCover: ({ quantity }, writer) =>
    `${writer.quantity(quantity)} cubren opciones vendidas; sin ellas, el doble`,
  countsShortAmount: 'lo que usted no tiene cuenta el doble',
  countsContract: ({ multiplier }, writer) =>
    `valor total: precio × ${writer.decimal(multiplier)} × cantidad`,
  countsMaxLoss: 'pérdida máxima, sin comisiones',
  countsStressed: 'pérdida ilimitada: las acciones al doble de su precio',
  reducesRisk: ({ quantity, available }, writer) =>
    quantity === null
      ? `Reduce el riesgo: como máximo lo disponible, ${writer.quantity(available)}`
      : `Reduce el riesgo: cierra ${writer.quantity(quantity)} de ${writer.quantity(available)} disponibles`,
  stopSide: ({ stop }, { exactPrice }) =>
    `El stop ${exactPrice(stop)} está del lado equivocado del mercado: se activa de inmediato`,
  wideTrail: ({ percent }, writer) =>
    `El stop sigue a un ${writer.decimal(percent)}% de distancia: el precio puede moverse hasta ahí antes de activarlo`,
  farThrough: ({ percent }, writer) =>
    percent === null
      ? 'El límite rebasa mucho el mercado'
      : `El límite rebasa el mercado en ${writer.decimal(percent)}%`,
  largeShare: ({ percent }, writer) =>
    `El valor de la orden es el ${writer.decimal(percent)}% del patrimonio de la cuenta`,
  equityUnknown: 'No se sabe qué parte de la cuenta representa',
  largeOrder: ({ value }, writer) => `Valor de la orden ${writer.money(value, 'USD')}`,
}
