import { abs, isNegative, type Decimal } from '../../../domain/decimal.js'
import type { AssetClass } from '../../../domain/instruments/instrument.js'
import type { Amendment } from '../../../domain/instructions/instruction.schema.js'
import type { OptionStrategy } from '../../../domain/instruments/option.js'
import type { ComboRole } from '../../../domain/orders/order-types.js'
import type { Message } from '../../message.js'
import type { Writer } from '../../writer.js'
import { STRATEGY_NAMES } from '../names.js'

const EDITS: Readonly<Record<keyof Amendment, string>> = {
  quantity: 'Quantity',
  amount: 'Amount',
  limitPrice: 'Limit',
  stopPrice: 'Stop',
}
const ROLES: Readonly<Record<ComboRole | 'unknown', string>> = {
  master: 'Main order',
  'take-profit': 'Take profit',
  'stop-loss': 'Stop loss',
  oto: 'One triggers the other',
  oco: 'One cancels the other',
  otoco: 'One triggers, one cancels',
  unknown: 'Part of the combination',
}
/** The places of the listing's step, where they are known. */
export interface Places {
  readonly places?: number | undefined
}
type Priced = Places & { readonly price: Decimal }

/** A position that one leg joins or leaves, and how much of it is held. */
export interface HeldLeg {
  readonly held: Decimal
  readonly instrument: Message
}
const heldText = (held: Decimal, instrument: Message, { message, quantity }: Writer): string =>
  isNegative(held)
    ? `your short position of ${quantity(abs(held))} ${message(instrument)}`
    : `your ${quantity(held)} ${message(instrument)}`

type SessionName = 'regular' | 'extended' | 'closed' | 'open' | 'unknown'
const SESSIONS: Readonly<Record<SessionName, string>> = {
  regular: 'regular hours',
  extended: 'extended hours',
  closed: 'closed',
  open: 'open',
  unknown: 'hours not known',
}

/** The card of an instruction: its labels, values and sources. */
export const card = {
  money: (
    { amount, currency }: { readonly amount: Decimal; readonly currency: string },
    writer: Writer,
  ) => writer.money(amount, currency),
  /** A profit or loss, with its sign. */
  result: (
    { amount, currency }: { readonly amount: Decimal; readonly currency: string },
    writer: Writer,
  ) => writer.money(amount, currency, true),
  price: (
    { price, places }: { readonly price: Decimal; readonly places?: number },
    writer: Writer,
  ) => writer.exactPrice(price, places),
  number: ({ number }: { readonly number: Decimal }, writer: Writer) => writer.decimal(number),
  percent: ({ percent }: { readonly percent: Decimal }, writer: Writer) =>
    `${writer.decimal(percent)}%`,
  wokenBy: 'Waited until',
  notKnown: 'not known',
  orderChanged: 'The order changed',
  risksChanged: 'The risks changed',
  requestedAgain: ({ count }: { readonly count: number }) => `Requested again (${count} times)`,
  quoteKindChanged: 'The source of the quote changed',
  rulesChanged: 'A rule compares another value',
  otherChanged: 'The card changed',
  windowMoved: 'The window moved',
  windowShown: 'The window came to the front',
  costReturned: 'The cost was requested again',
  cost: 'Estimated cost',
  proceeds: 'Estimated proceeds',
  groupValue: 'Value of all these orders',
  fees: 'Fees',
  brokerPreview: 'Broker preview',
  previewRefused: ({ reason }: { readonly reason: Message }, { message }: Writer) =>
    `refused: ${message(reason)}`,
  previewUnavailable: ({ reason }: { readonly reason: Message }, { message }: Writer) =>
    `not available now: ${message(reason)}`,
  multiplier: 'Units per contract',
  maxLoss: 'Maximum loss',
  unlimited: 'unlimited',
  estimate: 'Countersign estimate',
  fromPreview: 'broker preview',
  previewFailed: 'Countersign estimate, broker preview failed',
  noPreview: ({ product }: { readonly product: AssetClass }) =>
    `Countersign estimate, broker offers no preview for ${product}`,
  loading: 'being requested',
  noCost: 'nothing is paid for this',
  contractValue: 'Contract value',
  futuresMargin: 'Margin',
  marginReleased: 'Margin released',
  atTrigger: 'at the stop’s present level',
  openPart: 'of the part that is still open',
  realized: 'Profit or loss of closing',
  afterFees: 'against the average cost, fees deducted',
  cover: 'Cover',
  optionPower: 'Option buying power',
  stopNow: 'Stop now',
  coveredBy: (
    {
      shares,
      held,
      symbol,
    }: { readonly shares: Decimal; readonly held: Decimal; readonly symbol: string },
    writer: Writer,
  ) => `by ${writer.quantity(shares)} of your ${writer.quantity(held)} ${symbol}`,
  legging: 'Legging',
  legIn: (
    { strategy, held, instrument }: HeldLeg & { readonly strategy: OptionStrategy },
    writer: Writer,
  ) => `into ${STRATEGY_NAMES[strategy]} with ${heldText(held, instrument, writer)}`,
  legOut: ({ held, instrument }: HeldLeg, writer: Writer) =>
    `out of the strategy: ${heldText(held, instrument, writer)}`,
  positionIn: ({ instrument }: { readonly instrument: Message }, { message }: Writer) =>
    `Position: ${message(instrument)}`,
  /** The level of a trailing stop now, and how far it is from the price. */
  trailLevel: (
    {
      level,
      distance,
      percent,
      places,
    }: Places & {
      readonly level: Decimal
      readonly distance: Decimal
      readonly percent: Decimal
    },
    writer: Writer,
  ) =>
    `about ${writer.exactPrice(level, places)}, ${writer.exactPrice(distance, places)} (${writer.decimal(percent)}%) away`,
  protection: 'Protection',
  removesStop: (
    { held, symbol }: { readonly held: Decimal; readonly symbol: string },
    writer: Writer,
  ) => `removes a stop of your ${writer.quantity(held)} ${symbol}`,
  cancellations: 'Cancellations',
  buyingPower: 'Buying power',
  brokerDecides: 'the broker decides',
  position: 'Position',
  positionNow: 'Position now',
  ifFilled: 'if fully filled',
  share: 'Share of equity',
  bid: 'Bid',
  ask: 'Ask',
  last: 'Last',
  spread: 'Spread',
  limit: 'Limit',
  limitOf: ({ index }: { readonly index: number }) => `Limit, order ${index}`,
  stop: 'Stop',
  stopOf: ({ index }: { readonly index: number }) => `Stop, order ${index}`,
  margin: 'Margin required',
  marginSource: 'The usual rules, for this order alone; the broker’s preview has no margin',
  dayMargin: 'Margin of position, day',
  overnightMargin: 'Margin of position, overnight',
  maxGain: 'Maximum gain',
  contractCode: 'Code',
  gainOfLater: 'depends on the value of the option that expires later',
  counts: 'Counts against limits',
  reducesRisk: 'nothing: reduces risk',
  concentration: ({ symbol }: { readonly symbol: string }) => `${symbol} of equity`,
  numberInReason: ({ text }: { readonly text: string }) => `“${text}” in the reason`,
  numberForeign: 'not from Countersign',
  numberChanged: ({ now }: { readonly now: Decimal }, writer: Writer) =>
    `changed since (now ${writer.exactPrice(now)})`,
  numberShown: ({ seconds }: { readonly seconds: number }, writer: Writer) =>
    `matches what was shown ${writer.count(seconds)} s before the request`,
  atMarket: 'at the market',
  /** `percent` is null where the share is unknown, and zero where it is under a tenth. */
  distance: (
    {
      distance,
      percent,
      through,
      ticks,
      money,
      places,
    }: Places & {
      readonly distance: Decimal
      readonly percent: Decimal | null
      readonly through: boolean
      readonly ticks?: Decimal | null | undefined
      readonly money?: Decimal | null | undefined
    },
    writer: Writer,
  ) => {
    const parts = [
      percent === null
        ? null
        : writer.decimal(percent) === '0'
          ? 'under 0.1%'
          : `${writer.decimal(percent)}%`,
      ticks == null
        ? null
        : `${writer.decimal(ticks)} ${writer.decimal(ticks) === '1' ? 'tick' : 'ticks'}`,
      money == null ? null : writer.money(money, 'USD'),
    ].filter((part) => part !== null)
    const share = parts.length === 0 ? '' : ` (${parts.join(', ')})`
    return `${writer.exactPrice(distance, places)}${share} ${through ? 'through' : 'away from'} the market`
  },
  market: 'Market',
  session: ({ session }: { readonly session: SessionName }) => SESSIONS[session],
  quantity: 'Quantity',
  priceTerms: 'Price',
  valid: 'Valid',
  algo: 'Algorithm',
  filled: 'Already filled',
  filledStays: 'Already filled, stays',
  canceled: 'Would be canceled',
  restOfAmount: 'the rest of the amount',
  alsoWorking: ({ symbol }: { readonly symbol: string }) => `Also working in ${symbol}`,
  nothing: 'nothing',
  orderAndMore: (
    { order, more }: { readonly order: Message; readonly more: number },
    { message, count }: Writer,
  ) => (more === 0 ? message(order) : `${message(order)} and ${count(more)} more`),
  orderOf: ({ index, count }: { readonly index: number; readonly count: number }) =>
    `Order ${index} of ${count}`,
  role: (
    {
      role,
      side,
      symbol,
    }: { readonly role: ComboRole | 'unknown'; readonly side: Message; readonly symbol: string },
    { message }: Writer,
  ) => `${ROLES[role]}, ${message(side)} ${symbol}`,
  linkedOrder: ({
    role,
    index,
    count,
  }: {
    readonly role: ComboRole | 'unknown'
    readonly index: number
    readonly count: number
  }) => `Order ${index} of ${count} · ${ROLES[role]}`,
  positionIf: ({ orders }: { readonly orders: readonly number[] }) =>
    orders.length === 1
      ? `Position if order ${orders[0] ?? ''} fills`
      : `Position if orders ${orders.join(' and ')} fill`,
  linkedResult: ({ index }: { readonly index: number }) => `Result of order ${index}`,
  linkedFrom: ({ price, places }: Priced, { exactPrice }: Writer) =>
    `against order 1 at ${exactPrice(price, places)}, before fees`,
  edit: ({ member }: { readonly member: keyof Amendment }) => `${EDITS[member]} (you changed it)`,
  takeProfit: 'Take profit',
  stopLoss: 'Stop loss',
  exitTerms: (
    { terms, time }: { readonly terms: Message; readonly time: Message },
    { message }: Writer,
  ) => `${message(terms)}, ${message(time)}`,
  exitGain: 'Gain at the target',
  exitLoss: 'Loss at the stop',
  exitFromLimit: ({ price, places }: Priced, { exactPrice }: Writer) =>
    `from an entry at ${exactPrice(price, places)}, before fees`,
  exitFromMarket: ({ price, places }: Priced, { exactPrice }: Writer) =>
    `from an entry at the market, now ${exactPrice(price, places)}, before fees`,
  exitFromAverage: ({ price, places }: Priced, { exactPrice }: Writer) =>
    `from the average cost after the entry, ${exactPrice(price, places)}, before fees`,
  exitSlips: 'before fees; a stop may fill beyond its price',
  rewardPerRisk: 'Risk to reward',
  ratio: ({ ratio }: { readonly ratio: Decimal }, { decimal }: Writer) => `1 : ${decimal(ratio)}`,
  noStop: 'none: the loss is not limited by this order',
  orders: 'Orders',
  netCost: 'Net cost',
  netProceeds: 'Net proceeds',
  paid: 'Total paid',
  received: 'Total received',
} as const
