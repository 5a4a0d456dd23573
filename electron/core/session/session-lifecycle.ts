import type { Disposer } from '../../../shared/domain/brand.js'
import { isZero } from '../../../shared/domain/decimal.js'
import type { ChannelReport } from '../channel-report.js'
import type { NetworkPort } from '../net-ports.js'
import type { LogPort, TimerPort } from '../ports.js'
import type { OrderEventNotice } from '../orders/trade-events-port.js'
import type { Reconciler } from '../orders/reconcile/reconciler.js'
import type { RecoveredJournal } from '../orders/journal/compacting-replay.js'
import type { Recovered } from '../orders/recovery.js'
import { RetryPause } from '../retry-timer.js'
import { AccountEvents } from './account-events.js'
import type { SessionGraph } from './graph/session-graph.js'
import type { StoredTrading } from './halts/stored-trading.js'
import type { TradingGate } from './halts/trading-gate.js'
import type { Message } from '../../../shared/messages/message.js'
import { message } from '../../../shared/messages/make-message.js'
import { fileErrorMessage } from '../file-error.js'

/**
 * How long a start waits for the event stream, in ms. Without events orders are polled, so that
 * trading need not wait longer.
 */
const EVENTS_WAIT_MS = 2_000
/** Delays between attempts to read the accounts at start, in ms; the last one repeats. */
const RETRY_MS = [250, 500, 1_000, 2_000, 3_000] as const

/** The event stream after its end, for example at a sign-out. */
const STOPPED: ChannelReport = {
  state: 'stopped',
  lastMessageAt: null,
  latencyMs: null,
  detail: null,
}

export interface SessionLifecycleDeps {
  readonly graph: SessionGraph
  readonly gate: TradingGate
  readonly stored: StoredTrading
  readonly timers: TimerPort
  readonly log: LogPort
  /** True while only the person can bring the sign-in to an end. */
  readonly needsPerson: () => boolean
  readonly changed: () => void
}

/** Recovers the orders of the last run, connects after sign-in, and closes what was opened. */
export class SessionLifecycle {
  readonly #deps: SessionLifecycleDeps
  readonly #pause: RetryPause
  #stage: 'idle' | 'connecting' | 'ready' | 'without-account' = 'idle'
  #readPercent: number | null = null
  #accountsProblem: Message | null = null
  #recovered: (Recovered & Partial<Pick<RecoveredJournal, 'archived'>>) | null = null
  #connecting: Promise<void> | null = null
  #readingAccounts: Promise<void> | null = null
  #streaming = false
  #disposed = false
  #stopEvents: Disposer = () => undefined
  #hasEvents = false
  #onFirstEvents = (): void => {
    this.#hasEvents = true
  }

  constructor(deps: SessionLifecycleDeps) {
    this.#deps = deps
    this.#pause = new RetryPause(deps.timers, RETRY_MS)
  }

  /** True once the session is connected and its orders are recovered. */
  get ready(): boolean {
    return this.#stage === 'ready'
  }

  /** True where the broker reports no account that is supported. */
  get withoutAccount(): boolean {
    return this.#stage === 'without-account'
  }

  /** How much of a long order journal has been read; null when none is being read. */
  get readPercent(): number | null {
    return this.#readPercent
  }

  /** Why the accounts could not be read at the last attempt; null when they were. */
  get accountsProblem(): Message | null {
    return this.#accountsProblem
  }

  get disposed(): boolean {
    return this.#disposed
  }

  /**
   * Rebuilds the orders of the last run. A journal that cannot be read, or that is gone, halts
   * trading; so does a halt that only its own file has.
   */
  async readJournal(): Promise<void> {
    const { journal, notices, projection } = this.#deps.graph
    const [content, last] = await Promise.all([
      journal.recover(projection, (share) => this.#setReadPercent(Math.floor(share * 100))),
      this.#deps.stored.load(),
      this.#deps.graph.personalLimits.load(),
      this.#deps.graph.alerts.start(),
    ])
    this.#setReadPercent(null)
    if (last.halt !== null) this.#deps.gate.restore({ state: 'halted', why: last.halt })
    if (!content.ok) {
      this.#recovered = {
        tickets: new Map(),
        trading: { state: 'halted', why: fileErrorMessage(content.error) },
        open: [],
      }
      this.#deps.gate.halt(
        message('session.journalUnreadable', { reason: fileErrorMessage(content.error) }),
      )
      return
    }
    if (content.value.tailCut) {
      notices.add('journal-tail-cut', message('session.journalTailCut'))
    }
    this.#recovered = content.value
    const { trading, isEmpty, faults } = content.value
    if (faults.length > 0) {
      const segments = faults.map(({ number }) => number).join(', ')
      notices.add('journal-archive-damaged', message('session.journalArchiveDamaged', { segments }))
    }
    this.#deps.gate.restore(trading)
    if (trading.state === 'halted' && last.halt === null) void this.#deps.stored.halt(trading.why)
    if (!isEmpty) void this.#deps.stored.setJournal()
    else if (last.hadJournal) this.#haltBecause(message('session.journalMissing'))
    const { damage } = content.value
    if (damage !== null) {
      this.#haltBecause(message('session.journalDamaged', { file: damage.file }))
    }
  }

  #setReadPercent(percent: number | null): void {
    if (percent === this.#readPercent) return
    this.#readPercent = percent
    this.#deps.changed()
  }

  /** Halts and says why, also where trading was halted before for another reason. */
  #haltBecause(why: Message): void {
    this.#deps.gate.halt(why)
    this.#deps.graph.notices.add('trading-halted', why)
  }

  /**
   * Connects after sign-in; simultaneous calls share one attempt. Where the session is connected,
   * reads the accounts again: another person may have signed in.
   */
  connect(): Promise<void> {
    if (this.ready) return this.#readAccountsAgain()
    this.#connecting ??= this.#connectOnce().finally(() => {
      this.#connecting = null
    })
    return this.#connecting
  }

  /** Ends what a sign-out ends; {@link connect} starts it again. */
  disconnect(): void {
    this.#stopEvents()
    this.#deps.graph.market.stop()
    this.#streaming = false
    this.#deps.graph.portfolio.stop()
    this.#deps.graph.realized.stop()
    this.#stage = 'idle'
  }

  /** Closes event and market data streams; reads and cancellations continue. */
  closeStreams(): void {
    this.#stopEvents()
    this.#deps.graph.market.dispose()
  }

  /** Marks the session as ended and ends the wait for another attempt to connect. */
  end(): void {
    this.#disposed = true
    this.#onFirstEvents()
    this.#pause.end()
  }

  /**
   * Loads the accounts, starts the streams, and waits for the first list of open orders and for
   * events. The orders of the last run are confirmed afterwards.
   */
  async #connectOnce(): Promise<void> {
    if (this.ready || this.#disposed) return
    const { graph, gate, changed } = this.#deps
    this.#stage = 'connecting'
    changed()
    // The times between these events say what a slow start waited for.
    const { log } = this.#deps
    log.event('info', 'session.signed-in')
    const isLoaded = await this.#loadAccounts()
    if (this.#disposed || !isLoaded) return
    if (graph.portfolio.accounts.length === 0) return this.#endWithoutAccount()
    log.event('info', 'session.accounts', { count: graph.portfolio.accounts.length })
    this.#startStreams()
    const recovered = this.#recovered
    this.#recovered = null
    const [isRecovered] = await Promise.all([
      graph.reconciler.recover(recovered?.open ?? []).then((isFirstPage) => {
        log.event('info', 'session.first-orders')
        return isFirstPage
      }),
      this.#firstEvents().then(() => log.event('info', 'session.first-events')),
    ])
    if (!isRecovered || this.#disposed) return
    graph.orderService.restore(
      recovered?.tickets ?? new Map(),
      gate.trading,
      recovered?.archived,
      recovered?.orderDays,
    )
    this.#stage = 'ready'
    log.event('info', 'session.ready')
    graph.portfolio.start()
    graph.realized.start()
    graph.personalLimits.start()
    changed()
    void graph.instruments.all()
  }

  /** Reads the accounts until the broker answers; false where the person has to sign in first. */
  async #loadAccounts(): Promise<boolean> {
    for (let attempt = 0; !this.#disposed && !this.#deps.needsPerson(); attempt += 1) {
      const loaded = await this.#deps.graph.portfolio.load()
      this.#accountsProblem = loaded.ok ? null : loaded.error.message
      if (loaded.ok || this.#disposed) return loaded.ok
      this.#deps.changed()
      this.#deps.log.event('warn', 'session.accounts-failed', { kind: loaded.error.kind })
      await this.#pause.wait(attempt)
    }
    return false
  }

  #endWithoutAccount(): void {
    this.#stage = 'without-account'
    this.#deps.log.event('warn', 'session.no-account')
    this.#deps.changed()
  }

  /** Reads the accounts of a connected session again; simultaneous calls share one read. */
  #readAccountsAgain(): Promise<void> {
    this.#readingAccounts ??= this.#followAccounts().finally(() => {
      this.#readingAccounts = null
    })
    return this.#readingAccounts
  }

  /** Follows a change of the accounts: their events, orders, positions and balances. */
  async #followAccounts(): Promise<void> {
    const { graph, log, changed } = this.#deps
    const { portfolio } = graph
    const named = (): string =>
      [...portfolio.accounts, ...portfolio.unsupportedAccounts]
        .map(({ accountId, product }) => `${accountId} ${product}`)
        .join()
    const before = named()
    const loaded = await portfolio.load()
    if (!loaded.ok) log.event('warn', 'session.accounts-failed', { kind: loaded.error.kind })
    if (!loaded.ok || !this.ready || named() === before) return
    log.event('info', 'session.accounts', { count: portfolio.accounts.length })
    if (portfolio.accounts.length === 0) {
      this.disconnect()
      return this.#endWithoutAccount()
    }
    this.#stopEvents()
    this.#stopEvents = this.#startEvents()
    changed()
    await portfolio.refresh()
  }

  #startStreams(): void {
    this.#stopEvents = this.#startEvents()
    if (!this.#streaming) this.#deps.graph.market.start()
    this.#streaming = true
  }

  /** Waits until the event stream is live, at most {@link EVENTS_WAIT_MS}. */
  #firstEvents(): Promise<void> {
    if (this.#hasEvents) return Promise.resolve()
    return new Promise((resolve) => {
      const stop = this.#deps.timers.after(EVENTS_WAIT_MS, resolve)
      this.#onFirstEvents = () => {
        this.#hasEvents = true
        stop()
        resolve()
      }
    })
  }

  /**
   * Reports an order event. The row of an order that another client placed needs Order Detail,
   * which may take seconds; its fill changed the positions now.
   */
  #onOrderEvent({ eventType, observation }: OrderEventNotice): void {
    const { portfolio, realized, reconciler } = this.#deps.graph
    const { order } = reconciler.reports.observe(observation, eventType)
    const { accountId, filledQuantity } = observation
    const isFilled = filledQuantity !== null && !isZero(filledQuantity)
    if (order !== null || !isFilled || !this.ready) return
    portfolio.onPositionsChanged(accountId, null)
    realized.onFill(accountId)
  }

  #startEvents(): Disposer {
    const { provider, portfolio, realized, reconciler, health } = this.#deps.graph
    const accountEvents = new AccountEvents({ ...this.#deps, ...this.#deps.graph })
    const stop = provider.events.start(
      portfolio.accounts.map((account) => account.accountId),
      {
        onOrder: (notice) => this.#onOrderEvent(notice),
        onPosition: (notice) => accountEvents.onPosition(notice),
        onOption: (notice) => accountEvents.onOption(notice),
        onSubscribed: () => {
          this.#onFirstEvents()
          reconciler.onSubscribed()
          if (!this.ready) return
          void portfolio.refresh()
          // What ended while the connection was lost is not reported again.
          realized.onEnding(null)
          void this.#readAccountsAgain()
        },
        onLost: ({ reason, final }) =>
          this.#deps.log.event(final ? 'error' : 'warn', 'events.lost', { reason, final }),
        onHealth: (report) => health.report('events', report),
      },
    )
    const stopWatching = watchNetwork(provider.network, reconciler)
    return () => {
      stop()
      stopWatching()
      accountEvents.dispose()
      health.report('events', STOPPED)
    }
  }
}

/** Notifies the reconciler when the computer has slept, and when the network may be back. */
function watchNetwork(
  network: NetworkPort | undefined,
  reconciler: Pick<Reconciler, 'onAwake' | 'onNetworkBack'>,
): Disposer {
  let hasSlept = false
  const stops = [
    network?.onSleep?.(() => {
      hasSlept = true
    }),
    network?.onBack(() => {
      if (hasSlept) reconciler.onAwake()
      hasSlept = false
      reconciler.onNetworkBack()
    }),
  ]
  return () => {
    for (const stop of stops) stop?.()
  }
}

/**
 * Logs when each part of a session was available for the first time, so that the log of a slow
 * start says which part it waited for.
 */
export function logStart(
  { health, portfolio }: Pick<SessionGraph, 'health' | 'portfolio'>,
  log: LogPort,
): Disposer {
  const waiting = new Map<string, () => boolean>([
    ['session.events-live', () => health.state('events') === 'live'],
    ['session.market-live', () => health.state('market') === 'live'],
    ['session.positions', () => portfolio.balance.get() !== null],
  ])
  const check = (): void => {
    for (const [name, isThere] of waiting) {
      if (!isThere()) continue
      waiting.delete(name)
      log.event('info', name)
    }
    if (waiting.size === 0) stop()
  }
  const stops = [health.subscribe(check), portfolio.balance.subscribe(check)]
  function stop(): void {
    for (const end of stops) end()
  }
  return stop
}
