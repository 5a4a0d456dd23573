import type { ComboRole } from '../../../domain/orders/order-types.js'
import type { LinkedName } from '../../../domain/orders/combo-rules.js'
import type { CatalogueLike } from '../../catalogue.js'
import type { EnglishCatalogue } from '../../en/index.js'
import { STATUS_NAMES } from './names.js'

const ACTION = { replace: 'Modificación', cancel: 'Cancelación' } as const

/** The orders of a pair have different genders in Spanish. */
const FILLED: Readonly<Record<LinkedName, string>> = {
  'take-profit': 'Toma de ganancias ejecutada:',
  'stop-loss': 'Límite de pérdidas ejecutado:',
  stop: 'Orden stop ejecutada:',
  limit: 'Orden límite ejecutada:',
}
const CANCELED: Readonly<Record<LinkedName, string>> = {
  'take-profit': 'toma de ganancias cancelada',
  'stop-loss': 'límite de pérdidas cancelado',
  stop: 'orden stop cancelada',
  limit: 'orden límite cancelada',
}

/** What becomes of one of several linked orders. */
const LINKED: Readonly<Record<ComboRole, string>> = {
  master: 'la principal, cuya ejecución inicia las demás.',
  'take-profit':
    'la toma de ganancias. Junto a una orden principal solo se activa cuando esta se ha ejecutado; su ejecución cancela el límite de pérdidas.',
  'stop-loss':
    'el límite de pérdidas. Junto a una orden principal solo se activa cuando esta se ha ejecutado; su ejecución cancela la toma de ganancias.',
  oto: 'solo se activa cuando la orden principal se ha ejecutado.',
  otoco:
    'solo se activa cuando la orden principal se ha ejecutado; la ejecución de una de las iniciadas cancela las demás.',
  oco: 'la ejecución de una cancela las demás.',
}

/** What may become of an order and of a request about it, in Spanish. */
export const orders: CatalogueLike<EnglishCatalogue>['orders'] = {
  notFound: 'Esta orden no se conoce.',
  alreadyFinal: ({ status }) => `La orden ya está ${STATUS_NAMES[status]}.`,
  requestPending: ({ kind }) =>
    `Una ${ACTION[kind].toLowerCase()} de esta orden todavía no tiene resultado.`,
  requestOnItsWay: 'Otra solicitud sobre esta orden está en curso.',
  cancelOnItsWay: 'Una cancelación de esta orden está en curso.',
  endedMeanwhile: 'La orden terminó entretanto.',
  idTaken: 'Otra orden tiene este identificador.',
  eventAgreement: () =>
    'El bróker acepta contratos de eventos solo cuando se ha firmado su acuerdo, y no está firmado. No existe ninguna orden. Abra el acuerdo en el bróker, fírmelo y envíe la orden de nuevo (event-agreement).',
  priceNotConfirmed:
    'No se envió nada: no había un precio actual y no confirmó el último. Espere a que haya un precio o use un límite.',
  ticketOld:
    'Esta orden ya se envió antes y salió de la lista; ahora no se envió nada. Revise el historial de órdenes antes de enviarla de nuevo.',
  ticketUnreadable:
    'Esta orden ya se envió antes y su registro archivado no se puede leer; ahora no se envió nada. Revise el historial de órdenes antes de enviarla de nuevo.',
  ticketTaken: 'Este formulario ya se usó para otra orden.',
  unknownPlacement: 'Todavía no se sabe si esta orden se colocó.',
  amountNotReplaceable: 'Una orden por importe no se puede modificar.',
  termsNotReplaceable:
    'La orden tiene condiciones que Countersign no admite, o sus patas no quedarían enteras.',
  nothingToChange: 'No hay nada que modificar.',
  belowFilled: 'La cantidad debe ser mayor que la ya ejecutada.',
  ofLinked: ({ number, denial }, { message }) => `Orden ${number}: ${message(denial)}`,
  journalFailed: 'No se puede escribir en el diario de órdenes.',
  nothingToClose: ({ symbol }) => `Esta orden no cerraría ninguna posición en ${symbol}.`,
  positionUnreadable: ({ symbol }) =>
    `El bróker informa de una posición en ${symbol} que Countersign no puede leer, así que no se sabe cuánto se puede cerrar. No se envió nada. Ciérrela con su bróker.`,
  availableToClose: ({ symbol, available }, { quantity }) =>
    `Solo se pueden cerrar ${quantity(available)} de ${symbol}.`,
  closingSent: ({ symbol, available }, { quantity }) =>
    `Entretanto se envió una orden que cierra la posición en ${symbol}; de ella quedan ${quantity(available)} disponibles. Ahora no se envió nada: mire la posición antes de volver a ordenar.`,
  notReducing: 'Otras órdenes ya cierran la posición.',
  coversOptions: ({ symbol, available }, { quantity }) =>
    `Cubre opciones vendidas de ${symbol}: cerrar más de ${quantity(available)} las dejaría sin cobertura. Ciérrelas antes, o junto con ella.`,
  noPrice: ({ symbol }) => `Ahora no hay precio para ${symbol}.`,
  notPlaced: 'No colocada.',
  filledInstead: ({ filled, quantity, price, canceled }, { quantity: writeQuantity, exactPrice }) =>
    `${FILLED[filled]} ${writeQuantity(quantity)}${price === null ? '' : ` a ${exactPrice(price)}`}, ${CANCELED[canceled]}`,
  linked: ({ role, group }) => `Una de las órdenes vinculadas ${group}: ${LINKED[role]}`,
  expired: ({ timeInForce }) =>
    timeInForce === 'gtd'
      ? 'Venció al final de su último día'
      : 'Venció con la sesión: era una orden del día',
  notPlacedAsReported: 'No colocada, según el bróker.',
  changeRefused: ({ kind }) => `${ACTION[kind]} rechazada.`,
  changeRefusedBecause: ({ kind, reason }, { message }) =>
    `${ACTION[kind]} rechazada: ${message(reason)}`,
  changeNotSent: ({ kind, reason }, { message }) =>
    `${ACTION[kind]} no enviada: ${message(reason)}`,
  changeWithoutEffect: ({ kind }) =>
    `${ACTION[kind]} aceptada por el bróker, pero sin efecto hasta ahora.`,
  changeNotReceived: ({ kind }) => `${ACTION[kind]} no recibida, según el bróker.`,
  requestBroken: 'La solicitud se interrumpió.',
  timeout: 'El bróker no respondió a tiempo.',
  answerWithoutOrder: 'El bróker respondió sin nombrar la orden.',
  notKnownToBroker: ({ seconds }) =>
    `El bróker respondió dos veces, con ${seconds} s de diferencia, que no conoce esta orden. Countersign dejó de contarla y consultarla. Puede haberse ejecutado o terminado antes: revise el historial y las posiciones.`,
  listRepeats: 'La lista del bróker se repite y no termina; puede estar incompleta.',
  otherOrder: 'El bróker respondió con otra orden.',
  endedBeforeAnswer: 'Countersign se cerró antes de recibir una respuesta.',
  statusContradicted: ({ status, reported }) =>
    `La orden está ${STATUS_NAMES[status]}, pero el bróker informó «${reported}».`,
  moreFilled: 'El bróker informa de más cantidad ejecutada que la ordenada.',
  lessFilled: 'El bróker informa de menos cantidad ejecutada que antes.',
  anomalyOf: ({ symbol, clientOrderId, anomaly }, { message }) =>
    `${symbol} ${clientOrderId}: ${message(anomaly)}`,
  anomalyIn: ({ symbol, anomaly }, { message }) => `${symbol}: ${message(anomaly)}`,
  reasons: ({ reasons }, { message }) => reasons.map(message).join('; '),
}
