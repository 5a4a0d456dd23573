import type { AssetClass } from '../../../domain/instruments/instrument.js'
import type { HaltScope } from '../../../domain/orders/halt.js'
import type { Side } from '../../../domain/side.js'
import type { Message } from '../../message.js'
import type { Writer } from '../../writer.js'
import { MARKETS, type Opening } from '../names.js'

const HALTED: Readonly<Record<HaltScope, string>> = {
  assistants: 'Assistants',
  all: 'All trading',
}

/** The kill switch, what a halt left open, and the plan that closes positions. */
export const killSwitch = {
  accessNotStored:
    'A pause or revocation of an assistant could not be stored. Check what each assistant may do before you resume them.',
  unreadable:
    'The record of a halt cannot be read; assistants stay halted until you lift the halt.',
  halted: (
    { scope, reason }: { readonly scope: HaltScope; readonly reason: Message },
    { message }: Writer,
  ) => `${HALTED[scope]} halted: ${message(reason)}`,
  pauseReason: ({ reason }: { readonly reason: Message }, { message }: Writer) =>
    `Halted: ${message(reason)}`,
  lifted: 'The halt was lifted: assistants can be resumed',
  continued: 'Countersign started with an unfinished halt and continues it',
  result: ({ working, unknown }: { readonly working: number; readonly unknown: number }) =>
    `${working} working, ${unknown} unknown after the halt`,
  beingSent: ({ side, symbol }: { readonly side: Side; readonly symbol: string }) =>
    `Being sent: ${side} ${symbol}`,
  /** A position that stays open; `quantity` is the exact text of the number. */
  position: ({ quantity, symbol }: { readonly quantity: string; readonly symbol: string }) =>
    `${quantity} ${symbol}`,
  stillCanceling: 'Orders are still being canceled. Close positions when that is over.',
  planUnknown: 'This plan is not the one that was shown, or it was sent already.',
  planExpired: 'The plan has expired. Request a new one.',
  planned: ({ orders }: { readonly orders: number }) => `Close ${orders} positions`,
  closed: ({ accepted, orders }: { readonly accepted: number; readonly orders: number }) =>
    `The broker accepted ${accepted} of ${orders} closing orders`,
  marketClosed: (
    { assetClass, opens }: { readonly assetClass: AssetClass; readonly opens: Opening | null },
    { day }: Writer,
  ) => {
    const next = opens === null ? 'the next one' : `that of ${day(opens.day)}, ${opens.time} ET`
    return `The regular session of ${MARKETS[assetClass]} is closed: the order waits for ${next}`
  },
  limitForOption: 'Limit through the market: options have no market orders',
  limitOutsideSession: 'Limit through the market: no market orders outside the regular session',
  comboNotOneLeg: 'The legs of a combination are closed one by one, or together at a net price',
  contractUnknown: 'The broker does not report which contract this is',
  outcomeUnknown: 'The broker does not report which outcome is held',
  noPrice: 'There is no price to close it at now',
  combinationUnknown:
    'The broker does not report the contracts of this combination: close it in the order ticket',
  unreadablePosition: ({ symbol }: { readonly symbol: string | null }) =>
    symbol === null ? 'A position' : `A position in ${symbol}`,
  beyondPlan: ({ max }: { readonly max: number }) =>
    `One plan closes ${max} at most: close it with the next one`,
  unreadablePositionNote: 'It could not be read: close it with your broker',
  reserved: 'Working orders close it already: cancel them first',
  shortStaysOpen: ({ symbol }: { readonly symbol: string }) =>
    `A short option of ${symbol} stays open, which this may cover`,
  afterShortOptions: ({ symbol }: { readonly symbol: string }) =>
    `After the short options of ${symbol} are closed`,
  bothLegs: 'Both legs as one order; if it is refused, the short leg first',
  notSent: 'It was not sent',
  cannotHalve: 'It is too small to halve',
  reverseProduct: 'Coins and event contracts cannot be sold short',
  reverseWhole: 'A fraction of a share cannot be sold short',
  reverseCash: 'This account cannot sell short',
  reverseOrders: 'Working orders reduce it already: cancel them before you reverse it',
  thenOpens: 'Sent when the first order has filled completely. Limits and halts apply to it',
  openingNotSent:
    'Not sent: the closing order has not filled. The opposite position was not opened',
  plannedReverse: 'Reverse a position: close it, then open the opposite one',
  coverNotSent:
    'Not sent: a short option is still open, which this may cover. Check again when it is closed',
  outcomePending: 'It is not known yet whether it was placed; Countersign is checking',
  shortLegOnly: ({ outcome }: { readonly outcome: Message }, { message }: Writer) =>
    `Not accepted as one order. The short leg: ${message(outcome)}`,
  shortLegWorking:
    'Not accepted as one order. The short leg is being bought back; the long leg stays open until then',
  longLeg: ({ outcome }: { readonly outcome: Message }, { message }: Writer) =>
    `Not accepted as one order. The short leg was bought back; the long leg: ${message(outcome)}`,
} as const
