import { dec, isZero, type Money } from '../../../shared/domain/decimal.js'
import type { Position } from '../../../shared/domain/account/account.js'
import type { CurrencyBalance } from '../../../shared/domain/account/account.js'
import type { OrderEffect } from '../../../shared/domain/orders/effect/effect-types.js'
import { effectOf } from '../../../shared/domain/orders/effect/order-effect.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import type { OrderPreview } from '../../../shared/domain/orders/trade-outcome.js'
import { STANDARD_MULTIPLIER } from '../../../shared/domain/orders/strategy-payoff.js'
import type { WindowText } from '../../../shared/messages/window/window-text.js'
import { formatMoney, formatQuantity } from '../../format/decimal.js'
import { ownMoney } from '../../format/own.js'

const ONE = dec('1')

/** The account that the orders of a review are compared with; null while it is not known. */
export interface ReviewAccount {
  readonly positions: readonly Position[] | null
  readonly balance: CurrencyBalance | null
}

/** Returns what one prepared order does to the selected account. */
export function entryEffect(
  draft: OrderDraft,
  estimate: OrderPreview | null | undefined,
  { positions, balance }: ReviewAccount,
): OrderEffect {
  const isFuture = draft.assetClass === 'futures'
  return effectOf({
    draft,
    positions,
    // The value of a future depends on its contract, which is not known here.
    price: isFuture ? null : (draft.limitPrice ?? draft.stopPrice),
    multiplier: draft.assetClass === 'option' ? STANDARD_MULTIPLIER : ONE,
    fees: estimate?.fees ?? null,
    brokerCost: estimate?.cost ?? null,
    account: undefined,
    power: {
      account: balance?.buyingPower ?? null,
      option: balance?.optionBuyingPower ?? null,
    },
    stock: null,
    spot: null,
    markOf: () => null,
    isBroad: false,
  })
}

/** Returns label and value of what an order costs and does, as the ticket's review shows it. */
export function effectRows(
  draft: OrderDraft,
  estimate: OrderPreview | null | undefined,
  effect: OrderEffect,
  { basket, strategy, ticket }: WindowText,
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
