import { PRACTICE_FEES } from '../../../../../shared/domain/app/practice/practice-fees.js'
import type { FeeKind, Fees } from '../../../ledger/fees.js'
import { centsOfQuotient, centsUpOfQuotient, type Cents } from '../../../ledger/money.js'
import { UNIT_SIZE, type SizeUnits } from '../../../model/units.js'
import type { OrderTerms } from '../../orders/order.js'
import { sizeOfPart } from './option-portfolio.js'

/**
 * The rates of options; their commission is zero. The options regulatory fee, the clearing fee and
 * an index's own fee are listed together as EXCHANGE_FEE. On sales the SEC fee of stocks is added.
 */
const RATES = PRACTICE_FEES.option
/** Rates in one cent, for the size of one contract. */
const PER_CENT = 1_000n * BigInt(UNIT_SIZE)
const SEC_PER_MILLION_CENTS = BigInt(PRACTICE_FEES.stock.secPerMillionCents)
const CENTS_PER_RATE = 100_000_000n

/** Returns the size of the contracts in `size` units of an order: all, and those that are sold. */
function contractsOf(
  terms: OrderTerms,
  size: SizeUnits,
): { readonly all: bigint; readonly sold: bigint } {
  let all = 0n
  let sold = 0n
  for (const leg of terms.option?.legs ?? []) {
    if (leg.instrumentType !== 'OPTION') continue
    const contracts = BigInt(sizeOfPart(leg, size, terms.size))
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
    exchange: centsOfQuotient(all * BigInt(RATES.regulatory + RATES.clearing + index), PER_CENT),
    cat: centsOfQuotient(all * BigInt(RATES.trail), PER_CENT),
  }
  if (sold === 0n) return common
  return {
    ...common,
    sec:
      terms.side === 'SELL'
        ? centsUpOfQuotient(BigInt(value) * SEC_PER_MILLION_CENTS, CENTS_PER_RATE)
        : 0,
    taf: centsUpOfQuotient(sold * BigInt(RATES.activity), PER_CENT),
  }
}

export const optionFeeKinds = (terms: OrderTerms): readonly FeeKind[] =>
  terms.option?.legs.some(({ side }) => side === 'SELL') === true
    ? ['exchange', 'cat', 'sec', 'taf']
    : ['exchange', 'cat']
