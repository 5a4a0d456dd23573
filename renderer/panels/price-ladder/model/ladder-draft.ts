import { isPositive, type Price, type Quantity } from '../../../../shared/domain/decimal.js'
import type { AnyInstrument } from '../../../../shared/domain/instruments/any-instrument.js'
import type { EventOutcome } from '../../../../shared/domain/instruments/event-contract.js'
import type { AccountId, Symbol } from '../../../../shared/domain/ids.js'
import type { AssetClass } from '../../../../shared/domain/instruments/instrument.js'
import type { OrderSession, TimeInForce } from '../../../../shared/domain/orders/order-types.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { Result } from '../../../../shared/domain/result.js'
import type { Side } from '../../../../shared/domain/side.js'
import type { TicketPrefill } from '../../../stores/selection.js'
import { buildDraft, type TicketFinding } from '../../../ui/ticket/model/build-draft.js'
import { readInput, writeInput } from '../../../ui/ticket/model/number-input.js'
import { fitted } from '../../../ui/ticket/model/product-terms.js'
import { emptyForm } from '../../../ui/ticket/model/ticket-form.js'
import { INPUT_LOCALE } from '../../../ui/ticket/model/ticket-store.js'
import { clickPrices, type ClickType, type LadderSide } from './click-order.js'

/** What a click, a key or a button of the ladder asks for. */
export interface LadderClick {
  readonly side: LadderSide
  readonly type: ClickType | 'market'
  /** Null for a market order. */
  readonly price: Price | null
}

/** What the person set at the head of the ladder. */
export interface LadderTerms {
  /** As it is typed. */
  readonly quantity: string
  readonly timeInForce: TimeInForce
  readonly session: OrderSession
}

/** What is traded, and what is known of it and of the account. */
export interface LadderInstrument {
  readonly symbol: Symbol
  readonly outcome: EventOutcome
  readonly accountId: AccountId | null
  /** Null while it is being looked up. */
  readonly instrument: AnyInstrument | null
  readonly assetClass: AssetClass
  /** Units held now, negative when short; null while the positions are not known. */
  readonly held: Quantity | null
}

/**
 * Returns the side of the order: a stock that is not held is sold short where that is possible, as
 * the broker requires.
 */
export function orderSide(side: LadderSide, { instrument, held }: LadderInstrument): Side {
  const isShort =
    side === 'sell' &&
    instrument?.assetClass === 'stock' &&
    instrument.shortable &&
    held !== null &&
    !isPositive(held)
  return isShort ? 'short' : side
}

/** Returns the order of a click, by the rules of the ticket; or why there is none. */
export function ladderDraft(
  click: LadderClick,
  terms: LadderTerms,
  traded: LadderInstrument,
  today: string,
): Result<OrderDraft, readonly TicketFinding[]> {
  const { symbol, assetClass, outcome, accountId, instrument, held } = traded
  const prices =
    click.type === 'market' || click.price === null ? {} : clickPrices(click.type, click.price)
  const write = (price: Price | undefined): string =>
    price === undefined ? '' : writeInput(price, INPUT_LOCALE)
  const form = fitted({
    ...emptyForm(symbol, assetClass),
    outcome,
    side: orderSide(click.side, traded),
    type: click.type,
    timeInForce: terms.timeInForce,
    session: terms.session,
    quantity: terms.quantity,
    limitPrice: write(prices.limitPrice),
    stopPrice: write(prices.stopPrice),
  })
  return buildDraft(form, { accountId, instrument, held, locale: INPUT_LOCALE, today })
}

/** Returns what a click puts into the ticket while the ladder is not armed. */
export function ticketPrefill(
  { side, type, price }: LadderClick,
  { quantity, timeInForce }: LadderTerms,
  traded: LadderInstrument,
): Omit<TicketPrefill, 'nonce'> {
  const typed = readInput(quantity, INPUT_LOCALE)
  return {
    symbol: traded.symbol,
    side: orderSide(side, traded),
    type,
    timeInForce,
    ...(typed.kind === 'value' ? { quantity: typed.value as Quantity } : {}),
    ...(type === 'market' || price === null ? {} : clickPrices(type, price)),
    ...(traded.assetClass === 'event' ? { outcome: traded.outcome } : {}),
  }
}

/** The quantities that are offered, by product. */
export const PRESETS: Readonly<Record<AssetClass, readonly string[]>> = {
  stock: ['1', '10', '50', '100', '500'],
  option: ['1', '2', '5', '10', '20'],
  futures: ['1', '2', '3', '5', '10'],
  crypto: ['0.01', '0.1', '0.5', '1', '10'],
  event: ['1', '10', '50', '100', '500'],
}

/** The quantity before the person has entered one; a coin's value differs too much for one. */
export const FIRST_QUANTITY: Readonly<Record<AssetClass, string>> = {
  stock: '100',
  option: '1',
  futures: '1',
  crypto: '',
  event: '10',
}
