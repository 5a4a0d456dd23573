import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Provider } from '../../electron/provider/gateway.js'
import { makeCertificates } from '../../electron/practice/tls/certificates.js'
import { asPrice, asQuantity, dec } from '../../shared/domain/decimal.js'
import {
  clientOrderId,
  symbol,
  type AccountId,
  type ClientOrderId,
} from '../../shared/domain/ids.js'
import type { OrderDraft } from '../../shared/domain/orders/order.js'
import type { Result } from '../../shared/domain/result.js'
import { epochMs } from '../../shared/domain/time.js'
import type { PracticeState } from '../../shared/practice/practice-control.js'
import { openPractice, type PracticeSession } from '../contract/provider/practice-session.js'
import { expectOk } from '../harness/system/expect-ok.js'
import type { WriteOutcome } from '../../electron/core/orders/write-outcome.js'
import { expectedOutcome } from './fault-matrix.js'
import type { Cell, Fault, Operation, Outcome, Phase } from './faults.js'

type SocketOperation = Exclude<Operation, 'token' | 'events' | 'market'>

const IDS: Readonly<Record<SocketOperation, string>> = {
  place: 'trading.orders.place',
  replace: 'trading.orders.replace',
  cancel: 'trading.orders.cancel',
  detail: 'trading.orders.get',
  list: 'trading.orders.open',
  preview: 'trading.orders.preview',
}
const OPERATIONS = Object.keys(IDS) as readonly SocketOperation[]

/** The faults of the practice exchange and the cells that they show. */
const STRUCK: readonly (readonly [kind: string, fault: Fault, phase: Phase])[] = [
  ['drop-before-effect', 'drop-before-effect', 'sent'],
  ['drop-after-effect', 'drop-after-effect', 'effect'],
  ['delay', 'delay', 'response'],
  ['rate-limited', 'rate-limit-storm', 'response'],
  ['error-after-effect', 'error-after-effect', 'effect'],
  ['truncated-body', 'truncate', 'response'],
]

let session: PracticeSession
/** Clients of their own, because a 429 or a certificate concerns all requests of one. */
let provider: Provider
let refused: Provider
let mistrusting: Provider
let account: AccountId
/** A resting order, for the operations that need one. */
let resting: ClientOrderId

const newId = (): ClientOrderId => clientOrderId(randomBytes(16).toString('hex'))
const draft = (): OrderDraft => ({
  accountId: account,
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
})
const truth = async (): Promise<PracticeState> =>
  (await session.practice.command({ command: 'state' })) as PracticeState

beforeAll(async () => {
  session = await openPractice()
  provider = session.provider()
  refused = session.provider()
  const { ca } = await makeCertificates(epochMs(Date.now()))
  mistrusting = session.provider({ pinnedCa: ca })
  account = expectOk(await provider.portfolio.accounts()).find(
    ({ product }) => product === 'securities',
  )?.accountId as AccountId
})
afterEach(() => session.practice.command({ command: 'clear-faults' }))
afterAll(() => session.close())

async function placeResting(): Promise<void> {
  resting = newId()
  expect(await provider.trade.place(draft(), resting)).toMatchObject({
    outcome: 'acknowledged',
  })
}

const ofWrite = ({ outcome }: WriteOutcome): Outcome =>
  outcome === 'acknowledged'
    ? 'fine'
    : outcome === 'rejected'
      ? 'refused'
      : outcome === 'not-sent'
        ? 'not-sent'
        : 'settles'

/** Runs one operation; returns its outcome as the table names it. */
async function run(client: Provider, operation: SocketOperation): Promise<Outcome> {
  const { trade } = client
  const before = (await truth()).requests[IDS[operation]] ?? 0
  const ofRead = async (answer: Result<unknown, unknown>): Promise<Outcome> => {
    if (!answer.ok) return 'reported'
    const requests = ((await truth()).requests[IDS[operation]] ?? 0) - before
    return requests > 1 ? 'retried' : 'fine'
  }
  switch (operation) {
    case 'place':
      return ofWrite(await trade.place(draft(), newId()))
    case 'replace':
      return ofWrite(await trade.replace(account, resting, { limitPrice: asPrice(dec('1.01')) }))
    case 'cancel':
      return ofWrite(await trade.cancel(account, resting))
    case 'detail':
      return ofRead(await trade.detail(account, resting, 'settle'))
    case 'list':
      return ofRead(await trade.openOrders(account, null, 'settle'))
    case 'preview':
      return ofRead(await trade.preview(draft(), newId()))
  }
}

const cellOf = (fault: Fault, phase: Phase, operation: SocketOperation): Cell => ({
  fault,
  phase,
  operation,
})

describe.each(STRUCK)('REL-30: over sockets, fault %s', (kind, fault, phase) => {
  it.each(OPERATIONS)('has the outcome of the table: %s', async (operation) => {
    await placeResting()
    await session.practice.command({
      command: 'fault',
      fault: {
        kind,
        operation: IDS[operation],
        count: kind === 'rate-limited' ? null : 1,
        ...(kind === 'delay' ? { ms: 400 } : {}),
        ...(kind === 'error-after-effect' ? { status: 503 } : {}),
      },
    })
    const outcome = await run(kind === 'rate-limited' ? refused : provider, operation)
    expect(outcome).toBe(expectedOutcome(cellOf(fault, phase, operation)))
    for (const [id, count] of Object.entries((await truth()).accepted)) expect(count, id).toBe(1)
  })
})

describe('REL-30: over sockets, a connection that cannot be made', () => {
  it.each(OPERATIONS)(
    'has the outcome of the table with a wrong certificate: %s',
    async (operation) => {
      await placeResting()
      const before = (await truth()).requests[IDS[operation]] ?? 0
      const outcome = await run(mistrusting, operation)
      expect(outcome).toBe(expectedOutcome(cellOf('wrong-certificate', 'connect', operation)))
      expect((await truth()).requests[IDS[operation]] ?? 0).toBe(before)
    },
  )
})
