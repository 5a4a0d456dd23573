import type { PracticeState } from '../../../shared/practice/practice-control.js'
import type { SessionView } from '../../../shared/domain/session/session-view.js'
import type { Program } from '../program/program.js'
import { compareOrders, comparePositions, stateDigest, type Difference } from './comparison.js'
import type { WindowReader } from './window-reader.js'

const PAUSE_MS = 25

/** How the window came to agree with the exchange. */
export interface TruthTime {
  /** Time until orders and positions of the window equal the exchange's, in ms; null for never. */
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

const notYet = (why: string): Difference => ({ wrong: [why], doubts: [] })

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
      const found = await this.#compareOnce(() => (readyMs ??= elapsed())).catch((error: unknown) =>
        notYet(error instanceof Error ? error.message : String(error)),
      )
      if (found.wrong.length === 0) {
        return { ms: elapsed(), readyMs, last, steps, doubts: found.doubts.length }
      }
      last = found.wrong
      const seen = `${last.length} × ${last[0] ?? ''}`
      if (steps.at(-1)?.seen !== seen) steps.push({ ms: Math.round(elapsed()), seen })
      await new Promise((resolve) => {
        setTimeout(resolve, PAUSE_MS)
      })
    }
    return { ms: null, readyMs, last, steps, doubts: 0 }
  }

  /** Compares once: first what changes most, then every order. */
  async #compareOnce(onReady: () => void): Promise<Difference> {
    const view = await this.#program.value<SessionView>('session.get', {})
    if (view.phase !== 'ready') return notYet(`the session is ${view.phase}`)
    onReady()
    const first = await this.#compare(view.selectedAccount ?? '', 'working')
    if (first === null) return notYet('the tables are not shown, or the exchange moved')
    if (first.wrong.length > 0) return first
    const all = await this.#compare(view.selectedAccount ?? '', 'all')
    return all ?? notYet('the table of all orders is not shown, or the exchange moved')
  }

  /** Compares once; null when the exchange changed meanwhile or a table is not shown. */
  async #compare(accountId: string, filter: 'working' | 'all'): Promise<Difference | null> {
    const before = await this.#program.truth()
    const orders = await this.#reader.orders(filter)
    const positions = filter === 'working' ? await this.#reader.positions() : []
    const after = await this.#program.truth()
    if (orders === null || positions === null) return null
    if (stateDigest(before) !== stateDigest(after)) return null
    const found = compareOrders(orders, after, filter === 'working')
    return filter === 'all'
      ? found
      : { ...found, wrong: [...found.wrong, ...this.#positions(positions, after, accountId)] }
  }

  #positions(
    painted: Parameters<typeof comparePositions>[0],
    { positions }: PracticeState,
    accountId: string,
  ): readonly string[] {
    return comparePositions(painted, positions[accountId] ?? [])
  }
}
