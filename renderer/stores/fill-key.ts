import { decimalText } from '../../shared/domain/decimal.js'
import type { Fill } from '../../shared/domain/order.js'

/** What tells one observed execution from another; the provider's events carry no execution id (contract/trade-events.md). */
export const fillKey = (fill: Fill): string => `${fill.clientOrderId}|${fill.time}|${decimalText(fill.quantity)}|${decimalText(fill.price)}`
