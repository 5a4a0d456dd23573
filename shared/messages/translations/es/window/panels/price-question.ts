import type { priceQuestionText } from '../../../../en/window/panels/price-question.js'
import type { Translated } from '../../../../translated.js'

/** The question before an order is sent whose price is not current, in Spanish. */
export const priceQuestionTextEs: Translated<typeof priceQuestionText> = {
  title: (count: number) =>
    count === 1
      ? '¿Enviar sin un precio actual?'
      : `¿Enviar ${count} órdenes sin un precio actual?`,
  notSent: (count: number) =>
    count === 1 ? 'La orden no se ha enviado.' : `Estas ${count} órdenes no se han enviado.`,
  atMarket: 'Se ejecutará al precio que tenga el mercado, que puede estar lejos del último precio.',
  atMarketSeveral:
    'Se ejecutarán al precio que tenga el mercado, que puede estar lejos de los últimos precios.',
  noValue: 'Sin ningún precio no se pueden comprobar sus límites sobre el valor de una orden.',
  last: 'Último precio',
  bidAsk: 'Compra / venta',
  age: 'Antigüedad del precio',
  noPrice: 'Ninguno conocido',
  neverConfirmed: 'Nunca confirmado',
  old: (age: string) => `hace ${age}`,
  send: (count: number) =>
    count === 1 ? 'Enviar a cualquier precio' : `Enviar ${count} a cualquier precio`,
}
