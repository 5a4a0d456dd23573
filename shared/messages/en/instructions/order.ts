import type { InstructionAction } from '../../../domain/instructions/instruction.schema.js'
import type { AlgoDescription, OrderDescription } from '../../../domain/orders/order-description.js'
import { plainLine } from '../../../domain/text-safety.js'
import type { Side } from '../../../domain/side.js'
import {
  createOrderLine,
  type OrderAct,
  type OrderNaming,
  type OrderTexts,
  type PriceTerms,
} from '../../order-line.js'
import type { Writer } from '../../writer.js'
import { orderTypePhrases } from './order-types.js'

const texts: OrderTexts = {
  language: 'en',
  maxChars: 300,
  sides: { buy: 'BUY', sell: 'SELL', short: 'SELL SHORT' },
  intents: {
    'buy-to-open': 'BUY TO OPEN',
    'buy-to-close': 'BUY TO CLOSE',
    'sell-to-open': 'SELL TO OPEN',
    'sell-to-close': 'SELL TO CLOSE',
  },
  legSides: {},
  outcomes: {},
  shares: 'shares',
  types: orderTypePhrases,
  times: {
    day: 'day',
    gtc: 'good till canceled',
    ioc: 'immediate or cancel',
    fok: 'fill or kill',
    gtd: 'good till a day',
  },
  sessions: { core: '', all: ', also in extended hours', night: ', night session only' },
  months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  amountOf: (amount) => `${amount} of `,
  outcomeOf: (outcome, symbol) => `${outcome} of ${symbol}`,
  strategyOn: (strategy, symbol) => `${strategy ?? 'combination'} on ${symbol}`,
  trailOf: (step) => ` of ${step}`,
  goodTill: (day) => `good till ${day}`,
  targetShare: (percent) => `${percent} of the volume`,
  maxShare: (percent) => `at most ${percent} of the volume`,
  hours: (start, end) => `${start ?? 'now'} to ${end ?? 'the close'} New York`,
  workedBy: (algo) => `, spread by ${algo}`,
  close: 'CLOSE',
  roll: 'ROLL',
}
const lines = createOrderLine(texts)

/** "take profit at limit 200.00, good till canceled" */
/** The member of a step's places, where they are known. */
const placesOf = (places: number | undefined): { readonly places?: number } =>
  places === undefined ? {} : { places }

const exitText = (exit: OrderDescription, places: number | undefined): string =>
  `${exit.type === 'limit' ? 'take profit' : 'stop loss'} at ${lines.priceTerms({ ...exit, ...placesOf(places) })}, ${lines.timeInForce(exit)}`

type Kind = InstructionAction['kind']
type LinkKind = 'oto' | 'oco' | 'otoco'

/** The text before an order that exists already. */
const BEFORE: Readonly<Record<Kind, string>> = {
  place: '',
  replace: 'CHANGE the order to ',
  cancel: 'CANCEL the order ',
}
const ACTS: Readonly<Record<Kind, string>> = { place: '', replace: 'CHANGE', cancel: 'CANCEL' }

/** Orders in texts: the summary of a card, and its parts. */
export const order = {
  /** "BUY 10 AAPL (Apple Inc., NASDAQ), limit 187.50, day"; `name` is plain text, or empty. */
  line: ({
    action,
    order,
    ...naming
  }: OrderNaming & { readonly action: Kind; readonly order: OrderDescription }) =>
    lines.line(order, naming, BEFORE[action]),
  /** The order without an instrument name, and never cut. */
  full: ({
    order,
    places,
  }: {
    readonly order: OrderDescription
    readonly places?: number | undefined
  }) => lines.order(order, places),
  /** The instrument of an order, without the order. */
  instrument: ({ order }: { readonly order: OrderDescription }) => lines.instrument(order),
  /** An entry with the orders that close it: "BUY 10 AAPL, …; once filled: stop 170.00, …". */
  protected: ({
    order,
    name,
    exits,
    places,
  }: {
    readonly order: OrderDescription
    readonly name: string
    readonly exits: readonly OrderDescription[]
    readonly places?: number | undefined
  }) =>
    plainLine(
      `${lines.line(order, { name, ...placesOf(places) }, '')}; once filled, ${exits.map((exit) => exitText(exit, places)).join(' or ')}`,
      texts.maxChars,
    ),
  /** The exits of a position: "SELL 10 AAPL, stop 170.00, …; or limit 200.00, …". */
  protection: ({
    order,
    name,
    exits,
    places,
  }: {
    readonly order: OrderDescription
    readonly name: string
    readonly exits: readonly OrderDescription[]
    readonly places?: number | undefined
  }) =>
    plainLine(
      `${lines.line(order, { name, ...placesOf(places) }, '')}; or ${exits.map((exit) => exitText(exit, places)).join(' or ')}, whichever is first: a fill cancels the other`,
      texts.maxChars,
    ),
  /** Orders that are linked: the first starts the others, or one fill cancels the others. */
  linked: (
    {
      kind,
      symbol,
      name,
      orders,
      places,
    }: {
      readonly kind: LinkKind
      readonly symbol: string
      readonly name: string
      readonly orders: readonly OrderDescription[]
      readonly places?: number | undefined
    },
    { count }: Writer,
  ) => {
    const [first = '', ...others] = orders.map((order) => lines.order(order, places))
    const either = 'whichever is first: a fill cancels the others'
    const body = {
      oto: `${first}; once filled, ${others.join(' and ')}`,
      otoco: `${first}; once filled, ${others.join(' or ')}${others.length > 1 ? `, ${either}` : ''}`,
      oco: `${[first, ...others].join(' or ')}, ${either}`,
    }[kind]
    return plainLine(
      `${count(orders.length)} linked orders in ${symbol}${name === '' ? '' : ` (${name})`}: ${body}`,
      texts.maxChars,
    )
  },
  /** Linked orders that are too long for one line. */
  linkedCount: (
    {
      kind,
      symbol,
      count,
    }: { readonly kind: LinkKind; readonly symbol: string; readonly count: number },
    writer: Writer,
  ) =>
    `${writer.count(count)} linked orders in ${symbol}: ${
      {
        oto: 'the first starts the others when it fills',
        otoco: 'the first starts the others when it fills, and then a fill cancels the others',
        oco: 'a fill of one cancels the others',
      }[kind]
    }; each is listed below`,
  /** Several orders of a combination in full. */
  group: (
    {
      symbol,
      name,
      orders,
      places,
    }: {
      readonly symbol: string
      readonly name: string
      readonly orders: readonly OrderDescription[]
      readonly places?: number | undefined
    },
    { count }: Writer,
  ) =>
    plainLine(
      `CHANGE ${count(orders.length)} orders of one combination in ${symbol}${name === '' ? '' : ` (${name})`}, all or none: ${orders.map((order) => lines.order(order, places)).join('; ')}`,
      texts.maxChars,
    ),
  /** Several orders of a combination that are too long for one line. */
  groupCount: (
    { symbol, count }: { readonly symbol: string; readonly count: number },
    writer: Writer,
  ) =>
    plainLine(
      `CHANGE ${writer.count(count)} orders of one combination in ${symbol}, all or none: each is compared below`,
      texts.maxChars,
    ),
  /** The first word of the summary of a change or a cancellation. */
  act: ({ action }: { readonly action: Kind }) => ACTS[action],
  /** The text before the order in the summary of a change or a cancellation. */
  before: ({ action }: { readonly action: Kind }) => BEFORE[action],
  /** The verb of a combination that closes or rolls, as it stands in a summary. */
  combinationAct: ({ act }: { readonly act: OrderAct }) => texts[act],
  /** The side as it stands in a summary. */
  side: ({ side }: { readonly side: Side }) => texts.sides[side],
  /** The size and the symbol: "100 AAPL", "$500.00 of AAPL". */
  subject: ({
    order,
  }: {
    readonly order: Pick<OrderDescription, 'amount' | 'quantity' | 'symbol'>
  }) => lines.subject(order),
  /** "limit 187.50", "stop 180.00, limit 179.50" or "trailing stop of 2%". */
  priceTerms: ({ order }: { readonly order: PriceTerms }) => lines.priceTerms(order),
  timeInForce: ({
    order,
  }: {
    readonly order: Pick<OrderDescription, 'timeInForce' | 'expireDate'>
  }) => lines.timeInForce(order),
  /** "VWAP, at most 10% of the volume, 10:00:00 to the close New York"; "none" without one. */
  algo: ({ algo }: { readonly algo: AlgoDescription | null }) =>
    algo === null ? 'none' : lines.algo(algo),
} as const
