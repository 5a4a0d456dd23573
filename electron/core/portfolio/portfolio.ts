import type { Account, Balance, Position } from '../../../shared/domain/account/account.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import { add, isZero, sub, type Money } from '../../../shared/domain/decimal.js'
import type { AccountId, Symbol } from '../../../shared/domain/ids.js'
import { ok, type Result } from '../../../shared/domain/result.js'
import type { ProviderFailure } from '../provider-failure.js'
import type { LiveValue } from '../live-values.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type { MarketDataService } from '../market/market-data-service.js'
import type { ClockPort, TimerPort } from '../ports.js'
import { markPosition } from './mark.js'
import type { PortfolioPort } from './portfolio-port.js'

/**
 * Simultaneous fills cause one refresh; the provider's positions follow a fill with a short delay.
 */
const AFTER_FILL_MS = 400
const SETTLED_MS = 3_000
/** The account reads are limited to 10 calls in 30 s; a series of fills must not use them up. */
const BUDGET = { count: 6, windowMs: 30_000 } as const
/**
 * Minimum time between refreshes, by how many there were in the window, then a longer one.
 * Otherwise the first seconds of an order with many fills would use all of them, and its final
 * result would appear half a minute late.
 */
const APART_MS: readonly number[] = [0, 400, 1_500, 3_000]
const SPREAD_MS = 6_000
const EVERY_MS = 30_000
/** Minimum time between publications of all positions, because prices change often. */
const PUBLISH_MS = 100

/**
 * Accounts with balances and positions; those of the selected account are marked to live prices.
 */
export interface Portfolio {
  readonly accounts: readonly Account[]
  readonly selected: AccountId | null
  readonly positions: LiveValue<readonly Position[]>
  readonly balance: LiveValue<Balance | null>
  /**
   * Reads the accounts and selects one: the earlier choice, else the first that trades securities.
   */
  load(): Promise<Result<void, ProviderFailure>>
  select(accountId: AccountId): boolean
  /** Refreshes soon after a fill or settlement in this account. */
  onAccountChanged(accountId: AccountId): void
  refresh(): Promise<void>
  start(): void
  /** Stops reading and clears the data; {@link start} begins again. */
  stop(): void
  dispose: Disposer
}

const sumOf = (
  positions: readonly Position[],
  member: 'marketValue' | 'unrealizedPnl' | 'dayPnl',
): Money | null => {
  let total: Money | null = null
  for (const position of positions) {
    const value = position[member]
    if (value === null) return null
    total = total === null ? value : add(total, value)
  }
  return total
}

/**
 * Marks a balance to live prices: figures that depend on the market change by the difference
 * between the marked positions and the provider's valuation. Cash and buying power remain the
 * provider's.
 */
export function markBalance(
  balance: Balance,
  fetched: readonly Position[],
  marked: readonly Position[],
): Balance {
  const shift = (
    value: Money | null,
    member: 'marketValue' | 'unrealizedPnl' | 'dayPnl',
  ): Money | null => {
    const before = sumOf(fetched, member)
    const after = sumOf(marked, member)
    if (value === null || before === null || after === null) return value
    const moved = sub(after, before)
    return isZero(moved) ? value : add(value, moved)
  }
  return {
    ...balance,
    netLiquidation: shift(balance.netLiquidation, 'marketValue'),
    totalMarketValue: shift(balance.totalMarketValue, 'marketValue'),
    unrealizedPnl: shift(balance.unrealizedPnl, 'unrealizedPnl'),
    dayPnl: shift(balance.dayPnl, 'dayPnl'),
  }
}

/** Starts empty. */
export function createPortfolio(deps: {
  readonly portfolio: PortfolioPort
  readonly market: Pick<MarketDataService, 'quotes' | 'hold'>
  readonly clock: ClockPort
  readonly timers: TimerPort
}): Portfolio {
  const { timers, market, clock } = deps
  const positionsChanged = createEmitter<void>()
  const balanceChanged = createEmitter<void>()
  let accounts: readonly Account[] = []
  let selected: AccountId | null = null
  let fetchedPositions: readonly Position[] = []
  let fetchedBalance: Balance | null = null
  let marked: readonly Position[] = []
  let release: Disposer = () => undefined
  let heldSymbols = ''
  let cancelEvery: Disposer = () => undefined
  let cancelSoon: Disposer | null = null
  let dueAt = 0
  let refreshedAt: number[] = []
  let settling = 0
  let cancelPublish: Disposer | null = null
  let refreshing: Promise<void> | null = null
  let refreshAgain = false
  let disposed = false

  const publish = (): void => {
    cancelPublish?.()
    cancelPublish = null
    marked = fetchedPositions.map((position) =>
      markPosition(position, market.quotes.get(position.symbol)),
    )
    positionsChanged.emit()
    balanceChanged.emit()
  }

  const removeQuoteListener = market.quotes.onQuote((quote) => {
    if (
      cancelPublish === null &&
      fetchedPositions.some((position) => position.symbol === quote.symbol)
    ) {
      cancelPublish = timers.after(PUBLISH_MS, publish)
    }
  })

  /** Keeps the quotes of held stocks subscribed, independent of watchers. */
  const holdQuotes = (): void => {
    const symbols: Symbol[] = fetchedPositions
      .filter((position) => position.assetClass === 'stock')
      .map((position) => position.symbol)
    const key = symbols.join()
    if (key === heldSymbols) return
    heldSymbols = key
    const before = release
    release = market.hold(symbols)
    before()
  }

  const refreshOnce = async (): Promise<void> => {
    const accountId = selected
    if (accountId === null) return
    refreshedAt = [...refreshedAt, clock.monotonic()].slice(-BUDGET.count)
    const [positions, balance] = await Promise.all([
      deps.portfolio.positions(accountId),
      deps.portfolio.balance(accountId),
    ])
    if (disposed || accountId !== selected) return
    if (positions.ok) fetchedPositions = positions.value
    if (balance.ok) fetchedBalance = balance.value
    if (!positions.ok && !balance.ok) return
    holdQuotes()
    publish()
  }

  const refresh = (): Promise<void> => {
    if (refreshing !== null) {
      refreshAgain = true
      return refreshing
    }
    refreshing = (async () => {
      do {
        refreshAgain = false
        await refreshOnce()
      } while (refreshAgain && !disposed)
      refreshing = null
    })()
    return refreshing
  }

  /**
   * Refreshes twice after the latest change: soon, and again when the provider's positions have
   * certainly followed.
   */
  const refreshSoon = (): void => {
    if (settling === 0) return
    const now = clock.monotonic()
    const recent = refreshedAt.filter((time) => now - time < BUDGET.windowMs)
    const full = recent.length < BUDGET.count ? 0 : (recent[0] ?? 0) + BUDGET.windowMs
    const free = Math.max(full, (recent.at(-1) ?? 0) + (APART_MS[recent.length] ?? SPREAD_MS))
    const due = Math.max(now + (settling === 2 ? AFTER_FILL_MS : SETTLED_MS), free)
    // A change during the wait for the second refresh schedules an earlier one.
    if (cancelSoon !== null && due >= dueAt) return
    cancelSoon?.()
    dueAt = due
    cancelSoon = timers.after(due - now, () => {
      cancelSoon = null
      settling -= 1
      void refresh().then(refreshSoon)
    })
  }

  const select = (accountId: AccountId): boolean => {
    if (!accounts.some((account) => account.accountId === accountId)) return false
    if (accountId === selected) return true
    selected = accountId
    fetchedPositions = []
    fetchedBalance = null
    publish()
    void refresh()
    return true
  }

  return {
    get accounts() {
      return accounts
    },
    get selected() {
      return selected
    },
    positions: { get: () => marked, subscribe: (changed) => positionsChanged.add(changed) },
    balance: {
      get: () =>
        fetchedBalance === null ? null : markBalance(fetchedBalance, fetchedPositions, marked),
      subscribe: (changed) => balanceChanged.add(changed),
    },
    async load() {
      const answer = await deps.portfolio.accounts()
      if (!answer.ok) return answer
      accounts = answer.value
      const still = accounts.find((account) => account.accountId === selected)
      const choice =
        still ?? accounts.find((account) => account.product === 'securities') ?? accounts[0]
      if (still === undefined) {
        selected = null
        if (choice !== undefined) select(choice.accountId)
      }
      return ok(undefined)
    },
    select,
    onAccountChanged(accountId) {
      if (accountId !== selected) return
      settling = 2
      refreshSoon()
    },
    refresh,
    start() {
      cancelEvery()
      // While a change settles, refreshes are already scheduled; an additional one would use up the
      // account's rate limit.
      cancelEvery = timers.every(EVERY_MS, () => {
        if (settling === 0) void refresh()
      })
      void refresh()
    },
    stop() {
      cancelEvery()
      cancelSoon?.()
      cancelSoon = null
      settling = 0
      fetchedPositions = []
      fetchedBalance = null
      holdQuotes()
      publish()
    },
    dispose() {
      disposed = true
      cancelEvery()
      cancelSoon?.()
      settling = 0
      cancelPublish?.()
      removeQuoteListener()
      release()
    },
  }
}
