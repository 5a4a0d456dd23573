import type { AlertId } from '../../../../shared/domain/alerts/alert.js'
import {
  type AlertTerms,
  lengthsOf,
  type AlertIndicator,
} from '../../../../shared/domain/alerts/alert.schema.js'
import {
  COMPARISONS_OF,
  MAX_INDICATOR_ALERTS,
  MAX_LENGTH,
  type AlertTimespan,
} from '../../../../shared/domain/alerts/indicator-alert.js'
import type { Disposer } from '../../../../shared/domain/brand.js'
import { isPositive } from '../../../../shared/domain/decimal.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import type { AssetClass } from '../../../../shared/domain/instruments/instrument.js'
import { isDayOrLonger, TIMESPAN_SECONDS, type Bar } from '../../../../shared/domain/market/bar.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { createSerialQueue } from '../../../../shared/domain/serial-queue.js'
import { DAY_MS, epochMs, SECOND_MS, type EpochMs } from '../../../../shared/domain/time.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'
import type { MarketPort } from '../../market/market-port.js'
import type { NetworkPort } from '../../net-ports.js'
import type { ClockPort, TimerPort } from '../../ports.js'
import { RetryTimer } from '../../retry-timer.js'
import type { Health } from '../../health.js'
import { gapUntil, type AlertRecord } from '../alert-record.js'
import {
  armedHold,
  gapSteps,
  type AlertHold,
  type AlertSink,
  type AlertSource,
} from '../alert-source.js'
import type { ExchangeClock } from '../../conditions/exchange-clock.js'
import { barClose, mayHaveBar, nextBarClose } from './bar-close.js'
import { indicatorCondition, IndicatorMember } from './indicator-member.js'

const PULSE_MS = SECOND_MS
/** The broker completes a bar within this time after its close. */
const COMPLETE_MS = 2 * SECOND_MS
/** The longest pause after a failed read. */
const RETRY_MS = 15 * SECOND_MS
/** The number of bars of one read, and of all reads that an alert may cost at once. */
const PAGE = 1_200
const MAX_BARS = 3 * PAGE
/** Bars that are read besides the missing ones, to prove that none is missing between. */
const OVERLAP = 3

export interface IndicatorSourceDeps extends AlertSink {
  readonly bars: MarketPort['bars']
  readonly health: Pick<Health, 'state' | 'subscribe'>
  readonly exchange: ExchangeClock
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly network?: NetworkPort | undefined
}

/** The alerts about one symbol and interval: one read serves all of them. */
interface Group {
  readonly symbol: Symbol
  readonly assetClass: AssetClass
  readonly timespan: AlertTimespan
  readonly members: Map<AlertId, IndicatorMember>
  hold: AlertHold | null
  /** When bars are read next, by the exchange's clock. */
  dueAt: EpochMs
  isReading: boolean
  /** Waits after a failed read. */
  readonly retry: RetryTimer
}

/** Alerts about indicators, evaluated at the close of each bar from the broker's bars. */
export class IndicatorSource implements AlertSource {
  readonly #deps: IndicatorSourceDeps
  readonly #groups = new Map<string, Group>()
  /** Reads one group after the other, so that many closes at once are no burst. */
  readonly #queue = createSerialQueue()
  #isStarted = false
  #stop: Disposer | null = null

  constructor(deps: IndicatorSourceDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#isStarted = true
    this.#follow()
  }

  stop(): void {
    this.#isStarted = false
    for (const { retry } of this.#groups.values()) retry.stop()
    this.#groups.clear()
    this.#follow()
  }

  check(terms: AlertTerms, previous: AlertRecord | null): Result<AlertTerms, Message> {
    const condition = indicatorCondition(terms)
    const { indicator, comparison, level, timespan } = condition
    const lengths = lengthsOf(indicator)
    const isBroken =
      !COMPARISONS_OF[indicator.kind].includes(comparison) ||
      (comparison === 'level') !== (level !== null) ||
      lengths.some((length) => length < 1 || length > MAX_LENGTH) ||
      (indicator.kind === 'macd' && indicator.fast >= indicator.slow) ||
      (indicator.kind === 'bollinger' && !isPositive(indicator.deviations))
    if (isBroken) return err(message('alerts.indicatorSettings'))
    if (indicator.kind === 'vwap' && isDayOrLonger(timespan)) {
      return err(message('alerts.vwapIntraday'))
    }
    let count = 0
    for (const { members } of this.#groups.values()) {
      count += members.size - Number(previous !== null && members.has(previous.id))
    }
    return count < MAX_INDICATOR_ALERTS
      ? ok(terms)
      : err(message('alerts.tooManyIndicators', { max: MAX_INDICATOR_ALERTS }))
  }

  add(record: AlertRecord, hold: AlertHold | null = null): AlertRecord {
    const group = this.#groupOf(record)
    group.hold ??= hold ?? this.#offlineNow()
    group.members.set(record.id, new IndicatorMember(record))
    // At once: the level is compared with the newest complete bar.
    group.dueAt = this.#deps.exchange.now()
    group.retry.stop()
    this.#follow()
    return record
  }

  update(record: AlertRecord): void {
    const member = this.#groups.get(keyOf(record))?.members.get(record.id)
    if (member !== undefined) member.record = record
  }

  remove(record: AlertRecord): void {
    const key = keyOf(record)
    const group = this.#groups.get(key)
    group?.members.delete(record.id)
    if (group?.members.size === 0) {
      group.retry.stop()
      this.#groups.delete(key)
    }
    this.#follow()
  }

  holdOf(record: AlertRecord): AlertHold | null {
    const hold = this.#groups.get(keyOf(record))?.hold ?? null
    return armedHold(hold, record, this.#deps.exchange)
  }

  #groupOf(record: AlertRecord): Group {
    const key = keyOf(record)
    const known = this.#groups.get(key)
    if (known !== undefined) return known
    const { instrument, timespan } = indicatorCondition(record)
    const newGroup: Group = {
      ...instrument,
      timespan,
      members: new Map(),
      hold: null,
      dueAt: this.#deps.exchange.now(),
      isReading: false,
      retry: new RetryTimer(this.#deps, RETRY_MS),
    }
    this.#groups.set(key, newGroup)
    return newGroup
  }

  #follow(): void {
    const isNeeded = this.#isStarted && this.#groups.size > 0
    if (isNeeded && this.#stop === null) {
      const { timers, health } = this.#deps
      const stops = [
        timers.every(PULSE_MS, () => this.#pulse()),
        health.subscribe(() => this.#pulse()),
      ]
      this.#stop = () => {
        for (const stop of stops) stop()
      }
    } else if (!isNeeded) {
      this.#stop?.()
      this.#stop = null
    }
  }

  /** Reads the groups whose bar is complete. */
  #pulse(): void {
    const { exchange } = this.#deps
    if (!exchange.isKnown) return
    const now = exchange.now()
    for (const group of this.#groups.values()) {
      const dueAt = exchange.corrected(group.dueAt)
      if (now < dueAt || group.isReading || group.retry.isWaiting) continue
      if (this.#isOffline()) this.#holdFrom(group, group.dueAt)
      else void this.#read(group, now)
    }
  }

  /** Reads the bars of a group and compares them. */
  async #read(group: Group, now: EpochMs): Promise<void> {
    group.isReading = true
    const bars = await this.#queue.run(() => this.#fetch(group, now))
    group.isReading = false
    if (!this.#isStarted || this.#groups.get(groupKey(group)) !== group) return
    if (bars === null) {
      group.retry.failed(() => this.#pulse())
      return this.#holdFrom(group, group.dueAt)
    }
    group.retry.succeeded()
    const complete = bars.filter(({ time }) => this.#closeOf(group, time) <= now)
    if (this.#resetBroken(group, complete)) return
    this.#schedule(group, now)
    this.#evaluate(group, complete, now)
  }

  /** Starts those again between whose last bar and the first read one others may be missing. */
  #resetBroken(group: Group, bars: readonly Bar[]): boolean {
    const [first] = bars
    let isBroken = false
    for (const member of group.members.values()) {
      if (first === undefined || member.barTime === null || first.time <= member.barTime) continue
      member.reset()
      isBroken = true
    }
    return isBroken
  }

  #schedule(group: Group, now: EpochMs): void {
    const { timespan, assetClass } = group
    let close = nextBarClose(now, timespan, assetClass)
    // A bar that just ended may not be complete in this answer.
    const before = nextBarClose(epochMs(now - COMPLETE_MS), timespan, assetClass)
    if (before < close) close = before
    group.dueAt = epochMs(close + COMPLETE_MS)
    // Nothing ends while the market is closed; a look at most once a day keeps this short.
    for (let step = 0; step < MAX_BARS && !mayHaveBar(close, assetClass); step += 1) {
      close = nextBarClose(close, timespan, assetClass)
      group.dueAt = epochMs(close + COMPLETE_MS)
    }
  }

  #evaluate(group: Group, bars: readonly Bar[], now: EpochMs): void {
    const { onSteps, onHold, exchange } = this.#deps
    const gap = group.hold === null ? null : gapUntil(exchange.correctedHold(group.hold), now)
    if (group.hold !== null) {
      group.hold = null
      onHold()
    }
    const done = new Set<AlertId>()
    for (const member of [...group.members.values()]) {
      for (const { record, crossing, value, bar } of member.addBars(bars)) {
        // One that fired once, or expired, is not watched any more.
        if (group.members.get(record.id) !== member) break
        done.add(record.id)
        const time = this.#closeOf(group, bar.time)
        const known = { ...record, ...latest(member.record) }
        onSteps([{ record: known, crossing, value, valueTime: time, gap }], time)
      }
    }
    const rest = [...group.members.values()].flatMap(({ record }) =>
      done.has(record.id) ? [] : [record],
    )
    onSteps(gapSteps(rest, [], gap), now)
  }

  /** Returns the newest bars, oldest first; null when they cannot be read. */
  async #fetch(group: Group, now: EpochMs): Promise<readonly Bar[] | null> {
    const { symbol, timespan } = group
    const count = this.#countOf(group, now)
    const pages: (readonly Bar[])[] = []
    let readCount = 0
    let before: EpochMs | null = null
    while (readCount < count) {
      const page = Math.min(PAGE, count - readCount)
      const includeRunning = before === null
      const answer = await this.#deps.bars({
        symbol,
        timespan,
        count: page,
        before,
        includeRunning,
      })
      if (!answer.ok) return null
      const limit: EpochMs | null = before
      const older: readonly Bar[] = answer.value.filter(
        ({ time }) => limit === null || time < limit,
      )
      pages.push(older)
      readCount += older.length
      before = older[0]?.time ?? null
      if (older.length < page || before === null) break
    }
    return pages.toReversed().flat()
  }

  /** Returns how many bars the members of a group need. */
  #countOf({ members, timespan }: Group, now: EpochMs): number {
    const seconds = TIMESPAN_SECONDS[timespan]
    const spanMs = seconds === null ? DAY_MS : seconds * SECOND_MS
    const counts = [...members.values()].map(({ barTime, record }) => {
      const { indicator } = indicatorCondition(record)
      const since = barTime ?? record.barTime ?? now
      const missing = Math.ceil((now - since) / spanMs) + OVERLAP
      return barTime === null ? warmUpBars(indicator, timespan) + missing : missing
    })
    return Math.min(MAX_BARS, Math.max(OVERLAP, ...counts))
  }

  #closeOf({ timespan, assetClass }: Group, start: EpochMs): EpochMs {
    return barClose(start, timespan, assetClass)
  }

  #holdFrom(group: Group, from: EpochMs): void {
    if (group.hold !== null) return
    group.hold = { why: 'offline', from }
    this.#deps.onHold()
  }

  #isOffline(): boolean {
    return this.#deps.health.state('api') !== 'live'
  }

  #offlineNow(): AlertHold | null {
    return this.#isOffline() ? { why: 'offline', from: this.#deps.exchange.now() } : null
  }
}

/** What a firing changed of an alert while its further bars are compared. */
const latest = ({
  state,
  firedCount,
  lastFiredAt,
  gap,
}: AlertRecord): Pick<AlertRecord, 'state' | 'firedCount' | 'lastFiredAt' | 'gap'> => ({
  state,
  firedCount,
  lastFiredAt,
  gap,
})

const groupKey = ({ symbol, timespan }: Pick<Group, 'symbol' | 'timespan'>): string =>
  `${symbol} ${timespan}`

function keyOf(record: AlertRecord): string {
  const { instrument, timespan } = indicatorCondition(record)
  return groupKey({ symbol: instrument.symbol, timespan })
}

/** A smoothed average depends on where it began; after so many lengths no more than rounding. */
const SMOOTHED_LENGTHS = 8
const MIN_SMOOTHED = 250
const DAY_SECONDS = 86_400

/** Returns how many bars an indicator needs before its value does not depend on the first one. */
function warmUpBars(indicator: AlertIndicator, timespan: AlertTimespan): number {
  const longest = Math.max(0, ...lengthsOf(indicator))
  switch (indicator.kind) {
    case 'sma':
    case 'bollinger':
      return longest
    case 'vwap':
      return Math.ceil(DAY_SECONDS / (TIMESPAN_SECONDS[timespan] ?? DAY_SECONDS))
    case 'atr':
    case 'ema':
    case 'macd':
    case 'rsi':
      return Math.max(MIN_SMOOTHED, longest * SMOOTHED_LENGTHS)
  }
}
