import { decimalText, sum, add } from '../../../../shared/domain/decimal.js'
import type { AccountId, Symbol } from '../../../../shared/domain/ids.js'
import type { Account } from '../../../../shared/domain/account/account.js'
import type { ConnectionId } from '../../../../shared/domain/instructions/instruction.js'
import type { Depth, Quote } from '../../../../shared/domain/market/quote.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import { isFinal } from '../../../../shared/domain/orders/order-state.js'
import type { AppError } from '../../../../shared/domain/app/app-error.js'
import type { ConnectionView } from '../../../../shared/domain/instructions/connection.js'
import type { TimerPort } from '../../ports.js'
import type { TradingSession } from '../../session/trading-session.js'
import type { AssistantPort } from './assistant-port.js'
import type { Refusal } from '../../../../shared/domain/instructions/refusal.js'
import type { Connections } from '../connections/connections-port.js'
import type { PolicyUsage } from '../policy/policy-types.js'
import type { ReadLog } from './read-log.js'
import { notReadyReason } from './not-ready-reason.js'
import { ordersCounted } from '../policy/usage.js'

/** The maximum age of a quote for an assistant in ms. An older one is requested again. */
const QUOTE_AGE_MS = 5_000
const DEPTH_WAIT_MS = 3_000
const MAX_SYMBOLS = 100

export interface AssistantReadDeps {
  readonly session: TradingSession
  readonly connections: Pick<Connections, 'get'>
  readonly readLog: ReadLog
  readonly timers: TimerPort
  readonly usage: (connection: ConnectionId) => PolicyUsage
  readonly halted: () => boolean
}

export type AssistantReads = Pick<
  AssistantPort,
  | 'accounts'
  | 'balance'
  | 'positions'
  | 'openOrders'
  | 'order'
  | 'history'
  | 'instruments'
  | 'search'
  | 'quotes'
  | 'depth'
  | 'bars'
  | 'referenceData'
  | 'policy'
  | 'preview'
>

const refuse = (code: Refusal['code'], message: string) => err<Refusal>({ code, message })
const unknownOrder = () =>
  refuse('not-found', 'Neither this desk nor the broker knows this order in this account')
const toRefusal = <T>(answer: Result<T, AppError>): Result<T, Refusal> =>
  answer.ok
    ? answer
    : refuse(
        answer.error.code === 'session/not-ready' || answer.error.code === 'session/signed-out'
          ? 'not-ready'
          : 'unavailable',
        answer.error.message,
      )

const parseTime = (text: string | null, end: boolean): EpochMs | null => {
  if (text === null) return null
  const time = Date.parse(
    /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T${end ? '23:59:59.999' : '00:00:00'}Z` : text,
  )
  return Number.isFinite(time) ? epochMs(time) : null
}

/**
 * Creates an assistant's reads, limited to its connection's scope and recorded in the audit chain.
 * A paused connection may read.
 */
export function createAssistantReads(deps: AssistantReadDeps): AssistantReads {
  const { session, readLog } = deps

  /**
   * Returns the connection unless it is revoked or confined to practice. Does not require a ready
   * session.
   */
  const activeConnection = (id: ConnectionId): Result<ConnectionView, Refusal> => {
    const connection = deps.connections.get(id)
    if (connection === null || connection.state === 'revoked') {
      return refuse('revoked', 'This connection was revoked')
    }
    if (connection.shadow && session.environment !== 'practice') {
      return refuse('not-allowed', 'This assistant is confined to practice')
    }
    return ok(connection)
  }
  const scope = (id: ConnectionId): Result<ConnectionView, Refusal> => {
    const connection = activeConnection(id)
    const reason = connection.ok ? notReadyReason(session.sessionView()) : null
    return reason === null ? connection : err(reason)
  }
  const canSee = ({ policy }: ConnectionView, accountId: AccountId): boolean =>
    policy.accounts === 'all' || policy.accounts.includes(accountId)
  const visible = (connection: ConnectionView): readonly Account[] =>
    session.sessionView().accounts.filter(({ accountId }) => canSee(connection, accountId))

  /**
   * Refuses hidden and unknown accounts with the same message, so that it does not reveal which
   * exist.
   */
  const account = (id: ConnectionId, accountId: AccountId): Result<ConnectionView, Refusal> => {
    const connection = scope(id)
    if (!connection.ok) return connection
    return visible(connection.value).some((entry) => entry.accountId === accountId)
      ? connection
      : refuse('account-hidden', 'This account is not open to this assistant')
  }

  /** Subscribes to the order book if necessary and waits for it. */
  const fetchDepth = (symbol: Symbol): Promise<Depth | null> =>
    new Promise((resolve) => {
      const live = session.streams.depth(symbol)
      const end = (): void => {
        stopTimer()
        stop()
        resolve(live.get())
      }
      const stopTimer = deps.timers.after(DEPTH_WAIT_MS, end)
      const stop = live.subscribe(() => {
        if (live.get() !== null) end()
      })
    })

  return {
    accounts(id) {
      const connection = scope(id)
      if (!connection.ok) return Promise.resolve(connection)
      readLog.record(id, 'accounts', 'all')
      return Promise.resolve(
        ok(
          visible(connection.value).map(({ accountId, label, type, product }) => ({
            accountId,
            label,
            type,
            product,
            environment: session.environment,
          })),
        ),
      )
    },
    async balance(id, accountId) {
      const connection = account(id, accountId)
      if (!connection.ok) return connection
      if (connection.value.policy.balances === 'hidden') {
        return refuse('not-allowed', 'Balances are hidden from this assistant')
      }
      readLog.record(id, 'balance', accountId)
      return toRefusal(await session.queries.balance(accountId))
    },
    async positions(id, accountId) {
      const connection = account(id, accountId)
      if (!connection.ok) return connection
      if (connection.value.policy.balances === 'hidden') {
        return refuse('not-allowed', 'Balances and positions are hidden from this assistant')
      }
      readLog.record(id, 'positions', accountId)
      return toRefusal(await session.queries.positions(accountId))
    },
    openOrders(id, accountId) {
      const connection = account(id, accountId)
      if (!connection.ok) return Promise.resolve(connection)
      readLog.record(id, 'open-orders', accountId)
      return Promise.resolve(
        ok(
          session.streams.orders
            .all()
            .filter((order) => order.accountId === accountId && !isFinal(order.status)),
        ),
      )
    },
    async order(id, accountId, clientOrderId) {
      const connection = account(id, accountId)
      if (!connection.ok) return connection
      readLog.record(id, 'order', clientOrderId)
      const found = session.streams.orders
        .all()
        .find((order) => order.clientOrderId === clientOrderId)
      // An order of another account is refused like an unknown one.
      if (found !== undefined) return found.accountId === accountId ? ok(found) : unknownOrder()
      const fetched = await session.queries.order(accountId, clientOrderId)
      if (!fetched.ok) return toRefusal(fetched)
      return fetched.value?.accountId === accountId ? ok(fetched.value) : unknownOrder()
    },
    async history(id, accountId, from, to, limit) {
      const connection = account(id, accountId)
      if (!connection.ok) return connection
      readLog.record(id, 'history', accountId)
      const page = await session.history({
        accountId,
        from: parseTime(from, false),
        to: parseTime(to, true),
        cursor: null,
      })
      return page.ok ? ok(page.value.orders.slice(0, limit)) : toRefusal(page)
    },
    async instruments(id, symbols) {
      const connection = scope(id)
      if (!connection.ok) return connection
      readLog.record(id, 'instruments', symbols.slice(0, 5).join(' '))
      return toRefusal(await session.instruments(symbols.slice(0, MAX_SYMBOLS)))
    },
    async search(id, text, limit) {
      const connection = scope(id)
      if (!connection.ok) return connection
      readLog.record(id, 'search', text.slice(0, 40))
      return toRefusal(await session.searchInstruments(text, limit))
    },
    async quotes(id, symbols) {
      const connection = scope(id)
      if (!connection.ok) return connection
      readLog.record(id, 'quotes', symbols.slice(0, 5).join(' '))
      const found = await Promise.all(
        symbols.slice(0, MAX_SYMBOLS).map((symbol) => session.queries.quote(symbol, QUOTE_AGE_MS)),
      )
      return ok(
        found.flatMap((quoted): readonly Quote[] => (quoted === null ? [] : [quoted.quote])),
      )
    },
    async depth(id, symbol) {
      const connection = scope(id)
      if (!connection.ok) return connection
      readLog.record(id, 'depth', symbol)
      const book = await fetchDepth(symbol)
      return book === null
        ? refuse('unavailable', `There is no order book of ${symbol} now`)
        : ok(book)
    },
    async bars(id, symbol, timespan, count, sessions) {
      const connection = scope(id)
      if (!connection.ok) return connection
      readLog.record(id, 'bars', symbol)
      const answer = await session.bars({
        symbol,
        timespan,
        before: null,
        count,
        ...(sessions === null ? {} : { sessions }),
      })
      return answer.ok ? ok(answer.value.bars) : toRefusal(answer)
    },
    async referenceData(id, name, params) {
      const connection = scope(id)
      if (!connection.ok) return connection
      readLog.record(id, name, String(params['symbol'] ?? params['symbols'] ?? '').slice(0, 40))
      const answer = await session.referenceData(name, params)
      // A refusal by the broker concerns the parameters of the query.
      return !answer.ok && answer.error.code === 'provider/refused'
        ? refuse('invalid', answer.error.message)
        : toRefusal(answer)
    },
    policy(id) {
      const connection = activeConnection(id)
      if (!connection.ok) return Promise.resolve(connection)
      readLog.record(id, 'policy', 'own')
      const usage = deps.usage(id)
      const used = add(
        sum(usage.today.map(({ exposure }) => exposure)),
        sum(usage.pending.map(({ exposure }) => exposure)),
      )
      return Promise.resolve(
        ok({
          policy: connection.value.policy,
          usedToday: decimalText(used),
          ordersToday: ordersCounted(usage, null),
          pending: usage.pending.length,
          halted: deps.halted(),
        }),
      )
    },
    async preview(id, draft) {
      const connection = account(id, draft.accountId)
      if (!connection.ok) return connection
      readLog.record(id, 'preview', draft.symbol)
      const answer = await session.preview(draft)
      if (!answer.ok) return toRefusal(answer)
      const { cost, fees, currency, source } = answer.value
      // The answer states the source of the figures (CONFIRM-22).
      return ok({
        cost: decimalText(cost),
        fees: decimalText(fees),
        currency,
        source:
          source === 'provider'
            ? 'broker preview'
            : `app estimate, broker offers no preview for ${draft.assetClass}`,
      })
    },
  }
}
