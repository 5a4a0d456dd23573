/**
 * The futures of the practice market: real codes, exchanges, ticks, point values and cycles; prices
 * are tied to a fund of the stock market where one holds the same asset. Margins are rounded
 * typical values.
 */

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

const minuteOfDay = (hour: number, minute = 0): number => hour * 60 + minute
const QUARTERS = [3, 6, 9, 12] as const
const ALL_MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const
type Row = Omit<FuturesProduct, 'root'> & { readonly root?: string }
const product = (row: Row): FuturesProduct => ({ ...row, root: row.root ?? row.code })

const INDEX = {
  classId: 1,
  decimals: 4,
  months: QUARTERS,
  listed: 5,
  lastDay: 'third-friday',
  endsMinute: minuteOfDay(9, 30),
  settlesMinute: minuteOfDay(16),
  delivery: 'CASH',
  rollDays: 4,
  share: 1,
  ownVolatility: 0,
} as const
const ES = {
  ...INDEX,
  price: '6744.25',
  follows: 'SPY',
  carry: 0.027,
  exchangeCode: 'CME',
  tick: '0.25',
} as const
const NQ = {
  ...INDEX,
  price: '24945.00',
  follows: 'QQQ',
  carry: 0.033,
  exchangeCode: 'CME',
  tick: '0.25',
} as const
const RTY = {
  ...INDEX,
  price: '2431.20',
  follows: 'IWM',
  carry: 0.028,
  exchangeCode: 'CME',
  tick: '0.1',
} as const
const YM = {
  ...INDEX,
  price: '46890',
  follows: 'DIA',
  carry: 0.024,
  exchangeCode: 'CBOT',
  tick: '1',
} as const
const ENERGY = {
  classId: 2,
  decimals: 4,
  exchangeCode: 'NYMEX',
  months: ALL_MONTHS,
  listed: 12,
  endsMinute: minuteOfDay(14, 30),
  settlesMinute: minuteOfDay(14, 30),
  delivery: 'PHYSICAL',
  rollDays: 3,
} as const
const CL = {
  ...ENERGY,
  lastDay: 'oil',
  price: '59.40',
  follows: 'XLE',
  share: 0.8,
  ownVolatility: 1.6,
  carry: -0.015,
  tick: '0.01',
} as const
const METAL = {
  classId: 3,
  decimals: 4,
  exchangeCode: 'COMEX',
  listed: 6,
  lastDay: 'third-last-business-day',
  delivery: 'PHYSICAL',
  rollDays: 4,
} as const
const GC = {
  ...METAL,
  months: [2, 4, 6, 8, 10, 12],
  endsMinute: minuteOfDay(13, 30),
  settlesMinute: minuteOfDay(13, 30),
  price: '4085.60',
  follows: 'GLD',
  share: 1,
  ownVolatility: 0,
  carry: 0.042,
  tick: '0.1',
} as const
const SI = {
  ...METAL,
  months: [3, 5, 7, 9, 12],
  endsMinute: minuteOfDay(13, 25),
  settlesMinute: minuteOfDay(13, 25),
  price: '50.720',
  follows: 'GLD',
  share: 1.3,
  ownVolatility: 1.1,
  carry: 0.043,
  tick: '0.005',
} as const
const RATE = {
  classId: 4,
  decimals: 6,
  exchangeCode: 'CBOT',
  months: QUARTERS,
  listed: 3,
  lastDay: 'eighth-last-business-day',
  endsMinute: minuteOfDay(13, 1),
  settlesMinute: minuteOfDay(15),
  delivery: 'PHYSICAL',
  rollDays: 3,
  follows: 'TLT',
  carry: -0.004,
} as const
const FX = {
  classId: 5,
  decimals: 5,
  exchangeCode: 'CME',
  months: QUARTERS,
  listed: 5,
  lastDay: 'before-third-wednesday',
  endsMinute: minuteOfDay(10, 16),
  settlesMinute: minuteOfDay(15),
  delivery: 'PHYSICAL',
  rollDays: 3,
  follows: null,
  share: 0,
} as const
const GRAIN = {
  classId: 6,
  decimals: 4,
  exchangeCode: 'CBOT',
  listed: 6,
  lastDay: 'before-fifteenth',
  endsMinute: minuteOfDay(13, 1),
  settlesMinute: minuteOfDay(14, 15),
  delivery: 'PHYSICAL',
  rollDays: 4,
  follows: null,
  share: 0,
  unit: '5,000 bushels',
  tick: '0.25',
  point: 50,
} as const

export const FUTURES_PRODUCTS: readonly FuturesProduct[] = [
  product({
    ...ES,
    code: 'ES',
    name: 'E-mini S&P 500',
    unit: '50 x index',
    point: 50,
    volume: 1_450_000,
    interest: 2_050_000,
    maintenanceCents: 2_180_000,
    feeCents: 140,
  }),
  product({
    ...ES,
    code: 'MES',
    name: 'Micro E-mini S&P 500',
    unit: '5 x index',
    point: 5,
    root: 'ES',
    volume: 1_150_000,
    interest: 190_000,
    maintenanceCents: 218_000,
    feeCents: 37,
  }),
  product({
    ...NQ,
    code: 'NQ',
    name: 'E-mini Nasdaq-100',
    unit: '20 x index',
    point: 20,
    volume: 610_000,
    interest: 285_000,
    maintenanceCents: 3_140_000,
    feeCents: 140,
  }),
  product({
    ...NQ,
    code: 'MNQ',
    name: 'Micro E-mini Nasdaq-100',
    unit: '2 x index',
    point: 2,
    root: 'NQ',
    volume: 1_600_000,
    interest: 150_000,
    maintenanceCents: 314_000,
    feeCents: 37,
  }),
  product({
    ...RTY,
    code: 'RTY',
    name: 'E-mini Russell 2000',
    unit: '50 x index',
    point: 50,
    volume: 190_000,
    interest: 410_000,
    maintenanceCents: 890_000,
    feeCents: 140,
  }),
  product({
    ...RTY,
    code: 'M2K',
    name: 'Micro E-mini Russell 2000',
    unit: '5 x index',
    point: 5,
    root: 'RTY',
    volume: 85_000,
    interest: 42_000,
    maintenanceCents: 89_000,
    feeCents: 37,
  }),
  product({
    ...YM,
    code: 'YM',
    name: 'E-mini Dow',
    unit: '5 x index',
    point: 5,
    volume: 140_000,
    interest: 78_000,
    maintenanceCents: 1_310_000,
    feeCents: 140,
  }),
  product({
    ...YM,
    code: 'MYM',
    name: 'Micro E-mini Dow',
    unit: '0.5 x index',
    point: 0.5,
    root: 'YM',
    volume: 105_000,
    interest: 21_000,
    maintenanceCents: 131_000,
    feeCents: 37,
  }),
  product({
    ...CL,
    code: 'CL',
    name: 'Crude Oil',
    unit: '1,000 barrels',
    point: 1_000,
    volume: 780_000,
    interest: 1_750_000,
    maintenanceCents: 510_000,
    feeCents: 162,
  }),
  product({
    ...CL,
    code: 'MCL',
    name: 'Micro WTI Crude Oil',
    unit: '100 barrels',
    point: 100,
    root: 'CL',
    volume: 95_000,
    interest: 24_000,
    maintenanceCents: 51_000,
    feeCents: 52,
  }),
  product({
    ...ENERGY,
    code: 'NG',
    name: 'Henry Hub Natural Gas',
    lastDay: 'gas',
    unit: '10,000 MMBtu',
    tick: '0.001',
    point: 10_000,
    price: '3.940',
    follows: null,
    share: 0,
    ownVolatility: 3.1,
    carry: 0.01,
    volume: 430_000,
    interest: 1_550_000,
    maintenanceCents: 420_000,
    feeCents: 162,
  }),
  product({
    ...GC,
    code: 'GC',
    name: 'Gold',
    unit: '100 troy ounces',
    point: 100,
    volume: 215_000,
    interest: 455_000,
    maintenanceCents: 2_150_000,
    feeCents: 162,
  }),
  product({
    ...GC,
    code: 'MGC',
    name: 'Micro Gold',
    unit: '10 troy ounces',
    point: 10,
    root: 'GC',
    volume: 240_000,
    interest: 62_000,
    maintenanceCents: 215_000,
    feeCents: 52,
  }),
  product({
    ...SI,
    code: 'SI',
    name: 'Silver',
    unit: '5,000 troy ounces',
    point: 5_000,
    volume: 82_000,
    interest: 158_000,
    maintenanceCents: 2_020_000,
    feeCents: 162,
  }),
  product({
    ...METAL,
    code: 'HG',
    name: 'Copper',
    months: [3, 5, 7, 9, 12],
    endsMinute: minuteOfDay(13),
    settlesMinute: minuteOfDay(13),
    unit: '25,000 pounds',
    tick: '0.0005',
    point: 25_000,
    price: '4.9850',
    follows: 'SPY',
    share: 0.5,
    ownVolatility: 1.1,
    carry: 0.03,
    volume: 74_000,
    interest: 235_000,
    maintenanceCents: 880_000,
    feeCents: 162,
  }),
  product({
    ...RATE,
    code: 'ZN',
    name: '10-Year T-Note',
    unit: '100,000 USD face value',
    tick: '0.015625',
    point: 1_000,
    price: '112.843750',
    share: 0.42,
    ownVolatility: 0.08,
    volume: 1_750_000,
    interest: 5_100_000,
    maintenanceCents: 185_000,
    feeCents: 82,
  }),
  product({
    ...RATE,
    code: 'ZB',
    name: 'U.S. Treasury Bond',
    unit: '100,000 USD face value',
    tick: '0.031250',
    point: 1_000,
    price: '116.937500',
    share: 0.72,
    ownVolatility: 0.1,
    volume: 390_000,
    interest: 1_800_000,
    maintenanceCents: 365_000,
    feeCents: 89,
  }),
  product({
    ...FX,
    code: '6E',
    name: 'Euro FX',
    unit: '125,000 EUR',
    tick: '0.00005',
    point: 125_000,
    price: '1.15440',
    ownVolatility: 0.45,
    carry: 0.018,
    volume: 185_000,
    interest: 790_000,
    maintenanceCents: 250_000,
    feeCents: 162,
  }),
  product({
    ...FX,
    code: '6B',
    name: 'British Pound',
    unit: '62,500 GBP',
    tick: '0.0001',
    point: 62_500,
    price: '1.3118',
    ownVolatility: 0.48,
    carry: 0.001,
    volume: 92_000,
    interest: 210_000,
    maintenanceCents: 200_000,
    feeCents: 162,
  }),
  product({
    ...FX,
    code: '6A',
    name: 'Australian Dollar',
    unit: '100,000 AUD',
    tick: '0.00005',
    point: 100_000,
    price: '0.64850',
    ownVolatility: 0.6,
    carry: 0.003,
    volume: 88_000,
    interest: 175_000,
    maintenanceCents: 175_000,
    feeCents: 162,
  }),
  product({
    ...FX,
    code: '6C',
    name: 'Canadian Dollar',
    unit: '100,000 CAD',
    tick: '0.00005',
    point: 100_000,
    price: '0.71150',
    ownVolatility: 0.34,
    carry: 0.014,
    volume: 76_000,
    interest: 240_000,
    maintenanceCents: 110_000,
    feeCents: 162,
  }),
  product({
    ...GRAIN,
    code: 'ZC',
    name: 'Corn',
    months: [3, 5, 7, 9, 12],
    price: '428.50',
    ownVolatility: 1.35,
    carry: 0.06,
    volume: 365_000,
    interest: 1_620_000,
    maintenanceCents: 105_000,
    feeCents: 212,
  }),
  product({
    ...GRAIN,
    code: 'ZS',
    name: 'Soybeans',
    months: [1, 3, 5, 7, 8, 9, 11],
    price: '1128.25',
    ownVolatility: 1.2,
    carry: 0.03,
    volume: 255_000,
    interest: 870_000,
    maintenanceCents: 195_000,
    feeCents: 212,
  }),
  product({
    ...GRAIN,
    code: 'ZW',
    name: 'Chicago SRW Wheat',
    months: [3, 5, 7, 9, 12],
    price: '531.75',
    ownVolatility: 1.55,
    carry: 0.08,
    volume: 140_000,
    interest: 470_000,
    maintenanceCents: 170_000,
    feeCents: 212,
  }),
  product({
    classId: 7,
    code: 'MBT',
    name: 'Micro Bitcoin',
    exchangeCode: 'CME',
    unit: '0.1 bitcoin',
    decimals: 4,
    tick: '5',
    point: 0.1,
    months: ALL_MONTHS,
    listed: 6,
    lastDay: 'last-friday',
    endsMinute: minuteOfDay(11),
    settlesMinute: minuteOfDay(16),
    delivery: 'CASH',
    rollDays: 1,
    price: '96650.00',
    follows: 'IBIT',
    share: 1,
    ownVolatility: 0,
    carry: 0.06,
    volume: 42_000,
    interest: 21_000,
    maintenanceCents: 265_000,
    feeCents: 252,
  }),
]
