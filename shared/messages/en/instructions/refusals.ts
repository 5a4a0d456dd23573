import type { AssetClass } from '../../../domain/instruments/instrument.js'
import type { Decimal } from '../../../domain/decimal.js'
import type { OptionStrategy, OptionType } from '../../../domain/instruments/option.js'
import type { RefusedHours } from '../../../domain/market/first-trade.js'
import type { Toolset } from '../../../domain/instructions/toolset.js'
import type { Message } from '../../message.js'
import type { Writer } from '../../writer.js'
import { STRATEGY_NAMES } from '../names.js'

/** The products that have no exits, in a sentence. */
const PRODUCTS: Readonly<Record<AssetClass, string>> = {
  stock: 'stocks',
  option: 'options',
  futures: 'futures',
  crypto: 'cryptocurrencies',
  event: 'event contracts',
}

/** Why an assistant's call is refused, apart from the rules of its policy. */
export const refusals = {
  starting: 'Countersign is starting.',
  sessionEnded: 'The session has ended.',
  locked: 'Countersign is locked.',
  halted: 'Assistants are halted in Countersign.',
  connecting: 'Countersign is not ready: it is still connecting to the broker.',
  signedOut: 'Countersign is not ready: nobody is signed in to the broker.',
  signInNeeded: 'Countersign is not ready: its sign-in needs the person.',
  revoked: 'This connection was revoked.',
  revokedByPerson: 'The person revoked this connection.',
  keyRenewed: 'The person renewed the key of this connection.',
  killed: 'The person halted assistants with the kill switch.',
  haltedByDamage: ({ problem }: { readonly problem: Message }, { message }: Writer) =>
    `Countersign halted assistants, not the person: ${message(problem)} The person has to check the orders and resume assistants.`,
  haltedUnreadable:
    'Countersign halted assistants, not the person now: the record of an earlier halt cannot be read. The person has to resume assistants.',
  haltedByAudit:
    'Countersign halted assistants, not the person: the audit log cannot be written. The person has to free some disk space, or look at the audit log.',
  haltedTrading: 'Trading is halted in Countersign. Only the person can resume it.',
  haltedLive:
    'Trading is halted in the profile that is open in Countersign; that applies to practice beside it too.',
  requestedSessionEnded: 'The session of Countersign that received the request has ended.',
  connectionUnknown: 'This connection is not known here.',
  paused: 'This connection is paused.',
  pausedBecause: ({ reason }: { readonly reason: Message }, { message }: Writer) =>
    `This connection is paused: ${message(reason)}`,
  shadow: 'This connection is confined to practice.',
  toolsetOff: ({ tool, toolset }: { readonly tool: string; readonly toolset: Toolset }) =>
    `${tool} belongs to the toolset ${toolset}, which the person has not allowed this connection.`,
  ordersToolsetOff: ({ toolset }: { readonly toolset: Toolset }) =>
    `Requesting orders belongs to the toolset ${toolset}, which the person has not allowed this connection.`,
  repeatedTooOften: ({ max }: { readonly max: number }) =>
    `The same was requested ${max} times already. Wait for the decision.`,
  pendingOver: ({ count, max }: { readonly count: number; readonly max: number }) =>
    `${count} instructions are pending already; at most ${max} may be.`,
  perMinuteOver: ({ count, max }: { readonly count: number; readonly max: number }) =>
    `${count} instructions were requested within a minute; at most ${max} may be.`,
  notKnownNow: 'Its data is not available now.',
  policyDenied: 'The policy of this connection does not allow it.',
  batchSize: ({ max }: { readonly max: number }) => `Request one to ${max} orders at a time.`,
  nothingToChange: 'Nothing would change.',
  orderUnknown: 'This order is not known here.',
  orderIdUnknown: ({ clientOrderId }: { readonly clientOrderId: string }) =>
    `The order ${clientOrderId} is not known here.`,
  keyLength: ({ max }: { readonly max: number }) =>
    `An instruction key has one to ${max} characters.`,
  keyConflict: 'This instruction key was used for another order.',
  auditFailed: 'The audit log cannot be written; nothing is accepted.',
  storeFailed: 'The instruction cannot be saved; nothing is accepted.',
  storeUnreadable:
    'The instructions of the last run cannot be read; nothing is accepted. The person has to check the orders and resume assistants: the unreadable entries are set aside then.',
  instructionUnknown: 'There is no such instruction.',
  instructionEnded: 'This instruction is not pending any more.',
  oneSymbol: ({ symbol }: { readonly symbol: string }) =>
    `A change of several orders is of one symbol: request the one in ${symbol} on its own.`,
  orderNowhere: 'Neither Countersign nor the broker knows this order in this account.',
  stopSide: (
    {
      side,
      stop,
      market,
    }: { readonly side: 'buy' | 'sell'; readonly stop: Decimal; readonly market: Decimal },
    { exactPrice }: Writer,
  ) =>
    side === 'buy'
      ? `A buy stop at ${exactPrice(stop)} is not above the market (${exactPrice(market)}), so it would trigger at once.`
      : `A sell stop at ${exactPrice(stop)} is not below the market (${exactPrice(market)}), so it would trigger at once.`,
  refusedHours: ({
    why,
    product,
  }: {
    readonly why: RefusedHours
    readonly product: AssetClass
  }): string => {
    switch (why) {
      case 'day-after-close':
        return product === 'stock'
          ? 'The broker refuses a day order for the regular session after its close. Request it with time_in_force GTC or trading_session ALL, or on the next trading day.'
          : 'The broker refuses a day order in options after the close. Request it on the next trading day; a purchase can also have time_in_force GTC.'
      case 'only-at-night':
        return 'The broker takes an order for the night only from 20:00 to 04:00 New York before a trading day.'
      case 'futures-closed':
        return 'The broker takes no order in futures while their market is closed.'
    }
  },
  shortWhileHeld: (
    { symbol, held }: { readonly symbol: string; readonly held: Decimal },
    { quantity }: Writer,
  ) =>
    `The account holds ${quantity(held)} of ${symbol}, and the broker takes a short sale only once all of it is sold. Sell what is held first, with side SELL.`,
  shortAfterFirst: (
    { symbol, held }: { readonly symbol: string; readonly held: Decimal },
    { quantity }: Writer,
  ) =>
    `Once the first order has filled, the account holds ${quantity(held)} of ${symbol}, and the broker takes a short sale only once all of it is sold. Let the first order sell all of it, with side SELL.`,
  notHeldAfterFirst: (
    { symbol, available }: { readonly symbol: string; readonly available: Decimal },
    { quantity }: Writer,
  ) =>
    `Once the first order has filled, only ${quantity(available)} of ${symbol} can be sold: what is held then, less what other orders sell.`,
  positionNotHeld: ({ positionId }: { readonly positionId: string }) =>
    `The account holds no position ${positionId}.`,
  legNotOfPosition: ({ positionId }: { readonly positionId: string }) =>
    `This order closes no leg of position ${positionId}. To add a leg, name the strategy that both make.`,
  otherStrategy: ({ made }: { readonly made: OptionStrategy | null }) =>
    made === null
      ? 'The position and this leg make no strategy that the broker names.'
      : `The position and this leg make another strategy: ${STRATEGY_NAMES[made]}.`,
  positionTooSmall: (
    {
      positionId,
      units,
      quantity: size,
    }: { readonly positionId: string; readonly units: Decimal; readonly quantity: Decimal },
    { quantity }: Writer,
  ) =>
    `Position ${positionId} is enough for a quantity of ${quantity(units)} of this leg, not of ${quantity(size)}.`,
  notHeld: (
    { symbol, available }: { readonly symbol: string; readonly available: Decimal },
    { quantity }: Writer,
  ) =>
    `Only ${quantity(available)} of ${symbol} can be sold: what is held, less what working orders and pending instructions sell already.`,
  closedAlready: (
    { symbol, available }: { readonly symbol: string; readonly available: Decimal },
    { quantity }: Writer,
  ) =>
    `Only ${quantity(available)} of ${symbol} can be closed: what is held, less what working orders and pending instructions close already.`,
  buyingPower: (
    {
      cost,
      power,
      earlier,
    }: { readonly cost: Decimal; readonly power: Decimal; readonly earlier: Decimal | null },
    { money }: Writer,
  ) =>
    `The order costs ${money(cost, 'USD')} with fees${earlier === null ? '' : ` after ${money(earlier, 'USD')} for the orders before it`}, and the buying power is ${money(power, 'USD')}.`,
  previewRefused: ({ reason }: { readonly reason: Message }, { message }: Writer) =>
    `The broker's preview refuses this order: ${message(reason)}`,
  exitsNotOffered: ({ product }: { readonly product: AssetClass }) =>
    product === 'option'
      ? 'The broker attaches a take profit and a stop loss to single options, not to combinations of them. Request the combination alone, and close it by an order of its own.'
      : `The broker attaches a take profit and a stop loss to orders of stocks and single options only, not of ${PRODUCTS[product]}. Request the entry alone; once it has filled, a stop or a limit order that closes it can be requested as an order of its own.`,
  linkedNotOffered: ({ product }: { readonly product: AssetClass }) =>
    `The broker links orders (OTO, OCO, OTOCO) of stocks only, not of ${PRODUCTS[product]}. ${product === 'option' ? 'An entry with its take profit and stop loss is offered for single options.' : 'Request each order on its own.'}`,
  linkedSymbol: ({ symbol }: { readonly symbol: string }) =>
    `Linked orders are of one symbol, because a card shows one market and one position: request the order in ${symbol} on its own.`,
  balancesHidden: 'Balances are hidden from this assistant.',
  balancesAndPositionsHidden: 'Balances and positions are hidden from this assistant.',
  symbolUnknown: ({ symbol }: { readonly symbol: string }) =>
    `Unknown symbol ${symbol}: the broker lists nothing under it.`,
  symbolMeant: ({ symbol, meant }: { readonly symbol: string; readonly meant: string }) =>
    `Unknown symbol ${symbol}; did you mean ${meant}?`,
  notOfProduct: ({ symbol }: { readonly symbol: string }) =>
    `${symbol} is listed, but it is neither a stock nor an ETF.`,
  expirationUnknown: ({
    symbol,
    expiration,
    nearest,
  }: {
    readonly symbol: string
    readonly expiration: string
    readonly nearest: string
  }) => `No option on ${symbol} expires on ${expiration}; the nearest expiration is ${nearest}.`,
  strikeUnknown: (
    {
      symbol,
      type,
      strike,
      expiration,
      nearest,
    }: {
      readonly symbol: string
      readonly type: OptionType
      readonly strike: Decimal
      readonly expiration: string
      readonly nearest: Decimal
    },
    { exactPrice }: Writer,
  ) =>
    `No ${type} on ${symbol} that expires on ${expiration} has the strike ${exactPrice(strike)}; the nearest strike is ${exactPrice(nearest)}.`,
  positionUnknown: ({ name, names }: { readonly name: string; readonly names: string }) =>
    `No position ${name} is held in this account; held are ${names}.`,
  nothingHeld: 'Nothing is held in this account.',
  positionAmbiguous: ({ name, names }: { readonly name: string; readonly names: string }) =>
    `${name} may mean several positions; name one by its contract or position id: ${names}.`,
  moreThanHeld: (
    { symbol, held }: { readonly symbol: string; readonly held: Decimal },
    { quantity }: Writer,
  ) => `Only ${quantity(held)} of ${symbol} is held.`,
  oneExitOfShort:
    'A stop and a target of a short position cannot be requested together. Request one of them: each works on its own.',
  exitNeeded: 'Name a stop price, a target price, or both.',
  notOneOption: 'Only a position in one option contract can be rolled.',
  noLaterExpiration: ({ symbol }: { readonly symbol: string }) =>
    `No later expiration of ${symbol} is listed.`,
  rollsToItself: ({ symbol }: { readonly symbol: string }) =>
    `This is the contract of ${symbol} that is held; name another expiration or strike.`,
  nothingWorking: 'No such working order exists; there is nothing to cancel.',
  weightsAboveOne: ({ total }: { readonly total: Decimal }, { quantity }: Writer) =>
    `The weights add up to ${quantity(total)}; together they are at most 1.`,
  weightTwice: ({ symbol }: { readonly symbol: string }) =>
    `${symbol} has two weights; give it one.`,
  heldShort: ({ symbol }: { readonly symbol: string }) =>
    `${symbol} is held short; only stocks that are held long are brought to weights.`,
  noEquity: 'The equity of this account is not known now.',
  nothingToRebalance: 'Every difference is below the smallest trade; there is nothing to do.',
  noOptions: ({ symbol }: { readonly symbol: string }) => `No options on ${symbol} are listed.`,
  noQuote: ({ symbol }: { readonly symbol: string }) =>
    `The broker has no price of ${symbol} at this moment.`,
  noOrderBook: ({ symbol }: { readonly symbol: string }) =>
    `There is no order book of ${symbol} now.`,
} as const
