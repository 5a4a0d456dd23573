import type { StalePrice } from '../../risk/risk-limits.js'
import type { Account } from '../../../../shared/domain/account/account.js'
import {
  abs,
  asQuantity,
  dec,
  div,
  isNegative,
  isPositive,
  lt,
  minOf,
  significantScale,
} from '../../../../shared/domain/decimal.js'
import { isReversible, type FlattenRow } from '../../../../shared/domain/orders/flatten.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'
import { describeDraft, orderSummary } from '../order-text/order-summary.js'
import { skippedRow, type Closing, type ToClose } from './flatten-plan.js'

const TWO = dec('2')

/**
 * Returns half of a position, rounded down to the places that it has itself and at most what is
 * available; a row with the reason where nothing would be left to send.
 */
export function halfOf({ position, quantity }: ToClose): ToClose | FlattenRow {
  const held = abs(position.quantity)
  const half = div(held, TWO, significantScale(held), 'down')
  return half === null || !isPositive(half)
    ? skippedRow(position, message('killSwitch.cannotHalve'))
    : { position, quantity: minOf(asQuantity(half), quantity) }
}

/** Returns why a position cannot be reversed; null where it can. */
export function reverseProblem(
  { position, quantity }: ToClose,
  account: Pick<Account, 'type'> | undefined,
): Message | null {
  const { assetClass } = position
  if (!isReversible(assetClass)) return message('killSwitch.reverseProduct')
  // A reverse that leaves a part of the position would open nothing, so it is all or none.
  if (lt(quantity, abs(position.quantity))) return message('killSwitch.reverseOrders')
  if (assetClass === 'futures' || isNegative(position.quantity)) return null
  if (significantScale(position.quantity) > 0) return message('killSwitch.reverseWhole')
  return account?.type === 'margin' ? null : message('killSwitch.reverseCash')
}

/** The second order of a reverse. It is not a closing order: every limit applies to it. */
export interface Opening {
  readonly row: FlattenRow
  readonly draft: OrderDraft
  /** The price that the plan shows although it is not current; absent for a current one. */
  readonly stalePrice?: StalePrice | undefined
}

/** Returns the order that opens the opposite position once the closing order has filled. */
export function openingAfter({ draft: closing, row }: Closing): Opening {
  const isShort = closing.assetClass === 'stock' && closing.side === 'sell'
  const { terms } = closing
  const draft: OrderDraft = {
    ...closing,
    side: isShort ? 'short' : closing.side,
    ...(closing.assetClass === 'option'
      ? { terms: { ...terms, intent: closing.side === 'buy' ? 'buy-to-open' : 'sell-to-open' } }
      : {}),
  }
  return {
    draft,
    row: {
      accountId: row.accountId,
      symbol: row.symbol,
      line: orderSummary(describeDraft(draft), null),
      note: message('killSwitch.thenOpens'),
    },
  }
}
