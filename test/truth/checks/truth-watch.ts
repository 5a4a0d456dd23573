import type { SessionView } from '../../../shared/domain/session/session-view.js'
import type { Program } from '../program/program.js'
import { compareOrders, comparePositions, stateDigest, type Difference } from './comparison.js'
import type { WindowReader } from './window-reader.js'

const PAUSE_MS = 25
/** A call into a page that dies meanwhile is never answered: it must not delay the next one. */
const ANSWER_LIMIT_MS = 1_000

/** How the window came to agree with the exchange. */
export interface TruthTime {
  /**
   * Time until the working orders and positions of the window equal the exchange's, in ms, proved
   * by reading every order directly afterwards; null for never.
   */
  readonly ms: number | null
  /** Time until the session was ready again, in ms; null for never. */
  readonly readyMs: number | null
  /** What differed in the last comparison before they agreed, or at the end of the wait. */
  readonly last: readonly string[]
  /** What was seen on the way, and since when, in ms. */
  readonly steps: readonly { readonly ms: number; readonly seen: string }[]
  /** Orders shown as uncertain that the exchange does not have. */
  readonly doubts: number
}

/** A comparison, and when the working orders and positions had been read. */
interface Comparison extends Difference {
  readonly ms: number
}

const notYet = (why: string): Comparison => ({ ms: 0, wrong: [why], doubts: [] })

/** Compares what the window paints with the exchange's own state. */
export class TruthWatch {
  readonly #program: Program
  readonly #reader: WindowReader

  constructor(program: Program, reader: WindowReader) {
    this.#program = program
    this.#reader = reader
  }

  /**
   * Waits until the window's orders and positions equal the exchange's. The exchange is read before
   * and after the window: what changes in between proves nothing and is compared again.
   * @param since when the clock started (`performance.now()`)
   */
  async wait(since: number, limitMs: number): Promise<TruthTime> {
    const steps: { readonly ms: number; readonly seen: string }[] = []
    let last: readonly string[] = ['the window was not read']
    let readyMs: number | null = null
    const elapsed = (): number => performance.now() - since
    while (elapsed() < limitMs) {
      const comparison = await this.#compareOnce(elapsed, () => (readyMs ??= elapsed())).catch(
        (error: unknown) => notYet(error instanceof Error ? error.message : String(error)),
      )
      if (comparison.wrong.length === 0) {
        return { ms: comparison.ms, readyMs, last, steps, doubts: comparison.doubts.length }
      }
      last = comparison.wrong
      const seen = `${last.length} × ${last[0] ?? ''}`
      if (steps.at(-1)?.seen !== seen) steps.push({ ms: Math.round(elapsed()), seen })
      await new Promise((resolve) => {
        setTimeout(resolve, PAUSE_MS)
      })
    }
    return { ms: null, readyMs, last, steps, doubts: 0 }
  }

  /**
   * Compares once: working orders and positions, then every order. Both must agree while the
   * exchange does not change.
   */
  async #compareOnce(elapsed: () => number, onReady: () => void): Promise<Comparison> {
    const reply = await this.#program.call('session.get', {}, ANSWER_LIMIT_MS)
    const view = reply.value as SessionView | undefined
    if (view === undefined) return notYet('the main window has no session')
    if (view.phase !== 'ready') return notYet(`the session is ${view.phase}`)
    onReady()
    const before = await this.#program.truth()
    const tables = await this.#reader.state()
    const ms = elapsed()
    const truth = await this.#program.truth()
    if (tables === null) return notYet('a table is not shown')
    if (stateDigest(before) !== stateDigest(truth)) return notYet('the exchange changed')
    const held = truth.positions[view.selectedAccount ?? ''] ?? []
    const wrong = [
      ...compareOrders(tables.orders, truth, true).wrong,
      ...comparePositions(tables.positions, held),
    ]
    if (wrong.length > 0) return { ms, wrong, doubts: [] }
    const all = await this.#reader.allOrders()
    if (all === null) return notYet('the table of all orders is not shown')
    if (stateDigest(truth) !== stateDigest(await this.#program.truth())) {
      return notYet('the exchange changed')
    }
    return { ms, ...compareOrders(all, truth, false) }
  }
}
