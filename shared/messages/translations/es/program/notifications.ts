import type { CatalogueLike } from '../../../catalogue.js'
import type { EnglishCatalogue } from '../../../en/index.js'
import { isZero } from '../../../../domain/decimal.js'
import type { Writer } from '../../../writer.js'
import type { ExpiredLeg } from '../../../../domain/notifications/order-news.js'
import type { LinkedName } from '../../../../domain/orders/combo-rules.js'
import type { FillVerb } from '../../../en/program/notifications.js'

const VERBS: Readonly<Record<FillVerb, string>> = {
  buy: 'Compradas',
  sell: 'Vendidas',
  short: 'Vendidas en corto',
  roll: 'Roll ejecutado:',
}

/** The orders of a pair have different genders in Spanish. */
const LINKED: Readonly<Record<LinkedName, { readonly filled: string; readonly canceled: string }>> =
  {
    'take-profit': {
      filled: 'toma de ganancias ejecutada:',
      canceled: 'toma de ganancias cancelada',
    },
    'stop-loss': {
      filled: 'límite de pérdidas ejecutado:',
      canceled: 'límite de pérdidas cancelado',
    },
    stop: { filled: 'orden stop ejecutada:', canceled: 'orden stop cancelada' },
    limit: { filled: 'orden límite ejecutada:', canceled: 'orden límite cancelada' },
  }

const EXPIRED: Readonly<
  Record<LinkedName, { readonly name: string; readonly expired: string; readonly works: string }>
> = {
  'take-profit': {
    name: 'toma de ganancias',
    expired: 'vencida',
    works: 'la toma de ganancias sigue activa',
  },
  'stop-loss': {
    name: 'límite de pérdidas',
    expired: 'vencido',
    works: 'el límite de pérdidas sigue activo',
  },
  stop: { name: 'orden stop', expired: 'vencida', works: 'la orden stop sigue activa' },
  limit: { name: 'orden límite', expired: 'vencida', works: 'la orden límite sigue activa' },
}

/** "toma de ganancias vencida, el límite de pérdidas sigue activo". */
const expiredText = (name: LinkedName, other: ExpiredLeg['other']): string => {
  if (other?.state === 'expired') {
    return `vencieron ${EXPIRED[name].name} y ${EXPIRED[other.name].name}`
  }
  const ended = `${EXPIRED[name].name} ${EXPIRED[name].expired}`
  return other === null ? ended : `${ended}, ${EXPIRED[other.name].works}`
}

type Ended = Parameters<EnglishCatalogue['notifications']['canceled']>[0]

/** ", 4 de 10 ejecutadas", where a part of the order did. */
const fillText = ({ filled, total }: Ended, { quantity }: Pick<Writer, 'quantity'>): string => {
  if (isZero(filled)) return ''
  return `, ${quantity(filled)}${total === null ? '' : ` de ${quantity(total)}`} ejecutadas`
}

/** System notifications about orders and connections, in Spanish. */
export const notifications: CatalogueLike<EnglishCatalogue>['notifications'] = {
  filled: ({ instrument, side, quantity }, writer) =>
    `${VERBS[side]} ${writer.quantity(quantity)} ${writer.message(instrument)}`,
  filledAt: ({ instrument, side, quantity, price }, writer) =>
    `${VERBS[side]} ${writer.quantity(quantity)} ${writer.message(instrument)} a ${writer.exactPrice(price)}`,
  partiallyFilled: ({ instrument, side, quantity }, writer) =>
    `${VERBS[side]} ${writer.quantity(quantity)} ${writer.message(instrument)}, ejecución parcial`,
  rejected: (order, writer) =>
    `${writer.message(order.instrument)}: orden rechazada${fillText(order, writer)}`,
  canceled: (order, writer) =>
    `${writer.message(order.instrument)}: orden cancelada por el bróker${fillText(order, writer)}`,
  filledInstead: (
    { instrument, filled, quantity, price, canceled },
    { message, quantity: writeQuantity, exactPrice },
  ) =>
    `${message(instrument)}: ${LINKED[filled].filled} ${writeQuantity(quantity)}${price === null ? '' : ` a ${exactPrice(price)}`}, ${LINKED[canceled].canceled}`,
  expired: (order, writer) =>
    `${writer.message(order.instrument)}: orden vencida${fillText(order, writer)}`,
  legExpired: ({ instrument, leg: { name, other } }, { message }) =>
    `${message(instrument)}: ${expiredText(name, other)}`,
  bundle: ({ fills, rejected, ended }, { plural, list }) =>
    list(
      [
        fills === 0
          ? ''
          : plural(fills, { one: '# orden ejecutada', other: '# órdenes ejecutadas' }),
        rejected === 0 ? '' : plural(rejected, { one: '# rechazada', other: '# rechazadas' }),
        ended === 0
          ? ''
          : plural(ended, { one: '# cancelada o vencida', other: '# canceladas o vencidas' }),
      ].filter((part) => part !== ''),
    ),
  lost: 'Conexión perdida',
  lostDetail:
    'Desde hace más de un minuto. Las órdenes activas siguen en el bróker; Countersign sigue reconectando.',
  restored: 'Conexión restablecida',
  restoredDetail: 'Las órdenes y posiciones se comprobaron con el bróker.',
  hiddenAlert: 'Saltó una alerta',
  alerts: ({ count }, { plural }) =>
    plural(count, { one: 'Saltó o venció # alerta', other: 'Saltaron o vencieron # alertas' }),
  openToRead: 'Abra Countersign para leerla.',
}
