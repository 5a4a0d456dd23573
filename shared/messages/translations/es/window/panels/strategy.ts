import type { strategyPanelText } from '../../../../en/window/panels/strategy.js'
import type { Translated } from '../../../../translated.js'

/** The strategy builder, in Spanish. */
export const strategyPanelTextEs: Translated<typeof strategyPanelText> = {
  empty: 'Aún no hay patas',
  emptyHint:
    'Empiece con una plantilla o añada contratos desde el menú de la cadena de opciones (clic derecho o tecla de menú en un ejercicio), o arrastre aquí un bid o un ask.',
  template: 'Plantilla',
  chooseTemplate: 'Elegir …',
  templateMissing: (name) => `La cadena de este símbolo no tiene contratos para ${name}.`,
  noPrice: (symbol) => `Todavía no hay precio de ${symbol}.`,
  bought: (name) => `${name}, comprada con débito`,
  sold: (name) => `${name}, vendida con crédito`,
  closed: (symbol, name) => `Cerrar ${symbol}: ${name.toLowerCase()}`,
  rolled: (symbol) => `Rolar ${symbol} a otro vencimiento`,
  unknown:
    'Estas patas no forman una estrategia que el bróker acepte. Conoce verticales, straddles, strangles, calendarios, diagonales, mariposas, cóndores y los de hierro, acciones cubiertas y collares.',
  legs: 'Patas',
  addBuy: (name) => `Añadir a la estrategia: comprar ${name}`,
  addSell: (name) => `Añadir a la estrategia: vender ${name}`,
  side: { buy: 'Comprar', sell: 'Vender' },
  dropHere: 'Suelte aquí para añadir esta pata a la estrategia',
  flip: (name) => `Cambiar el lado de ${name}`,
  ratio: (name) => `Contratos de ${name} por unidad`,
  remove: (name) => `Quitar ${name}`,
  addShares: (symbol) => `Añadir 100 acciones de ${symbol}`,
  shares: (symbol) => `100 acciones de ${symbol}`,
  clear: 'Quitar todas las patas',
  natural: 'Natural',
  naturalMeaning: 'Compras al precio de venta, ventas al de compra: lo que se ejecuta enseguida.',
  mid: 'Medio',
  debit: (price) => `${price} débito`,
  credit: (price) => `${price} crédito`,
  limit: 'Precio límite neto',
  usePrice: (name, price) => `Usar ${name}, ${price}`,
  quantity: 'Unidades',
  timeInForce: 'Vigencia',
  maxGain: 'Ganancia máx.',
  maxLoss: 'Pérdida máx.',
  breakEven: 'Equilibrio',
  unlimited: 'ilimitada',
  noBreakEven: 'ninguno',
  severalDays:
    'Las patas vencen en días distintos, así que ganancia y pérdida dependen de lo que valga entonces la última. Aún no hay precio con el que estimarlo.',
  estimated:
    'Estimado para el día en que vence la primera pata, con la volatilidad de los precios de hoy, sin intereses ni dividendos.',
  greeks: { delta: 'Delta', gamma: 'Gamma', theta: 'Theta', vega: 'Vega' },
  greekMeanings: {
    delta: 'Se mueve como este número de acciones del subyacente.',
    gamma: 'Cambio de delta cuando el subyacente sube un dólar.',
    theta: 'Ganancia o pérdida de un día que pasa.',
    vega: 'Ganancia o pérdida cuando la volatilidad implícita sube un punto porcentual.',
  },
  chart: (result) =>
    `Resultado según el precio del subyacente; las flechas lo leen a un precio. ${result}`,
  chartAxis: 'Resultado en USD según el precio del subyacente',
  atExpiration: 'Al vencimiento',
  atFirstExpiration: 'Al primer vencimiento, estimado',
  today: 'Hoy, estimado',
  reading: ({ price, atEnd, today, isEstimate }) =>
    `A ${price}: ${atEnd} al ${isEstimate ? 'primer vencimiento' : 'vencimiento'}${today === null ? '' : `, ${today} hoy`}`,
  now: 'ahora',
  marginTitle: 'Costo y margen',
  costName: (isCredit) => (isCredit ? 'Crédito' : 'Costo'),
  marginFigures: { fees: 'Comisiones', margin: 'Margen', power: 'Poder de compra de opciones' },
  marginSource: (isBrokers) =>
    isBrokers
      ? 'El costo y las comisiones son la estimación del bróker. El bróker no da el margen de las opciones: se estima según las reglas habituales, junto con lo que la cuenta ya tiene del mismo subyacente.'
      : 'Estimado por Countersign. El margen sigue las reglas habituales, junto con lo que la cuenta ya tiene del mismo subyacente.',
  add: 'Añadir a la cesta',
  addHint: 'La cesta muestra la estimación del bróker y la envía después de su revisión.',
  added: 'Abrir la cesta',
  repeat: 'Repetir la última estrategia',
  repeatHint: 'Vuelve a poner la última estrategia en el constructor. No se envía nada.',
  held: 'En cartera',
  heldSide: { buy: 'Larga', sell: 'Corta' },
  heldLeg: (name) => `${name} ya está en cartera: no se ordena`,
  heldHint: 'Esta pata es una posición que ya tiene. La orden negocia solo la otra pata.',
  heldFaults: {
    gone: 'La cuenta elegida ya no tiene esta pata en cartera. Quítela o elija la cuenta que la tiene.',
    fewer: 'La posición tiene menos unidades que la orden. Reduzca las unidades.',
  },
  legInTitle: 'Entrada de pata',
  legInHint: 'Añada la otra pata desde Opciones. Solo se ordena esa.',
  protectivePut: 'Opción de venta protectora',
  protectiveHint:
    'El bróker no tiene una estrategia con este nombre: la opción de venta se ordena sola y protege las acciones en cuanto se ejecuta.',
}
