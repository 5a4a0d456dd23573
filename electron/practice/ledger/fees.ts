import { UNIT_SIZE, type SizeUnits } from '../model/units.js'
import type { Cents } from './money.js'

/**
 * Stock fees, in one table; commission is zero. The rates are modeled on the regulatory fees that
 * US brokers pass on. These change every year, so treat the figures as the simulation's own. The
 * names are those of the wire (TRADING-4.6):
 * - SEC_FEE: Section 31 of the Securities Exchange Act, on the value of sales.
 * - FINRA_FEE: trading activity fee (FINRA By-Laws, Schedule A, section 1), on shares sold, capped
 *   per trade.
 * - FINRA_CAT_REGULATORY_FEE: consolidated audit trail, on shares bought and sold.
 */
const FEE_RATES = {
  secPerMillionCents: 2_060n,
  tafPerShareMicros: 195n,
  tafCapCents: 979,
  catPerShareTenthMicros: 30n,
} as const

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

const up = (numerator: bigint, denominator: bigint): Cents =>
  Number((numerator + denominator - 1n) / denominator)
const nearest = (numerator: bigint, denominator: bigint): Cents =>
  Number((numerator + denominator / 2n) / denominator)

/**
 * Returns the fees of one order's execution so far: sale fees rounded up to the cent, the audit
 * trail fee to the nearest. Calculated on totals, so that many small fills cost the same as one.
 */
export function feesOf(side: 'BUY' | 'SELL' | 'SHORT', value: Cents, size: SizeUnits): Fees {
  if (size === 0) return { sec: 0, taf: 0, cat: 0 }
  const units = BigInt(size)
  const cat = nearest(units * FEE_RATES.catPerShareTenthMicros, BigInt(UNIT_SIZE) * 100_000n)
  if (side === 'BUY') return { sec: 0, taf: 0, cat }
  return {
    sec: up(BigInt(value) * FEE_RATES.secPerMillionCents, 100_000_000n),
    taf: Math.min(
      up(units * FEE_RATES.tafPerShareMicros, BigInt(UNIT_SIZE) * 10_000n),
      FEE_RATES.tafCapCents,
    ),
    cat,
  }
}
