import { STOCK_SCALE, UNIT_SIZE, priceUnits } from '../../model/units.js'
import { STOCK_GRID } from '../math/price-grid.js'
import type { Security } from './security.js'
import type { Listing } from './market-types.js'
import { SECTORS, UNIVERSE, type UniverseRow } from './universe.js'

const LETTERS = 26
const LETTER_COUNT = 4
/** The first id of an invented stock; real ids have nine digits. */
const FIRST_ID = 7_000_000_000
const PRICES = 400
const MIN_PRICE = 5

/** Returns the letters of a number: AAAA, AAAB, … */
function lettersOf(index: number): string {
  let text = ''
  for (let rest = index; text.length < LETTER_COUNT; rest = Math.floor(rest / LETTERS)) {
    text = String.fromCharCode(65 + (rest % LETTERS)) + text
  }
  return text
}

/**
 * Returns an invented stock for markets that list more stocks than the table. Its symbol is a Q and
 * four letters; it trades seldom, as most stocks of a real market do.
 */
const invented = (index: number): UniverseRow => ({
  symbol: `Q${lettersOf(index)}`,
  name: `Practice Company ${index + 1}`,
  exchange: 'NSQ',
  kind: 'stock',
  sector: SECTORS[index % SECTORS.length] ?? 'tech',
  price: `${MIN_PRICE + ((index * 37) % PRICES)}.00`,
  volatility: 1 + (index % 25) / 10,
  beta: 0.5 + (index % 10) / 10,
  volume: 0.02 + (index % 50) / 50,
  instrumentId: String(FIRST_ID + index),
  marks: ['whole-shares', 'no-overnight'],
  leverage: null,
})

/** A listing with its simulation parameters. */
export interface StockSecurity extends Security {
  readonly listing: Listing
  readonly index: number
  readonly sector: number
  readonly beta: number
}

const clamp = (low: number, value: number, high: number): number =>
  Math.min(high, Math.max(low, value))

function margins(
  row: UniverseRow,
): Pick<
  Listing,
  | 'initialMarginLong'
  | 'initialMarginShort'
  | 'intradayMarginLong'
  | 'intradayMarginShort'
  | 'maintenanceMarginLong'
  | 'maintenanceMarginShort'
> {
  if (row.marks.includes('no-margin')) {
    return {
      initialMarginLong: '1',
      initialMarginShort: '1',
      intradayMarginLong: '1',
      intradayMarginShort: '1',
      maintenanceMarginLong: '1',
      maintenanceMarginShort: '1',
    }
  }
  // Leveraged funds require the same multiple of the maintenance margin (FINRA notice 09-53).
  const multiple =
    row.leverage === null ? 1 : Math.max(1, Math.abs(Number.parseInt(row.leverage, 10)))
  const wild = row.volatility >= 3.5
  const maintenance = multiple > 1 ? multiple * 25 : wild ? 40 : 25
  const maintenanceShort = multiple > 1 ? multiple * 30 : wild ? 50 : 30
  // A house margin for volatile stocks is for what is held overnight; by day the usual one holds.
  const intraday = wild && multiple === 1 ? 25 : maintenance
  const intradayShort = wild && multiple === 1 ? 30 : maintenanceShort
  const ratio = (percent: number): string => `${Math.min(100, percent) / 100}`
  return {
    initialMarginLong: ratio(Math.max(50, maintenance)),
    initialMarginShort: ratio(Math.max(50, maintenanceShort)),
    intradayMarginLong: ratio(intraday),
    intradayMarginShort: ratio(intradayShort),
    maintenanceMarginLong: ratio(maintenance),
    maintenanceMarginShort: ratio(maintenanceShort),
  }
}

function toListing(row: UniverseRow): Listing {
  const has = (mark: UniverseRow['marks'][number]): boolean => row.marks.includes(mark)
  const referencePrice = priceUnits(row.price)
  if (referencePrice === null) {
    throw new RangeError(`reference price of ${row.symbol}: ${row.price}`)
  }
  return {
    symbol: row.symbol,
    name: row.name,
    exchangeCode: row.exchange,
    kind: row.kind,
    subCategory: row.kind === 'etf' ? 'ETF' : 'COMMON_STOCK',
    instrumentId: row.instrumentId,
    status: has('close-only') ? 'CO' : 'OC',
    shortable: !has('no-short'),
    fractionable: !has('whole-shares'),
    marginable: !has('no-margin'),
    overnight: !has('no-overnight'),
    easyToBorrow: !has('no-short') && !has('hard-to-borrow'),
    cryptoEtf: has('crypto-etf'),
    leverageFactor: row.leverage,
    ...margins(row),
    lotSize: '1',
    currency: 'USD',
    referencePrice,
  }
}

const SESSION_MINUTES = 390

/** Returns a row of the table with its simulation parameters. */
export function toSecurity(row: UniverseRow, index: number): StockSecurity {
  const listing = toListing(row)
  const dailyVolume = Math.round(row.volume * 1e6)
  const dollars = (dailyVolume * listing.referencePrice) / 10_000
  // Both formulas are fitted by eye to real symbols: activity and tightness grow with the dollar
  // volume.
  const tradesPerMinute = clamp(0.25, 110 * (dollars / 5e9) ** 0.45, 110)
  return {
    listing,
    symbol: listing.symbol,
    scale: STOCK_SCALE,
    grid: STOCK_GRID,
    unit: UNIT_SIZE,
    lot: 0,
    referencePrice: listing.referencePrice,
    shape: 'stock',
    tradesOvernight: listing.overnight,
    endsAt: null,
    levelSize: clamp(60, (dailyVolume / SESSION_MINUTES / tradesPerMinute) * 0.9, 12_000),
    index,
    sector: SECTORS.indexOf(row.sector),
    volatility: row.volatility / 100,
    beta: row.beta,
    dailyVolume,
    tradesPerMinute,
    quotesPerMinute: 10 + 0.7 * tradesPerMinute,
    spread: clamp(0.4e-4, 0.6e-4 * (1e10 / dollars) ** 0.4, 150e-4),
  }
}

/** Every symbol of the practice market with its simulation parameters, in table order. */
export const SECURITIES: readonly StockSecurity[] = UNIVERSE.map(toSecurity)

/** A seed that ends in a plus sign and a number, such as `countersign+5000`. */
const SIZED_SEED = /\+(\d{1,5})$/

/**
 * Returns the stocks of a market with this seed. A seed that ends in `+5000` lists 5,000 stocks:
 * all of the table, and invented ones that trade seldom.
 */
export function securitiesOf(seed: string): readonly StockSecurity[] {
  const wanted = Number(SIZED_SEED.exec(seed)?.[1] ?? 0)
  const more = Math.max(0, wanted - SECURITIES.length)
  if (more === 0) return SECURITIES
  const added = Array.from({ length: more }, (_, index) =>
    toSecurity(invented(index), SECURITIES.length + index),
  )
  return [...SECURITIES, ...added]
}
