import { join } from 'node:path'
import { createBroker, type Broker } from '../broker/broker.js'
import { Watchlists } from '../data/watchlists.js'
import type { Exchange } from '../exchange/api/exchange-api.js'
import { HostedRecords } from '../hosted/hosted-records.js'
import type { PracticeOptions } from '../model/practice-options.js'
import type { Shock } from '../market/shocks/shock.js'
import { SavedRecord } from '../model/saved-rows.js'
import { AccessTokens } from '../oauth/access-tokens.js'
import { ClientTokens } from '../oauth/client-tokens.js'
import { Grants } from '../oauth/grants.js'
import { eventsOf, newestFirst } from '../reference/events.js'
import { Scenarios } from '../scenarios/scenarios.js'
import { NO_SCENARIOS } from '../scenarios/stored-scenarios.js'
import { stateName } from '../simulation/market-simulation.js'
import type { PracticeFile } from '../store/practice-file.js'
import { recordedExchange } from '../store/recorded-exchange.js'
import { StatePersister, type StatePersisterDeps } from '../store/state-persister.js'
import type { LiveSimulation } from './live-simulation.js'
import type { PracticeData } from './practice-data.js'

/** The running simulation whose records are saved. */
export type RecordedSimulation = Pick<
  LiveSimulation,
  'now' | 'speed' | 'anchor' | 'shocks' | 'simulation'
>

/** What the records need of a data folder. */
export interface StoredData extends Pick<PracticeData, 'wall' | 'state'> {
  readonly store: StatePersisterDeps['store']
}

/** The saved records of an exchange: its recorded accounts, and everything beside them. */
export class PracticeRecords {
  readonly tokens: AccessTokens
  readonly grants = new Grants()
  readonly clientTokens = new ClientTokens()
  readonly watchlists = new Watchlists()
  /** The clients and requests of the hosted MCP server. */
  readonly hosted: HostedRecords
  /** The crashes, gaps and halts that a person has started. */
  readonly scenarios: Scenarios
  readonly persister: StatePersister
  /** The exchange; every change is recorded. */
  readonly exchange: Exchange
  readonly broker: Broker
  readonly #accepted: Map<string, number>
  #onShocks: (shocks: readonly Shock[]) => void = () => undefined

  constructor(
    options: PracticeOptions,
    live: RecordedSimulation,
    { store, wall, state }: StoredData,
  ) {
    this.tokens = new AccessTokens(options.environment === 'production' ? 'pending' : 'immediate')
    this.#accepted = new Map(Object.entries(state?.accepted ?? {}))
    this.hosted = new HostedRecords({
      now: live.now,
      wall: () => wall.now(),
      detail: (account, id) => this.exchange.detail(account, id),
    })
    this.scenarios = new Scenarios(
      {
        seed: options.seed,
        now: live.now,
        market: live.simulation.market,
        exchange: () => this.exchange,
        onShocks: (shocks) => this.#onShocks(shocks),
        onChange: () => this.persister.includeSections(),
      },
      state?.scenarios ?? { ...NO_SCENARIOS, shocks: [...live.shocks] },
    )
    this.persister = new StatePersister({
      store,
      speed: () => live.speed,
      sections: {
        tokens: () => this.tokens.state(),
        grants: () => this.grants.state(),
        clientTokens: () => this.clientTokens.state(),
        watchlists: () => this.watchlists.snapshot(),
        broker: () => this.broker.snapshot(),
        hosted: () => this.hosted.snapshot(),
        scenarios: () => this.scenarios.snapshot(),
      },
      state: () => ({
        seed: options.seed,
        anchor: live.anchor,
        exchangeTime: live.now(),
        exchange: live.simulation.exchange.beginSnapshot(),
        accepted: new SavedRecord([...this.#accepted]),
      }),
    })
    this.exchange = recordedExchange(live.simulation.exchange, this.persister)
    this.exchange.onTradeEvent(() => this.persister.changed())
    this.exchange.onAccountEvent(() => this.persister.changed())
    this.broker = brokerOf(options, live, this.exchange, this.persister)
  }

  /** Accepted placements by client order id. */
  get accepted(): ReadonlyMap<string, number> {
    return this.#accepted
  }

  /** Returns the practice user's id. */
  readonly userId = (): string => this.exchange.userIds()[0] ?? ''

  /** Sets who is notified of moves that a person adds to the market. */
  connectShocks(listener: (shocks: readonly Shock[]) => void): void {
    this.#onShocks = listener
  }

  /** Counts an accepted placement. */
  countAccepted(clientOrderId: string): void {
    this.#accepted.set(clientOrderId, (this.#accepted.get(clientOrderId) ?? 0) + 1)
    this.persister.accepted(clientOrderId)
  }

  /**
   * Restores the saved records. The broker's are useful only with its accounts, which are in the
   * exchange; they are restored when `withAccounts` is true. Returns false when those cannot be
   * read.
   */
  restore(state: PracticeFile | null, withAccounts: boolean): boolean {
    if (state !== null) {
      this.tokens.restore(state.tokens)
      this.grants.restore(state.grants)
      this.clientTokens.restore(state.clientTokens)
      this.watchlists.restore(state.watchlists)
      this.hosted.restore(state.hosted)
    }
    return !withAccounts || this.broker.restore(state?.broker).ok
  }
}

function brokerOf(
  { seed, dataDir }: PracticeOptions,
  { now, simulation }: RecordedSimulation,
  exchange: Exchange,
  persister: StatePersister,
): Broker {
  const { market, reference, ids } = simulation
  const name = stateName(seed)
  return createBroker({
    books: exchange,
    now,
    ids,
    documentFolder: join(dataDir, name.replace('.json', '-documents')),
    eventFile: join(dataDir, name.replace('exchange', 'broker-events').replace('.json', '.jsonl')),
    onEvent: () => persister.includeSections(),
    actions: (today) =>
      market.listings.flatMap((listing) => eventsOf(reference, listing, today)).sort(newestFirst),
  })
}
