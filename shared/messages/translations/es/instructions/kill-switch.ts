import type { HaltScope } from '../../../../domain/orders/halt.js'
import type { Side } from '../../../../domain/side.js'
import type { CatalogueLike } from '../../../catalogue.js'
import type { EnglishCatalogue } from '../../../en/index.js'
import { MARKETS } from '../names.js'

const HALTED: Readonly<Record<HaltScope, string>> = {
  assistants: 'Asistentes detenidos',
  all: 'Todas las operaciones detenidas',
}
const SIDES: Readonly<Record<Side, string>> = {
  buy: 'compra de',
  sell: 'venta de',
  short: 'venta en corto de',
}

/** The kill switch, what a halt left open, and the plan that closes positions, in Spanish. */
export const killSwitch: CatalogueLike<EnglishCatalogue>['killSwitch'] = {
  accessNotStored:
    'No se pudo guardar la pausa o la revocación de un asistente. Revise qué puede hacer cada asistente antes de reanudarlos.',
  unreadable:
    'No se puede leer el registro de una detención; los asistentes siguen detenidos hasta que usted la levante.',
  halted: ({ scope, reason }, { message }) => `${HALTED[scope]}: ${message(reason)}`,
  pauseReason: ({ reason }, { message }) => `Detenidos: ${message(reason)}`,
  lifted: 'La detención se levantó: los asistentes se pueden reanudar',
  continued: 'Countersign se inició con una detención sin terminar y la continúa',
  result: ({ working, unknown }) =>
    `${working} activas, ${unknown} desconocidas después de la detención`,
  beingSent: ({ side, symbol }) => `Enviándose: ${SIDES[side]} ${symbol}`,
  position: ({ quantity, symbol }) => `${quantity} ${symbol}`,
  stillCanceling: 'Todavía se están cancelando órdenes. Cierre las posiciones cuando eso termine.',
  planUnknown: 'Este plan no es el que se mostró, o ya se envió.',
  planExpired: 'El plan ha vencido. Solicite uno nuevo.',
  planned: ({ orders }) => `Cerrar ${orders} posiciones`,
  closed: ({ accepted, orders }) => `El bróker aceptó ${accepted} de ${orders} órdenes de cierre`,
  marketClosed: ({ assetClass, opens }, { day }) => {
    const next = opens === null ? 'la próxima' : `la del ${day(opens.day)} a las ${opens.time} ET`
    return `La sesión regular de ${MARKETS[assetClass]} está cerrada: la orden espera ${next}`
  },
  limitForOption: 'Límite a través del mercado: las opciones no tienen órdenes de mercado',
  limitOutsideSession:
    'Límite a través del mercado: no hay órdenes de mercado fuera de la sesión regular',
  comboNotOneLeg: 'Las patas de una combinación se cierran una por una, o juntas a un precio neto',
  contractUnknown: 'El bróker no informa qué contrato es',
  outcomeUnknown: 'El bróker no informa qué resultado se tiene',
  noPrice: 'No hay precio para cerrarla ahora',
  combinationUnknown:
    'El bróker no informa los contratos de esta combinación: ciérrela en el formulario de órdenes',
  unreadablePosition: ({ symbol }) =>
    symbol === null ? 'Una posición' : `Una posición en ${symbol}`,
  beyondPlan: ({ max }) => `Un plan cierra ${max} como máximo: ciérrela con el siguiente`,
  unreadablePositionNote: 'No se pudo leer: ciérrela con su bróker',
  reserved: 'Órdenes activas ya la cierran: cancélelas primero',
  shortStaysOpen: ({ symbol }) =>
    `Queda abierta una opción corta de ${symbol}, que esta posición puede cubrir`,
  afterShortOptions: ({ symbol }) => `Después de cerrar las opciones cortas de ${symbol}`,
  bothLegs: 'Ambas patas en una sola orden; si se rechaza, primero la pata corta',
  cannotHalve: 'Es demasiado pequeña para dividirla por la mitad',
  reverseProduct: 'Las criptomonedas y los contratos de eventos no se venden en corto',
  reverseWhole: 'Una fracción de acción no se puede vender en corto',
  reverseCash: 'Esta cuenta no puede vender en corto',
  reverseOrders: 'Ya la reducen órdenes activas: cancélelas antes de invertirla',
  thenOpens:
    'Se envía cuando la primera orden se ha ejecutado por completo. Se le aplican los límites y las detenciones',
  openingNotSent:
    'No se envió: la orden de cierre no se ha ejecutado. La posición contraria no se abrió',
  plannedReverse: 'Invertir una posición: cerrarla y después abrir la contraria',
  notSent: 'No se envió',
  coverNotSent:
    'No se envió: sigue abierta una opción corta, que esta posición puede cubrir. Vuelva a comprobarlo cuando esté cerrada',
  outcomePending: 'Todavía no se sabe si se colocó; Countersign lo está comprobando',
  shortLegOnly: ({ outcome }, { message }) =>
    `No se aceptó como una sola orden. La pata corta: ${message(outcome)}`,
  shortLegWorking:
    'No se aceptó como una sola orden. La pata corta se está recomprando; la pata larga queda abierta hasta entonces',
  longLeg: ({ outcome }, { message }) =>
    `No se aceptó como una sola orden. La pata corta se recompró; la pata larga: ${message(outcome)}`,
}
