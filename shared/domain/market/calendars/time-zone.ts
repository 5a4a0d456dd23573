import { DAY_MS, epochMs, HOUR_MS, MINUTE_MS, SECOND_MS, type EpochMs } from '../../time.js'

/**
 * The clock of New York by the time zone database of the runtime, so that a changed law arrives
 * with an update of the program. Its changes are looked up once per year.
 */
const ZONE = 'America/New_York'

/** An instant at which the clock changes. Offsets say how far it is behind UTC, in ms. */
export interface ClockChange {
  readonly time: EpochMs
  readonly before: number
  readonly after: number
}

/** Instants that have one offset: from the first, until before the second. */
interface Span {
  readonly from: number
  readonly to: number
  readonly offset: number
}

let format: Intl.DateTimeFormat | null = null

/** Asks the time zone database. Costs some microseconds. */
function queryOffset(time: number): number {
  format ??= new Intl.DateTimeFormat('en-US', { timeZone: ZONE, timeZoneName: 'longOffset' })
  const [, sign, hours, minutes = '0', seconds = '0'] =
    /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(format.format(time)) ?? []
  if (sign === undefined) return 0
  const size = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * SECOND_MS
  return sign === '-' ? size : -size
}

/** Returns the first minute that does not have the offset of `from`; `to` is one of them. */
function changeBetween(from: number, to: number, before: number): number {
  let [low, high] = [from, to]
  while (high - low > MINUTE_MS) {
    const middle = low + Math.floor((high - low) / MINUTE_MS / 2) * MINUTE_MS
    if (queryOffset(middle) === before) low = middle
    else high = middle
  }
  return high
}

/** Two changes within one month cancel each other; New York had none since 1884. */
const MONTHS = 12
const changesByYear = new Map<number, readonly ClockChange[]>()

/** Returns the changes of the clock within a year of UTC. */
function changesOf(year: number): readonly ClockChange[] {
  const found = changesByYear.get(year)
  if (found !== undefined) return found
  const begin = Date.UTC(year, 0, 1)
  const changes: ClockChange[] = []
  let [from, before] = [begin, queryOffset(begin)]
  for (let month = 1; month <= MONTHS; month += 1) {
    const to = Date.UTC(year, month, 1)
    const after = queryOffset(to)
    if (after !== before) {
      changes.push({ time: epochMs(changeBetween(from, to, before)), before, after })
    }
    ;[from, before] = [to, after]
  }
  changesByYear.set(year, changes)
  return changes
}

/** Returns the part of a year with one offset around an instant. */
function spanAt(time: number): Span {
  const year = new Date(time).getUTCFullYear()
  const changes = changesOf(year)
  const last = changes.findLast((change) => change.time <= time)
  const next = changes.find((change) => change.time > time)
  return {
    from: last?.time ?? Date.UTC(year, 0, 1),
    to: next?.time ?? Date.UTC(year + 1, 0, 1),
    offset: last?.after ?? next?.before ?? queryOffset(time),
  }
}

/** The span of the last question: the next one is nearly always about the same. */
let latest: Span = { from: 0, to: 0, offset: 0 }

/** Returns how far the clock of New York is behind UTC at an instant, in ms. */
export function utcOffsetMs(time: EpochMs): number {
  if (time < latest.from || time >= latest.to) latest = spanAt(time)
  return latest.offset
}

/** Returns the change of the clock within a day of an instant; null where there is none. */
export function clockChangeNear(time: EpochMs): ClockChange | null {
  if (time - DAY_MS >= latest.from && time + DAY_MS < latest.to) return null
  const years = [-DAY_MS, DAY_MS].map((ms) => new Date(time + ms).getUTCFullYear())
  const changes = [...new Set(years)].flatMap(changesOf)
  return changes.find((change) => Math.abs(change.time - time) <= DAY_MS) ?? null
}
