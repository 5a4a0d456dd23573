import type { Decimal } from '../../../domain/decimal.js'
import type { AssetClass } from '../../../domain/instruments/instrument.js'
import type { InstructionAction } from '../../../domain/instructions/instruction.schema.js'
import type { OrderStatus } from '../../../domain/orders/order-state.js'
import type { Writer } from '../../writer.js'
import { MARKETS, STATUS_NAMES, type Opening } from '../names.js'

type Kind = InstructionAction['kind']
const REQUESTS: Readonly<Record<Kind, string>> = {
  place: 'new orders',
  replace: 'changes of orders',
  cancel: 'cancellations',
}
const HOURS = { regular: 'the regular session', extended: 'regular and extended hours' } as const

/** The rules of a policy, why they deny an order, and the dangers of an order. */
export const policy = {
  notHalted: 'Trading is not halted',
  halted: 'Trading is halted',
  accountOpen: 'The account is open to this assistant',
  accountHidden: 'This account is not open to this assistant',
  actionAllowed: ({ kind }: { readonly kind: Kind }) => `Allowed to request ${REQUESTS[kind]}`,
  actionDenied: ({ kind }: { readonly kind: Kind }) =>
    `This assistant may not request ${REQUESTS[kind]}`,
  productAllowed: ({ product }: { readonly product: AssetClass }) =>
    `The product is allowed: ${product}`,
  productDenied: ({ product }: { readonly product: AssetClass }) =>
    `This assistant may not trade this product: ${product}`,
  symbolAllowed: 'The symbol is allowed',
  symbolDenied: ({ symbol }: { readonly symbol: string }) =>
    `${symbol} is not on this assistant’s list of symbols`,
  hoursAllowed: 'Within its trading hours',
  hoursDenied: ({ hours }: { readonly hours: 'regular' | 'extended' }) =>
    `This assistant may trade in ${HOURS[hours]} only`,
  perMinute: ({ count, max }: { readonly count: number; readonly max: number }, writer: Writer) =>
    `${writer.count(count)} of ${writer.count(max)} per minute`,
  perMinuteOver: ({ max }: { readonly max: number }, { plural }: Writer) =>
    `More than ${plural(max, { one: '# request', other: '# requests' })} within a minute`,
  pending: ({ count, max }: { readonly count: number; readonly max: number }, writer: Writer) =>
    `${writer.count(count)} of ${writer.count(max)} pending`,
  pendingOver: ({ max }: { readonly max: number }, { plural }: Writer) =>
    plural(max, {
      one: '# instruction is pending already',
      other: '# instructions are pending already',
    }),
  ordersPerDay: (
    { count, max }: { readonly count: number; readonly max: number },
    writer: Writer,
  ) => `${writer.count(count)} of ${writer.count(max)} orders per day`,
  ordersPerDayOver: (
    { count, max }: { readonly count: number; readonly max: number },
    writer: Writer,
  ) =>
    `With what is pending and was approved today this makes ${writer.plural(count, { one: '# order', other: '# orders' })}, over the limit of ${writer.count(max)} per day`,
  working: ({ count, max }: { readonly count: number; readonly max: number }, writer: Writer) =>
    `${writer.count(count)} of ${writer.count(max)} working orders`,
  workingOver: ({ max }: { readonly max: number }, { plural }: Writer) =>
    plural(max, {
      one: '# order is working or pending already',
      other: '# orders are working or pending already',
    }),
  perOrder: ({ value, max }: { readonly value: Decimal; readonly max: Decimal }, writer: Writer) =>
    `Order value ${writer.money(value, 'USD')} (limit ${writer.money(max, 'USD')})`,
  perOrderOver: (
    { value, max }: { readonly value: Decimal; readonly max: Decimal },
    writer: Writer,
  ) =>
    `Order value ${writer.money(value, 'USD')}, over the limit of ${writer.money(max, 'USD')} per order`,
  perDay: ({ total, max }: { readonly total: Decimal; readonly max: Decimal }, writer: Writer) =>
    `${writer.money(total, 'USD')} of ${writer.money(max, 'USD')} per day`,
  perDayOver: (
    { total, max }: { readonly total: Decimal; readonly max: Decimal },
    writer: Writer,
  ) =>
    `With what is pending, works and was approved today this makes ${writer.money(total, 'USD')}, over the limit of ${writer.money(max, 'USD')} per day`,
  perSymbol: (
    {
      total,
      max,
      symbol,
    }: {
      readonly total: Decimal
      readonly max: Decimal
      readonly symbol: string
    },
    writer: Writer,
  ) => `${writer.money(total, 'USD')} of ${writer.money(max, 'USD')} per day in ${symbol}`,
  perSymbolOver: (
    {
      total,
      max,
      symbol,
    }: {
      readonly total: Decimal
      readonly max: Decimal
      readonly symbol: string
    },
    writer: Writer,
  ) =>
    `With what is pending, works and was approved today this makes ${writer.money(total, 'USD')}, over the limit of ${writer.money(max, 'USD')} per day in ${symbol}`,
  perProduct: (
    {
      total,
      max,
      product,
    }: {
      readonly total: Decimal
      readonly max: Decimal
      readonly product: AssetClass
    },
    writer: Writer,
  ) =>
    `${writer.money(total, 'USD')} of ${writer.money(max, 'USD')} per day in this product: ${product}`,
  perProductOver: (
    {
      total,
      max,
      product,
    }: {
      readonly total: Decimal
      readonly max: Decimal
      readonly product: AssetClass
    },
    writer: Writer,
  ) =>
    `With what is pending, works and was approved today this makes ${writer.money(total, 'USD')}, over the limit of ${writer.money(max, 'USD')} per day in this product: ${product}`,
  quantity: ({ max }: { readonly max: Decimal }, writer: Writer) =>
    `At most ${writer.decimal(max)} per order`,
  quantityOver: (
    { quantity, max }: { readonly quantity: Decimal; readonly max: Decimal },
    writer: Writer,
  ) =>
    `A quantity of ${writer.decimal(quantity)} is over the limit of ${writer.decimal(max)} per order`,
  quantityOfAmountOver: (
    {
      quantity,
      amount,
      max,
    }: {
      readonly quantity: Decimal
      readonly amount: Decimal
      readonly max: Decimal
    },
    writer: Writer,
  ) =>
    `A quantity of about ${writer.decimal(quantity)} for ${writer.money(amount, 'USD')} is over the limit of ${writer.decimal(max)} per order`,
  needsApproval: 'Manual approval required',
  autoApproved: 'Approved by an auto-approve rule of this assistant',
  orderEnded: ({ status }: { readonly status: OrderStatus }) =>
    `This order is ${STATUS_NAMES[status]} already`,
  changeInProgress:
    'A change of this order has no outcome yet; request again when its outcome is known',
  tooLong:
    'This order does not fit in one line, and no one can approve what is not fully shown: request fewer legs, or numbers with fewer digits',
  notReplaceable: 'This order cannot be replaced: its value would be unknown',
  otherCurrency: ({ symbol, currency }: { readonly symbol: string; readonly currency: string }) =>
    `${symbol} is priced in ${currency}, and the limits of assistants are in USD`,
  noPrice: ({ symbol }: { readonly symbol: string }) =>
    `There is no price of ${symbol} to value this order by; request again when there is a quote`,
  orderUnvalued: ({ symbol }: { readonly symbol: string }) =>
    `A working order of ${symbol} has no price yet to value it by, so it is not known how much of the limits is used; request again when ${symbol} has a quote, or cancel that order first`,
  noPriceForAmount: (
    { symbol, amount }: { readonly symbol: string; readonly amount: Decimal },
    writer: Writer,
  ) =>
    `There is no price of ${symbol} to calculate the quantity for ${writer.money(amount, 'USD')}; request again when there is a quote`,
  futuresAmount: 'Futures are ordered in contracts',
  contractsAmount: 'Contracts that are not held are sold by number, not by amount',
  shortAmount: 'A short sale needs a number of shares',
  limitMissing: 'A limit order needs a limit price',
  legsMissing: 'An option order names its contracts',
  legsMismatch: 'The legs do not fit the order',
  legsUnrelated: 'The legs are on different underlyings: none of them covers another',
  combinationLimit: 'A combination is valued by its limit price: give it one',
  multiplierUnknown: ({ symbol }: { readonly symbol: string }) =>
    `It is not known how much one contract of ${symbol} is`,
  sizeNotPositive: 'The size of an order is above zero',
  shortSale: ({ symbol }: { readonly symbol: string }) =>
    `Sells ${symbol} that is not held: a short sale`,
  uncoveredOption: 'Sells an option that nothing covers: no position, and no leg of this order',
  partlyCovered: 'Sells more options than your position and the other legs cover',
  leavesUncovered: ({ symbol }: { readonly symbol: string }) =>
    `Leaves short options of ${symbol} without their cover`,
  unlimitedLoss: 'The possible loss is unlimited',
  marketClosed: (
    {
      assetClass,
      session,
      opens,
    }: {
      readonly assetClass: AssetClass
      readonly session: 'regular' | 'extended' | 'closed' | 'unknown'
      readonly opens: Opening | null
    },
    { day }: Writer,
  ) => {
    const market = MARKETS[assetClass]
    const state =
      session === 'unknown'
        ? `the hours of ${market} are not known here`
        : `the regular session of ${market} is closed`
    const next = opens === null ? '' : ` (it opens ${day(opens.day)}, ${opens.time} ET)`
    return `No limit on the price, and ${state}${next}: it may fill far from what is shown`
  },
  noCurrentPrice: (
    { last, ageMs }: { readonly last: Decimal | null; readonly ageMs: number | null },
    { exactPrice, duration }: Writer,
  ) =>
    last === null
      ? 'There is no price: it is executed at whatever the market is'
      : `No current price: the last, ${exactPrice(last)}, ${ageMs === null ? 'was never confirmed' : `is more than ${duration(ageMs)} old`}. It is executed at whatever the market is`,
  staleQuote: 'No limit on the price, and the price that is shown is not fresh',
  countsNothing: 'only reduces a position',
  countsLinked: 'every linked order, and of those of which one fill cancels the others the largest',
  closesEntry: 'Can only close what the first order opens.',
  tooManyRisks:
    'These linked orders have more risks than one card can show. Request fewer of them together.',
  countsAmount: 'the amount',
  countsLimit: 'limit × quantity',
  countsMarket: 'ask + 2%, × quantity',
  countsShort: ({ quantity }: { readonly quantity: Decimal }, writer: Writer) =>
    `${writer.quantity(quantity)} that you do not hold count double`,
  countsCovered: ({ shares }: { readonly shares: Decimal }, writer: Writer) =>
    `maximum loss: covered by ${writer.quantity(shares)} held shares`,
  countsCover: ({ quantity }: { readonly quantity: Decimal }, writer: Writer) =>
    `${writer.quantity(quantity)} cover short options; without them, double`,
  countsShortAmount: 'what you do not hold counts double',
  countsContract: ({ multiplier }: { readonly multiplier: Decimal }, writer: Writer) =>
    `full value: price × ${writer.decimal(multiplier)} × quantity`,
  countsMaxLoss: 'maximum loss, before fees',
  countsStressed: 'unlimited loss: the shares at twice their price',
  reducesRisk: (
    { quantity, available }: { readonly quantity: Decimal | null; readonly available: Decimal },
    writer: Writer,
  ) =>
    quantity === null
      ? `Reduces risk: at most the ${writer.quantity(available)} available`
      : `Reduces risk: closes ${writer.quantity(quantity)} of ${writer.quantity(available)} available`,
  stopSide: ({ stop }: { readonly stop: Decimal }, { exactPrice }: Writer) =>
    `The stop ${exactPrice(stop)} is on the wrong side of the market: it triggers at once`,
  wideTrail: ({ percent }: { readonly percent: Decimal }, writer: Writer) =>
    `The stop trails ${writer.decimal(percent)}% away: the price may fall or rise that far before it triggers`,
  farThrough: ({ percent }: { readonly percent: Decimal | null }, writer: Writer) =>
    percent === null
      ? 'The limit reaches far through the market'
      : `The limit reaches ${writer.decimal(percent)}% through the market`,
  largeShare: ({ percent }: { readonly percent: Decimal }, writer: Writer) =>
    `Order value is ${writer.decimal(percent)}% of the account’s equity`,
  equityUnknown: 'It is not known how large a part of the account this is',
  largeOrder: ({ value }: { readonly value: Decimal }, writer: Writer) =>
    `Order value ${writer.money(value, 'USD')}`,
} as const
