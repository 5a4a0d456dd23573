import type { Trace, Violations } from '../checks/trace.js'
import type { Coverage } from '../checks/coverage.js'
import { AuditIndex } from '../checks/audit-index.js'
import { sessionDifferences } from '../checks/convergence.js'
import { trueOrder } from '../checks/exchange-truth.js'
import { JournalIndex } from '../checks/journal-index.js'
import { Permissions } from '../checks/permissions.js'
import { RequestChecks } from '../checks/request-checks.js'
import { PracticeExchange } from '../exchange/practice-exchange.js'
import { Network, type Conditions } from '../network/network.js'
import { SeededRandom } from '../time/seeded-random.js'
import type { ComputerClock } from '../time/computer-clock.js'
import type { Life, VirtualTime } from '../time/virtual-time.js'
import type { ClientDisk } from './client-disk.js'
import { openSession, ORDER_JOURNALS, type ClientProcess } from './client.js'

export interface SecondEnvironmentDeps {
  readonly seed: number
  readonly time: VirtualTime
  readonly clock: ComputerClock
  readonly disk: ClientDisk
  readonly trace: Trace
  readonly violations: Violations
  readonly conditions: Conditions
  readonly coverage: Coverage
  /** The exchange of the practice environment, whose keys and tokens must not appear here. */
  readonly practice: PracticeExchange
  readonly onError: (error: unknown) => void
}

/**
 * A sandbox profile that is open in the same process as the practice session, with an exchange,
 * keys and files of its own. Only a person trades there, with tickets of the same names.
 */
export class SecondEnvironment {
  readonly exchange: PracticeExchange
  readonly permissions: Permissions
  readonly requests: RequestChecks
  readonly network: Network
  readonly #deps: SecondEnvironmentDeps
  readonly #journal: JournalIndex
  readonly #random: SeededRandom
  #client: ClientProcess | null = null

  constructor(deps: SecondEnvironmentDeps) {
    const { seed, time, disk, coverage, onError } = deps
    const random = (name: string): SeededRandom => new SeededRandom(seed, `sandbox ${name}`)
    this.#deps = deps
    this.#random = random('client')
    this.exchange = new PracticeExchange({
      time,
      random: random('exchange'),
      seed,
      environment: 'sandbox',
      rateLimits: 'off',
      coverage,
      tears: null,
      onError,
    })
    this.permissions = new Permissions(new AuditIndex(disk))
    this.#journal = new JournalIndex(disk, ORDER_JOURNALS.sandbox)
    this.requests = new RequestChecks({
      ...deps,
      journal: this.#journal,
      permissions: this.permissions,
      exchange: this.exchange,
      foreign: deps.practice,
      client: () => this.#client,
    })
    this.network = new Network({
      ...deps,
      random: random('network'),
      exchange: this.exchange,
      onSent: (request) => this.requests.sent(request),
      onOpened: (port) => this.requests.opened(port),
      onAnswered: (path, status) => deps.trace.add(`sandbox answer ${path} ${status}`),
    })
  }

  /** The session of the running process; null while there is none. */
  get client(): ClientProcess | null {
    return this.#client?.life.alive === true ? this.#client : null
  }

  /** Opens the session in a process that has started. */
  open(life: Life): void {
    const deps = { ...this.#deps, network: this.network, exchange: this.exchange }
    this.#client = openSession(
      { ...deps, random: this.#random, limits: 'off', environment: 'sandbox' },
      life,
    )
  }

  /** Closes the session, as quitting does. */
  async close(): Promise<void> {
    await this.#client?.session.connection.dispose()
  }

  /** Yields what is not as it is at the exchange, and orders of the other environment. */
  *differences(practiceOrders: ReadonlySet<string>): Generator<string> {
    const { client, exchange, requests } = this
    if (client === null) return yield 'sandbox: no session'
    const { placed } = requests
    for (const text of sessionDifferences({ client, exchange, journal: this.#journal, placed })) {
      yield `sandbox: ${text}`
    }
    const { selectedAccount } = client.session.connection.view()
    for (const id of practiceOrders) {
      if (trueOrder(exchange.exchange, selectedAccount ?? '', id) === null) continue
      yield `REL-37: ${id} of the practice environment exists in the sandbox`
    }
  }
}
