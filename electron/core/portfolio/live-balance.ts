import {
  oldestPrice,
  type Balance,
  type CurrencyBalance,
  type Position,
} from '../../../shared/domain/account/account.js'
import { CurrencyAmounts } from '../../../shared/domain/account/currency-amounts.js'
import {
  add,
  asMoney,
  eq,
  lte,
  sub,
  sum,
  ZERO_MONEY,
  type Decimal,
  type Money,
} from '../../../shared/domain/decimal.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { ClockPort, TimerPort } from '../ports.js'
import { moveBalance, valueChange } from './mark-balance.js'
import { RecentValues } from './recent-values.js'
import { LATE_PRICES_MS, SeenPrices, type PriceSource } from './seen-prices.js'
import { quotesOf, valuePosition, valueRange, type OptionValue } from './value-position.js'

/** What was read, and the number of its request among all requests. */
export interface NumberedRead<T> {
  readonly number: number
  readonly value: T
}

/** A balance with the prices that were current between its request and now. */
export interface BalanceRead extends NumberedRead<Balance> {
  readonly seen: SeenPrices
}

export interface LiveBalanceDeps {
  readonly quotes: PriceSource
  readonly clock: Pick<ClockPort, 'now'>
  readonly timers: Pick<TimerPort, 'after'>
  readonly optionValue?: OptionValue | undefined
}

/** The positions that a balance contains, and what is known of their value in it. */
interface Base {
  readonly read: BalanceRead
  readonly held: readonly Held[]
  /** By how much the positions had moved from the balance to their references. */
  readonly offset: CurrencyAmounts
  /** True when the same was held before the balance was read, and no change was noticed since. */
  readonly isUnchanged: boolean
  /** True when the prices, or the cost, explain the gains that the balance reports. */
  readonly isExplained: boolean
  /** True when every position had quotes all the time since the request of the balance. */
  readonly isQuoted: boolean
  readonly optionValue: OptionValue | undefined
}

interface Held {
  readonly position: Position
  /** The position at the prices of the moment at which all of them were read. */
  readonly reference: Position
}

/**
 * A balance at live prices (REL-41). The broker's figures move by as much as the positions did that
 * they contain, since the moment at which the broker calculated them.
 *
 * That moment lies between request and answer, so the prices of that time bracket the positions'
 * gain in it. When the gain that the balance itself reports is within the bracket, or its positions
 * have the same cost, the broker valued the same positions, and its figure says exactly how far the
 * market has moved since: no error remains. Otherwise (the broker values by another rule, or
 * positions changed unannounced) the figures move from the time of the answer: the error is at most
 * the move during the request.
 *
 * Where a position had no quote yet when the balance was requested, as after another account was
 * selected, nothing says how far it moved since then. A balance that nothing explains then stands
 * still at its own time until it is read again.
 *
 * After a fill, balance and positions show different moments until both are read again. Until
 * then the figures stand still, at the time that `valuedAt` states.
 */
export class LiveBalance {
  readonly #deps: LiveBalanceDeps
  #read: BalanceRead | null = null
  #positions: NumberedRead<readonly Position[]> | null = null
  /** Null while the balance belongs to other positions than those that were read. */
  #base: Base | null = null
  /** What was held with the last balance; null after a change. */
  #held: readonly Position[] | null = null
  /** The positions of the base before a change happened, until the balance is read again. */
  #stopped: { readonly valued: readonly Position[]; readonly at: EpochMs } | null = null
  /** What the positions of the base were worth in the last moments. */
  readonly #recent = new RecentValues<Base['held'], readonly Position[]>()
  /** Requests up to these numbers may have been answered before the latest change. */
  #positionsAfter = 0
  #balanceAfter = 0
  /** Ends the memory of prices; null when no further price can belong to the balance. */
  #cancelSeen: Disposer | null = null

  constructor(deps: LiveBalanceDeps) {
    this.#deps = deps
  }

  /** Begins to remember prices, for a request of the balance. */
  watchPrices(): SeenPrices {
    return new SeenPrices(this.#deps.quotes)
  }

  /**
   * A fill, an exercise or a settlement changed the positions.
   * @param started the number of the latest request: what it and earlier ones answer may lack it
   */
  onPositionsChanged(started: number): void {
    this.#positionsAfter = started
    this.#balanceAfter = started
    this.#held = null
    this.#stop()
  }

  /**
   * Takes what was read.
   * @param started the number of the latest request
   * @returns true when the balance has to be read again: the positions changed without notice, or
   *   nothing says how far they moved since it
   */
  update(
    positions: NumberedRead<readonly Position[]> | null,
    balance: BalanceRead | null,
    started: number,
  ): boolean {
    if (positions !== null) this.#positions = positions
    if (balance !== null) {
      this.#cancelSeen?.()
      this.#cancelSeen = balance.seen.dispose
      this.#read = balance
      this.#base = null
      this.#stopped = null
    }
    this.#explain()
    if (this.#base === null) {
      this.#pair()
      return this.#base !== null && isUnproved(this.#base)
    }
    if (positions === null || this.#stopped !== null) return false
    return !this.#follow(this.#base, positions.value, started)
  }

  /** Returns the balance at the prices of now; null before it was read. */
  get(): Balance | null {
    this.#explain()
    if (this.#base !== null && !isUnproved(this.#base)) {
      const valued = this.#valuedOf(this.#base)
      return {
        ...moveBalance(this.#base.read.value, movedTo(valued, this.#base)),
        valuedAt: this.#stopped?.at ?? null,
        pricedAt: oldestPrice(valued),
      }
    }
    const balance = this.#read?.value ?? null
    return balance === null ? null : { ...balance, valuedAt: balance.asOf }
  }

  clear(): void {
    this.#cancelSeen?.()
    this.#cancelSeen = null
    this.#read = null
    this.#positions = null
    this.#base = null
    this.#stopped = null
    this.#held = null
    this.#recent.clear()
  }

  #stop(): void {
    if (this.#base === null || this.#stopped !== null) return
    this.#forgetPrices()
    if (isUnproved(this.#base)) {
      this.#base = null
      return
    }
    const now = this.#deps.clock.now()
    const before = this.#recent.before(this.#base.held, now)
    this.#stopped =
      before === null
        ? { valued: this.#valuedNow(this.#base), at: now }
        : { valued: before.value, at: before.time }
  }

  /** Lets the balance move with the positions, when both were requested after the latest change. */
  #pair(): void {
    const [balanceRead, positions] = [this.#read, this.#positions]
    if (balanceRead === null || positions === null) return
    if (balanceRead.number <= this.#balanceAfter || positions.number <= this.#positionsAfter) return
    this.#base = {
      read: balanceRead,
      held: this.#heldNow(positions.value),
      offset: CurrencyAmounts.sumOf([]),
      isUnchanged: this.#held !== null && areSameHoldings(this.#held, positions.value),
      isExplained: false,
      isQuoted: balanceRead.seen.areKnownThroughout(quotesOf(positions.value)),
      optionValue: this.#deps.optionValue,
    }
    this.#explain()
    this.#held = positions.value
    const cancel = this.#deps.timers.after(LATE_PRICES_MS, () => this.#forgetPrices())
    this.#cancelSeen = () => {
      cancel()
      balanceRead.seen.dispose()
    }
  }

  /** A price that the broker valued the account with may have arrived after its balance. */
  #explain(): void {
    if (this.#base !== null && this.#cancelSeen !== null) this.#base = explained(this.#base)
  }

  #forgetPrices(): void {
    this.#explain()
    this.#cancelSeen?.()
    this.#cancelSeen = null
  }

  /** Continues with newer positions; false, and stands still, when they are not the same ones. */
  #follow(base: Base, positions: readonly Position[], started: number): boolean {
    const before = base.held.map(({ position }) => position)
    if (!areSameHoldings(before, positions)) {
      this.#balanceAfter = started
      this.#held = null
      this.#stop()
      return false
    }
    if (isUnproved(base)) return false
    // A position without quotes moves by the broker's own price, which only this read brings.
    const entries = this.#heldNow(positions)
    const references = entries.map(({ reference }) => reference)
    this.#base = { ...base, held: entries, offset: movedTo(references, base) }
    this.#held = positions
    return true
  }

  /** Returns the positions of a base at the prices of now, or of the moment of their stop. */
  #valuedOf(base: Base): readonly Position[] {
    if (this.#stopped !== null) return this.#stopped.valued
    const valued = this.#valuedNow(base)
    this.#recent.add(base.held, valued, this.#deps.clock.now())
    return valued
  }

  /** Values positions that continue or begin a base, and remembers their values. */
  #heldNow(positions: readonly Position[]): readonly Held[] {
    const held = positions.map((position) => ({ position, reference: this.#valueNow(position) }))
    const references = held.map(({ reference }) => reference)
    this.#recent.add(held, references, this.#deps.clock.now())
    return held
  }

  #valuedNow({ held }: Base): readonly Position[] {
    return held.map(({ position }) => this.#valueNow(position))
  }

  #valueNow(position: Position): Position {
    const { quotes, optionValue } = this.#deps
    return valuePosition(position, (symbol) => quotes.prices(symbol), optionValue)
  }
}

/** Returns by how much the positions have moved since the broker calculated the balance. */
const movedTo = (valued: readonly Position[], { held, offset }: Base): CurrencyAmounts =>
  valueChange(
    held.map(({ reference }) => reference),
    valued,
  ).plus(offset)

/**
 * True while nothing says how far positions moved since the balance. What the broker values by
 * another rule is explained by nothing: the second balance of the same positions is taken as it is.
 */
const isUnproved = ({ isUnchanged, isExplained, isQuoted }: Base): boolean =>
  !isUnchanged && !isExplained && !isQuoted

/** Sets the offset of every currency in which the prices explain the gain that was reported. */
function explained(base: Base): Base {
  const offsets = base.read.value.currencies.map((reported) => {
    const { currency, unrealizedPnl } = reported
    const gains = gainsIn(base, currency)
    const isExplained =
      gains !== null &&
      unrealizedPnl !== null &&
      (containsSame(base, reported) ||
        (lte(gains.low, unrealizedPnl) && lte(unrealizedPnl, gains.high)))
    return {
      currency,
      isExplained,
      amount: isExplained ? asMoney(sub(gains.reference, unrealizedPnl)) : base.offset.in(currency),
    }
  })
  return {
    ...base,
    offset: CurrencyAmounts.sumOf(offsets),
    isExplained: base.isExplained || offsets.every((offset) => offset.isExplained),
  }
}

/**
 * True when the balance contains these positions, so that only prices differ: a price that came and
 * went between two quotes moved its gain out of the bracket. Their cost is the same; of futures,
 * whose value in a balance is their gain alone, the same were held before.
 */
function containsSame(
  { held, isUnchanged }: Base,
  { currency, marketValue, unrealizedPnl }: CurrencyBalance,
): boolean {
  const positions = held.flatMap(({ reference }) =>
    reference.currency === currency ? [reference] : [],
  )
  if (marketValue === null || unrealizedPnl === null) return false
  if (positions.some(({ assetClass }) => assetClass === 'futures')) return isUnchanged
  const costs = positions.map((position) =>
    position.marketValue === null || position.unrealizedPnl === null
      ? null
      : sub(position.marketValue, position.unrealizedPnl),
  )
  const known = costs.filter((cost) => cost !== null)
  const cost = asMoney(sub(marketValue, unrealizedPnl))
  return known.length === costs.length && eq(sum([ZERO_MONEY, ...known]), cost)
}

interface Gains {
  readonly reference: Money
  readonly low: Money
  readonly high: Money
}

/** Returns the gains of the positions at the reference, and at all prices that were seen. */
function gainsIn({ held, read: { seen }, optionValue }: Base, currency: string): Gains | null {
  const gains: Gains[] = []
  for (const { position, reference } of held) {
    if (position.currency !== currency) continue
    const { unrealizedPnl: gain, marketValue: value } = reference
    if (gain === null || value === null) return null
    const range = valueRange(position, (symbol) => seen.pricesOf(symbol), optionValue)
    gains.push({
      reference: gain,
      low: range === null ? gain : asMoney(add(gain, sub(range.low, value))),
      high: range === null ? gain : asMoney(add(gain, sub(range.high, value))),
    })
  }
  const total = (read: (gain: Gains) => Money): Money => sum([ZERO_MONEY, ...gains.map(read)])
  return {
    reference: total((gain) => gain.reference),
    low: total((gain) => gain.low),
    high: total((gain) => gain.high),
  }
}

/** True when only prices differ: the same positions, of the same size and cost. */
const areSameHoldings = (before: readonly Position[], after: readonly Position[]): boolean =>
  before.length === after.length &&
  before.every((position, index) => {
    const other = after[index]
    return (
      other?.positionId === position.positionId &&
      eq(position.quantity, other.quantity) &&
      isSame(position.averageCost, other.averageCost)
    )
  })

const isSame = (a: Decimal | null, b: Decimal | null): boolean =>
  a === null || b === null ? a === null && b === null : eq(a, b)
