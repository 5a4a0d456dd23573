export const PRODUCT_CLASSES = [
  { id: 1, name: 'Equity Index' },
  { id: 2, name: 'Energy' },
  { id: 3, name: 'Metals' },
  { id: 4, name: 'Interest Rates' },
  { id: 5, name: 'FX' },
  { id: 6, name: 'Agriculture' },
  { id: 7, name: 'Cryptocurrency' },
] as const

/** The rule for the last trading day of a contract month. */
export type LastDayRule =
  | 'third-friday'
  | 'oil'
  | 'gas'
  | 'third-last-business-day'
  | 'eighth-last-business-day'
  | 'before-third-wednesday'
  | 'before-fifteenth'
  | 'last-friday'

export interface FuturesProduct {
  readonly code: string
  readonly name: string
  readonly classId: number
  readonly exchangeCode: string
  /** The contract unit, for example "50 x index". */
  readonly unit: string
  /** Price decimals, and the smallest increment as text. */
  readonly decimals: number
  readonly tick: string
  /** USD per point. */
  readonly point: number
  /** Listed months, 1 to 12, and how many are listed ahead. */
  readonly months: readonly number[]
  readonly listed: number
  readonly lastDay: LastDayRule
  /** New York minute of the end on the last day, and of the daily settlement. */
  readonly endsMinute: number
  readonly settlesMinute: number
  readonly delivery: 'CASH' | 'PHYSICAL'
  /**
   * Trading days before the last day (or the first notice) when the next month becomes the main
   * contract.
   */
  readonly rollDays: number
  /** Code of the full-size product whose path it shares. */
  readonly root: string
  readonly price: string
  /**
   * The fund it follows, its share of the fund's moves, and its own additional daily volatility in
   * percent.
   */
  readonly follows: string | null
  readonly share: number
  readonly ownVolatility: number
  /** Cost of carry per year, as a fraction of the price. */
  readonly carry: number
  /** Contracts per average day over all months, and open interest. */
  readonly volume: number
  readonly interest: number
  readonly maintenanceCents: number
  readonly feeCents: number
}

export const minuteOfDay = (hour: number, minute = 0): number => hour * 60 + minute
export const QUARTERS = [3, 6, 9, 12] as const
export const ALL_MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const
type ProductTerms = Omit<FuturesProduct, 'root'> & { readonly root?: string }

/** Makes a product; without a `root` it has a path of its own. */
export const product = (row: ProductTerms): FuturesProduct => ({
  ...row,
  root: row.root ?? row.code,
})
