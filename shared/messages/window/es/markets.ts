import type { marketText } from '../en/markets.js'
import type { Translated } from '../translated.js'

/** Texts of the browser of futures, coins and event markets, in Spanish. */
export const marketTextEs: Translated<typeof marketText> = {
  title: 'Mercados',
  names: { futures: 'Futuros', crypto: 'Cripto', events: 'Eventos' },
  productClass: 'Clase de producto',
  allClasses: 'Todas las clases',
  product: 'Producto',
  contractsOf: (product) => `Contratos de ${product}`,
  category: 'Categoría',
  series: 'Serie',
  event: 'Evento',
  marketsOf: (event) => `Preguntas de ${event}`,
  priceOf: (outcome, price) => `${outcome}: ${price}`,
  front: 'Vigente',
  continuous: 'Solo gráfico',
  heads: {
    point: 'Punto',
    tick: 'Paso',
    lastDay: 'Último día',
    settlement: 'Liquidación',
    coin: 'Nombre',
    minAmount: 'Orden mín.',
    question: 'Pregunta',
  },
  headsLong: {
    point: 'Valor de un punto',
    tick: 'Paso mínimo del precio',
    lastDay: 'Último día de negociación',
    minAmount: 'Importe mínimo de una orden',
  },
  settlements: { cash: 'Efectivo', physical: 'Entrega', unknown: '—' },
  watch: 'Añadir a la lista de seguimiento',
  none: 'Aquí no hay nada listado',
  noneHint: 'Elija otra entrada arriba.',
  failed: 'No se pudo cargar la lista',
}
