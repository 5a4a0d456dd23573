import { until } from '../../harness/system/until.js'
import type { TestHooks } from '../../harness/program/test-hooks.js'
import type { PracticeState } from '../../../shared/practice/practice-control.js'
import { isOurs } from '../checks/comparison.js'
import { fillField, textOf } from '../program/page-scripts.js'
import type { Program } from '../program/program.js'
import {
  checkFigures,
  isLate,
  LATE_MS,
  trueText,
  type ExchangeMoment,
  type FigureDifference,
  type Verdict,
} from './figure-check.js'
import { FigureTrace, type Timed } from './figure-trace.js'
import { readFigures, type PaintedFigure, type PaintedFigures } from './read-figures.js'

/** How often the window is read. */
const EVERY_MS = 250
/** How often the state of the exchange is read, between the changes of most prices. */
const STATE_MS = 40
/** How long each account is shown, and each tab of the lower panels. */
const ACCOUNT_MS = 20_000
const TAB_MS = 2_000
/** After a switch of accounts the new figures arrive. */
const SWITCH_MS = 4_000
/** The palette opens, searches and closes within this time; if not, it is opened again. */
const PALETTE_MS = 1_000
/** The newest states that are kept: longer than any age that a figure of the market states. */
const HISTORY_MS = 45_000
/** The journal reads what was realized at the pace that the broker allows, and says its age. */
const REALIZED_MS = 15 * 60_000
/** The panels whose figures are compared with states that are kept longer. */
const HAS_OWN_STATES: ReadonlySet<string> = new Set(['orders', 'journal'])
const TABS = ['Positions', 'Account', 'Orders', 'Journal'] as const

/** How the figures of one panel compared. */
export type PanelCounts = Readonly<Record<Verdict, number>>

export interface ClockResult {
  readonly samples: number
  /** The readings that were left out because a process had no time. */
  readonly late: number
  readonly states: number
  readonly panels: ReadonlyMap<string, PanelCounts>
  /** The comparisons by product and panel. */
  readonly products: ReadonlyMap<string, ReadonlyMap<string, number>>
  readonly differences: readonly FigureDifference[]
  /** The orders of each product that were filled meanwhile, at least in part. */
  readonly fills: ReadonlyMap<string, number>
  /** The figures of which the exchange has none, with how often they were painted. */
  readonly unknown: ReadonlyMap<string, number>
  /** What window and exchange had around each difference. */
  readonly traces: readonly string[]
}

interface ShownAccount {
  readonly accountId: string
  readonly label: string
  readonly product: string
}

interface Collector {
  clockHistory?: ExchangeMoment[]
  clockTimer?: ReturnType<typeof setInterval>
}

/** Compares what the window paints with the exchange while its clock runs. */
export class ClockWatch {
  readonly #program: Program
  readonly #accounts: readonly ShownAccount[]
  readonly #panels = new Map<string, Record<Verdict, number>>()
  readonly #products = new Map<string, Map<string, number>>()
  readonly #differences: FigureDifference[] = []
  readonly #unknown = new Map<string, number>()
  /** What every order has been, and of everything else the last moments. */
  #orders: ExchangeMoment[] = []
  #history: ExchangeMoment[] = []
  #realized: readonly ExchangeMoment[] = []
  /** What was painted and is not compared yet. */
  readonly #waiting: { readonly painted: PaintedFigures; readonly account: ShownAccount }[] = []
  #samples = 0
  #late = 0
  #states = 0
  readonly #trace = new FigureTrace()
  /** The figures that were painted, by their keys in the trace, with their accounts. */
  readonly #traced = new Map<string, readonly [PaintedFigure, string]>()
  #selectedAt = 0

  constructor(program: Program, accounts: readonly ShownAccount[]) {
    this.#program = program
    this.#accounts = accounts
  }

  /** Reads window and exchange until `ms` have passed. */
  async run(ms: number): Promise<ClockResult> {
    const began = performance.now()
    await this.#collect()
    await this.#openJournal()
    let [turn, tab, tabbedAt] = [-1, 0, 0]
    let quietUntil = 0
    while (performance.now() - began < ms) {
      const now = performance.now()
      const due = Math.floor((now - began) / ACCOUNT_MS)
      if (due !== turn) {
        turn = due
        const account = this.#accounts[turn % this.#accounts.length]
        await this.#program.call('session.select-account', { accountId: account?.accountId })
        quietUntil = performance.now() + SWITCH_MS
        this.#selectedAt = Date.now()
      }
      if (now - tabbedAt > TAB_MS) {
        tabbedAt = now
        tab = (tab + 1) % TABS.length
        await this.#program.click('main', { selector: '[role=tab]', text: TABS[tab] ?? '' })
      }
      const account = this.#accounts[turn % this.#accounts.length]
      const painted = await this.#program.inPage('main', readFigures, undefined).catch(() => null)
      await this.#readHistory()
      this.#checkWaiting()
      if (painted !== null && account !== undefined && now > quietUntil) {
        this.#waiting.push({ painted, account })
      }
      this.#trace.finish(Date.now(), (key) => this.#truthsOf(key))
      await pause(EVERY_MS - (performance.now() - now))
    }
    await this.#stop()
    return {
      samples: this.#samples,
      late: this.#late,
      states: this.#states,
      panels: this.#panels,
      products: this.#products,
      differences: this.#differences,
      fills: this.#fills(),
      unknown: this.#unknown,
      traces: this.#trace.lines,
    }
  }

  /** Opens the panel of the journal, which is closed at first. */
  async #openJournal(): Promise<void> {
    const program = this.#program
    const field = { selector: '[role=dialog] input[role=combobox]', value: 'Journal' }
    await until('the journal is open', async () => {
      // The person who trades meanwhile may close the palette.
      await program.press('K', ['control'])
      await pause(PALETTE_MS)
      await program.inPage('main', fillField, field)
      await pause(PALETTE_MS)
      await program.click('main', { selector: '.palette-option', text: 'Journal' })
      await pause(PALETTE_MS)
      return (await program.inPage('main', textOf, '[data-testid=journal]')) !== null
    })
  }

  #fills(): ReadonlyMap<string, number> {
    const products = new Map<string, string>()
    for (const record of this.#orders.flatMap(({ orders }) => orders)) {
      if (!isOurs(record) || Number(record['filled_quantity']) === 0) continue
      const strategy = String(record['option_strategy'] ?? 'SINGLE')
      const product = String(record['instrument_type'])
      products.set(
        String(record['client_order_id']),
        product === 'OPTION' && strategy !== 'SINGLE' ? 'SPREAD' : product,
      )
    }
    const counts = new Map<string, number>()
    for (const product of products.values()) count(counts, product)
    return counts
  }

  /** Compares what was painted before the newest states of the exchange. */
  #checkWaiting(): void {
    const newest = (this.#history.at(-1)?.sent ?? 0) - LATE_MS
    while ((this.#waiting[0]?.painted.time ?? newest) < newest) {
      const next = this.#waiting.shift()
      if (next === undefined) return
      if (isLate(next.painted, this.#history)) this.#late += 1
      else this.#check(next.painted, next.account)
    }
  }

  #check(painted: PaintedFigures, account: ShownAccount): void {
    this.#samples += 1
    const { time } = painted
    const parts = [
      [this.#orders, painted.figures.filter(({ panel }) => panel === 'orders')],
      [this.#realized, painted.figures.filter(({ panel }) => panel === 'journal')],
      [this.#history, painted.figures.filter(({ panel }) => !HAS_OWN_STATES.has(panel))],
    ] as const
    for (const [history, figures] of parts) {
      this.#checkFigures({ time, figures }, history, account)
    }
  }

  /** Counts a comparison by the product of its row, or of its account. */
  #count(panel: string, product: string): void {
    const panels = this.#products.get(product) ?? new Map<string, number>()
    this.#products.set(product, panels)
    count(panels, panel)
  }

  #checkFigures(
    painted: Pick<PaintedFigures, 'time' | 'figures'>,
    history: readonly ExchangeMoment[],
    { accountId, label, product }: ShownAccount,
  ): void {
    const rows = new Map(
      [
        ...history.flatMap(({ orders }) => orders),
        ...(history.at(-1)?.positions[accountId] ?? []),
      ].map((record) => [record['position_id'] ?? record['client_order_id'], record] as const),
    )
    checkFigures(painted, accountId, history, (figure, verdict, exchange) => {
      const key = [accountId, figure.panel, figure.name, figure.row, figure.id].join(' ')
      this.#trace.add(key, figure, painted.time)
      this.#traced.set(key, [figure, accountId])
      const counts = this.#panels.get(figure.panel) ?? NO_COUNTS()
      this.#panels.set(figure.panel, counts)
      counts[verdict] += 1
      if (verdict !== 'unknown') {
        const type = rows.get(figure.id)?.['instrument_type']
        this.#count(figure.panel, typeof type === 'string' ? type.toLowerCase() : product)
      }
      if (verdict === 'unknown') count(this.#unknown, `${figure.panel}: ${figure.name}`)
      if (verdict !== 'different') return
      const name = [label, figure.row, figure.name].filter((part) => part !== null).join(' · ')
      const age = figure.age === null ? '' : ` (${figure.age})`
      const difference = {
        panel: figure.panel,
        figure: name,
        shown: `${figure.text}${age}`,
        exchange,
      }
      this.#differences.push(difference)
      this.#trace.follow(key, difference, painted.time, this.#eventsOf(accountId))
    })
  }

  /** Returns the true values of a figure in the remembered moments. */
  #truthsOf(key: string): readonly Timed[] {
    const [figure, accountId] = this.#traced.get(key) ?? []
    if (figure === undefined || accountId === undefined) return []
    const history =
      figure.panel === 'orders'
        ? this.#orders
        : figure.panel === 'journal'
          ? this.#realized
          : this.#history
    return history.flatMap((moment) => {
      const text = trueText(figure, accountId, moment)
      return text === null ? [] : [{ time: moment.received, text }]
    })
  }

  /** Returns when the account was selected, and its changes of orders. */
  #eventsOf(accountId: string): readonly Timed[] {
    const from = Date.now() - HISTORY_MS
    const changes = this.#orders
      .filter(({ received }) => received >= from)
      .flatMap(({ received, orders }) =>
        orders
          .filter((record) => record['account_id'] === accountId)
          .map((record) => ({
            time: received,
            text: `${String(record['symbol'])} ${String(record['side'])} ${String(record['status'])} ${String(record['filled_quantity'])}`,
          })),
      )
    return [{ time: this.#selectedAt, text: 'selected' }, ...changes].toSorted(
      (a, b) => a.time - b.time,
    )
  }

  /** Begins to read the state of the exchange inside the program, which is next to it. */
  #collect(): Promise<void> {
    return this.#program.inMain((every: number) => {
      const collector = globalThis as unknown as Collector & { countersignTest: TestHooks }
      const history: ExchangeMoment[] = []
      const dayBase = new Map<unknown, string>()
      const base = new Map<string, number>()
      let isReading = false
      /** The gains of every position, also of those that the exchange forgot with its day. */
      const gains = new Map<string, Map<string, number>>()
      /** Returns what an account has realized since it opened, in cents. */
      const centsOf = (accountId: string, newest: Readonly<Record<string, string>>): number => {
        const known = gains.get(accountId) ?? new Map<string, number>()
        gains.set(accountId, known)
        for (const [id, gain] of Object.entries(newest)) known.set(id, Math.round(+gain * 100))
        const cents = [...known.values()].reduce((sum, gain) => sum + gain, 0)
        if (!base.has(accountId)) base.set(accountId, cents)
        return cents
      }
      const dollars = (cents: number): string => (cents / 100).toFixed(2)
      collector.clockHistory = history
      collector.clockTimer = setInterval(() => {
        if (isReading) return
        isReading = true
        const sent = Date.now()
        void collector.countersignTest
          .practice({ command: 'state' })
          .then((answer) => {
            const { positions, balances, orders, realized } = answer as PracticeState
            const ever = Object.entries(realized).map(
              ([id, newest]) => [id, centsOf(id, newest)] as const,
            )
            const changed = orders.filter((order) => {
              const text = JSON.stringify(order)
              const id = order['client_order_id']
              if (dayBase.get(id) === text) return false
              dayBase.set(id, text)
              return true
            })
            history.push({
              sent,
              received: Date.now(),
              positions,
              balances,
              orders: changed,
              everRealized: Object.fromEntries(ever.map(([id, cents]) => [id, dollars(cents)])),
              realized: Object.fromEntries(
                ever.map(([id, cents]) => [id, dollars(cents - (base.get(id) ?? 0))]),
              ),
            })
          })
          .finally(() => {
            isReading = false
          })
      }, every)
    }, STATE_MS)
  }

  async #readHistory(): Promise<void> {
    const states = await this.#program.inMain(
      () => (globalThis as unknown as Collector).clockHistory?.splice(0) ?? [],
      undefined,
    )
    this.#states += states.length
    this.#orders.push(...states.filter(({ orders }) => orders.length > 0))
    const from = Date.now() - HISTORY_MS
    this.#history = [...this.#history, ...states].filter(({ received }) => received >= from)
    this.#retainRealized(states)
  }

  /** Keeps the states in which what was realized had changed, and the newest one. */
  #retainRealized(states: readonly ExchangeMoment[]): void {
    const from = Date.now() - REALIZED_MS
    const realizedText = ({ everRealized }: ExchangeMoment): string => JSON.stringify(everRealized)
    const all = [...this.#realized, ...states]
    this.#realized = all.filter((moment, index) => {
      const before = all[index - 1]
      const isChange = before === undefined || realizedText(before) !== realizedText(moment)
      return moment.received >= from && (isChange || index === all.length - 1)
    })
  }

  #stop(): Promise<void> {
    return this.#program.inMain(
      () => clearInterval((globalThis as unknown as Collector).clockTimer),
      undefined,
    )
  }
}

const count = (counts: Map<string, number>, name: string): void =>
  void counts.set(name, (counts.get(name) ?? 0) + 1)

const NO_COUNTS = (): Record<Verdict, number> => ({
  equal: 0,
  between: 0,
  different: 0,
  unknown: 0,
})

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, Math.max(0, ms))
  })

/** Formats the counts of each panel, and each difference once with how often it was seen. */
export function renderClock(
  { samples, late, states, panels, products, differences, fills, unknown, traces }: ClockResult,
  isTraced: boolean,
): string {
  const listOf = (counts: ReadonlyMap<string, number>): string =>
    [...counts].map(([name, times]) => `${name} ${times}`).join(', ')
  const counts = [...panels].map(
    ([panel, { equal, between, different, unknown }]) =>
      `${panel.padEnd(12)} ${equal} equal, ${between} between two states, ${different} different, ${unknown} without a state`,
  )
  const seen = new Map<string, number>()
  for (const { panel, figure, shown, exchange } of differences) {
    const line = `${panel}: ${figure}: shown ${shown}, exchange ${exchange}`
    seen.set(line, (seen.get(line) ?? 0) + 1)
  }
  return [
    `${samples} readings of the window, ${states} of the exchange`,
    `${late} readings left out: the computer gave a process no time for half a second`,
    `orders filled: ${listOf(fills)}`,
    ...counts,
    ...[...products].map(([product, panels]) => `${product}: ${listOf(panels)}`),
    `without a state: ${listOf(unknown)}`,
    ...[...seen].slice(0, 60).map(([line, times]) => `${times} × ${line}`),
    ...(isTraced ? traces : []),
    `${differences.length} differences`,
  ].join('\n')
}
