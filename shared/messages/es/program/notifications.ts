import type { CatalogueLike } from '../../catalogue.js'
import type { EnglishCatalogue } from '../../en/index.js'
import type { Side } from '../../../domain/side.js'

const VERBS: Readonly<Record<Side, string>> = {
  buy: 'Compradas',
  sell: 'Vendidas',
  short: 'Vendidas en corto',
}

/** System notifications about orders and connections, in Spanish. */
export const notifications: CatalogueLike<EnglishCatalogue>['notifications'] = {
  filled: ({ symbol, side, quantity }, writer) =>
    `${VERBS[side]} ${writer.quantity(quantity)} ${symbol}`,
  filledAt: ({ symbol, side, quantity, price }, writer) =>
    `${VERBS[side]} ${writer.quantity(quantity)} ${symbol} a ${writer.price(price)}`,
  partiallyFilled: ({ symbol, side, quantity }, writer) =>
    `${VERBS[side]} ${writer.quantity(quantity)} ${symbol}, ejecución parcial`,
  rejected: ({ symbol }) => `${symbol}: orden rechazada`,
  canceled: ({ symbol }) => `${symbol}: orden cancelada por el bróker`,
  expired: ({ symbol }) => `${symbol}: orden vencida`,
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
  openToRead: 'Abra Countersign para leerla.',
}
