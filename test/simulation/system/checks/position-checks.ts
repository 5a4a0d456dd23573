import { eq, parseDecimal, type Quantity } from '../../../../shared/domain/decimal.js'
import type { AccountId } from '../../../../shared/domain/ids.js'
import type { ClientProcess } from '../client/client.js'
import type { PracticeExchange } from '../exchange/practice-exchange.js'
import type { VirtualTime } from '../time/virtual-time.js'
import type { Violations } from './trace.js'

/**
 * How old the positions on the screen may be while everything works, in ms: a fill is shown within
 * 3 s, and the slowest connection of a simulation takes another second for a request.
 */
const MAX_AGE_MS = 5_000
/** How often they are compared, in ms. */
const COMPARE_MS = 250
/**
 * How long everything must have worked, in ms. An event that was lost before is noticed by the next
 * regular reading, every 30 s.
 */
const HEALTHY_MS = 10_000
const HEALED_MS = 45_000

/** The quantities of an account by position id, and until when they were the true ones. */
interface TruePositions {
  readonly account: AccountId
  readonly quantities: ReadonlyMap<string, string>
  until: number
}

export interface PositionCheckDeps {
  readonly time: VirtualTime
  readonly violations: Violations
  readonly exchange: PracticeExchange
  readonly client: () => ClientProcess | null
}

/**
 * Compares the positions on the screen with those of the exchange all the time, not only at the
 * end: while nothing is wrong, they are at most {@link MAX_AGE_MS} old.
 */
export class PositionChecks {
  readonly #deps: PositionCheckDeps
  /** True while nothing goes wrong in the simulation. */
  #isCalm: boolean
  #neededMs: number
  /** Since when everything works and the client shows it; null while something does not. */
  #healthySince: number | null = null
  /** The true positions of the last seconds, newest last. */
  #history: TruePositions[] = []
  #changed = true
  #comparedAt = 0

  constructor(deps: PositionCheckDeps, isCalm: boolean) {
    this.#deps = deps
    this.#isCalm = isCalm
    this.#neededMs = isCalm ? HEALTHY_MS : HEALED_MS
  }

  /** Records that something goes wrong from now on. */
  disturb(): void {
    this.#isCalm = false
    this.#healthySince = null
    this.#neededMs = HEALED_MS
  }

  /** Records that nothing goes wrong any more. */
  heal(): void {
    this.#isCalm = true
  }

  /**
   * Records that an order of the exchange changed, and with it perhaps a position. The positions
   * between two changes may be those that the window shows, however soon the second one follows.
   */
  orderChanged(): void {
    this.#changed = true
    const account = this.#history.at(-1)?.account
    if (account !== undefined && this.#deps.exchange.isRunning) this.#recordTruth(account)
  }

  /** Compares, if the last comparison is old enough. */
  check(): void {
    const { time, exchange } = this.#deps
    if (!this.#isCalm || time.now - this.#comparedAt < COMPARE_MS) return
    this.#comparedAt = time.now
    const client = this.#deps.client()
    const account = client?.session.connection.view().selectedAccount ?? null
    if (client === null || account === null || !exchange.isRunning || !isLive(client)) {
      this.#healthySince = null
      return
    }
    if (this.#history.at(-1)?.account !== account) this.#healthySince = null
    this.#recordTruth(account)
    this.#healthySince ??= time.now
    if (time.now - this.#healthySince >= this.#neededMs) this.#compare(client)
  }

  #recordTruth(account: AccountId): void {
    const { time, exchange } = this.#deps
    const newest = this.#history.at(-1)
    if (!this.#changed && newest?.account === account) return
    this.#changed = false
    if (newest !== undefined) newest.until = time.now
    const positions = exchange.exchange.positions(account)
    if (!positions.ok) return
    this.#history = this.#history.filter(
      (known) => known.account === account && known.until >= time.now - MAX_AGE_MS,
    )
    this.#history.push({
      account,
      quantities: new Map(positions.value.map((row) => [row.position_id, row.quantity])),
      until: Number.POSITIVE_INFINITY,
    })
  }

  #compare({ session }: ClientProcess): void {
    const { time, violations } = this.#deps
    const positions = session.streams.positions.get()
    if (positions === null) return
    const shown = new Map(positions.map((row) => [row.positionId as string, row.quantity]))
    const recent = this.#history.filter(({ until }) => until >= time.now - MAX_AGE_MS)
    if (recent.some(({ quantities }) => isSame(quantities, shown))) return
    violations.add(
      `REL-33: the positions shown are more than ${MAX_AGE_MS} ms old: ${textOf(shown)}`,
    )
  }
}

/** True while the client itself shows that it is connected. */
function isLive({ session }: ClientProcess): boolean {
  if (session.connection.view().phase !== 'ready') return false
  return session.streams.health
    .get()
    .channels.every(({ channel, state }) => channel === 'market' || state === 'live')
}

const isSame = (
  truth: ReadonlyMap<string, string>,
  shown: ReadonlyMap<string, Quantity>,
): boolean =>
  truth.size === shown.size &&
  [...truth].every(([id, text]) => {
    const quantity = shown.get(id)
    const parsed = parseDecimal(text)
    return quantity !== undefined && parsed !== null && eq(parsed, quantity)
  })

const textOf = (shown: ReadonlyMap<string, Quantity>): string =>
  [...shown].map(([id, quantity]) => `${id} ${String(quantity)}`).join(', ')
