import { stockMarginRows } from '../../ui/ticket/model/stock-margin-rows.js'
import { dec, isZero, type Decimal, type Money } from '../../../shared/domain/decimal.js'
import type { Account, CurrencyBalance, Position } from '../../../shared/domain/account/account.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { AnyInstrument } from '../../../shared/domain/instruments/any-instrument.js'
import {
  keyParts,
  orderContractSymbol,
  underlyingSymbol,
} from '../../../shared/domain/instruments/instrument-key.js'
import { listingOf } from '../../../shared/domain/instruments/listing.js'
import type { Quote } from '../../../shared/domain/market/quote.js'
import { midPrice } from '../../../shared/domain/market/quoted-price.js'
import { fillPrice } from '../../../shared/domain/orders/effect/likely-order.js'
import {
  marginsOfStock,
  type OrderEffect,
} from '../../../shared/domain/orders/effect/effect-types.js'
import { effectOf } from '../../../shared/domain/orders/effect/order-effect.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import type { OrderPreview } from '../../../shared/domain/orders/trade-outcome.js'
import { STANDARD_MULTIPLIER } from '../../../shared/domain/orders/strategy-payoff.js'
import type { PanelText } from '../../../shared/messages/window-text.js'
import { formatMoney, formatQuantity } from '../../format/decimal.js'
import { formatDraft } from '../../format/order-draft.js'
import { mirroredQuote } from '../../ui/ticket/model/estimate.js'
import { ownMoney } from '../../format/own.js'

const ONE = dec('1')

/** The account that the orders of a review are compared with; null while it is not known. */
export interface ReviewAccount {
  readonly positions: readonly Position[] | null
  readonly balance: CurrencyBalance | null
  readonly type: Account['type'] | undefined
}

/** What is known of the market of an order. */
export interface ReviewMarket {
  readonly instrument: AnyInstrument | null
  readonly quoteOf: (symbol: Symbol) => Quote | undefined
}

/** Returns what one unit of the order trades at: its own price, or the market's. */
function priceOf(draft: OrderDraft, { quoteOf }: ReviewMarket): Decimal | null {
  const contract = orderContractSymbol(draft)
  const quote = contract === null ? undefined : quoteOf(contract)
  const isMirrored = draft.assetClass === 'event' && draft.terms?.outcome === 'no'
  return fillPrice(draft, quote !== undefined && isMirrored ? mirroredQuote(quote) : quote)
}

/** Returns what one prepared order does to the selected account. */
export function entryEffect(
  draft: OrderDraft,
  estimate: OrderPreview | null | undefined,
  { positions, balance, type }: ReviewAccount,
  market: ReviewMarket,
): OrderEffect {
  const { instrument, quoteOf } = market
  const listing = instrument === null ? null : listingOf(instrument, draft.terms?.outcome ?? 'yes')
  const isFuture = draft.assetClass === 'futures'
  const multiplier =
    draft.assetClass === 'option' ? STANDARD_MULTIPLIER : (listing?.multiplier ?? ONE)
  const stock = instrument?.assetClass === 'stock' ? instrument : null
  return effectOf({
    draft,
    positions,
    // The value of a future depends on its contract.
    price: isFuture && listing === null ? null : priceOf(draft, market),
    multiplier,
    fees: estimate?.fees ?? null,
    brokerCost: estimate?.cost ?? null,
    account: type,
    power: {
      account: balance?.buyingPower ?? null,
      option: balance?.optionBuyingPower ?? null,
    },
    stock: marginsOfStock(stock),
    spot: draft.assetClass === 'option' ? (quoteOf(underlyingSymbol(draft))?.last ?? null) : null,
    markOf: ({ key }) => (key === null ? null : midPrice(quoteOf(keyParts(key).symbol as Symbol))),
    isBroad: instrument?.assetClass === 'option' && instrument.underlyingKind === 'index',
  })
}

/** Names an order by what it is to the position: a close, a roll, or as it is sent. */
export function entryTitle(
  draft: OrderDraft,
  { kind }: Pick<OrderEffect, 'kind'>,
  text: PanelText,
): string {
  const strategy = draft.terms?.strategy
  if (strategy === undefined || (draft.terms?.legs ?? []).length < 2) {
    return formatDraft(draft, text)
  }
  if (kind === 'roll') return text.strategy.rolled(draft.symbol)
  return kind === 'close' || kind === 'reduce'
    ? text.strategy.closed(draft.symbol, text.strategy.names[strategy])
    : formatDraft(draft, text)
}

/** Returns label and value of what an order costs and does, as the ticket's review shows it. */
export function effectRows(
  draft: OrderDraft,
  estimate: OrderPreview | null | undefined,
  effect: OrderEffect,
  { basket, strategy, ticket }: PanelText,
): readonly (readonly [string, string])[] {
  const currency = estimate?.currency ?? 'USD'
  const money = (value: Money | null): string => formatMoney(value, currency)
  const isStrategy = (draft.terms?.legs ?? []).length > 1
  const cost = isStrategy
    ? strategy.costName(draft.side !== 'buy')
    : draft.assetClass === 'futures'
      ? ticket.margin
      : ticket.cost[draft.side]
  const bound = (value: NonNullable<OrderEffect['maxLoss']>): string =>
    value === 'unlimited' ? ticket.unlimited : money(value)
  const [only, ...more] = effect.changes
  return [
    [cost, estimate === null ? basket.noEstimate : money(estimate?.cost ?? effect.value)],
    [ticket.fees, money(effect.fees)],
    ...(effect.realized === null
      ? []
      : [[ticket.realized, formatMoney(effect.realized, currency, true)] as const]),
    ...(effect.maxLoss === null ? [] : [[ticket.maxLoss, bound(effect.maxLoss)] as const]),
    ...(effect.maxGain === null ? [] : [[ticket.maxGain, bound(effect.maxGain)] as const]),
    ...(effect.power.before === null || effect.power.after === null
      ? []
      : [
          [
            effect.power.kind === 'option' ? ticket.optionPower : ticket.power,
            `${ownMoney(effect.power.before, currency)} → ${ownMoney(effect.power.after, currency)}`,
          ] as const,
        ]),
    ...stockMarginRows(effect, (value) => ownMoney(value, currency), ticket),
    ...(only === undefined || more.length > 0 || isZero(only.change)
      ? []
      : [
          [
            ticket.position,
            `${formatQuantity(only.before)} → ${formatQuantity(only.after)}`,
          ] as const,
        ]),
  ]
}
