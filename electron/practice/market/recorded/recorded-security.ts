import type { RecordedBar, RecordedBars } from '../../../../shared/practice/recorded-bars.js'
import { hashText } from '../math/random.js'
import { toSecurity, type StockSecurity } from '../securities/listings.js'
import { EXCHANGES, UNIVERSE, type UniverseRow } from '../securities/universe.js'

/** Days that say how much a symbol trades and moves. */
const USUAL_DAYS = 20
/** The first id of a stock that only its recording lists; no other stock has one as high. */
const FIRST_ID = 8_000_000_000
const MIN_VOLATILITY = 0.3
const MAX_VOLATILITY = 15

const sharesOf = ([, , , , , volume]: RecordedBar): number => Number(volume)
const closeOf = ([, , , , close]: RecordedBar): number => Number(close)
const average = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

/** Returns the daily volatility in percent of the last days; null for too short a history. */
function volatilityOf(days: readonly RecordedBar[]): number | null {
  if (days.length < USUAL_DAYS / 2) return null
  const moves = days.slice(1).map((day, index) => {
    const before = days[index]
    return before === undefined ? 0 : Math.log(closeOf(day) / closeOf(before))
  })
  const percent = 100 * Math.sqrt(average(moves.map((move) => move * move)))
  return Math.min(MAX_VOLATILITY, Math.max(MIN_VOLATILITY, percent))
}

/** Returns the row of a symbol that the practice market does not list otherwise. */
function rowOf(recorded: RecordedBars): UniverseRow {
  const marks: UniverseRow['marks'][number][] = ['no-overnight']
  if (!recorded.shortable) marks.push('no-short')
  if (!recorded.fractionable) marks.push('whole-shares')
  if (!recorded.marginable) marks.push('no-margin')
  return {
    symbol: recorded.symbol,
    name: recorded.name === '' ? recorded.symbol : recorded.name,
    exchange: EXCHANGES.find((code) => code === recorded.exchange) ?? 'NSQ',
    kind: recorded.kind,
    sector: recorded.kind === 'etf' ? 'broad' : 'industrial',
    price: '1.00',
    volatility: 2,
    beta: 1,
    volume: 1,
    instrumentId: String(FIRST_ID + (hashText(recorded.symbol) % 1_000_000_000)),
    marks,
    leverage: null,
  }
}

/**
 * Returns a recorded symbol with the parameters of its recording: price, volume and volatility,
 * from which the usual spread and book follow. It does not trade overnight, of which there are no
 * bars.
 */
function recordedSecurity(recorded: RecordedBars, index: number): StockSecurity {
  const { days, minutes, end } = recorded
  const base = UNIVERSE.find(({ symbol }) => symbol === recorded.symbol) ?? rowOf(recorded)
  const usual = days.slice(-USUAL_DAYS)
  const shares =
    usual.length > 0
      ? average(usual.map(sharesOf))
      : minutes.reduce((sum, minute) => sum + sharesOf(minute), 0)
  const security = toSecurity(
    {
      ...base,
      price: usual.at(-1)?.[4] ?? minutes[0]?.[1] ?? base.price,
      volume: Math.max(1, Math.round(shares)) / 1e6,
      volatility: volatilityOf(usual) ?? base.volatility,
    },
    index,
  )
  const listing = { ...security.listing, overnight: false }
  return { ...security, listing, tradesOvernight: false, endsAt: end as StockSecurity['endsAt'] }
}

/** Returns the stocks of a market; one that follows a recording replaces that of its name. */
export function withRecorded(
  securities: readonly StockSecurity[],
  recorded: RecordedBars | null,
): readonly StockSecurity[] {
  if (recorded === null) return securities
  const index = securities.findIndex(({ symbol }) => symbol === recorded.symbol)
  return index < 0
    ? [...securities, recordedSecurity(recorded, securities.length)]
    : securities.with(index, recordedSecurity(recorded, index))
}
