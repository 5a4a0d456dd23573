import { PRACTICE_FEES } from '../../../../../shared/domain/app/practice-fees.js'
import type { FeeKind, Fees } from '../../../ledger/fees.js'
import type { Cents } from '../../../ledger/money.js'
import { UNIT_SIZE, type SizeUnits } from '../../../model/units.js'
import type { OrderTerms } from '../../orders/order.js'

/**
 * The rates of options; their commission is zero. The options regulatory fee, the clearing fee and
 * an index's own fee are listed together as EXCHANGE_FEE. On sales the SEC fee of stocks is added.
 */
const RATES = PRACTICE_FEES.option
const PER_CENT = 1_000
const SEC_PER_MILLION_CENTS = PRACTICE_FEES.stock.secPerMillionCents

/** Returns the contracts in `size` units of an order: all of them, and those that are sold. */
function contractsOf(
  terms: OrderTerms,
  size: SizeUnits,
): { readonly all: number; readonly sold: number } {
  let all = 0
  let sold = 0
  for (const leg of terms.option?.legs ?? []) {
    if (leg.instrumentType !== 'OPTION') continue
    const contracts = ((leg.size / terms.size) * size) / UNIT_SIZE
    all += contracts
    if (leg.side === 'SELL') sold += contracts
  }
  return { all, sold }
}

/**
 * Returns the fees of an order's execution so far. The SEC fee is charged on the proceeds of a
 * sale, for a combination on its net credit.
 */
export function optionFees(terms: OrderTerms, value: Cents, size: SizeUnits): Fees {
  const { all, sold } = contractsOf(terms, size)
  const index =
    terms.option?.legs.some(({ style }) => style === 'EUROPEAN') === true ? RATES.index : 0
  const common = {
    exchange: Math.round((all * (RATES.regulatory + RATES.clearing + index)) / PER_CENT),
    cat: Math.round((all * RATES.trail) / PER_CENT),
  }
  if (sold === 0) return common
  return {
    ...common,
    sec: terms.side === 'SELL' ? Math.ceil((value * SEC_PER_MILLION_CENTS) / 100_000_000) : 0,
    taf: Math.ceil((sold * RATES.activity) / PER_CENT),
  }
}

export const optionFeeKinds = (terms: OrderTerms): readonly FeeKind[] =>
  terms.option?.legs.some(({ side }) => side === 'SELL') === true
    ? ['exchange', 'cat', 'sec', 'taf']
    : ['exchange', 'cat']
