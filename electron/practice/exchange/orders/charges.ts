import { FEE_NAMES, type Fees } from '../../ledger/fees.js'
import { centsText, valueCents } from '../../ledger/money.js'
import type { OrderView, PracticeOrder } from './order.js'
import type { ProductRules } from './product-rules.js'
import type { FeeRecord, OrderRecord } from '../../model/wire-records.js'

/** What a product's rules say about fees, asked over the exchange's state. */
type FeeRules<Core> = Pick<ProductRules<Core>, 'fees' | 'feeKinds'>

const fee = (type: string, actual: number, receivable: number): FeeRecord => ({
  type,
  actual_value: centsText(actual),
  receivable_value: centsText(receivable),
})

/**
 * What the whole order is expected to cost in fees: estimates stand in its record before a fill
 * (TRADING-4.6).
 */
function dueFees<Core>(
  state: Core,
  rules: FeeRules<Core>,
  scale: PracticeOrder['scale'],
  view: OrderView,
): Fees {
  const final = view.status === 'FILLED' || view.status === 'CANCELLED' || view.status === 'FAILED'
  const price = view.terms.limit ?? view.terms.stop
  if (final || price === null) return view.fees
  return rules.fees(state, view.terms, valueCents(price, view.terms.size, scale), view.terms.size)
}

/**
 * What an order has cost so far and is expected to cost by its product's rules: the `commission`
 * and `fees` of a record.
 */
export function chargesOf<Core>(
  state: Core,
  rules: FeeRules<Core>,
  { scale }: PracticeOrder,
  view: OrderView,
): Pick<OrderRecord, 'commission' | 'fees'> {
  const kinds = rules.feeKinds(view.terms)
  if (kinds === null) return {}
  const due = dueFees(state, rules, scale, view)
  return {
    commission: {
      actual_commission: centsText(view.fees.commission ?? 0),
      receivable_commission: centsText(due.commission ?? 0),
    },
    fees: kinds.map((kind) => fee(FEE_NAMES[kind], view.fees[kind] ?? 0, due[kind] ?? 0)),
  }
}
