import { createRateLimiter } from '../../../electron/provider/http/rate-limiter.js'
import type { Priority } from '../../../electron/provider/http/budget.js'
import type { AccessMode } from '../../../electron/provider/http/hosts.js'
import { createRequestBudget } from '../../../electron/provider/orders/trade-gateway.js'
import type { PolledQuery } from '../../../electron/core/orders/request-budget-port.js'
import type { Environment } from '../../../shared/domain/environment.js'
import { ACCOUNT_OPERATIONS } from '../../../shared/wire/families/trading/accounts.js'
import { ORDER_OPERATIONS } from '../../../shared/wire/families/trading/orders.js'
import type { Operation } from '../../../shared/wire/operation.js'
import { VirtualTime } from '../../property/provider/virtual-time.js'
import { seeded } from './simulation.js'

export interface BudgetScenario {
  readonly environment: Environment
  readonly mode: AccessMode
  readonly accounts: number
  readonly workingOrders: number
  readonly minutes: number
  readonly seed: number
  /** The priorities of polling and of placements; when absent, the product's. */
  readonly priorities?: { readonly polling: Priority; readonly placement: Priority }
}

/** What requests waited for the budgets, and how old the polled data became. */
export interface BudgetResult {
  readonly placeMs: readonly number[]
  readonly cancelMs: readonly number[]
  readonly settleMs: readonly number[]
  /** Time between two lists of the same account. */
  readonly listAgeMs: readonly number[]
  /** Time between two queries of the same working order. */
  readonly queryAgeMs: readonly number[]
}

const ANSWER_MS = 120
const SECOND_MS = 1_000
const MINUTE_MS = 60_000
/** When an unsettled order is queried, after the unknown outcome. */
const SETTLE_AT_MS = [500, 1_500, 3_500, 7_500, 15_500, 30_500, 60_500]

/**
 * A person who trades, and polling that never rests, over the product's request budgets in virtual
 * time.
 */
class BudgetSimulation {
  readonly #scenario: BudgetScenario
  readonly #time = new VirtualTime()
  readonly #chance: () => number
  readonly #limiter
  readonly #polling
  readonly #placeMs: number[] = []
  readonly #cancelMs: number[] = []
  readonly #settleMs: number[] = []
  readonly #listAgeMs: number[] = []
  readonly #queryAgeMs: number[] = []

  constructor(scenario: BudgetScenario) {
    this.#scenario = scenario
    this.#chance = seeded(scenario.seed)
    const { environment, mode } = scenario
    this.#limiter = createRateLimiter({ environment, mode, clock: this.#time, timers: this.#time })
    this.#polling = createRequestBudget(this.#limiter)
  }

  async run(): Promise<BudgetResult> {
    const { accounts, workingOrders, minutes } = this.#scenario
    void this.#poll('detail', ORDER_OPERATIONS.getOrder, workingOrders, this.#queryAgeMs)
    void this.#poll('open-orders', ORDER_OPERATIONS.listOpenOrders, accounts, this.#listAgeMs)
    void this.#refreshPortfolio()
    void this.#trade()
    void this.#cancelEverything()
    void this.#loseAnswers()
    await this.#time.advance(minutes * MINUTE_MS)
    this.#limiter.close()
    return {
      placeMs: this.#placeMs,
      cancelMs: this.#cancelMs,
      settleMs: this.#settleMs,
      listAgeMs: this.#listAgeMs,
      queryAgeMs: this.#queryAgeMs,
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#time.after(ms, resolve)
    })
  }

  /** Sends one request; records how long it waited for the budgets. */
  async #request(operation: Operation, priority: Priority, waits: number[]): Promise<void> {
    const requestedAt = this.#time.monotonic()
    const permit = await this.#limiter.acquire(operation, priority, 10 * MINUTE_MS)
    waits.push(this.#time.monotonic() - requestedAt)
    await this.#pause(ANSWER_MS)
    if (permit.ok) permit.value.done()
  }

  /** Queries a number of subjects in turn, as fast as the budgets allow. */
  async #poll(
    query: PolledQuery,
    operation: Operation,
    count: number,
    ages: number[],
  ): Promise<void> {
    const { priorities } = this.#scenario
    const polledAt: number[] = Array.from({ length: count }, () => 0)
    for (let turn = 0; ; turn = (turn + 1) % count) {
      const delayMs = priorities === undefined ? this.#polling.pollDelayMs(query) : 0
      await this.#pause(Math.max(delayMs, SECOND_MS / 4))
      await this.#request(operation, priorities?.polling ?? 'background', [])
      ages.push(this.#time.monotonic() - (polledAt[turn] ?? 0))
      polledAt[turn] = this.#time.monotonic()
    }
  }

  async #refreshPortfolio(): Promise<void> {
    for (;;) {
      await this.#request(ACCOUNT_OPERATIONS.getBalance, 'normal', [])
      await this.#request(ACCOUNT_OPERATIONS.listPositions, 'normal', [])
      await this.#pause(10 * SECOND_MS)
    }
  }

  /** Places and cancels an order at random times, every few seconds. */
  async #trade(): Promise<void> {
    const placement = this.#scenario.priorities?.placement ?? 'order'
    for (;;) {
      await this.#pause(3_000 + this.#chance() * 9_000)
      void this.#request(ORDER_OPERATIONS.placeOrder, placement, this.#placeMs)
      await this.#pause(this.#chance() * 4_000)
      void this.#request(ORDER_OPERATIONS.cancelOrder, 'critical', this.#cancelMs)
    }
  }

  /** Cancels every working order at once, now and then. */
  async #cancelEverything(): Promise<void> {
    for (;;) {
      await this.#pause((4 + this.#chance() * 6) * MINUTE_MS)
      for (let order = 0; order < this.#scenario.workingOrders; order += 1) {
        void this.#request(ORDER_OPERATIONS.cancelOrder, 'critical', this.#cancelMs)
      }
    }
  }

  /** Loses the answer of a placement now and then, and queries that order until it is settled. */
  async #loseAnswers(): Promise<void> {
    for (;;) {
      await this.#pause((1 + this.#chance() * 3) * MINUTE_MS)
      for (const ms of SETTLE_AT_MS) {
        this.#time.after(
          ms,
          () => void this.#request(ORDER_OPERATIONS.getOrder, 'critical', this.#settleMs),
        )
      }
    }
  }
}

/** Runs one scenario in virtual time. */
export const simulateBudgets = (scenario: BudgetScenario): Promise<BudgetResult> =>
  new BudgetSimulation(scenario).run()

/** The access of a user with ten working orders in five accounts, for an hour. */
export const BUDGET_SCENARIOS = {
  Connect: { environment: 'production', mode: 'connect' },
  sandbox: { environment: 'sandbox', mode: 'key' },
  'sandbox over Connect': { environment: 'sandbox', mode: 'connect' },
  'an app key': { environment: 'production', mode: 'key' },
} as const satisfies Readonly<Record<string, Pick<BudgetScenario, 'environment' | 'mode'>>>

export const BUSY_USER = { accounts: 5, workingOrders: 10, minutes: 60 } as const
