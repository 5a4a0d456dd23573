import type { OrderDescription } from '../../../../domain/orders/order-description.js'
import { plainLine } from '../../../../domain/text-safety.js'
import type { CatalogueLike } from '../../../catalogue.js'
import type { EnglishCatalogue } from '../../../en/index.js'
import { createOrderLine, type OrderTexts } from '../../../order-line.js'
import { orderTypePhrases } from './order-types.js'

const texts: OrderTexts = {
  language: 'es',
  // The English text is checked to fit; Spanish needs more room for the same terms.
  maxChars: 600,
  sides: { buy: 'COMPRAR', sell: 'VENDER', short: 'VENDER EN CORTO' },
  intents: {
    'buy-to-open': 'COMPRAR PARA ABRIR',
    'buy-to-close': 'COMPRAR PARA CERRAR',
    'sell-to-open': 'VENDER PARA ABRIR',
    'sell-to-close': 'VENDER PARA CERRAR',
  },
  legSides: { buy: 'comprar', sell: 'vender', short: 'vender en corto' },
  outcomes: { yes: 'SÍ', no: 'NO' },
  shares: 'acciones',
  types: orderTypePhrases,
  times: {
    day: 'válida por el día',
    gtc: 'válida hasta cancelar',
    ioc: 'inmediata o cancelar',
    fok: 'todo o nada inmediato',
    gtd: 'válida hasta una fecha',
  },
  sessions: {
    core: '',
    all: ', también en horario extendido',
    night: ', solo en la sesión nocturna',
  },
  months: ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'],
  amountOf: (amount) => `${amount} de `,
  outcomeOf: (outcome, symbol) => `${outcome} de ${symbol}`,
  strategyOn: (strategy, symbol) => `${strategy ?? 'combinación'} sobre ${symbol}`,
  trailOf: (step) => ` a ${step}`,
  goodTill: (day) => `válida hasta el ${day}`,
  targetShare: (percent) => `${percent} del volumen`,
  maxShare: (percent) => `máximo ${percent} del volumen`,
  hours: (start, end) => `de ${start ?? 'ahora'} a ${end ?? 'el cierre'} (Nueva York)`,
  workedBy: (algo) => `, repartida por ${algo}`,
  close: 'CERRAR',
  roll: 'ROLAR',
}
const lines = createOrderLine(texts)

/** The member of a step's places, where they are known. */
const placesOf = (places: number | undefined): { readonly places?: number } =>
  places === undefined ? {} : { places }

const exitText = (exit: OrderDescription, places: number | undefined): string =>
  `${exit.type === 'limit' ? 'toma de ganancias' : 'límite de pérdidas'} a ${lines.priceTerms({ ...exit, ...placesOf(places) })}, ${lines.timeInForce(exit)}`

const BEFORE = {
  place: '',
  replace: 'MODIFICAR la orden a ',
  cancel: 'CANCELAR la orden ',
} as const
const ACTS = { place: '', replace: 'MODIFICAR', cancel: 'CANCELAR' } as const

/** Orders in texts, in Spanish. */
export const order: CatalogueLike<EnglishCatalogue>['order'] = {
  line: ({ action, order, ...naming }) => lines.line(order, naming, BEFORE[action]),
  full: ({ order, places }) => lines.order(order, places),
  instrument: ({ order }) => lines.instrument(order),
  protected: ({ order, name, exits, places }) =>
    plainLine(
      `${lines.line(order, { name, ...placesOf(places) }, '')}; una vez ejecutada, ${exits.map((exit) => exitText(exit, places)).join(' o ')}`,
      texts.maxChars,
    ),
  protection: ({ order, name, exits, places }) =>
    plainLine(
      `${lines.line(order, { name, ...placesOf(places) }, '')}; o ${exits.map((exit) => exitText(exit, places)).join(' o ')}, lo que ocurra antes: una ejecución cancela la otra`,
      texts.maxChars,
    ),
  linked: ({ kind, symbol, name, orders, places }, { count }) => {
    const [first = '', ...others] = orders.map((order) => lines.order(order, places))
    const either = 'lo que ocurra antes: una ejecución cancela las demás'
    const body = {
      oto: `${first}; una vez ejecutada, ${others.join(' y ')}`,
      otoco: `${first}; una vez ejecutada, ${others.join(' o ')}${others.length > 1 ? `, ${either}` : ''}`,
      oco: `${[first, ...others].join(' o ')}, ${either}`,
    }[kind]
    return plainLine(
      `${count(orders.length)} órdenes vinculadas en ${symbol}${name === '' ? '' : ` (${name})`}: ${body}`,
      texts.maxChars,
    )
  },
  linkedCount: ({ kind, symbol, count }, writer) =>
    `${writer.count(count)} órdenes vinculadas en ${symbol}: ${
      {
        oto: 'la primera activa las demás cuando se ejecuta',
        otoco:
          'la primera activa las demás cuando se ejecuta, y entonces una ejecución cancela las otras',
        oco: 'la ejecución de una cancela las demás',
      }[kind]
    }; cada una figura abajo`,
  group: ({ symbol, name, orders, places }, { count }) =>
    plainLine(
      `MODIFICAR ${count(orders.length)} órdenes de una combinación en ${symbol}${name === '' ? '' : ` (${name})`}, todas o ninguna: ${orders.map((order) => lines.order(order, places)).join('; ')}`,
      texts.maxChars,
    ),
  groupCount: ({ symbol, count }, writer) =>
    plainLine(
      `MODIFICAR ${writer.count(count)} órdenes de una combinación en ${symbol}, todas o ninguna: cada una se compara abajo`,
      texts.maxChars,
    ),
  act: ({ action }) => ACTS[action],
  before: ({ action }) => BEFORE[action],
  combinationAct: ({ act }) => texts[act],
  side: ({ side }) => texts.sides[side],
  subject: ({ order }) => lines.subject(order),
  priceTerms: ({ order }) => lines.priceTerms(order),
  timeInForce: ({ order }) => lines.timeInForce(order),
  algo: ({ algo }) => (algo === null ? 'ninguno' : lines.algo(algo)),
}
