import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { WriteOutcome } from '../../electron/core/orders/write-outcome.js'
import type { Provider } from '../../electron/provider/gateway.js'
import type { Endpoints } from '../../electron/provider/http/hosts.js'
import { asPrice, asQuantity, dec } from '../../shared/domain/decimal.js'
import {
  clientOrderId,
  symbol,
  type AccountId,
  type ClientOrderId,
} from '../../shared/domain/ids.js'
import type { OrderDraft } from '../../shared/domain/orders/order.js'
import type { Result } from '../../shared/domain/result.js'
import type { PracticeState } from '../../shared/practice/practice-control.js'
import { openPractice, type PracticeSession } from '../contract/provider/practice-session.js'
import { FaultProxy } from '../harness/exchange/fault-proxy.js'
import { until } from '../harness/system/until.js'
import { expectOk } from '../harness/system/expect-ok.js'
import type { Operation, FaultOutcome } from './faults.js'

export type SocketOperation = Exclude<Operation, 'token' | 'events' | 'market'>

/** The operations of the table that are single requests, by their name in the catalog. */
export const OPERATION_IDS: Readonly<Record<SocketOperation, string>> = {
  place: 'trading.orders.place',
  replace: 'trading.orders.replace',
  cancel: 'trading.orders.cancel',
  detail: 'trading.orders.get',
  list: 'trading.orders.open',
  preview: 'trading.orders.preview',
}
export const SOCKET_OPERATIONS = Object.keys(OPERATION_IDS) as readonly SocketOperation[]

/** A fault proxy in front of each server of an exchange. */
export interface Proxies {
  readonly api: FaultProxy
  readonly events: FaultProxy
  readonly data: FaultProxy
}

/** A practice exchange over sockets, and a client of it that places, reads and cancels. */
export class SocketFixture {
  readonly session: PracticeSession
  readonly provider: Provider
  readonly account: AccountId
  /** A resting order, for the operations that need one. */
  resting: ClientOrderId = clientOrderId('0'.repeat(32))

  private constructor(
    session: PracticeSession,
    /** A client without faults. */
    provider: Provider,
    account: AccountId,
  ) {
    this.session = session
    this.provider = provider
    this.account = account
  }

  static async open(): Promise<SocketFixture> {
    const session = await openPractice({ pingMs: 200, slotMs: 500 }, 'off')
    const provider = session.provider()
    const accounts = expectOk(await provider.portfolio.accounts())
    const found = accounts.find(({ product }) => product === 'securities')
    if (found === undefined) throw new Error('no account')
    return new SocketFixture(session, provider, found.accountId)
  }

  /** Opens proxies in front of the exchange; `client` makes clients that know only these. */
  async proxied(): Promise<{ readonly proxies: Proxies; readonly client: () => Provider }> {
    const { endpoints } = this.session
    const { hostname, port } = new URL(endpoints.origins.api)
    const proxies = {
      api: await FaultProxy.open({ host: hostname, port: Number(port) }),
      events: await FaultProxy.open(endpoints.events),
      data: await FaultProxy.open(endpoints.data),
    }
    const through: Endpoints = {
      ...endpoints,
      origins: { ...endpoints.origins, api: `https://${hostname}:${proxies.api.port}` },
      events: { ...endpoints.events, port: proxies.events.port },
      data: { ...endpoints.data, port: proxies.data.port },
      dataFallbacks: [],
    }
    return { proxies, client: () => this.session.provider({ endpoints: through }) }
  }

  close(): Promise<void> {
    return this.session.close()
  }

  newId(): ClientOrderId {
    return clientOrderId(randomBytes(16).toString('hex'))
  }

  draft(): OrderDraft {
    return {
      accountId: this.account,
      assetClass: 'stock',
      symbol: symbol('AAPL'),
      side: 'buy',
      type: 'limit',
      timeInForce: 'gtc',
      session: 'core',
      size: { kind: 'quantity', quantity: asQuantity(dec('1')) },
      limitPrice: asPrice(dec('1.00')),
      stopPrice: null,
      trail: null,
      expireDate: null,
    }
  }

  async truth(): Promise<PracticeState> {
    return (await this.session.practice.command({ command: 'state' })) as PracticeState
  }

  /** Works the order that other operations change and read; a pending one cannot be canceled. */
  async placeResting(): Promise<void> {
    this.resting = this.newId()
    const placed = await this.provider.trade.place(this.draft(), this.resting)
    expect(placed).toMatchObject({ outcome: 'acknowledged' })
    await until('a working order', async () =>
      (await this.truth()).orders.some(
        (order) => order['client_order_id'] === this.resting && order['status'] === 'SUBMITTED',
      ),
    )
  }

  /** Returns how many requests of an operation the exchange received so far. */
  async requests(operation: SocketOperation): Promise<number> {
    return (await this.truth()).requests[OPERATION_IDS[operation]] ?? 0
  }

  /** No order was accepted twice (REL-29). */
  async expectNoneTwice(): Promise<void> {
    for (const [id, count] of Object.entries((await this.truth()).accepted)) {
      expect(count, id).toBe(1)
    }
  }

  /**
   * Runs one operation; returns its outcome as the table names it. `attempts`: the requests that
   * left, where the exchange does not receive all of them.
   */
  async run(
    client: Provider,
    operation: SocketOperation,
    attempts?: () => number,
  ): Promise<FaultOutcome> {
    const { trade } = client
    const { account, resting } = this
    const before = await this.requests(operation)
    const ofRead = async (answer: Result<unknown, unknown>): Promise<FaultOutcome> => {
      if (!answer.ok) return 'reported'
      const sent = attempts?.() ?? (await this.requests(operation)) - before
      return sent > 1 ? 'retried' : 'fine'
    }
    switch (operation) {
      case 'place':
        return ofWrite(await trade.place(this.draft(), this.newId()))
      case 'replace':
        return ofWrite(await trade.replace(account, resting, { limitPrice: asPrice(dec('1.01')) }))
      case 'cancel':
        return ofWrite(await trade.cancel(account, resting))
      case 'detail':
        return ofRead(await trade.detail(account, resting, 'settle'))
      case 'list':
        return ofRead(await trade.openOrders(account, null, 'settle'))
      case 'preview':
        return ofRead(await trade.preview(this.draft(), this.newId()))
    }
  }
}

const ofWrite = ({ outcome }: WriteOutcome): FaultOutcome =>
  outcome === 'acknowledged'
    ? 'fine'
    : outcome === 'rejected'
      ? 'refused'
      : outcome === 'not-sent'
        ? 'not-sent'
        : 'settles'
