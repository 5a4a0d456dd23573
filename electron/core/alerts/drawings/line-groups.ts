import type { AlertId } from '../../../../shared/domain/alerts/alert.js'
import { DRAWING_ALERT_RULES } from '../../../../shared/domain/alerts/drawing-alert.js'
import { decimalText, gt, lt, type Decimal } from '../../../../shared/domain/decimal.js'
import type { LineRules } from '../../../../shared/domain/alerts/alert-lines.js'
import type { DrawingId } from '../../../../shared/domain/drawings/drawing.js'
import type { Drawing } from '../../../../shared/domain/drawings/drawing.schema.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import type { MarketPort } from '../../market/market-port.js'
import type { AlertRecord } from '../alert-record.js'
import type { AlertHold } from '../alert-source.js'
import type { ExchangeClock } from '../../conditions/exchange-clock.js'
import type { LevelStep } from '../level-group.js'
import type { QuoteAlerts } from '../quote-source.js'
import { BarTimeline, oldestOf } from './bar-timeline.js'
import { LineMember } from './line-member.js'

export interface LineGroupsDeps {
  readonly symbol: Symbol
  readonly bars: MarketPort['bars']
  readonly exchange: ExchangeClock
  /** Returns the drawing of an alert; null while drawings are not read, and for a deleted one. */
  readonly drawingOf: (record: AlertRecord) => Drawing | null
  /** True once the drawings are read. */
  readonly areDrawingsRead: () => boolean
  /** Bars of an evaluated alert are missing. */
  readonly onMissing: () => void
}

/** The alerts on drawings that are straight along the same bars. */
interface Group {
  readonly timeline: BarTimeline
  readonly members: Map<AlertId, LineMember>
}

const NO_STEPS: readonly LevelStep[] = []
/** Lines that need no bars are the same at each. */
const ANY_BAR = 0

/** The active alerts on drawings of one symbol. */
export class LineGroups implements QuoteAlerts {
  readonly #deps: LineGroupsDeps
  readonly #groups = new Map<string, Group>()
  readonly #level = new Map<AlertId, LineMember>()
  hold: AlertHold | null = null
  /** The time without evaluation whose bars are read. */
  #readHold: AlertHold | null = null
  /** The last price, as text: most quotes repeat it. */
  #last = ''
  /** The nearest lines; null where there is none on that side. */
  #below: Decimal | null = null
  #above: Decimal | null = null
  /** False when every line must be compared. */
  #hasBand = false
  /** When the next bar begins, and with it the place of a line changes; null for never. */
  #nextBar: EpochMs | null = null

  constructor(deps: LineGroupsDeps) {
    this.#deps = deps
  }

  get isEmpty(): boolean {
    return this.#level.size === 0 && this.#groups.size === 0
  }

  /** True when the bars of all lines are known, since the alerts were evaluated last. */
  get isReady(): boolean {
    if (!this.#deps.areDrawingsRead()) return false
    const now = this.#deps.exchange.now()
    return [...this.#groups.values()].every((group) => this.#isKnown(group, now))
  }

  /** When a line moves next; null for never. */
  get nextBar(): EpochMs | null {
    return this.#nextBar
  }

  set(record: AlertRecord): void {
    const known = this.#find(record.id)
    if (known !== undefined && known.condition === record.condition) {
      known.record = record
      return
    }
    const member = new LineMember(record)
    member.drawing = this.#deps.drawingOf(record)
    this.#membersFor(member).set(record.id, member)
    this.#hasBand = false
  }

  delete(id: AlertId): void {
    this.#level.delete(id)
    for (const [key, { members }] of this.#groups) {
      members.delete(id)
      if (members.size === 0) this.#groups.delete(key)
    }
  }

  *records(): Iterable<AlertRecord> {
    for (const { record } of this.#members()) yield record
  }

  valueOf(_record: AlertRecord, quote: Quote): Decimal | null {
    return quote.last
  }

  /** Reads the drawings again; all of them, or one. Returns whether alerts are about it. */
  followDrawing(id: DrawingId | null): boolean {
    let isConcerned = false
    for (const member of this.#members()) {
      if (id !== null && member.condition.drawing.id !== id) continue
      member.drawing = this.#deps.drawingOf(member.record)
      isConcerned = true
    }
    if (isConcerned) this.#hasBand = false
    return isConcerned
  }

  /** Sets when a line moves next, where the last price could not be compared. */
  advance(now: EpochMs): void {
    const starts = [...this.#groups.values()].map(({ timeline }) => timeline.nextStart(now))
    this.#nextBar = starts.length === 0 ? null : epochMs(Math.min(...starts))
    this.#hasBand = false
  }

  /** Reads the bars that are missing; false when some could not be read. */
  async read(isRefresh: boolean): Promise<boolean> {
    const now = this.#deps.exchange.now()
    const { hold } = this
    let isRead = true
    for (const group of [...this.#groups.values()]) {
      if (this.#isKnown(group, now) && !(isRefresh && group.timeline.isOld(now))) continue
      isRead = (await group.timeline.read(this.#oldest(group, now), now)) && isRead
      for (const member of group.members.values()) member.forget()
    }
    if (isRead) this.#readHold = hold
    this.#hasBand = false
    return isRead
  }

  /** True when the newest bars of a group have not been read for long. */
  get isOld(): boolean {
    const now = this.#deps.exchange.now()
    return [...this.#groups.values()].some(({ timeline }) => timeline.isOld(now))
  }

  /** Compares the last price with the lines of this moment. */
  evaluate({ last, time }: Quote): readonly LevelStep[] {
    if (last === null) return NO_STEPS
    const now = this.#deps.exchange.now(time)
    const text = decimalText(last)
    const isNewBar = this.#nextBar !== null && now >= this.#nextBar
    const isIdle = !isNewBar && this.#hasBand && (text === this.#last || this.#isInBand(last))
    this.#last = text
    if (isIdle && this.hold === null) return NO_STEPS
    this.#nextBar = null
    this.#below = null
    this.#above = null
    this.#hasBand = true
    const steps = [...this.#evaluateAll(last, now)]
    return steps.length === 0 ? NO_STEPS : steps
  }

  *#evaluateAll(price: Decimal, now: EpochMs): Iterable<LevelStep> {
    for (const member of [...this.#level.values()]) {
      const rules = rulesOf(member, () => ANY_BAR)
      const step = member.compare(price, ANY_BAR, rules)
      if (step !== null) yield step
      this.#narrow(member, ANY_BAR, rules, price)
    }
    for (const group of [...this.#groups.values()]) {
      if (!this.#isKnown(group, now)) {
        this.#hasBand = false
        if (this.hold === null) this.#deps.onMissing()
        continue
      }
      const { timeline } = group
      const bar = timeline.position(now)
      const next = timeline.nextStart(now)
      if (this.#nextBar === null || next < this.#nextBar) this.#nextBar = next
      for (const member of [...group.members.values()]) {
        yield* this.#evaluateMember(member, timeline, price, bar, now)
      }
    }
  }

  *#evaluateMember(
    member: LineMember,
    timeline: BarTimeline,
    price: Decimal,
    bar: number,
    now: EpochMs,
  ): Iterable<LevelStep> {
    const rules = rulesOf(member, (time) => timeline.position(time))
    const before = member.record
    const missed = this.#compareMissed(member, timeline, rules, now)
    const isOver = member.isOver(bar, rules)
    const current = isOver ? null : member.compare(price, bar, rules)
    const found = missed ?? current
    if (found !== null || isOver || member.record !== before) {
      const crossing = found?.crossing ?? null
      yield { ...(found ?? { crossing }), record: member.record, ...(isOver ? { isOver } : {}) }
    }
    this.#narrow(member, bar, rules, price)
  }

  /** Compares the bars that ended while nothing was evaluated; returns the first crossing. */
  #compareMissed(
    member: LineMember,
    timeline: BarTimeline,
    rules: LineRules,
    now: EpochMs,
  ): LevelStep | null {
    const from = this.hold?.from ?? null
    if (from === null || member.record.armedAt > from) return null
    let first: LevelStep | null = null
    for (const { time, close } of timeline.closesSince(from, now)) {
      const bar = timeline.position(time)
      if (member.isOver(bar, rules)) break
      const step = member.compare(close, bar, rules)
      if (step === null || step.crossing === null) continue
      first ??= { ...step, missed: { value: close, time: timeline.nextStart(time) } }
    }
    return first
  }

  /** Lets the band end at the lines of a member that are nearest to the price. */
  #narrow(member: LineMember, bar: number, rules: LineRules, price: Decimal): void {
    for (const line of member.linesAt(bar, rules)) {
      if (line === null) continue
      if (gt(line.price, price)) {
        if (this.#above === null || lt(line.price, this.#above)) this.#above = line.price
      } else if (lt(line.price, price)) {
        if (this.#below === null || gt(line.price, this.#below)) this.#below = line.price
      } else this.#hasBand = false
    }
  }

  #isInBand(price: Decimal): boolean {
    return (
      (this.#below === null || gt(price, this.#below)) &&
      (this.#above === null || lt(price, this.#above))
    )
  }

  #isKnown(group: Group, now: EpochMs): boolean {
    if (this.hold !== null && this.hold !== this.#readHold) return false
    return group.timeline.isKnown(this.#oldest(group, now))
  }

  /** Returns the oldest time that the drawings of a group are anchored at. */
  #oldest({ members }: Group, now: EpochMs): EpochMs {
    const times = [...members.values()].flatMap(
      ({ drawing }) => drawing?.anchors.map(({ time }) => time) ?? [],
    )
    return oldestOf(times, now)
  }

  #find(id: AlertId): LineMember | undefined {
    const level = this.#level.get(id)
    if (level !== undefined) return level
    for (const { members } of this.#groups.values()) {
      const member = members.get(id)
      if (member !== undefined) return member
    }
    return undefined
  }

  *#members(): Iterable<LineMember> {
    yield* this.#level.values()
    for (const { members } of this.#groups.values()) yield* members.values()
  }

  #membersFor({ condition }: LineMember): Map<AlertId, LineMember> {
    const { bars: shape, drawing, instrument } = condition
    if (DRAWING_ALERT_RULES[drawing.kind]?.needsBars !== true) return this.#level
    const key = `${shape.base} ${shape.count} ${shape.isRegularOnly}`
    const known = this.#groups.get(key)
    if (known !== undefined) return known.members
    const { bars, symbol } = this.#deps
    const { assetClass } = instrument
    const made: Group = {
      timeline: new BarTimeline({ bars, symbol, assetClass, shape }),
      members: new Map(),
    }
    this.#groups.set(key, made)
    return made.members
  }
}

const rulesOf = (
  { condition: { scale, extended } }: LineMember,
  position: LineRules['position'],
): LineRules => ({ scale, extended, position })
