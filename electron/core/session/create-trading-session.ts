import { createEmitter } from '../../../shared/domain/emitter.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { AccountId } from '../../../shared/domain/ids.js'
import { err, ok } from '../../../shared/domain/result.js'
import { epochMs, MINUTE_MS } from '../../../shared/domain/time.js'
import { appError } from '../../../shared/domain/app/app-error.js'
import type { TradeOutcome } from '../../../shared/domain/orders/trade-outcome.js'
import type { SignInView } from '../../../shared/domain/session/sign-in.js'
import type { SessionView } from '../../../shared/domain/session/session-view.js'
import { ARMING_WORD } from '../../../shared/domain/app/profile.js'
import type { Order } from '../../../shared/domain/orders/order.js'
import { isWorking } from '../../../shared/domain/orders/order-state.js'
import { denialText, type DenialCode } from '../risk/risk-limits.js'
import type { FileError } from '../ports.js'
import type { TokenSource } from '../auth/auth-port.js'
import { createKeySession } from '../auth/key-session.js'
import { createAuthSession } from '../auth/auth-session.js'
import { createInstruments } from '../market/instruments.js'
import { createListings } from '../market/listings.js'
import { createMarketDataService } from '../market/market-data-service.js'
import { createCloser } from '../orders/closing.js'
import { createJournal } from '../orders/order-journal.js'
import type { OrderCheckDeps } from '../orders/pre-trade-check.js'
import { createOrderService } from '../orders/order-service.js'
import { createProjection } from '../orders/order-projection.js'
import { createReconciler } from '../orders/reconciler.js'
import { replay, type Recovered } from '../orders/recovery.js'
import { createPortfolio } from '../portfolio/portfolio.js'
import { readError } from './read-error.js'
import { watchClockSetback } from './clock-setback.js'
import type { TradingSession, TradingSessionOptions } from './trading-session.js'
import { createHealth } from './health.js'
import { createSessionQueries } from './session-queries.js'
import { createNotices } from './notices.js'
import { createSessionReads } from './session-reads.js'

/** Delays between attempts to read the accounts at start, in ms; the last one repeats. */
const RETRY_MS: readonly number[] = [250, 500, 1_000, 2_000, 5_000]
/**
 * Trading halts when this many orders have an unknown outcome at once: the connection is failing,
 * and further orders would add to them.
 */
const MAX_UNCERTAIN = 5

/** File errors that the person can fix. All others show the error's own message. */
const FILE_ERROR_MESSAGES: Partial<Record<FileError['kind'], string>> = {
  full: 'the disk is full',
  denied: 'writing to its folder is not allowed',
}

/** Builds the object graph of one session. Nothing runs before `start` or after `dispose`. */
export function createTradingSession(options: TradingSessionOptions): TradingSession {
  const { clock, timers, log } = options
  // The provider needs tokens and the token source needs the provider, so the source is set below.
  let source: TokenSource | null = null
  const provider = options.provider({
    accessToken: () => source?.accessToken() ?? Promise.resolve(null),
    rejected: (token) => source?.rejected(token),
  })
  const auth =
    options.signInWay === 'key'
      ? createKeySession({ token: provider.appToken, vault: options.vault })
      : createAuthSession({ ...options, auth: provider.auth, automatic: options.automaticSignIn })
  source = auth.tokens

  const health = createHealth({ clock, api: provider.api })
  const notices = createNotices(clock)
  const projection = createProjection()
  const journal = createJournal(options.journal)
  const market = createMarketDataService({
    market: provider.market,
    stream: provider.stream,
    clock,
    timers,
  })
  const instruments = createInstruments({ market: provider.market, clock })
  const listings = createListings({ instruments, products: () => provider.products(), clock })
  const portfolio = createPortfolio({ portfolio: provider.portfolio, market, clock, timers })
  const reconciler = createReconciler({
    reads: provider.trade,
    projection,
    journal,
    clock,
    timers,
    log,
    eventsHealthy: () => health.state('events') === 'live',
    accounts: () => portfolio.accounts.map((account) => account.accountId),
  })
  const orderCheckDeps: OrderCheckDeps = {
    account: (accountId) => portfolio.accounts.find((account) => account.accountId === accountId),
    listing: async (draft) => {
      const found = await listings.forDraft(draft)
      return found.ok ? found : err(readError(found.error))
    },
    quote: (symbol, maxAgeMs) => market.quotes.confirmed(symbol, maxAgeMs),
  }
  const orderService = createOrderService({
    ...options,
    ...orderCheckDeps,
    trade: provider.trade,
    journal,
    projection,
    reconciler,
    exchangeNow: () => epochMs(clock.now() + (market.offsetMs ?? 0)),
  })

  const changed = createEmitter<void>()
  let latched: 'active' | 'halted' = 'active'
  let recovered: Recovered | null = null
  let stage: 'idle' | 'connecting' | 'ready' = 'idle'
  let connecting: Promise<void> | null = null
  let streaming = false
  let stopEvents: Disposer = () => undefined
  let cancelPause: Disposer = () => undefined
  let endPause: () => void = () => undefined
  let disposed = false
  let armed = options.environment !== 'production'
  let suspended = false

  /**
   * Returns why the app key's token needs the person while the browser sign-in may still be valid;
   * null if it does not.
   */
  const tokenProblem = (): string | null => {
    const token = provider.appToken.state()
    return options.signInWay === 'browser' &&
      options.access === 'both' &&
      token.kind === 'failed' &&
      token.final
      ? token.message
      : null
  }

  const phase = (): SessionView['phase'] => {
    const { phase: signIn } = auth.view()
    if (signIn !== 'signed-in') return signIn
    if (tokenProblem() !== null) return 'attention'
    if (stage !== 'ready') return 'starting'
    return health.state('api') === 'down' ? 'reconnecting' : 'ready'
  }

  /**
   * Returns why the broker's API is unreachable. The person can fix some causes, such as a wrong
   * clock.
   */
  const unreachable = (): string | null =>
    phase() === 'reconnecting' && auth.view().phase === 'signed-in'
      ? provider.api.report().detail
      : null

  const sessionView = (): SessionView => {
    const signIn = auth.view()
    return {
      environment: options.environment,
      phase: phase(),
      problem: (signIn.problem ?? tokenProblem() ?? unreachable())?.slice(0, 500) ?? null,
      user: signIn.user?.slice(0, 80) ?? null,
      accounts: [...portfolio.accounts],
      selectedAccount: portfolio.selected,
      trading: latched,
      tokenStore: signIn.tokenStore,
      accessTokenExpiresAt: signIn.accessTokenExpiresAt,
      refreshTokenExpiresAt: signIn.refreshTokenExpiresAt,
      exchangeOffsetMs: market.offsetMs,
      notices: notices.all(),
    }
  }

  const signInView = (): SignInView => {
    const { attemptUntil } = auth.view()
    const token = provider.appToken.state()
    return {
      way: options.access,
      attempt: attemptUntil === null ? null : { until: attemptUntil, paste: options.pastesAnswer },
      token:
        options.access === 'connect'
          ? null
          : {
              state: token.kind,
              until: token.kind === 'waiting' ? token.until : null,
              message: token.kind === 'failed' ? token.message.slice(0, 300) : null,
            },
    }
  }

  /**
   * Counts requested halts, and halts being cleared. A halt requested while another is being
   * cleared must not be cleared with it.
   */
  let halts = 0
  let lifting = 0
  const halt = (why: string): void => {
    halts += 1
    if (latched === 'halted' && lifting === 0) return
    latched = 'halted'
    orderService.setTrading('halted')
    notices.add('trading-halted', why)
    log.event('error', 'trading.halted', { why })
    if (!journal.failed) {
      void journal.append({
        kind: 'trading',
        state: 'halted',
        why: why.slice(0, 300),
        at: clock.now(),
      })
    }
    changed.emit()
  }

  const removers: Disposer[] = [
    journal.onFailure((error) =>
      halt(
        `The order journal cannot be written: ${FILE_ERROR_MESSAGES[error.kind] ?? error.message}`,
      ),
    ),
    projection.onAnomaly(({ order, what: anomaly }) => {
      notices.add('order-anomaly', `${order.symbol} ${order.clientOrderId}: ${anomaly}`)
      log.event('error', 'order.anomaly', { what: anomaly })
      // Countersign's record and the broker's report contradict each other. Halt until the person
      // has checked.
      halt(`${order.symbol}: ${anomaly}`)
      changed.emit()
    }),
    watchClockSetback(options, (ms) =>
      halt(`The clock of this computer was set back by ${Math.round(ms / MINUTE_MS)} min`),
    ),
    projection.orders.subscribe((rows) => {
      for (const row of rows) refreshPortfolio(row.accountId)
      // Ignore orders that are still being sent: a batch or closing positions may have several at
      // once.
      if (
        stage === 'ready' &&
        projection.uncertain().filter(({ status }) => status === 'unknown').length >= MAX_UNCERTAIN
      ) {
        halt(`${MAX_UNCERTAIN} orders have no known outcome`)
      }
    }),
    auth.onChange(() => changed.emit()),
    provider.appToken.onState(() => changed.emit()),
    market.onOffset(() => changed.emit()),
    market.onHealth(() => health.report('market', market.health)),
  ]

  // Working orders hold buying power, so every order change can change balance and positions.
  function refreshPortfolio(accountId: AccountId): void {
    if (stage === 'ready') portfolio.onAccountChanged(accountId)
  }

  let lastApi = health.state('api')
  removers.push(
    health.subscribe(() => {
      if (health.state('api') === lastApi) return
      lastApi = health.state('api')
      changed.emit()
    }),
  )

  const pause = (attempt: number): Promise<void> =>
    new Promise((resolve) => {
      endPause = resolve
      cancelPause = timers.after(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)] ?? 5_000, resolve)
    })

  const readJournal = async (): Promise<void> => {
    const content = await journal.read()
    if (!content.ok) {
      recovered = {
        tickets: new Map(),
        trading: { state: 'halted', why: content.error.message },
        open: [],
      }
      halt(`The order journal cannot be read: ${content.error.message}`)
      return
    }
    if (content.value.tailCut) {
      notices.add(
        'journal-tail-cut',
        'The last line of the order journal was incomplete and was cut off',
      )
    }
    recovered = replay(content.value.records, projection)
    // Keep a halt that was requested while the journal was being read.
    if (latched === 'active') latched = recovered.trading.state
    if (recovered.trading.state === 'halted') notices.add('trading-halted', recovered.trading.why)
  }

  const startEvents = (): void => {
    stopEvents = provider.events.start(
      portfolio.accounts.map((account) => account.accountId),
      {
        onOrder: ({ eventType, observation }) => reconciler.reports.observe(observation, eventType),
        onSubscribed() {
          reconciler.onSubscribed()
          if (stage === 'ready') void portfolio.refresh()
        },
        onLost: ({ reason, final }) =>
          log.event(final ? 'error' : 'warn', 'events.lost', { reason, final }),
        onHealth: (report) => health.report('events', report),
      },
    )
  }

  /**
   * Connects after sign-in: loads the accounts, starts the streams and queries every open order of
   * the last run.
   */
  const connect = async (): Promise<void> => {
    if (stage === 'ready' || disposed) return
    stage = 'connecting'
    changed.emit()
    for (let attempt = 0; !disposed && phase() !== 'attention'; attempt += 1) {
      const loaded = await portfolio.load()
      if (loaded.ok || disposed) break
      log.event('warn', 'session.accounts-failed', { kind: loaded.error.kind })
      await pause(attempt)
    }
    if (disposed || portfolio.accounts.length === 0) return
    startEvents()
    if (!streaming) market.start()
    streaming = true
    const first = recovered
    recovered = null
    if (!(await reconciler.recover(first?.open ?? [])) || disposed) return
    orderService.restore(first?.tickets ?? new Map(), latched)
    stage = 'ready'
    portfolio.start()
    changed.emit()
    void instruments.all()
  }

  const connectOnce = (): Promise<void> => {
    connecting ??= connect().finally(() => {
      connecting = null
    })
    return connecting
  }

  /**
   * Returns why no order may be sent now, apart from limits: the session is ending, or production
   * is not armed.
   */
  const tradingBlock = (): TradeOutcome | null => {
    const denied = (message: string, code: DenialCode): TradeOutcome => ({
      outcome: 'denied',
      reasons: [denialText({ code, message })],
    })
    if (suspended) return denied('The desk is changing to another profile', 'switching')
    return armed
      ? null
      : denied(
          `Trading with real money has to be switched on first, by typing ${ARMING_WORD}`,
          'not-armed',
        )
  }

  const closer = createCloser({
    positions: provider.portfolio.positions,
    projection,
    orders: orderService,
  })
  const reads = createSessionReads({
    provider,
    instruments,
    projection,
    clock,
    random: options.random,
    orderCheckDeps,
    staleQuoteMs: options.limits.staleQuoteMs,
  })
  const notReady = () =>
    err(
      appError(
        auth.view().phase === 'signed-in' ? 'session/not-ready' : 'session/signed-out',
        'The desk is not connected yet',
        { order: 'not-placed' },
      ),
    )

  return {
    environment: options.environment,
    queries: createSessionQueries({
      portfolio: provider.portfolio,
      market,
      orderService,
      clock,
      reads: provider.trade,
      intake: reconciler.reports,
      projection,
      listing: orderCheckDeps.listing,
      ready: () => stage === 'ready' && auth.view().phase === 'signed-in',
    }),
    streams: {
      session: { get: sessionView, subscribe: (listener) => changed.add(listener) },
      signIn: { get: signInView, subscribe: (listener) => changed.add(listener) },
      health,
      orders: projection.orders,
      fills: projection.fills,
      positions: portfolio.positions,
      balance: portfolio.balance,
      quotes: (symbols) => market.watchQuotes(symbols),
      depth: (symbol) => market.watchDepth(symbol),
      ticks: (symbol) => market.watchTicks(symbol),
      bar: (symbol, timespan) => market.watchBar(symbol, timespan),
    },
    async start() {
      // When no person has to confirm the app key's token, request it during sign-in so that the
      // first read need not wait for it.
      if (options.automaticSignIn && options.access === 'both') void provider.appToken.obtain()
      await readJournal()
      if (options.vault.backend === 'memory') {
        notices.add('key-store-missing', 'Sign-in tokens are kept in memory only')
      }
      if (!disposed && (await auth.start())) await connectOnce()
      changed.emit()
    },
    async dispose() {
      if (disposed) return
      disposed = true
      orderService.setTrading('halted')
      cancelPause()
      endPause()
      for (const remove of removers) remove()
      stopEvents()
      market.dispose()
      portfolio.dispose()
      reconciler.dispose()
      auth.dispose()
      health.dispose()
      changed.clear()
      await provider.dispose()
      await journal.close()
    },
    sessionView,
    async signIn() {
      const signedIn =
        (tokenProblem() !== null && auth.view().phase === 'signed-in') || (await auth.signIn())
      if (signedIn && options.signInWay === 'browser' && options.access === 'both') {
        await provider.appToken.obtain()
      }
      if (signedIn) await connectOnce()
      return sessionView()
    },
    cancelSignIn: () => auth.cancel(),
    wake: () => auth.wake(),
    async signOut() {
      orderService.setTrading('halted')
      stopEvents()
      market.stop()
      streaming = false
      portfolio.stop()
      stage = 'idle'
      await auth.signOut()
      // With both sign-in methods in use, the app key's token must be forgotten too.
      if (options.signInWay === 'browser' && options.access === 'both') {
        await provider.appToken.forget()
      }
      changed.emit()
      return sessionView()
    },
    async selectAccount(accountId) {
      if (!portfolio.select(accountId)) {
        return err(appError('provider/refused', 'This account does not exist', { class: 'local' }))
      }
      changed.emit()
      return ok(sessionView())
    },
    arm() {
      if (armed) return
      armed = true
      log.event('info', 'trading.armed')
      changed.emit()
    },
    get armed() {
      return armed
    },
    suspend() {
      suspended = true
    },
    closeStreams() {
      stopEvents()
      market.dispose()
    },
    settle(withinMs) {
      return new Promise((resolve) => {
        const left = (): number => projection.uncertain().length
        if (left() === 0) return resolve(0)
        const end = (): void => {
          stopTimer()
          stopRows()
          resolve(left())
        }
        const stopTimer = timers.after(withinMs, end)
        const stopRows = projection.orders.subscribe(() => {
          if (left() === 0) end()
        })
      })
    },
    addNotice(code, detail) {
      notices.add(code, detail)
      changed.emit()
    },
    dismissNotice(id) {
      notices.dismiss(id)
      changed.emit()
      return sessionView()
    },
    async setTrading(state, why) {
      if (state === 'halted') halt(why)
      else if (latched === 'halted') {
        // Write the clearing to the journal first: otherwise the halt would return after a restart.
        // The write also proves that a journal that had failed works again.
        const before = halts
        lifting += 1
        const written = await journal.append({
          kind: 'trading',
          state,
          why: why.slice(0, 300),
          at: clock.now(),
        })
        lifting -= 1
        if (written.ok && halts === before && !disposed) {
          latched = 'active'
          if (stage === 'ready') orderService.setTrading('active')
          for (const notice of notices.all()) {
            if (notice.code === 'trading-halted') notices.dismiss(notice.id)
          }
          changed.emit()
        }
      }
      return sessionView()
    },
    ...reads,
    instructions: async () => (await provider.instructions?.()) ?? null,
    async submit(ticket, draft, presetId) {
      if (stage !== 'ready') return notReady()
      const blocked = tradingBlock()
      if (blocked !== null) return ok(blocked)
      // The page only names an account. Check here that it belongs to this session (SEC-08).
      if (!portfolio.accounts.some((account) => account.accountId === draft.accountId)) {
        return err(
          appError('provider/refused', 'This account does not exist', {
            class: 'local',
            order: 'not-placed',
          }),
        )
      }
      return ok(
        await orderService.submit(
          ticket,
          draft,
          ...(presetId === undefined ? [] : ([presetId] as const)),
        ),
      )
    },
    async close(ticket, draft) {
      if (stage !== 'ready' || disposed) return notReady()
      if (suspended) return ok(tradingBlock() ?? { outcome: 'denied', reasons: [] })
      if (!portfolio.accounts.some((account) => account.accountId === draft.accountId)) {
        return err(
          appError('provider/refused', 'This account does not exist', {
            class: 'local',
            order: 'not-placed',
          }),
        )
      }
      return closer(ticket, draft)
    },
    async replace(accountId, id, change, others) {
      if (stage !== 'ready') return notReady()
      const blocked = tradingBlock()
      return blocked === null ? orderService.replace(accountId, id, change, others) : ok(blocked)
    },
    async kill(why) {
      halt(why)
      const working = (): readonly Order[] =>
        projection.orders.all().filter((order) => isWorking(order.status))
      const open = working()
      const outcomes = await Promise.all(
        open.map((order) => orderService.cancel(order.accountId, order.clientOrderId)),
      )
      const count = (kind: TradeOutcome['outcome']): number =>
        outcomes.filter((outcome) => outcome.ok && outcome.value.outcome === kind).length
      const [cancelled, unknown] = [count('acknowledged'), count('unknown')]
      log.event('warn', 'trading.killed', { count: cancelled })
      return {
        cancelled,
        unknown,
        refused: outcomes.length - cancelled - unknown,
        working: working().length,
      }
    },
    inspect() {
      const signIn = auth.view()
      const token = provider.appToken.state()
      const { accessTokenExpiresAt, refreshTokenExpiresAt, renewedAt } = signIn
      return {
        tokens: [
          ...(options.access === 'connect'
            ? []
            : [
                {
                  kind: 'app' as const,
                  held: token.kind === 'ready',
                  expiresAt: token.kind === 'ready' ? token.expiresAt : null,
                  renewedAt: null,
                },
              ]),
          ...(options.access === 'key'
            ? []
            : [
                {
                  kind: 'access' as const,
                  held: accessTokenExpiresAt !== null,
                  expiresAt: accessTokenExpiresAt,
                  renewedAt,
                },
                {
                  kind: 'refresh' as const,
                  held: refreshTokenExpiresAt !== null,
                  expiresAt: refreshTokenExpiresAt,
                  renewedAt,
                },
              ]),
        ],
        store: options.vault.backend,
        backend: options.vault.keyStore,
        clockSkewMs: provider.api.skewMs?.() ?? null,
        budgets: [...(provider.api.budgets?.() ?? [])],
      }
    },
    cancel: async (accountId, id) =>
      auth.view().phase === 'signed-in' ? orderService.cancel(accountId, id) : notReady(),
  }
}
