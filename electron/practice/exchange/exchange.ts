import { stockClass } from '../ledger/ledger.js'
import { accountRecord } from '../ledger/records.js'
import { balanceOf, positionsOf, realizedOf } from './accounts/holdings.js'
import type { ActivityReads } from './api/activity-api.js'
import type { DepthView, Exchange, ExchangeDeps } from './api/exchange-api.js'
import { cashActivities, cashActivitiesV2 } from './activities/cash-activities.js'
import { cancelOne, replaceOrders } from './placement/change-order.js'
import { GROUPS } from './combos/links.js'
import { isCombo, placeCombo, previewBody } from './placement/place-combo.js'
import { ExchangeState, type Slices } from './state/exchange-state.js'
import type { SymbolMarket } from './book/symbol-market.js'
import { executions, executionsV2 } from './activities/executions.js'
import {
  detail,
  history,
  historyV2,
  openOrders,
  openOrdersV2,
} from './order-queries/order-lists.js'
import type { AccountOpening } from './api/broker-operations.js'
import { createBrokerOperations } from './accounts/broker-operations.js'
import { applyStep, haltMarkets, refreshBook } from './matching/matching.js'
import { advanceTo, catchUp } from './matching/time-advance.js'
import { placeOne, previewOne } from './placement/place-order.js'
import { RULES } from './products/index.js'
import { lots, lotsV2, tradedSymbol } from './activities/position-lots.js'
import { tradeDate } from './orders/trading-hours.js'
import { seedHistory } from './seed/seed-history.js'
import { beginSave, loadState, saveState } from './state/saved-state.js'
import { transfer, transfers } from './activities/transfers.js'

/**
 * The practice user's accounts, stock accounts first. Ids have the provider's form: 26 upper-case
 * characters.
 */
export const PRACTICE_ACCOUNTS: readonly AccountOpening[] = [
  {
    userId: '1000000001',
    accountId: 'PRACTICEMARGN0000000000001',
    accountNumber: '10010048',
    type: 'MARGIN',
    depositCents: 10_000_000,
  },
  {
    userId: '1000000001',
    accountId: 'PRACTICECASHA0000000000002',
    accountNumber: '10010056',
    type: 'CASH',
    depositCents: 2_500_000,
  },
  {
    userId: '1000000001',
    accountId: 'PRACTICEFUTRS0000000000003',
    accountNumber: '10010064',
    type: 'MARGIN',
    accountClass: 'FUTURES',
    depositCents: 6_000_000,
  },
  {
    userId: '1000000001',
    accountId: 'PRACTICECRYPT0000000000004',
    accountNumber: '10010072',
    type: 'CASH',
    accountClass: 'CRYPTO',
    depositCents: 1_000_000,
  },
  {
    userId: '1000000001',
    accountId: 'PRACTICEEVENT0000000000005',
    accountNumber: '10010080',
    type: 'CASH',
    accountClass: 'EVENTS_CASH',
    depositCents: 100_000,
  },
]

const NO_DEPTH: DepthView = { bids: [], asks: [] }

/** Opens the practice user's accounts that do not exist yet: an older saved state has fewer. */
function openAccounts(state: Slices<'clock' | 'ledger' | 'deps'>): void {
  for (const opening of state.deps.accounts ?? PRACTICE_ACCOUNTS) {
    if (state.ledger.accounts.has(opening.accountId)) continue
    state.ledger.open(
      { ...opening, accountClass: opening.accountClass ?? stockClass(opening.type) },
      state.clock.time,
      tradeDate(state.clock.time),
    )
  }
}

/** Returns the market of a symbol after refreshing the market makers' book. */
function marketNow(state: ExchangeState, symbol: string): SymbolMarket | undefined {
  const market = state.markets.find(symbol)
  if (market !== undefined) refreshBook(state, market)
  return market
}

/** Returns the state of the exchange after advancing it to the present. */
type Present = () => ExchangeState

/** The market and the time of the exchange. */
const marketOperations = (state: ExchangeState) =>
  ({
    apply(step) {
      advanceTo(state, step.time)
      const market = state.markets.find(step.symbol)
      if (market !== undefined) applyStep(state, market, step)
    },
    clockTo: (time) => advanceTo(state, time),
    depth: (symbol, levels) => marketNow(state, symbol)?.book.depth(levels) ?? NO_DEPTH,
    last: (symbol) => state.markets.last(symbol),
  }) satisfies Partial<Exchange>

/** Accounts, balances and positions. */
const accountOperations = (state: Slices<'ledger'>, present: Present) =>
  ({
    accounts: (userId) =>
      [...state.ledger.accounts.values()]
        .filter((account) => account.userId === userId)
        .map(accountRecord),
    userIds: () => [
      ...new Set([...state.ledger.accounts.values()].map((account) => account.userId)),
    ],
    balance: (accountId) => balanceOf(present(), accountId),
    positions: (accountId) => positionsOf(present(), accountId),
    realized: (accountId) => realizedOf(present(), accountId),
  }) satisfies Partial<Exchange>

/** Placement, changes and queries of orders. */
const orderOperations = (present: Present) =>
  ({
    preview: (body) => previewOne(present(), previewBody(body)),
    place: (body) =>
      isCombo(body.new_orders) ? placeCombo(present(), body) : placeOne(present(), body),
    replace: (body) => replaceOrders(present(), body),
    cancel: (body) => cancelOne(present(), body),
    detail: (accountId, clientOrderId) => detail(present(), accountId, clientOrderId),
    openOrders: (query) => openOrders(present(), query),
    history: (query) => history(present(), query),
    openOrdersV2: (query) => openOrdersV2(present(), query),
    historyV2: (query) => historyV2(present(), query),
  }) satisfies Partial<Exchange>

/** Executions, cash movements, transfers and lots. */
const activityOperations = (present: Present): ActivityReads => ({
  executions: (query) => executions(present(), query),
  executionsV2: (query) => executionsV2(present(), query),
  cashActivities: (query) => cashActivities(present(), query),
  cashActivitiesV2: (query) => cashActivitiesV2(present(), query),
  transfers: (query) => transfers(present(), query),
  transfer: (accountId, transferId) => transfer(present(), accountId, transferId),
  tradedSymbol: (accountId, instrumentId) => tradedSymbol(present(), accountId, instrumentId),
  lots: (query) => lots(present(), query),
  lotsV2: (query) => lotsV2(present(), query),
})

/** Events, switches, and saving and loading. */
const stateOperations = (state: ExchangeState) =>
  ({
    onTradeEvent: (listener) => state.orderEvents.add(listener),
    onAccountEvent: (listener) => state.accountEvents.add(listener),
    haltedSymbols: () => state.switches.haltedSymbols,
    configure(switches) {
      const { haltedSymbols } = state.switches
      state.switches = { ...state.switches, ...switches }
      haltMarkets(state, haltedSymbols)
    },
    seedHistory: (closes) => seedHistory(state, closes),
    snapshotState: () => saveState(state),
    beginSnapshot: () => beginSave(state),
    restoreState(saved) {
      const loaded = loadState(state, saved)
      if (!loaded.ok) return loaded
      openAccounts(state)
      catchUp(state)
      return loaded
    },
  }) satisfies Partial<Exchange>

/**
 * Creates the practice exchange. It has no clock, no timers and no sockets: time comes from
 * `deps.now` at every operation and from {@link Exchange.clockTo}. The same calls at the same times
 * give the same answers.
 */
export function createExchange(deps: ExchangeDeps): Exchange {
  const state = new ExchangeState(deps, RULES, GROUPS)
  openAccounts(state)
  const present: Present = () => {
    advanceTo(state, deps.now())
    return state
  }
  return {
    ...marketOperations(state),
    ...accountOperations(state, present),
    ...orderOperations(present),
    ...activityOperations(present),
    ...createBrokerOperations(present),
    ...stateOperations(state),
  }
}
