import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { asPrice, asQuantity, dec } from '../../shared/domain/decimal.js'
import { symbol, type AccountId } from '../../shared/domain/ids.js'
import type { OrderDraft } from '../../shared/domain/orders/order.js'
import { DEFAULT_LIMITS } from '../../electron/core/risk/risk-limits.js'
import type { TradingSession } from '../../electron/core/session/trading-session.js'
import { createProvider, type Provider } from '../../electron/provider/gateway.js'
import { practiceEndpoints } from '../../electron/provider/http/hosts.js'
import { nodePorts } from '../harness/exchange/node-ports.js'
import { createPracticeSession } from '../harness/exchange/practice-session.js'
import type { PracticeProcess } from './practice-process.js'
import { removeFolder } from '../harness/system/remove-folder.js'

/**
 * The whole client below the windows in this process: real adapters, real sockets, a journal on
 * disk.
 */
export interface NodeSession {
  readonly session: TradingSession
  /** `performance.now()` when each place request was passed to the socket, in order. */
  readonly placedAt: readonly number[]
  /** The same for cancel requests. */
  readonly cancelledAt: readonly number[]
  /** Returns an order that rests far below the market. */
  draft(): OrderDraft
  stop(): Promise<void>
}

/**
 * Creates a provider of the practice exchange with the product's adapters; `onSend` receives every
 * request as it is passed to the socket.
 */
export function nodeProvider(
  { ready }: PracticeProcess,
  onSend: (target: string) => void = () => undefined,
): Provider {
  const endpoints = practiceEndpoints(ready)
  if (!endpoints.ok) throw new Error(endpoints.error)
  const ports = nodePorts(ready.ca)
  const http = {
    close: () => ports.http.close(),
    send: (request: Parameters<typeof ports.http.send>[0]) => {
      onSend(request.target)
      return ports.http.send(request)
    },
  }
  return createProvider({
    endpoints: endpoints.value,
    mode: 'key',
    credentials: { appKey: ready.appKey, appSecret: ready.appSecret, algorithm: 'HMAC-SHA256' },
    client: { clientId: ready.clientId, clientSecret: ready.clientSecret, scope: ready.scope },
    tokenStore: { load: () => Promise.resolve(null), save: () => Promise.resolve() },
    ports: { ...ports, http },
  })
}

/** Returns a buy of one share that rests far below the market. */
export const restingBuy = (accountId: AccountId): OrderDraft => ({
  accountId,
  assetClass: 'stock',
  symbol: symbol('AAPL'),
  side: 'buy',
  type: 'limit',
  timeInForce: 'gtc',
  session: 'core',
  size: { kind: 'quantity', quantity: asQuantity(dec('1')) },
  limitPrice: asPrice(dec('10.00')),
  stopPrice: null,
  trail: null,
  expireDate: null,
})

/** Signs in and waits until orders may be sent. */
export async function startNodeSession(practice: PracticeProcess): Promise<NodeSession> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-desk-'))
  const placedAt: number[] = []
  const cancelledAt: number[] = []
  const session = createPracticeSession({
    exchange: practice,
    folder,
    // The benchmark sends bursts that would otherwise be denied as duplicates.
    limits: { ...DEFAULT_LIMITS, duplicateWindowMs: 0, maxOpenOrders: 10_000 },
    client: () =>
      nodeProvider(practice, (target) => {
        if (target.includes('/orders/place')) placedAt.push(performance.now())
        if (target.includes('/orders/cancel')) cancelledAt.push(performance.now())
      }),
  })
  await session.connection.start()
  return {
    session,
    placedAt,
    cancelledAt,
    draft: () => {
      const accountId = session.connection.view().selectedAccount
      if (accountId === null) throw new Error('the session has no account')
      return restingBuy(accountId)
    },
    async stop() {
      await session.connection.dispose()
      await removeFolder(folder)
    },
  }
}
