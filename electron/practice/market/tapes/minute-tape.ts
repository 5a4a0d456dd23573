import { MINUTE_MS } from '../../../../shared/domain/time.js'
import type { PriceUnits } from '../../model/units.js'
import { STOCK_GRID, type PriceGrid } from '../math/price-grid.js'
import { hash3, logNormal, normal, poisson } from '../math/random.js'
import {
  CLOSE,
  HIGH,
  LOW,
  OPEN,
  SHARES,
  SIDES,
  SPREAD,
  TRADES,
  bidAround,
  cell,
  type SegmentPlan,
} from './segment-plan.js'

/**
 * Maximum steps per minute of one symbol: four per millisecond, as load mode may request more than
 * distinct times allow.
 */
const MAX_STEPS = 4 * MINUTE_MS
/** Share of trades among the steps in load mode. */
const LOAD_TRADES = 0.4
/** Share of prints that go through the touch to the next level. */
const THROUGH = 0.04

/** Returns the round lot in shares at a price (SEC rule 600(b)(93)). */
export const roundLot = (price: PriceUnits): number =>
  price <= 2_500_000 ? 100 : price <= 10_000_000 ? 40 : price <= 100_000_000 ? 10 : 1

/**
 * Generates the steps of one symbol in one minute: quotes and trades that together form exactly the
 * planned bar. A reusable cursor without allocations: `next()` advances it, its fields hold the
 * step.
 */
export class MinuteTape {
  time = 0
  bid: PriceUnits = 0
  ask: PriceUnits = 0
  trade = false
  price: PriceUnits = 0
  /** Whole tape units. */
  shares = 0
  buy = false
  minute = -1
  plan: SegmentPlan | null = null

  #grid: PriceGrid = STOCK_GRID
  #lot = 0
  #state = 0
  #startMs = 0
  #steps = 0
  #step = 0
  #trades = 0
  #traded = 0
  #sharesLeft = 0
  #spread = 1
  #noise = 0
  #highAt = -1
  #lowAt = -1
  #from = 0
  #to = 0
  /** Prices that the middle does not leave. */
  #top = Infinity
  #bottom = 0
  /** Trade indices and middle prices that the price path passes through. */
  readonly #keyAt = new Float64Array(4)
  readonly #keyPrice = new Float64Array(4)
  #keys = 2

  /**
   * Sets the cursor before the first step of a minute. `steps` is the load mode's number of steps;
   * null for the natural tape.
   */
  open(plan: SegmentPlan, minute: number, steps: number | null): void {
    const { key } = plan
    this.plan = plan
    this.#grid = plan.security.grid
    this.#lot = plan.security.lot
    this.minute = minute
    this.#startMs = plan.segment.start + minute * MINUTE_MS
    this.#state = hash3(key, 30, this.#startMs / MINUTE_MS) ^ (steps ?? 0)
    const natural = cell(plan, minute, TRADES)
    this.#sharesLeft = cell(plan, minute, SHARES)
    if (steps === null) {
      this.#trades = natural
      this.#steps = Math.min(MAX_STEPS, natural + poisson(plan.quotes(minute), this.#draw()))
    } else {
      const wanted = Math.min(MAX_STEPS, steps)
      this.#trades =
        natural === 0
          ? 0
          : Math.max(natural, Math.min(this.#sharesLeft, Math.round(wanted * LOAD_TRADES)))
      this.#steps = Math.max(this.#trades, wanted)
    }
    this.#step = 0
    this.#traded = 0
    this.#noise = 0
    this.#spread = cell(plan, minute, SPREAD)
    this.#from = Math.exp(plan.levels[minute] ?? 0)
    this.#to = Math.exp(plan.levels[minute + 1] ?? 0)
    this.#top = Infinity
    this.#bottom = 0
    if (plan.isRecorded && natural > 0) this.#stayWithin(plan, minute)
    this.#lead(plan, minute, key)
  }

  /** Keeps the middle price within a recorded bar, whose open may be far from the close before. */
  #stayWithin(plan: SegmentPlan, minute: number): void {
    this.#from = cell(plan, minute, OPEN)
    this.#to = cell(plan, minute, CLOSE)
    this.#top = cell(plan, minute, HIGH)
    this.#bottom = cell(plan, minute, LOW)
  }

  /** Chooses which trades make the high and the low, and lays the path through them. */
  #lead(plan: SegmentPlan, minute: number, key: number): void {
    const high = cell(plan, minute, HIGH)
    const low = cell(plan, minute, LOW)
    const ends = [cell(plan, minute, OPEN), cell(plan, minute, CLOSE)] as const
    const last = this.#trades - 1
    // Drawn separately from the steps, so that the path is the same at every rate.
    const h = hash3(key, 31, this.#startMs / MINUTE_MS)
    const needHigh = high > Math.max(...ends)
    const needLow = low < Math.min(...ends)
    const inside = (part: number): number => 1 + Math.min(last - 2, Math.floor(part * (last - 1)))
    this.#highAt = needHigh ? inside((h & 0xffff) / 0x10000) : -1
    this.#lowAt = needLow ? inside((h >>> 16) / 0x10000) : -1
    if (needHigh && needLow && this.#highAt === this.#lowAt) {
      if (this.#lowAt > 1) this.#lowAt -= 1
      else this.#lowAt += 1
    }
    const half = this.#spread / 2
    let n = 0
    const put = (step: number, price: number): void => {
      this.#keyAt[n] = step
      this.#keyPrice[n] = price
      n += 1
    }
    put(0, this.#from)
    const highFirst = this.#highAt <= this.#lowAt
    if (needHigh && highFirst) put(this.#highAt, high - half)
    if (needLow) put(this.#lowAt, low + half)
    if (needHigh && !highFirst) put(this.#highAt, high - half)
    put(Math.max(1, last), this.#to)
    this.#keys = n
  }

  #draw(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0
    let h = this.#state
    h = Math.imul(h ^ (h >>> 16), 0x7feb352d)
    h = Math.imul(h ^ (h >>> 15), 0x846ca68b)
    return (h ^ (h >>> 16)) >>> 0
  }

  #middle(step: number): number {
    let k = 1
    while (k < this.#keys - 1 && step > (this.#keyAt[k] as number)) k += 1
    const a = this.#keyAt[k - 1] as number
    const b = this.#keyAt[k] as number
    const part = b > a ? Math.min(1, Math.max(0, (step - a) / (b - a))) : 1
    return (this.#keyPrice[k - 1] as number) * (1 - part) + (this.#keyPrice[k] as number) * part
  }

  /** Moves to the next step; false when the minute is over. */
  next(): boolean {
    const step = this.#step
    const steps = this.#steps
    if (step >= steps) return false
    const h = this.#draw()
    const g = this.#draw()
    const slot = Math.floor((step * MINUTE_MS) / steps)
    this.time =
      this.#startMs + slot + Math.floor(((h >>> 16) * Math.floor(MINUTE_MS / steps)) / 0x10000)
    const left = this.#trades - this.#traded
    this.trade = left > 0 && (h & 0xffff) * (steps - step) < left * 0x10000
    this.#step += 1
    const tick = this.#grid.tickAt(this.#from)
    // Short-lived price noise: the book moves away and returns.
    this.#noise = 0.75 * this.#noise + 0.45 * this.#spread * normal(g)
    if (this.trade) this.#makeTrade(g)
    else {
      this.price = 0
      this.shares = 0
      const progress = this.#trades > 1 ? this.#traded - 0.5 : step / steps
      const middle = this.#middle(progress) + this.#noise
      const inside = Math.min(this.#top, Math.max(this.#bottom, middle))
      this.bid = bidAround(this.#grid, inside, this.#spread)
      const wider = (g & 7) === 0 ? tick : (g & 7) === 1 ? -tick : 0
      this.ask = this.#grid.aboveBy(this.bid, this.#spread + wider)
    }
    return true
  }

  #makeTrade(g: number): void {
    const plan = this.plan as SegmentPlan
    const spread = this.#spread
    const grid = this.#grid
    const { minute } = this
    const j = this.#traded
    const last = this.#trades - 1
    this.#traded += 1
    if (j === last) {
      this.buy = (cell(plan, minute, SIDES) & 2) !== 0
      this.price = cell(plan, minute, CLOSE)
    } else if (j === 0) {
      this.buy = (cell(plan, minute, SIDES) & 1) !== 0
      this.price = cell(plan, minute, OPEN)
    } else if (j === this.#highAt) {
      this.buy = true
      this.price = cell(plan, minute, HIGH)
    } else if (j === this.#lowAt) {
      this.buy = false
      this.price = cell(plan, minute, LOW)
    } else {
      this.buy = (g & 8) !== 0
      const wanted = this.#grid.snap(
        this.#middle(j) + this.#noise + ((this.buy ? 1 : -1) * spread) / 2,
      )
      this.price = Math.min(cell(plan, minute, HIGH), Math.max(cell(plan, minute, LOW), wanted))
    }
    const through = (g & 0x3ff) / 0x400 < THROUGH ? 1 : 0
    if (this.buy) {
      this.ask = grid.below(this.price, through) || this.price
      this.bid = grid.belowBy(this.ask, spread)
    } else {
      this.bid = grid.above(this.price, through)
      this.ask = grid.aboveBy(this.bid, spread)
    }
    this.shares = this.#sizeOf(j, last)
  }

  /**
   * Returns this trade's part of the planned volume: odd lots among round ones; the last trade gets
   * the remainder.
   */
  #sizeOf(j: number, last: number): number {
    const others = last - j
    if (others === 0) return this.#sharesLeft
    const h = this.#draw()
    const available = this.#sharesLeft - others
    if (available < 1) return this.#partOf(others)
    const fair = (this.#sharesLeft / (others + 1)) * logNormal(h)
    const lot = this.#lot === 0 ? roundLot(this.price) : this.#lot
    const odd = (h & 0xff) < 100
    const wanted = odd
      ? 1 + (((h >>> 8) & 0xffff) % Math.max(1, Math.min(lot - 1, Math.ceil(fair * 1.5))))
      : Math.round(fair / lot) * lot
    const shares = Math.min(available, Math.max(1, wanted === 0 ? Math.round(fair) : wanted))
    this.#sharesLeft -= shares
    return shares
  }
  /**
   * Returns an equal part of a volume that is too small for a whole unit per trade, as a recorded
   * one may be; on the scale of sizes, so that the parts add up.
   */
  #partOf(others: number): number {
    const { unit } = (this.plan as SegmentPlan).security
    const part = Math.max(1, Math.floor((this.#sharesLeft * unit) / (others + 1))) / unit
    this.#sharesLeft -= part
    return part
  }
}
