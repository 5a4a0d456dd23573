import type { SessionView } from '../../shared/domain/session/session-view.js'
import { freePort } from '../harness/system/free-port.js'
import { until } from '../harness/system/until.js'
import { SeededRandom } from '../simulation/system/time/seeded-random.js'
import { ClockWatch, type ClockResult } from './clock/clock-watch.js'
import { Approver } from './actors/approver.js'
import { Assistant } from './actors/assistant.js'
import { Drafts, type TradedAccounts } from './actors/drafts.js'
import { Person } from './actors/person.js'
import { Prices } from './actors/prices.js'
import { compareOrders, comparePositions, isOurs } from './checks/comparison.js'
import { journalDifferences, readJournal } from './checks/journal-check.js'
import { cashText } from './checks/painted.js'
import { TruthWatch, type TruthTime } from './checks/truth-watch.js'
import { WindowReader } from './checks/window-reader.js'
import { planOf, type Killed, type PlanOptions, type Stage } from './plan.js'
import { Program } from './program/program.js'
import type { KillResult, RunResult } from './report.js'

const READY_LIMIT_MS = 90_000
/** How long a kill may need until the window shows the truth, before it counts as never. */
const TRUTH_LIMIT_MS = 120_000
/** The longest that a stage waits for its orders. */
const STAGE_LIMIT_MS = 90_000
/** At the end every uncertain order has to be settled: absence is proved over a minute. */
const SETTLE_LIMIT_MS = 120_000
/** More working orders than this are cancelled by the person, the oldest first. */
const MAX_WORKING = 14
const WHILE_DOWN_MS = 200
/** While the clock runs, old orders are cancelled and prices read this often. */
const TIDY_MS = 15_000
const RULES_LAST_MS = 4 * 3_600_000

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

export interface RunOptions extends PlanOptions {
  readonly userData: string
  /** After this time no further stage begins; absent for no limit. */
  readonly minutes?: number
  /** Does not wait until absences are proved, which takes a minute. */
  readonly mayDoubt?: boolean
  /** Says after each kill what the window showed until the truth. */
  readonly trace?: boolean
  /** Receives one line for each stage. */
  readonly say: (line: string) => void
}

/** One run: stages of orders, each ended by a kill, and the comparison at the end. */
export class TruthRun {
  readonly #options: RunOptions
  readonly #program: Program
  readonly #reader: WindowReader
  readonly #watch: TruthWatch
  readonly #approver: Approver
  readonly #kills: KillResult[] = []
  readonly #refusals = new Map<string, number>()
  #firstStartMs = 0
  #sentByHand = 0
  #requested = 0
  #assistants: readonly Assistant[] = []
  #person: Person | null = null
  #prices: Prices | null = null
  #faults = 0
  #isHandingIn = false

  constructor(options: RunOptions) {
    this.#options = options
    this.#program = new Program({
      suite: 'truth',
      userData: options.userData,
      args: [`--practice-seed=truth-${options.seed}`, '--practice-rate-limits=production'],
    })
    this.#reader = new WindowReader(this.#program)
    this.#watch = new TruthWatch(this.#program, this.#reader)
    this.#approver = new Approver(this.#program)
  }

  async run(): Promise<RunResult> {
    const began = performance.now()
    try {
      await this.#prepare()
      const stages = planOf(this.#options)
      for (const [index, stage] of stages.entries()) {
        if (performance.now() - began > (this.#options.minutes ?? Infinity) * 60_000) break
        await this.#stage(index, stages.length, stage)
      }
      const problems = await this.#compareAtEnd()
      return this.#result(began, problems)
    } finally {
      for (const assistant of this.#assistants) await assistant.disconnect()
      await this.#program.quit()
    }
  }

  /** Trades in every product, and compares the window with the exchange while its clock runs. */
  async runClock(ms: number): Promise<ClockResult> {
    try {
      await this.#prepare()
      const { accounts } = await this.#ready()
      const watch = new ClockWatch(this.#program, accounts)
      this.#isHandingIn = true
      const actors = [
        this.#act(() => this.#handInByHand()),
        ...this.#assistants.map((assistant) => this.#act(() => this.#request(assistant))),
        this.#act(() => this.#approve()),
        this.#act(() => pause(TIDY_MS).then(() => this.#tidy())),
      ]
      const result = await watch.run(ms)
      this.#isHandingIn = false
      await Promise.all(actors)
      return result
    } finally {
      for (const assistant of this.#assistants) await assistant.disconnect()
      await this.#program.quit()
    }
  }

  #result(
    began: number,
    { atExchange, problems }: { readonly atExchange: number; readonly problems: readonly string[] },
  ): RunResult {
    return {
      seed: this.#options.seed,
      seconds: (performance.now() - began) / 1_000,
      handedIn: { person: this.#sentByHand, assistants: this.#requested },
      atExchange,
      approved: this.#approver.approved,
      faults: this.#faults,
      firstStartMs: this.#firstStartMs,
      kills: this.#kills,
      problems: [
        ...this.#kills.flatMap(({ ms, kill, stage, last }) =>
          ms === null
            ? [
                `after kill ${stage} (${kill}) the window never showed the truth: ${last.slice(0, 3).join('; ')}`,
              ]
            : [],
        ),
        ...problems,
      ],
    }
  }

  /** Starts the program, pairs two assistants, and reads the first prices. */
  async #prepare(): Promise<void> {
    const program = this.#program
    const began = performance.now()
    await program.start()
    await this.#ready()
    this.#firstStartMs = performance.now() - began
    await program.call('preferences.set', { tourDone: true })
    const view = await this.#ready()
    await program.click('main', { selector: 'button', text: 'Skip tour' })
    const endpoint = await program.value<{
      readonly endpoint: { readonly http: { readonly url: string } }
    }>('assistants.endpoint', { on: true, http: true, port: await freePort(11) })
    const accounts = accountsOf(view)
    const prices = new Prices((await program.truth()).exchangeTime)
    const draftsOf = (name: string): Drafts =>
      new Drafts(new SeededRandom(this.#options.seed, name), prices, accounts)
    const { url } = endpoint.endpoint.http
    this.#assistants = [
      new Assistant(url, await Assistant.pair(program, 'Morning desk'), draftsOf('first')),
      new Assistant(
        url,
        await Assistant.pair(program, 'Evening desk', { allow: autoApproved() }),
        draftsOf('second'),
      ),
    ]
    const random = new SeededRandom(this.#options.seed, 'person')
    this.#person = new Person(program, random, draftsOf('typed'))
    this.#prices = prices
    await this.#refreshPrices()
  }

  async #refreshPrices(): Promise<void> {
    const client = await this.#assistants[0]?.client().catch(() => null)
    if (client !== null && client !== undefined) await this.#prices?.refresh(client)
  }

  #ready(): Promise<SessionView> {
    return until(
      'the session is ready',
      async () => {
        const reply = await this.#program.call('session.get', {}).catch(() => null)
        const view = reply?.value as SessionView | undefined
        return view?.phase === 'ready' && view
      },
      { ms: READY_LIMIT_MS },
    )
  }

  /** Hands in the orders of a stage, kills, and measures until the window shows the truth. */
  async #stage(index: number, count: number, stage: Stage): Promise<void> {
    await this.#ready()
    await this.#endpointIsOpen()
    await this.#tidy()
    const before = this.#total()
    this.#isHandingIn = true
    const actors = [
      this.#act(() => this.#handInByHand()),
      ...this.#assistants.map((assistant) => this.#act(() => this.#request(assistant))),
      this.#act(() => this.#approve()),
    ]
    await this.#untilHandedIn(before, stage)
    await pause(stage.killAfterMs)
    const since = stage.kill === null ? performance.now() : await this.#kill(stage.kill)
    this.#isHandingIn = false
    // An actor may wait for the dead page or connection for seconds: measure meanwhile.
    const { kill } = stage
    await Promise.all([...actors, kill === null ? null : this.#measure(index, count, kill, since)])
  }

  /** Switches on the faults of the stage as its orders are handed in. */
  async #untilHandedIn(before: number, { orders, faults }: Stage): Promise<void> {
    const waiting = [...faults]
    const began = performance.now()
    while (this.#total() - before < orders && performance.now() - began < STAGE_LIMIT_MS) {
      const share = (this.#total() - before) / orders
      for (const { fault } of waiting.filter((next) => next.share <= share)) {
        await this.#program.practice({ command: 'fault', fault }).catch(() => undefined)
        this.#faults += 1
      }
      waiting.splice(0, waiting.length, ...waiting.filter((next) => next.share > share))
      await pause(50)
    }
  }

  /** The number of orders that were sent, as far as the actors know. */
  #total(): number {
    return this.#sentByHand + this.#approver.approved
  }

  /** Repeats an action while orders are handed in; one that fails because of a kill is over. */
  async #act(action: () => Promise<unknown>): Promise<void> {
    while (this.#isHandingIn && this.#program.isRunning) {
      await action().catch(() => pause(WHILE_DOWN_MS))
    }
  }

  async #handInByHand(): Promise<void> {
    const outcome = await this.#person?.handIn()
    if (outcome === 'sent') this.#sentByHand += 1
    else if (typeof outcome === 'object') this.#note(`by hand: ${outcome.refused}`)
    await pause(100)
  }

  async #request(assistant: Assistant): Promise<void> {
    const outcome = await assistant.request()
    if (typeof outcome === 'number') this.#requested += outcome
    else {
      this.#note(outcome)
      await assistant.resume(this.#program)
    }
    await pause(300)
  }

  async #approve(): Promise<void> {
    const step = await this.#approver.step()
    if (step === 'nothing') await pause(150)
  }

  #note(refusal: string): void {
    const key = refusal.slice(0, 160)
    this.#refusals.set(key, (this.#refusals.get(key) ?? 0) + 1)
  }

  /** The refusals so far, with how often each came. */
  refusals(): readonly (readonly [string, number])[] {
    return [...this.#refusals].toSorted(([, a], [, b]) => b - a)
  }

  /** Kills a process; returns when the clock of the truth starts. */
  async #kill(kill: Killed): Promise<number> {
    const program = this.#program
    switch (kill) {
      case 'program': {
        await program.killProgram()
        for (const assistant of this.#assistants) await assistant.disconnect()
        const since = performance.now()
        await program.start()
        return since
      }
      case 'renderer': {
        await program.practice({ command: 'clear-faults' }).catch(() => undefined)
        const since = performance.now()
        await program.killRenderer()
        return since
      }
      case 'exchange': {
        const since = performance.now()
        await program.killExchange()
        return since
      }
    }
  }

  async #measure(index: number, count: number, kill: Killed, since: number): Promise<void> {
    const truth = await this.#watch.wait(since, TRUTH_LIMIT_MS)
    this.#kills.push({ ...truth, kill, stage: index + 1 })
    this.#options.say(stageLine(index + 1, count, this.#total(), kill, truth))
    this.#trace(truth)
  }

  /** Shows what was seen between a kill and the truth. */
  #trace({ steps }: TruthTime): void {
    if (this.#options.trace !== true) return
    for (const { ms, seen } of steps) this.#options.say(`          ${ms} ms: ${seen}`)
  }

  async #endpointIsOpen(): Promise<void> {
    await until(
      'assistants can connect',
      async () => {
        const reply = await this.#program.call('assistants.get', {}).catch(() => null)
        const view = reply?.value as { readonly endpoint?: { readonly state: string } } | undefined
        return view?.endpoint?.state === 'listening'
      },
      { ms: READY_LIMIT_MS },
    )
  }

  /** Between two stages: a halt is lifted, the oldest working orders are cancelled. */
  async #tidy(): Promise<void> {
    await this.#person?.resume()
    await this.#refreshPrices()
    const { orders } = await this.#program.truth()
    const working = orders
      .filter((record) => isOurs(record) && OPEN.has(String(record['status'])))
      .toSorted((a, b) => String(a['place_time_at']).localeCompare(String(b['place_time_at'])))
    for (const record of working.slice(0, Math.max(0, working.length - MAX_WORKING))) {
      await this.#person
        ?.cancel({
          accountId: String(record['account_id']),
          clientOrderId: String(record['client_order_id']),
        })
        .catch(() => undefined)
    }
  }

  /** Settles everything, stops the market, and compares window, journal and exchange. */
  async #compareAtEnd(): Promise<{
    readonly atExchange: number
    readonly problems: readonly string[]
  }> {
    const program = this.#program
    await program.practice({ command: 'clear-faults' })
    const view = await this.#ready()
    const unsettled = await this.#settled()
    await program.practice({ command: 'clock', speed: 0 })
    const settled = await this.#watch.wait(performance.now(), TRUTH_LIMIT_MS)
    const problems = [...unsettled, ...(settled.ms === null ? settled.last : [])]
    for (const { accountId, label } of view.accounts) {
      problems.push(...(await this.#accountDifferences(accountId, label)))
    }
    const state = await program.truth()
    const audit = await program.value<{ readonly state: string }>('audit.verify', {})
    if (!INTACT.has(audit.state)) problems.push(`the audit log is ${audit.state}`)
    const twice = Object.entries(state.accepted).filter(([, times]) => times > 1)
    problems.push(...twice.map(([id, times]) => `${id} was accepted ${times} times`))
    await program.quit()
    const journal = await readJournal(this.#options.userData)
    problems.push(...journalDifferences(journal, state, this.#options.mayDoubt === true))
    return { atExchange: state.orders.filter(isOurs).length, problems }
  }

  /** Waits until no order is in doubt; returns those that stay so. */
  async #settled(): Promise<readonly string[]> {
    const began = performance.now()
    for (;;) {
      const rows = await this.#reader.allOrders().catch(() => null)
      const state = await this.#program.truth()
      const comparison = rows === null ? null : compareOrders(rows, state, false)
      const isCalm = this.#options.mayDoubt === true || comparison?.doubts.length === 0
      if (comparison?.wrong.length === 0 && isCalm) return []
      if (performance.now() - began > SETTLE_LIMIT_MS) {
        return comparison === null
          ? ['the orders are not shown']
          : [...comparison.wrong, ...comparison.doubts.map((row) => `stays in doubt: ${row}`)]
      }
      await pause(500)
    }
  }

  /** Compares positions and cash of one account, after its newest figures have arrived. */
  async #accountDifferences(accountId: string, label: string): Promise<readonly string[]> {
    const program = this.#program
    await program.value('session.select-account', { accountId })
    const began = performance.now()
    for (;;) {
      const { positions, balances } = await program.truth()
      const { positions: positionsShown, cash } = await this.#reader
        .account()
        .catch(() => ({ positions: null, cash: null }))
      const trueCash = cashText(balances[accountId]?.['total_cash_balance'])
      const problems = [
        ...(positionsShown === null
          ? ['positions are not shown']
          : comparePositions(positionsShown, positions[accountId] ?? [])),
        ...(cash === trueCash ? [] : [`cash is shown as ${cash ?? '–'}, in truth ${trueCash}`]),
      ]
      if (problems.length === 0) return []
      if (performance.now() - began > 45_000) {
        return problems.map((problem) => `${label}: ${problem}`)
      }
      await pause(100)
    }
  }
}

/** Without a key store the chain is intact, but its head is not proved. */
const INTACT: ReadonlySet<string> = new Set(['verified', 'unproved'])
const OPEN: ReadonlySet<string> = new Set(['PENDING', 'SUBMITTED', 'PARTIAL_FILLED'])

const seconds = (ms: number | null): string =>
  ms === null ? 'never' : `${(ms / 1_000).toFixed(1)} s`

/** Formats the end of a stage: the orders so far, the kill, and how the window came back. */
function stageLine(
  stage: number,
  count: number,
  orders: number,
  kill: Killed,
  { ms, readyMs, doubts }: TruthTime,
): string {
  const place = `${String(stage).padStart(3)}/${count}`
  const inDoubt = doubts === 0 ? '' : `, ${doubts} in doubt`
  const times = `ready ${seconds(readyMs)}, truth ${seconds(ms)}${inDoubt}`
  return `${place}  ${String(orders).padStart(4)} orders  ${kill.padEnd(8)} ${times}`
}

/** Returns rules that approve stock orders of the second assistant without the person. */
const autoApproved = (): readonly object[] =>
  ['AAPL', 'MSFT', 'NVDA'].map((symbol) => ({
    symbol,
    maxOrder: '5000',
    total: '10000000',
    used: '0',
    until: Date.now() + RULES_LAST_MS,
  }))

/** Returns the account of each product; of securities the margin account. */
function accountsOf({ accounts }: SessionView): TradedAccounts {
  const accountOf = (product: string): string => {
    const found = accounts.filter((account) => account.product === product)
    return (found.find(({ type }) => type !== 'cash') ?? found[0])?.accountId ?? ''
  }
  return {
    securities: accountOf('securities'),
    futures: accountOf('futures'),
    crypto: accountOf('crypto'),
    events: accountOf('events'),
  }
}
