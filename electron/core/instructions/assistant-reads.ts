import { decimalText, sum, add } from '../../../shared/domain/decimal.js'
import type { AccountId, Symbol } from '../../../shared/domain/ids.js'
import type { Account } from '../../../shared/domain/account.js'
import type { ConnectionId } from '../../../shared/domain/instruction.js'
import type { Depth, Quote } from '../../../shared/domain/quote.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { epochMs, type EpochMs } from '../../../shared/domain/time.js'
import { isFinal } from '../../../shared/domain/order-state.js'
import type { AppError } from '../../../shared/ipc/errors.js'
import type { ConnectionView } from '../../../shared/ipc/instructions.js'
import type { TimerPort } from '../ports.js'
import type { DeskSession } from '../session/desk-session.js'
import type { AssistantPort, Refusal } from './assistant-port.js'
import type { Connections, PolicyUsage } from './policy-port.js'
import type { ReadLedger } from './read-ledger.js'
import { notReady } from './readiness.js'
import { ordersCounted } from './usage.js'

/** A quote that an assistant reads was confirmed within this time, or it is asked for. */
const QUOTE_AGE_MS = 5_000
const DEPTH_WAIT_MS = 3_000
const MOST_SYMBOLS = 100

export interface AssistantReadDeps {
  readonly session: DeskSession
  readonly connections: Pick<Connections, 'get'>
  readonly ledger: ReadLedger
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
  | 'research'
  | 'policy'
  | 'preview'
>

const refuse = (code: Refusal['code'], message: string) => err<Refusal>({ code, message })
const unknownOrder = () =>
  refuse('not-found', 'Neither this desk nor the broker knows this order in this account')
const told = <T>(answer: Result<T, AppError>): Result<T, Refusal> =>
  answer.ok
    ? answer
    : refuse(
        answer.error.code === 'session/not-ready' || answer.error.code === 'session/signed-out'
          ? 'not-ready'
          : 'unavailable',
        answer.error.message,
      )

const moment = (text: string | null, end: boolean): EpochMs | null => {
  if (text === null) return null
  const at = Date.parse(
    /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T${end ? '23:59:59.999' : '00:00:00'}Z` : text,
  )
  return Number.isFinite(at) ? epochMs(at) : null
}

/**
 * What an assistant may read, cut to its connection's scope; every answer is noted (instructions
 * 2). A paused connection may read.
 */
export function createAssistantReads(deps: AssistantReadDeps): AssistantReads {
  const { session, ledger } = deps

  /** Its own limits can be told at any time. */
  const known = (id: ConnectionId): Result<ConnectionView, Refusal> => {
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
    const connection = known(id)
    const unready = connection.ok ? notReady(session.sessionView()) : null
    return unready === null ? connection : err(unready)
  }
  const sees = ({ policy }: ConnectionView, accountId: AccountId): boolean =>
    policy.accounts === 'all' || policy.accounts.includes(accountId)
  const visible = (connection: ConnectionView): readonly Account[] =>
    session.sessionView().accounts.filter(({ accountId }) => sees(connection, accountId))

  /** Hidden and unknown accounts are refused alike: the answer does not tell which exist. */
  const account = (id: ConnectionId, accountId: AccountId): Result<ConnectionView, Refusal> => {
    const connection = scope(id)
    if (!connection.ok) return connection
    return visible(connection.value).some((each) => each.accountId === accountId)
      ? connection
      : refuse('account-hidden', 'This account is not open to this assistant')
  }

  /** A book that nobody watches is asked for, and waited for. */
  const bookOf = (symbol: Symbol): Promise<Depth | null> =>
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
      ledger.note(id, 'accounts', 'all')
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
      ledger.note(id, 'balance', accountId)
      return told(await session.lookUps.balance(accountId))
    },
    async positions(id, accountId) {
      const connection = account(id, accountId)
      if (!connection.ok) return connection
      if (connection.value.policy.balances === 'hidden') {
        return refuse('not-allowed', 'Balances and positions are hidden from this assistant')
      }
      ledger.note(id, 'positions', accountId)
      return told(await session.lookUps.positions(accountId))
    },
    openOrders(id, accountId) {
      const connection = account(id, accountId)
      if (!connection.ok) return Promise.resolve(connection)
      ledger.note(id, 'open-orders', accountId)
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
      ledger.note(id, 'order', clientOrderId)
      const found = session.streams.orders
        .all()
        .find((order) => order.clientOrderId === clientOrderId)
      // Another account's order is as unknown as one that never was.
      if (found !== undefined) return found.accountId === accountId ? ok(found) : unknownOrder()
      const asked = await session.lookUps.order(accountId, clientOrderId)
      if (!asked.ok) return told(asked)
      return asked.value?.accountId === accountId ? ok(asked.value) : unknownOrder()
    },
    async history(id, accountId, from, to, limit) {
      const connection = account(id, accountId)
      if (!connection.ok) return connection
      ledger.note(id, 'history', accountId)
      const page = await session.history({
        accountId,
        from: moment(from, false),
        to: moment(to, true),
        cursor: null,
      })
      return page.ok ? ok(page.value.orders.slice(0, limit)) : told(page)
    },
    async instruments(id, symbols) {
      const connection = scope(id)
      if (!connection.ok) return connection
      ledger.note(id, 'instruments', symbols.slice(0, 5).join(' '))
      return told(await session.instruments(symbols.slice(0, MOST_SYMBOLS)))
    },
    async search(id, text, limit) {
      const connection = scope(id)
      if (!connection.ok) return connection
      ledger.note(id, 'search', text.slice(0, 40))
      return told(await session.searchInstruments(text, limit))
    },
    async quotes(id, symbols) {
      const connection = scope(id)
      if (!connection.ok) return connection
      ledger.note(id, 'quotes', symbols.slice(0, 5).join(' '))
      const found = await Promise.all(
        symbols.slice(0, MOST_SYMBOLS).map((symbol) => session.lookUps.quote(symbol, QUOTE_AGE_MS)),
      )
      return ok(found.flatMap((each): readonly Quote[] => (each === null ? [] : [each.quote])))
    },
    async depth(id, symbol) {
      const connection = scope(id)
      if (!connection.ok) return connection
      ledger.note(id, 'depth', symbol)
      const book = await bookOf(symbol)
      return book === null
        ? refuse('unavailable', `There is no order book of ${symbol} now`)
        : ok(book)
    },
    async bars(id, symbol, timespan, count, sessions) {
      const connection = scope(id)
      if (!connection.ok) return connection
      ledger.note(id, 'bars', symbol)
      const answer = await session.bars({
        symbol,
        timespan,
        before: null,
        count,
        ...(sessions === null ? {} : { sessions }),
      })
      return answer.ok ? ok(answer.value.bars) : told(answer)
    },
    async research(id, what, params) {
      const connection = scope(id)
      if (!connection.ok) return connection
      ledger.note(id, what, String(params['symbol'] ?? params['symbols'] ?? '').slice(0, 40))
      const answer = await session.research(what, params)
      // What the provider refuses, it refuses for what it was asked.
      return !answer.ok && answer.error.code === 'provider/refused'
        ? refuse('invalid', answer.error.message)
        : told(answer)
    },
    policy(id) {
      const connection = known(id)
      if (!connection.ok) return Promise.resolve(connection)
      ledger.note(id, 'policy', 'own')
      const usage = deps.usage(id)
      const used = add(
        sum(usage.today.map(({ worth }) => worth)),
        sum(usage.pending.map(({ worth }) => worth)),
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
      ledger.note(id, 'preview', draft.symbol)
      const answer = await session.preview(draft)
      if (!answer.ok) return told(answer)
      const { cost, fees, currency, source } = answer.value
      // Whose figures these are is part of the answer (rule 22).
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
