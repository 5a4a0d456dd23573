import { decimalText, trim } from '../../../../shared/domain/decimal.js'
import { tradesSame } from '../../../../shared/domain/instruments/instrument-key.js'
import type { Refusal, RefusalDetail } from '../../../../shared/domain/instructions/refusal.js'
import {
  comboProblems,
  masterOf,
  type ComboFinding,
  type ComboProblem,
} from '../../../../shared/domain/orders/combo-rules.js'
import {
  enteringAt,
  exitPrice,
  linkedGroup,
  linkedOrders,
} from '../../../../shared/domain/orders/exits.js'
import type { ComboDraft, ComboMember, OrderDraft } from '../../../../shared/domain/orders/order.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { RiskQuote } from '../../risk/pricing.js'

/** The field of a request that a problem of the exits is about. */
const FIELDS: Readonly<Partial<Record<ComboProblem, RefusalDetail['field']>>> = {
  'product-not-offered': 'instrument',
  'order-count': 'orders',
  'quantity-only': 'size',
  'type-not-allowed': 'type',
  'target-not-winning': 'takeProfit',
  'stop-not-losing': 'stopLoss',
  'stop-not-below-target': 'stopLoss',
}

/** Returns the refusal of the first problem of an entry with its exits (CONFIRM-44). */
function refusalOf({ problem, member }: ComboFinding, { orders }: ComboDraft): Refusal {
  const order = member === null ? undefined : orders[member]?.draft
  const entry = masterOf({ orders } as ComboDraft)
  const field = FIELDS[problem] ?? 'order'
  const price = order === undefined ? null : exitPrice(order)
  return {
    code: 'invalid',
    message:
      problem === 'product-not-offered' && entry !== undefined
        ? message('refusals.exitsNotOffered', { product: entry.assetClass })
        : message(`combo.${problem}`),
    detail: {
      field,
      value:
        (field === 'takeProfit' || field === 'stopLoss') && price !== null
          ? decimalText(trim(price))
          : null,
      rule: problem,
      didYouMean: null,
      sizeKind: entry?.size.kind ?? 'quantity',
    },
  }
}

/** Returns why an entry and its exits do not fit together; null where they do. */
export const exitsRefusal = (entry: OrderDraft, exits: readonly ComboMember[]): Refusal | null =>
  firstRefusal(linkedOrders(entry, exits))

/**
 * Returns why orders cannot be linked; null where they can. They have one symbol here, because a
 * card shows one market and one position.
 */
export function linkedRefusal(draft: OrderDraft, linked: readonly ComboMember[]): Refusal | null {
  const other = linked.find((member) => !tradesSame(member.draft, draft))
  if (other !== undefined) {
    const { symbol } = other.draft
    return { code: 'invalid', message: message('refusals.linkedSymbol', { symbol }) }
  }
  if (draft.assetClass === 'stock') return firstRefusal(linkedGroup(draft, linked))
  return {
    code: 'invalid',
    message: message('refusals.linkedNotOffered', { product: draft.assetClass }),
    detail: {
      field: 'instrument',
      value: draft.assetClass,
      rule: 'product-not-offered',
      didYouMean: null,
      sizeKind: draft.size.kind,
    },
  }
}

function firstRefusal(combo: ComboDraft): Refusal | null {
  // Nothing else matters where the product has no linked orders at all.
  const problems = comboProblems(combo)
  const [first] = [
    ...problems.filter(({ problem }) => problem === 'product-not-offered'),
    ...problems,
  ]
  return first === undefined ? null : refusalOf(first, combo)
}

/**
 * Returns why the exits of an entry without a price do not fit the market, where it enters; null
 * where they do, or without a quote.
 */
export function exitsAtMarketRefusal(
  combo: ComboDraft,
  quote: Pick<RiskQuote, 'bid' | 'ask' | 'last'> | null,
): Refusal | null {
  const entry = masterOf(combo)
  if (entry === undefined || entry.limitPrice !== null || quote === null) return null
  const price = (entry.side === 'buy' ? quote.ask : quote.bid) ?? quote.last
  const entered = enteringAt(combo, entry.stopPrice ?? price)
  const [first] = comboProblems(entered).filter(({ problem }) => problem !== 'type-not-allowed')
  return first === undefined ? null : refusalOf(first, combo)
}
