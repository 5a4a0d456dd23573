import { dec, mul, type Decimal } from '../domain/decimal.js'
import { parseOcc } from '../domain/instruments/option.js'
import type {
  AlgoDescription,
  ContractDescription,
  LegDescription,
  OrderDescription,
} from '../domain/orders/order-description.js'
import type { OrderType } from '../domain/orders/order-types.js'
import { plainLine } from '../domain/text-safety.js'
import type { Side } from '../domain/side.js'
import type { Language } from './languages.js'
import { storedNumbers } from './number-format.js'

/** The texts of an order's summary in one language. */
export interface OrderTexts {
  readonly language: Language
  /** The maximum length of a summary. English is checked before an order is accepted. */
  readonly maxChars: number
  readonly sides: Readonly<Record<Side, string>>
  /** By intent, such as "buy-to-open". */
  readonly intents: Readonly<Record<string, string>>
  readonly legSides: Readonly<Record<string, string>>
  readonly outcomes: Readonly<Record<string, string>>
  readonly shares: string
  /** By order type; `{limit}`, `{stop}` and `{trail}` become the prices. */
  readonly types: Readonly<Record<OrderType, string>>
  readonly times: Readonly<Record<OrderDescription['timeInForce'], string>>
  readonly sessions: Readonly<Record<OrderDescription['session'], string>>
  readonly months: readonly string[]
  readonly amountOf: (amount: string) => string
  readonly outcomeOf: (outcome: string, symbol: string) => string
  readonly strategyOn: (strategy: string | null, symbol: string) => string
  readonly trailOf: (step: string) => string
  readonly goodTill: (day: string) => string
  readonly targetShare: (percent: string) => string
  readonly maxShare: (percent: string) => string
  readonly hours: (start: string | null, end: string | null) => string
  readonly workedBy: (algo: string) => string
  /** The verbs of an order that closes a strategy, and of one that moves options to other days. */
  readonly close: string
  readonly roll: string
}

/** What an order is to the position, where the summary names it (CONFIRM-50). */
export type OrderAct = 'close' | 'roll'

/** The names beside the symbol, and what the order is to the position. */
export interface OrderNaming {
  /** In plain text, or empty. */
  readonly name: string
  /** An event market in words, which stand in place of its code: "Chicago high · 44° to 45°". */
  readonly event?: string | null | undefined
  /** The month of a futures contract, yyyy-MM. */
  readonly month?: string | null | undefined
  readonly act?: OrderAct | null | undefined
  /** The places of the listing's step, where they are known. */
  readonly places?: number | undefined
}

type OrderSize = Pick<OrderDescription, 'amount' | 'quantity'>

/** Writes the parts of an order's summary in one language. */
/**
 * The prices of an order; `places` is the number of decimals of its listing's step, where it is
 * known.
 */
export type PriceTerms = Pick<OrderDescription, 'type' | 'limitPrice' | 'stopPrice' | 'trail'> & {
  readonly places?: number
}

export interface OrderLine {
  /** The order after the text `before`, in one plain line. */
  line(order: OrderDescription, naming: OrderNaming, before: string): string
  /**
   * The order without an instrument name and without a limit of length; `places` is the number of
   * decimals of its listing's step, where it is known.
   */
  order(order: OrderDescription, places?: number): string
  /** The instrument alone: "AAPL 20 Jun 2025 150 call", "YES of KX…" or "AAPL". */
  instrument(order: OrderDescription): string
  /** The size and the symbol: "100 AAPL", "$500.00 of AAPL". */
  subject(order: OrderSize & Pick<OrderDescription, 'symbol'>): string
  priceTerms(order: PriceTerms): string
  timeInForce(order: Pick<OrderDescription, 'timeInForce' | 'expireDate'>): string
  algo(algo: AlgoDescription): string
}

const asPercent = (percent: Decimal): string => `${storedNumbers.decimal(percent)}%`

function formatDay(day: string, months: readonly string[]): string {
  const [year, month, date] = day.split('-')
  return `${Number.parseInt(date ?? '', 10)} ${months[Number.parseInt(month ?? '', 10) - 1] ?? month ?? ''} ${year ?? ''}`
}

/** Formats an option contract, for example "20 Jun 2025 150 call". */
const formatContract = (option: ContractDescription, texts: OrderTexts): string =>
  [
    option.expiration === null ? null : formatDay(option.expiration, texts.months),
    option.strike === null ? null : storedNumbers.decimal(option.strike),
    option.type,
  ]
    .filter((part) => part !== null)
    .join(' ')

/** Formats the instrument, for example "AAPL 20 Jun 2025 150 call", "YES of KX…" or "AAPL". */
function formatInstrument(
  order: OrderDescription,
  texts: OrderTexts,
  event: string | null = null,
): string {
  const [leg] = order.legs
  if (order.legs.length === 1 && leg !== undefined && leg.option !== null) {
    return `${leg.symbol} ${formatContract(leg.option, texts)}`
  }
  if (order.legs.length > 1) {
    const moved = order.rolls === true ? rolledOption(order, texts) : null
    return moved ?? texts.strategyOn(order.strategy, order.symbol)
  }
  const occ = order.assetClass === 'option' ? parseOcc(order.symbol) : null
  if (occ !== null) return `${occ.root} ${formatContract(occ, texts)}`
  if (order.outcome === null) return order.symbol
  const outcome = texts.outcomes[order.outcome] ?? order.outcome.toUpperCase()
  return event === null ? texts.outcomeOf(outcome, order.symbol) : `${event} · ${outcome}`
}

function formatLeg({ side, quantity, symbol, option }: LegDescription, texts: OrderTexts): string {
  const contract = option === null ? texts.shares : formatContract(option, texts)
  return `${texts.legSides[side] ?? side} ${storedNumbers.decimal(quantity)} ${symbol} ${contract}`
}

const formatLegs = ({ legs }: OrderDescription, texts: OrderTexts): string =>
  legs.length < 2 ? '' : `: ${legs.map((leg) => formatLeg(leg, texts)).join(', ')}`

function formatSize({ amount, quantity }: OrderSize, texts: OrderTexts): string {
  if (amount !== null) return texts.amountOf(storedNumbers.money(amount, 'USD'))
  return quantity === null ? '' : `${storedNumbers.decimal(quantity)} `
}

/** Returns the verb: the strategy that closes, the intent of an option, otherwise the side. */
function verbOf(order: OrderDescription, { act }: OrderNaming, texts: OrderTexts): string {
  if (act === 'close' && order.legs.length > 1) return texts.close
  const closing =
    act === 'close' && order.assetClass !== 'stock' && order.assetClass !== 'crypto'
      ? texts.intents[order.side === 'buy' ? 'buy-to-close' : 'sell-to-close']
      : undefined
  return (
    closing ??
    (order.intent === null ? undefined : texts.intents[order.intent]) ??
    texts.sides[order.side]
  )
}

/** The month and year at the end of a listed name: "Micro E-mini S&P 500 Dec 2026". */
const MONTH_AT_END = / (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{4}$/

/**
 * Returns the name in brackets, with the month of a future: "Micro E-mini S&P 500, December 2026".
 * A month that the listed name ends with is not said twice.
 */
function nameText({ name, month }: OrderNaming, { language }: OrderTexts): string {
  if (month === null || month === undefined || name === '') return name
  const written = new Intl.DateTimeFormat(language, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(Date.parse(`${month}-01T00:00:00Z`))
  return `${name.replace(MONTH_AT_END, '')}, ${written}`
}

/** Writes a roll: "1 SPY 663 put, 18 Dec → 15 Jan"; null where {@link rolledOption} is. */
function rollText(order: OrderDescription, texts: OrderTexts): string | null {
  const [leg] = order.legs
  const option = rolledOption(order, texts)
  return leg === undefined || option === null
    ? null
    : `${storedNumbers.decimal(leg.quantity)} ${option}`
}

/**
 * Names the option that a roll moves: "SPY 663 put, 18 Dec → 15 Jan", with both strikes where they
 * differ. Null for more than one contract that is closed and one that is opened.
 */
function rolledOption(order: OrderDescription, texts: OrderTexts): string | null {
  const [a, b, ...more] = order.legs
  if (a?.option == null || b?.option == null || more.length > 0) return null
  // An order that pays for time closes the nearer option, whichever side each leg has.
  const [from, to] =
    (a.option.expiration ?? '') <= (b.option.expiration ?? '')
      ? [a.option, b.option]
      : [b.option, a.option]
  const day = (option: ContractDescription): string =>
    option.expiration === null ? '' : formatDay(option.expiration, texts.months)
  const strike = (option: ContractDescription): string =>
    option.strike === null ? '' : storedNumbers.decimal(option.strike)
  return strike(from) === strike(to)
    ? `${order.symbol} ${strike(from)} ${from.type ?? ''}, ${day(from)} → ${day(to)}`
    : `${order.symbol} ${from.type ?? ''}, ${day(from)} ${strike(from)} → ${day(to)} ${strike(to)}`
}

/** Makes the writer of order summaries in one language; each has its parts in the same order. */
export function createOrderLine(texts: OrderTexts): OrderLine {
  const trailText = (trail: OrderDescription['trail']): string =>
    trail === null
      ? ''
      : texts.trailOf(
          trail.kind === 'percent'
            ? asPercent(mul(trail.step, dec('100')))
            : storedNumbers.exactPrice(trail.step),
        )
  const priceTerms: OrderLine['priceTerms'] = (order) => {
    const price = (value: Decimal | null): string =>
      value === null ? '' : ` ${storedNumbers.exactPrice(value, order.places)}`
    return texts.types[order.type]
      .replace('{limit}', price(order.limitPrice))
      .replace('{stop}', price(order.stopPrice))
      .replace('{trail}', trailText(order.trail))
  }
  const timeInForce: OrderLine['timeInForce'] = (order) =>
    order.timeInForce === 'gtd' && order.expireDate !== null
      ? texts.goodTill(formatDay(order.expireDate, texts.months))
      : texts.times[order.timeInForce]
  const algo: OrderLine['algo'] = ({ kind, targetPercent, maxPercent, start, end }) =>
    [
      kind.toUpperCase(),
      targetPercent !== null
        ? texts.targetShare(asPercent(targetPercent))
        : maxPercent === null
          ? null
          : texts.maxShare(asPercent(maxPercent)),
      start === null && end === null ? null : texts.hours(start, end),
    ]
      .filter((part) => part !== null)
      .join(', ')
  const withName = (order: OrderDescription, naming: OrderNaming, before: string): string => {
    const isRoll = naming.act === 'roll' || order.rolls === true
    const rolled = isRoll ? rollText(order, texts) : null
    const name = nameText(naming, texts)
    const prices = priceTerms({
      ...order,
      ...(naming.places === undefined ? {} : { places: naming.places }),
    })
    if (rolled !== null) {
      return `${before}${texts.roll} ${rolled}, ${prices}, ${timeInForce(order)}`
    }
    const verb = verbOf(order, naming, texts)
    const subject = `${formatSize(order, texts)}${formatInstrument(order, texts, naming.event ?? null)}${name === '' ? '' : ` (${name})`}`
    const terms = `${prices}, ${timeInForce(order)}${texts.sessions[order.session]}`
    const worked = order.algo === null ? '' : texts.workedBy(algo(order.algo))
    return `${before}${verb} ${subject}${formatLegs(order, texts)}, ${terms}${worked}`
  }
  return {
    line: (order, naming, before) => plainLine(withName(order, naming, before), texts.maxChars),
    order: (order, places) =>
      withName(order, { name: '', ...(places === undefined ? {} : { places }) }, ''),
    instrument: (order) => formatInstrument(order, texts),
    subject: (order) => `${formatSize(order, texts)}${order.symbol}`,
    priceTerms,
    timeInForce,
    algo,
  }
}
