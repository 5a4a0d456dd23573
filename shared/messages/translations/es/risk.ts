import type { AccountProduct } from '../../../domain/instruments/account-products.js'
import type { AssetClass } from '../../../domain/instruments/instrument.js'
import type { OrderChange } from '../../../domain/orders/order.js'
import type { OrderType, ComboRole } from '../../../domain/orders/order-types.js'
import type { AlgoChange } from '../../../domain/orders/order-terms.js'
import type { CatalogueLike } from '../../catalogue.js'
import type { EnglishCatalogue } from '../../en/index.js'
import { STATUS_NAMES } from './names.js'
import { orderTypeLabels } from './instructions/order-types.js'

const ACCOUNTS: Readonly<Record<AccountProduct, string>> = {
  securities: 'acciones y opciones',
  futures: 'futuros',
  crypto: 'criptomonedas',
  events: 'contratos de eventos',
}
const ORDERS: Readonly<Record<AssetClass, string>> = {
  stock: 'una orden de acciones',
  option: 'una orden de opciones',
  futures: 'una orden de futuros',
  crypto: 'una orden de criptomonedas',
  event: 'una orden de contratos de eventos',
}
const MEMBERS: Readonly<Record<keyof OrderChange, string>> = {
  type: 'tipo',
  timeInForce: 'vigencia',
  quantity: 'cantidad',
  limitPrice: 'precio límite',
  stopPrice: 'precio stop',
  trail: 'distancia del stop dinámico',
  algo: 'algoritmo',
}
const ALGO_MEMBERS: Readonly<Record<keyof AlgoChange, string>> = {
  targetPercent: 'parte del volumen',
  maxPercent: 'parte máxima del volumen',
  start: 'inicio',
  end: 'fin',
}
const ROLES: Readonly<Record<ComboRole, string>> = {
  master: 'principal',
  'take-profit': 'de toma de ganancias',
  'stop-loss': 'de límite de pérdidas',
  oto: 'OTO',
  oco: 'OCO',
  otoco: 'OTOCO',
}
const typeName = (type: OrderType): string => orderTypeLabels[type]
const PLACE_ANOTHER = 'cancélela y coloque otra'

/** Why an order is denied before it is sent, in Spanish. */
export const risk: CatalogueLike<EnglishCatalogue>['risk'] = {
  withCode: ({ denial }, { message }) => message(denial).replace(/\.$/, ''),
  halted: 'La negociación está detenida.',
  switching: 'Countersign está cambiando de perfil.',
  notArmed: 'Para operar con dinero real, actívelo primero.',
  locked: 'Countersign se bloqueó antes de que saliera la orden. No se envió nada.',
  accountUnknown: 'Esta cuenta no se conoce.',
  accountTrades: ({ product, assetClass, needed }) =>
    `Esta cuenta opera ${ACCOUNTS[product]}: ${ORDERS[assetClass]} corresponde a una cuenta de ${ACCOUNTS[needed]}.`,
  positionUnreadable: ({ symbol }) =>
    `El bróker informa de una posición que Countersign no puede leer y que podría ser de ${symbol}, así que no se pueden comprobar los límites. No se envió nada. Ahora solo la persona puede operar ${symbol}, con el bróker.`,
  notListed: ({ symbol }) => `${symbol} no cotiza.`,
  notTradable: ({ symbol }) => `${symbol} no se puede negociar.`,
  closeOnly: ({ symbol, action }) =>
    action === 'sold' ? `${symbol} solo se puede vender.` : `${symbol} solo se puede cerrar.`,
  notShortable: ({ symbol }) => `${symbol} no se puede vender en corto.`,
  listingUnavailable: ({ symbol, reason }, { message }) =>
    `${symbol} no se puede consultar ahora: ${message(reason)}`,
  priceBand: ({ limit, last }, { exactPrice }) =>
    `El límite ${exactPrice(limit)} se aleja demasiado del último precio ${exactPrice(last)}.`,
  stopBand: ({ limit, stop }, { exactPrice }) =>
    `El límite ${exactPrice(limit)} se aleja demasiado de su precio stop ${exactPrice(stop)}.`,
  maxQuantity: ({ quantity, max }, writer) =>
    `Una cantidad de ${writer.quantity(quantity)} supera el límite de ${writer.quantity(max)} por orden.`,
  maxNotional: ({ value, max }, { exactPrice }) =>
    `Un valor de orden de ${exactPrice(value)} supera el límite de ${exactPrice(max)}.`,
  maxOpenOrders: ({ max }, { count }) =>
    `Ya hay ${count(max)} órdenes abiertas, y ese es el límite.`,
  maxShare: ({ value, max, share, equity }, { money, percent }) =>
    `Un valor de orden de ${money(value)} supera el límite de ${money(max)}: el ${percent(share)} del patrimonio de la cuenta, ${money(equity)}.`,
  maxOrdersPerDay: ({ orders, max }, { count }) =>
    `Hoy se enviaron ${count(orders)} órdenes y el límite es de ${count(max)} al día. Vuelve a empezar con el próximo día de negociación. Las cancelaciones, los cambios y las órdenes que solo reducen una posición siguen pasando.`,
  accountUnread:
    'No se pudieron leer las cifras de la cuenta y los límites que dependen de ellas no se pueden comprobar. No se envió nada. Las órdenes que solo reducen una posición siguen pasando.',
  lossReached: ({ dayPnl, limit, currency }, { money }) =>
    `Las G/P del día de esta cuenta, ${money(dayPnl, currency)}, han alcanzado su límite de pérdida diaria de ${money(limit, currency)}. Se vuelven a consultar antes de bloquear la cuenta. No se envió nada. Las cancelaciones y las órdenes que solo reducen una posición siguen pasando.`,
  lockedOut: ({ dayPnl, limit, currency, end }, { money, day }) =>
    `Se alcanzó el límite de pérdida diaria de esta cuenta: G/P del día ${money(dayPnl, currency)} de ${money(limit, currency)}. Las órdenes nuevas se rechazan hasta ${end === null ? 'la próxima sesión' : `el ${day(end.day)} a las ${end.time} ET`}, y nada lo levanta antes. Las cancelaciones y las órdenes que solo reducen una posición siguen pasando.`,
  lockedAfterDamage: ({ end }, { day }) =>
    `El registro de sus límites y bloqueos estaba dañado, por lo que las órdenes nuevas se rechazan hasta ${end === null ? 'la próxima sesión' : `el ${day(end.day)} a las ${end.time} ET`}. Las cancelaciones y las órdenes que solo reducen una posición siguen pasando.`,
  duplicate: 'La misma orden se envió hace un momento.',
  noLegPrices: 'No hay precio para todas las patas de la combinación.',
  noReference: ({ symbol }) =>
    `No hay un precio actual de ${symbol} con el que comparar la orden, así que no se pueden comprobar sus límites. Espere a que haya un precio e inténtelo de nuevo; una posición se puede cerrar desde su fila sin él.`,
  noFreshPrice: 'No hay un precio reciente para una orden a mercado.',
  uncertainOrder: ({ clientOrderId }) =>
    `Todavía no se sabe si la orden ${clientOrderId} se colocó; espere hasta que se aclare.`,
  cryptoFixed: `Las órdenes de criptomonedas no se pueden modificar: ${PLACE_ANOTHER}.`,
  futuresFixed: ({ type, member }) =>
    `Una orden de futuros de tipo «${typeName(type)}» no admite cambios de ${MEMBERS[member]}: ${PLACE_ANOTHER}.`,
  algoUnknown: `Countersign no admite el algoritmo de esta orden: ${PLACE_ANOTHER}.`,
  algoTypes: `Un algoritmo solo trabaja órdenes a mercado y limitadas: ${PLACE_ANOTHER}.`,
  algoDayOnly: `Una orden con algoritmo solo es válida para el día: ${PLACE_ANOTHER}.`,
  algoTerm: ({ algo, member }) =>
    `${algo.toUpperCase()} no tiene esta condición (${ALGO_MEMBERS[member]}): ${PLACE_ANOTHER}.`,
  noAlgo: `Ningún algoritmo trabaja esta orden: ${PLACE_ANOTHER}.`,
  comboRoleUnknown: `Countersign no admite la función de esta orden en su combinación, y su tipo es fijo: ${PLACE_ANOTHER}.`,
  comboRoleType: ({ role, type }) =>
    `La orden ${ROLES[role]} de una combinación no puede pasar al tipo «${typeName(type)}»: ${PLACE_ANOTHER}.`,
  orderTwice: 'La misma orden figura dos veces en la solicitud.',
  comboOnly:
    'Solo se modifican juntas las órdenes de una combinación: modifique las demás una por una.',
  comboIdUnknown:
    'El bróker no ha informado el identificador de esta combinación: sus órdenes se pueden modificar una por una.',
  severalCombos:
    'Estas órdenes pertenecen a combinaciones distintas: modifique cada combinación por separado.',
  comboMemberEnded: ({ clientOrderId, status }) =>
    `La orden ${clientOrderId} ya está ${STATUS_NAMES[status]}: se modifican todas o ninguna.`,
}
