import { ok, err } from '../../../shared/domain/result.js'
import { stockClass } from '../ledger/ledger.js'
import { marketValue } from '../ledger/position.js'
import { positionRecord } from '../ledger/position-record.js'
import { accountRecord, balanceRecord } from '../ledger/records.js'
import type { Exchange, ExchangeDeps } from './api/exchange-api.js'
import { cashActivities, cashActivitiesV2 } from './activities/cash-activities.js'
import { cancelOne, replaceOrders } from './placement/change-order.js'
import { GROUPS } from './combos/links.js'
import { isCombo, placeCombo, previewBody } from './placement/place-combo.js'
import { ExchangeState } from './state/exchange-state.js'
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
import { applyStep, refreshBook } from './matching/matching.js'
import { advanceTo, catchUp } from './matching/time-advance.js'
import { placeOne, previewOne } from './placement/place-order.js'
import { RULES } from './products/index.js'
import { lots, lotsV2 } from './activities/position-lots.js'
import { accountDenied } from './api/refusals.js'
import { tradeDate } from './orders/trading-hours.js'
import { seedHistory } from './seed/seed-history.js'
import { loadState, saveState } from './state/saved-state.js'
import { transfer, transfers } from './activities/transfers.js'

export type * from './api/activity-api.js'
export type * from './api/exchange-api.js'
export type * from './api/broker-operations.js'
export type { Refusal } from './api/refusals.js'
export type * from '../model/wire-records.js'
export { DEFAULT_SWITCHES } from './state/exchange-state.js'
export { seededIds } from './state/seeded-ids.js'

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

/**
 * Creates the practice exchange. It has no clock, no timers and no sockets: time comes from
 * `deps.now` at every operation and from {@link Exchange.clockTo}. The same calls at the same times
 * give the same answers.
 */
export function createExchange(deps: ExchangeDeps): Exchange {
  const exchangeState = new ExchangeState(deps, RULES, GROUPS)
  /** Opens the practice user's accounts that do not exist yet: an older saved state has fewer. */
  const openAccounts = (): void => {
    for (const opening of deps.accounts ?? PRACTICE_ACCOUNTS) {
      if (exchangeState.ledger.accounts.has(opening.accountId)) continue
      exchangeState.ledger.open(
        { ...opening, accountClass: opening.accountClass ?? stockClass(opening.type) },
        exchangeState.time,
        tradeDate(exchangeState.time),
      )
    }
  }
  openAccounts()
  /** Returns the market of a symbol after refreshing the market makers' book. */
  const marketNow = (symbol: string) => {
    const market = exchangeState.market(symbol)
    if (market !== undefined) refreshBook(exchangeState, market)
    return market
  }
  /** Advances the exchange to the present and returns its state. */
  const present = (): ExchangeState => {
    advanceTo(exchangeState, deps.now())
    return exchangeState
  }
  return {
    apply(step) {
      advanceTo(exchangeState, step.time)
      const market = exchangeState.market(step.symbol)
      if (market !== undefined) applyStep(exchangeState, market, step)
    },
    clockTo: (time) => advanceTo(exchangeState, time),
    depth: (symbol, levels) => marketNow(symbol)?.book.depth(levels) ?? { bids: [], asks: [] },
    last: (symbol) => exchangeState.last(symbol),
    accounts: (userId) =>
      [...exchangeState.ledger.accounts.values()]
        .filter((account) => account.userId === userId)
        .map(accountRecord),
    userIds: () => [
      ...new Set([...exchangeState.ledger.accounts.values()].map((account) => account.userId)),
    ],
    balance(accountId) {
      const account = present().ledger.accounts.get(accountId)
      const value = exchangeState.value(accountId)
      return account === undefined || value === undefined
        ? err(accountDenied)
        : ok(balanceRecord(account, value))
    },
    positions(accountId) {
      const account = present().ledger.accounts.get(accountId)
      const value = exchangeState.value(accountId)
      if (account === undefined || value === undefined) return err(accountDenied)
      const open = [...account.positions.values()].filter((position) => position.size !== 0)
      return ok(
        open.map((position) => {
          const mark = exchangeState.mark(position)
          return (
            exchangeState
              .rules(position.product)
              .position?.(
                exchangeState,
                { position, mark, value: marketValue(position, mark) },
                value.equity,
              ) ?? positionRecord(position, mark, value.equity)
          )
        }),
      )
    },
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
    executions: (query) => executions(present(), query),
    executionsV2: (query) => executionsV2(present(), query),
    cashActivities: (query) => cashActivities(present(), query),
    cashActivitiesV2: (query) => cashActivitiesV2(present(), query),
    transfers: (query) => transfers(present(), query),
    transfer: (accountId, transferId) => transfer(present(), accountId, transferId),
    lots: (query) => lots(present(), query),
    lotsV2: (query) => lotsV2(present(), query),
    ...createBrokerOperations(present),
    onTradeEvent: (listener) => exchangeState.orderEvents.add(listener),
    onAccountEvent: (listener) => exchangeState.accountEvents.add(listener),
    configure(switches) {
      exchangeState.switches = { ...exchangeState.switches, ...switches }
    },
    seedHistory: (closes) => seedHistory(exchangeState, closes),
    snapshotState: () => saveState(exchangeState),
    restoreState(state) {
      const loaded = loadState(exchangeState, state)
      if (!loaded.ok) return loaded
      openAccounts()
      catchUp(exchangeState)
      return loaded
    },
  }
}
