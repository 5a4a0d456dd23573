import { randomUUID } from 'node:crypto'
import type { PracticeReady } from '../../../shared/practice/practice-control.js'
import { ACCOUNT_OPERATIONS } from '../../../shared/wire/families/trading/accounts.js'
import { BROKER_ACCOUNT_OPERATIONS } from '../../../shared/wire/families/broker/broker-accounts.js'
import { ORDER_OPERATIONS } from '../../../shared/wire/families/trading/orders.js'
import type { Operation, RequestOf, ResponseOf } from '../../../shared/wire/operation.js'
import { MqttClient } from '../../contract/practice/client/mqtt-client.js'
import { basic, brokerage } from '../../contract/practice/broker/broker-fixture.js'
import type { Client, Session } from './session.js'

/** What examples use: set-up calls, existing ids, and the exchange's time. */
export interface Context {
  readonly session: Session
  readonly ready: PracticeReady
  readonly client: Client
  /** Makes a call that must succeed. */
  call<O extends Operation>(operation: O, params: RequestOf<O>): Promise<ResponseOf<O>>
  /** Returns the id of the practice user's account of a class, e.g. `INDIVIDUAL_MARGIN`. */
  account(accountClass?: string): Promise<string>
  /** Returns a new client_order_id. */
  orderId(): string
  /** Returns a new client_request_id. */
  requestId(): string
  /**
   * Places an order for one share far from the market, waits until it is working, and returns its
   * client_order_id.
   */
  workingOrder(account: string): Promise<string>
  /** Creates something once per context and returns the same value afterwards. */
  once(key: string, make: () => Promise<string>): Promise<string>
  /** Returns the broker's own customer with a cash account, opened once. */
  customer(): Promise<string>
  /** Opens another account at the broker. */
  openAccount(customer?: Record<string, unknown>): Promise<string>
  /** Returns a connected market stream, which can subscribe. */
  stream(): Promise<MqttClient>
  /** Advances the exchange time. */
  advanceTime(ms: number): Promise<void>
  now(): Promise<number>
  close(): void
}

export const REST_PRICE = '1.00'

/** Returns an order for one share far below the market, good till canceled. */
export const restingOrder = (clientOrderId: string) =>
  ({
    client_order_id: clientOrderId,
    combo_type: 'NORMAL',
    instrument_type: 'EQUITY',
    market: 'US',
    symbol: 'AAPL',
    side: 'BUY',
    order_type: 'LIMIT',
    time_in_force: 'GTC',
    entrust_type: 'QTY',
    quantity: '1',
    limit_price: REST_PRICE,
    support_trading_session: 'CORE',
  }) as const

export const orderId = (): string => randomUUID().replaceAll('-', '')

export function createContext(session: Session): Context {
  const client = session.client()
  const streams: MqttClient[] = []
  const created = new Map<string, Promise<string>>()
  const once = (key: string, make: () => Promise<string>): Promise<string> => {
    const made = created.get(key) ?? make()
    created.set(key, made)
    return made
  }
  const call: Context['call'] = async (operation, params) => {
    const { result, status, text } = await client.observe(operation, params)
    if (!result.ok) {
      throw new Error(
        `${operation.id}: ${status ?? result.error.code} ${text} ${result.error.message}`,
      )
    }
    return result.value
  }
  const clock = async (to?: number): Promise<number> =>
    (
      (await session.practice.command({
        command: 'clock',
        ...(to === undefined ? {} : { to }),
      })) as { exchangeTime: number }
    ).exchangeTime
  const context: Context = {
    session,
    ready: session.ready,
    client,
    call,
    once,
    orderId,
    requestId: () => `request-${orderId()}`,
    account: (accountClass = 'INDIVIDUAL_MARGIN') =>
      once(accountClass, async () => {
        const accounts = await call(ACCOUNT_OPERATIONS.listAccounts, {})
        const found = accounts.find((account) => account.account_class === accountClass)
        if (found === undefined) throw new Error(`there is no ${accountClass} account`)
        return found.account_id
      }),
    workingOrder: async (account) => {
      const id = orderId()
      await call(ORDER_OPERATIONS.placeOrder, {
        account_id: account,
        new_orders: [restingOrder(id)],
      })
      for (let left = 1_000; left > 0; left -= 1) {
        const { orders } = await call(ORDER_OPERATIONS.getOrder, {
          account_id: account,
          client_order_id: id,
        })
        if (orders[0]?.status === 'SUBMITTED') return id
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      throw new Error('the order does not get to work')
    },
    openAccount: async (customer = {}) => {
      const { application_id } = await call(BROKER_ACCOUNT_OPERATIONS.createBrokerAccount, {
        client_request_id: context.requestId(),
        forms: [basic(customer), brokerage('CASH')],
      })
      await context.advanceTime(6_000)
      const { account_id } = await call(BROKER_ACCOUNT_OPERATIONS.getApplication, {
        application_id,
      })
      if (account_id === null) throw new Error('the account was not opened')
      return account_id
    },
    customer: () => once('customer', () => context.openAccount()),
    stream: async () => {
      const stream = await MqttClient.open(session.ready)
      streams.push(stream)
      if ((await stream.connack()) !== 0) throw new Error('the market stream is refused')
      return stream
    },
    advanceTime: async (ms) => {
      await clock((await clock()) + ms)
    },
    now: () => clock(),
    close: () => {
      for (const stream of streams) stream.cut()
    },
  }
  return context
}
