import { FEE_NAMES, type Fees } from '../../ledger/fees.js'
import { centsText, valueCents } from '../../ledger/money.js'
import type { OrderView, PracticeOrder } from './order.js'
import type { ProductRules } from './product-rules.js'
import type { FeeRecord, OrderRecord } from '../../model/wire-records.js'

/** The fee rules of a product. */
type FeeRules<Core> = Pick<ProductRules<Core>, 'fees' | 'feeKinds'>

const fee = (type: string, actual: number, receivable: number): FeeRecord => ({
  type,
  actual_value: centsText(actual),
  receivable_value: centsText(receivable),
})

/**
 * Returns the expected fees of the whole order, which its record shows as estimates before a fill
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
 * Returns the `commission` and `fees` of a record: the actual charges so far and the expected ones,
 * by the product's rules.
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
