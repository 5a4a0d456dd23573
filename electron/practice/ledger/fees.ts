import { PRACTICE_FEES } from '../../../shared/domain/app/practice/practice-fees.js'
import { UNIT_SIZE, type SizeUnits } from '../model/units.js'
import { centsOfQuotient, centsUpOfQuotient, type Cents } from './money.js'

/** The rates of stocks; their commission is zero. */
const { secPerMillionCents, tafPerShareMicros, tafCapCents, catPerShareTenthMicros } =
  PRACTICE_FEES.stock

/**
 * The names of fees on the wire (TRADING-4.6). The broker's own commission is listed apart from the
 * fees.
 */
export const FEE_NAMES = {
  sec: 'SEC_FEE',
  taf: 'FINRA_FEE',
  cat: 'FINRA_CAT_REGULATORY_FEE',
  exchange: 'EXCHANGE_FEE',
  commission: 'COMMISSION',
} as const
export type FeeKind = keyof typeof FEE_NAMES
export const FEE_KINDS = Object.keys(FEE_NAMES) as readonly FeeKind[]

/** Cents per kind of fee; a missing kind is zero. */
export type Fees = Readonly<Partial<Record<FeeKind, Cents>>>

export const NO_FEES: Fees = {}
export const totalFees = (fees: Fees): Cents =>
  FEE_KINDS.reduce((sum, kind) => sum + (fees[kind] ?? 0), 0)
/** Returns the fees added between two running totals. */
export const feesBetween = (before: Fees, after: Fees): Fees =>
  Object.fromEntries(
    FEE_KINDS.filter((kind) => kind in after || kind in before).map((kind) => [
      kind,
      (after[kind] ?? 0) - (before[kind] ?? 0),
    ]),
  )

/**
 * Returns the fees of one order's execution so far: sale fees rounded up to the cent, the audit
 * trail fee to the nearest. Calculated on totals, so that many small fills cost the same as one.
 */
export function feesOf(side: 'BUY' | 'SELL' | 'SHORT', value: Cents, size: SizeUnits): Fees {
  if (size === 0) return { sec: 0, taf: 0, cat: 0 }
  const units = BigInt(size)
  const cat = centsOfQuotient(units * BigInt(catPerShareTenthMicros), BigInt(UNIT_SIZE) * 100_000n)
  if (side === 'BUY') return { sec: 0, taf: 0, cat }
  return {
    sec: centsUpOfQuotient(BigInt(value) * BigInt(secPerMillionCents), 100_000_000n),
    taf: Math.min(
      centsUpOfQuotient(units * BigInt(tafPerShareMicros), BigInt(UNIT_SIZE) * 10_000n),
      tafCapCents,
    ),
    cat,
  }
}
