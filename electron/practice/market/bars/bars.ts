import { TIMESPAN_SECONDS, type Timespan } from '../../../../shared/domain/market/bar.js'
import { MINUTE_MS, SECOND_MS, epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import { SEGMENTS, type Calendar, type SegmentKind } from '../calendar/calendar.js'
import { MINUTE_DAYS, type DailyBars } from './daily-bars.js'
import { minuteOf, type SegmentPlan } from '../tapes/segment-plan.js'
import type { SymbolTape } from '../tapes/symbol-tape.js'
import type { BarData, BarQuery } from '../securities/market-types.js'

export interface BarSource {
  readonly calendar: Calendar
  readonly tape: SymbolTape
  readonly daily: DailyBars
  /** Steps have been generated up to here, inclusive. */
  readonly cutoff: number
}

/** Bars of this span or longer cover so many days that their plans are not cached. */
const LONG_SPAN_MS = 30 * MINUTE_MS

interface Growing {
  time: EpochMs
  open: number
  high: number
  low: number
  close: number
  volume: number
  session: SegmentKind
}

/** Adds a later part to an unfinished bar. */
function follow(bar: Growing, part: BarData): void {
  if (part.high > bar.high) bar.high = part.high
  if (part.low < bar.low) bar.low = part.low
  bar.close = part.close
  bar.volume += part.volume
}
const begin = (time: number, part: BarData): Growing => ({
  time: epochMs(time),
  open: part.open,
  high: part.high,
  low: part.low,
  close: part.close,
  volume: part.volume,
  session: part.session as SegmentKind,
})

const wantedSegments = (query: BarQuery): readonly SegmentKind[] =>
  SEGMENTS.filter((kind) => (query.sessions ?? ['regular']).includes(kind))

/**
 * Returns bars of whole minutes or hours over one trading day, oldest first; aligned like
 * `barStart`.
 */
function dayBars(
  source: BarSource,
  index: number,
  spanMs: number,
  segments: readonly SegmentKind[],
): BarData[] {
  const { calendar, tape, cutoff } = source
  const day = calendar.day(index)
  const bars: Growing[] = []
  // Bars up to half an hour align to the clock, longer ones to the open.
  const shift = spanMs <= LONG_SPAN_MS ? 0 : day.origin
  let last: Growing | undefined
  for (const kind of segments) {
    if (day.segments[kind].start > cutoff) break
    const plan = spanMs < LONG_SPAN_MS ? tape.plan(index, kind) : tape.scan(index, kind)
    const minutes = Math.min(plan.segment.minutes, minuteOf(plan.segment, cutoff) + 1)
    for (let m = 0; m < minutes; m += 1) {
      const part = tape.minuteBar(plan, m, cutoff)
      if (!part) continue
      const start = shift + Math.floor((part.time - shift) / spanMs) * spanMs
      if (last && last.time === start) follow(last, part)
      else {
        last = begin(start, part)
        bars.push(last)
      }
    }
  }
  return bars
}

/** Returns bars of some seconds over one minute, oldest first. */
function minuteParts(
  { tape, cutoff }: BarSource,
  plan: SegmentPlan,
  minute: number,
  spanMs: number,
): BarData[] {
  const bars: Growing[] = []
  let last: Growing | undefined
  tape.visit(plan, minute, cutoff, (time, price, size) => {
    const start = Math.floor(time / spanMs) * spanMs
    const part: BarData = {
      time: epochMs(time),
      open: price,
      high: price,
      low: price,
      close: price,
      volume: size,
      session: plan.segment.kind,
    }
    if (last && last.time === start) follow(last, part)
    else {
      last = begin(start, part)
      bars.push(last)
    }
  })
  return bars
}

/**
 * Collects chunks of bars from the newest backwards until there are enough; the query selects the
 * bars.
 */
class Collector {
  readonly #chunks: BarData[][] = []
  #held = 0
  readonly #query: BarQuery
  readonly #finished: (bar: BarData) => boolean

  constructor(query: BarQuery, finished: (bar: BarData) => boolean) {
    this.#query = query
    this.#finished = finished
  }

  add(bars: BarData[]): void {
    const { start = -Infinity, end = Infinity, includeRunning } = this.#query
    const selected = bars.filter(
      (bar) => bar.time >= start && bar.time <= end && (includeRunning || this.#finished(bar)),
    )
    if (selected.length === 0) return
    this.#chunks.push(selected)
    this.#held += selected.length
  }

  /** True when no bar before `time` can be needed. */
  done(time: number): boolean {
    return this.#held >= this.#query.count || time < (this.#query.start ?? -Infinity)
  }

  result(): BarData[] {
    const all = this.#chunks.reverse().flat()
    return all.length > this.#query.count ? all.slice(all.length - this.#query.count) : all
  }
}

function intraday(source: BarSource, spanMs: number, query: BarQuery): BarData[] {
  const { calendar, cutoff } = source
  const segments = wantedSegments(query)
  const collector = new Collector(query, (bar) => bar.time + spanMs <= cutoff + 1)
  const oldest = Math.max(0, calendar.anchor - MINUTE_DAYS)
  const newest = calendar.indexAt(epochMs(Math.min(cutoff, query.end ?? cutoff)))
  for (
    let index = newest;
    index >= oldest && !collector.done(calendar.day(index).segments.overnight.end);
    index -= 1
  ) {
    if (spanMs >= MINUTE_MS) {
      collector.add(dayBars(source, index, spanMs, segments))
      continue
    }
    for (let s = segments.length - 1; s >= 0; s -= 1) {
      const kind = segments[s]
      const segment = kind && calendar.day(index).segments[kind]
      if (!segment || segment.start > cutoff) continue
      const last = minuteOf(
        segment,
        Math.min(cutoff, query.end === undefined ? cutoff : query.end + spanMs, segment.end - 1),
      )
      for (let m = last; m >= 0 && !collector.done(segment.start + (m + 1) * MINUTE_MS); m -= 1) {
        collector.add(minuteParts(source, source.tape.plan(index, segment.kind), m, spanMs))
      }
    }
  }
  return collector.result()
}

function days(source: BarSource, timespan: 'D' | 'W' | 'M' | 'Y', query: BarQuery): BarData[] {
  const { calendar, daily, cutoff } = source
  const regularEnd = (index: number): number => calendar.day(index).segments.regular.end
  const startOf = (index: number): EpochMs =>
    timespan === 'D' ? calendar.day(index).midnight : calendar.periodStart(index, timespan)
  const ends = new Map<EpochMs, number>()
  const collector = new Collector(query, (bar) => (ends.get(bar.time) ?? Infinity) <= cutoff + 1)
  let index = calendar.indexAt(epochMs(cutoff))
  // Forward adjusted: all bars are in shares of the newest day (MARKET-1).
  const today = index
  // The period ends at its last trading day, which may still be ahead.
  let lastOfPeriod = index
  while (timespan !== 'D' && startOf(lastOfPeriod + 1) === startOf(index)) lastOfPeriod += 1
  while (index >= 0 && !collector.done(startOf(index))) {
    const time = startOf(index)
    ends.set(time, regularEnd(lastOfPeriod))
    const parts: BarData[] = []
    for (; index >= 0 && startOf(index) === time; index -= 1) {
      const part = daily.bar(index, cutoff)
      if (part) parts.push(source.tape.basis.bar(part, index, today))
    }
    lastOfPeriod = index
    const first = parts.at(-1)
    if (!first) continue
    const bar = begin(time, first)
    for (let i = parts.length - 2; i >= 0; i -= 1) follow(bar, parts[i] as BarData)
    collector.add([bar])
  }
  return collector.result()
}

function adjusted({ calendar, tape, cutoff }: BarSource, bars: BarData[]): BarData[] {
  const today = calendar.indexAt(epochMs(cutoff))
  return bars.map((bar) => tape.basis.bar(bar, calendar.indexAt(bar.time), today))
}

/**
 * Returns bars of one symbol up to the cutoff, oldest first (see `BarQuery`): intraday bars as
 * traded, daily and longer ones adjusted for splits.
 */
export function readBars(source: BarSource, timespan: Timespan, query: BarQuery): BarData[] {
  if (query.count <= 0) return []
  const seconds = TIMESPAN_SECONDS[timespan]
  if (seconds !== null) {
    const bars = intraday(source, seconds * SECOND_MS, query)
    return query.adjusted === true ? adjusted(source, bars) : bars
  }
  return timespan === 'D' || timespan === 'W' || timespan === 'M' || timespan === 'Y'
    ? days(source, timespan, query)
    : []
}
