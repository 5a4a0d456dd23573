import { TIMESPAN_SECONDS, type Timespan } from '../../../shared/domain/market/bar.js'
import { barStart } from '../../../shared/domain/market/bar-start.js'
import { SECOND_MS, HOUR_MS, epochMs, type EpochMs } from '../../../shared/domain/time.js'
import { minuteBars, type EventBar, type Tape } from './tape.js'

/** The requested bars: the newest `count` of those that begin between `start` and `end`. */
export interface EventBarQuery {
  readonly count: number
  readonly start?: EpochMs
  readonly end?: EpochMs
  readonly includeRunning: boolean
}

/** Aggregates one-minute bars to longer ones; M1 bars add up to every other timespan exactly. */
export function rollUp(minutes: readonly EventBar[], timespan: Timespan): EventBar[] {
  const bars: EventBar[] = []
  for (const part of minutes) {
    const last = bars.at(-1)
    // In the repeated hour in autumn New York's clock goes back, but bar times never do.
    const time = epochMs(Math.max(last?.time ?? 0, barStart(part.time, timespan)))
    if (last === undefined || last.time !== time) bars.push({ ...part, time })
    else {
      bars[bars.length - 1] = {
        time,
        open: last.open,
        high: Math.max(last.high, part.high),
        low: Math.min(last.low, part.low),
        close: part.close,
        volume: last.volume + part.volume,
      }
    }
  }
  return bars
}

/**
 * Returns bars of one market as known at `now`, oldest first. The last one is unfinished until its
 * interval has passed.
 */
export function readEventBars(
  tape: Tape,
  timespan: Timespan,
  query: EventBarQuery,
  now: EpochMs,
): EventBar[] {
  const until = Math.min(now, tape.market.endsAt)
  const from = Math.max(
    tape.firstHour,
    query.start === undefined ? 0 : Math.floor(query.start / HOUR_MS),
  )
  const fits = ({ time }: EventBar): boolean =>
    time >= (query.start ?? 0) &&
    time <= (query.end ?? Infinity) &&
    (query.includeRunning || isOver(time, timespan, now))
  const pieces: EventBar[][] = []
  let bars: EventBar[] = []
  // Read from the newest hour backwards in growing chunks until there is one bar more than needed,
  // because the oldest may be incomplete.
  for (
    let [to, size] = [
      tape.lastHour(
        query.end === undefined ? until : Math.min(until, query.end + spanMs(timespan)),
      ),
      24,
    ];
    to >= from;
    to -= size, size *= 2
  ) {
    const piece: EventBar[] = []
    for (let hour = Math.max(from, to - size + 1); hour <= to; hour += 1) {
      piece.push(...minuteBars(tape.hour(hour, until)))
    }
    pieces.push(piece)
    bars = rollUp([...pieces].reverse().flat(), timespan).filter(fits)
    if (bars.length > query.count) break
  }
  return bars.slice(-query.count)
}

const LONGEST_MS: Partial<Record<Timespan, number>> = {
  D: 25 * HOUR_MS,
  W: 170 * HOUR_MS,
  M: 745 * HOUR_MS,
  Y: 8_785 * HOUR_MS,
}
const spanMs = (timespan: Timespan): number =>
  LONGEST_MS[timespan] ?? (TIMESPAN_SECONDS[timespan] ?? 60) * SECOND_MS

/** True when the next bar has begun. */
const isOver = (time: EpochMs, timespan: Timespan, now: EpochMs): boolean =>
  barStart(now, timespan) > time
