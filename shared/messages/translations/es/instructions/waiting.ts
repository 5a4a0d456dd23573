import type { CatalogueLike } from '../../../catalogue.js'
import type { EnglishCatalogue } from '../../../en/index.js'
import { STATUS_NAMES } from '../names.js'

/** Waiting instructions: their conditions, what woke them, and how they ended, in Spanish. */
export const waiting: CatalogueLike<EnglishCatalogue>['waiting'] = {
  priceAbove: ({ symbol, price }, writer) => `${symbol} cotiza a ${writer.exactPrice(price)} o más`,
  priceBelow: ({ symbol, price }, writer) =>
    `${symbol} cotiza a ${writer.exactPrice(price)} o menos`,
  crossesUp: ({ symbol, price }, writer) =>
    `${symbol} cruza ${writer.exactPrice(price)} desde abajo`,
  crossesDown: ({ symbol, price }, writer) =>
    `${symbol} cruza ${writer.exactPrice(price)} desde arriba`,
  changeAbove: ({ symbol, ratio }, writer) =>
    `${symbol} está en ${writer.ratio(ratio)} o más en el día`,
  changeBelow: ({ symbol, ratio }, writer) =>
    `${symbol} está en ${writer.ratio(ratio)} o menos en el día`,
  time: ({ day, clock }, writer) => `Son las ${clock}, hora de Nueva York, del ${writer.day(day)}`,
  orderFilled: ({ symbol, id }) => `La orden de ${symbol} …${id} está ejecutada`,
  orderEnded: ({ symbol, id }) => `La orden de ${symbol} …${id} ha terminado`,

  byAlert: ({ alert }) => `Se activó la alerta de la persona: ${alert}`,
  alertFired: 'Se activó la alerta de la persona',
  sawPrice: ({ symbol, price }, writer) => `${symbol} cotizó a ${writer.exactPrice(price)}`,
  sawChange: ({ symbol, ratio }, writer) => `${symbol} estaba en ${writer.ratio(ratio)} en el día`,
  sawTime: ({ day, clock }, writer) =>
    `Eran las ${clock}, hora de Nueva York, del ${writer.day(day)}`,
  sawOrder: ({ symbol, id, status }) =>
    `La orden de ${symbol} …${id} estaba ${STATUS_NAMES[status]}`,

  refused: ({ reason }, { message }) =>
    `Su condición se cumplió, pero no se solicitó nada: ${message(reason)}`,
  missed: 'Su hora pasó mientras no se evaluaba; no se solicitó nada',
  impossible: ({ status }) =>
    `La orden estaba ${STATUS_NAMES[status]} y ya no puede ejecutarse; no se solicitó nada`,
  split: ({ symbol, day, ratio }, writer) =>
    `${symbol} hizo un split de ${writer.decimal(ratio.to)} por ${writer.decimal(ratio.from)} el ${writer.day(day)} y esto estaba en precios y acciones anteriores; no se solicitó nada`,
  contractExpired: ({ symbol, day }, writer) =>
    `${symbol} venció el ${writer.day(day)}; no se solicitó nada`,
  expired: 'Su condición no se cumplió a tiempo; no se solicitó nada',
  removed: 'La eliminó la persona; no se solicitó nada',
  revoked: 'La eliminó el asistente; no se solicitó nada',
  halted: 'Se detuvieron los asistentes; no se solicitó nada',
  connectionRevoked: 'Se revocó la conexión; no se solicitó nada',
  interrupted: 'Countersign se cerró mientras despertaba; no se solicitó nada',

  alreadyMet: ({ seen }, { message }) =>
    `Esta condición ya se cumple (${message(seen)}), así que no hay nada que esperar. Solicite la orden misma.`,
  atLevel: ({ symbol, price }, writer) =>
    `${symbol} cotiza exactamente a ${writer.exactPrice(price)}, así que no hay lado desde el que cruzar. Use above o below.`,
  timePast: ({ day, clock }, writer) =>
    `Las ${clock}, hora de Nueva York, del ${writer.day(day)} ya pasaron.`,
  tooFar: ({ days }) => `Una instrucción en espera puede esperar ${days} días como máximo.`,
  expiryBeforeTime: 'Vencería antes de la hora que espera.',
  tooMany: ({ count, max }) =>
    `${count} instrucciones de esta conexión esperan una condición (límite: ${max}).`,
  orderFinal: ({ status }) => `Esta orden ya terminó: estaba ${STATUS_NAMES[status]}.`,
  noChange: ({ symbol }) => `Ahora no hay variación del día de ${symbol}.`,
  unknown: 'Ninguna instrucción en espera de esta conexión tiene este identificador.',
  ended: 'Ya no está en espera.',
}
