import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AtomicFile } from '../../../electron/adapters/atomic-file.js'
import { systemClock } from '../../../electron/adapters/clock.js'
import { nodeCrypto } from '../../../electron/adapters/crypto.js'
import type { FileSystem } from '../../../electron/adapters/file-errors.js'
import { createJournalFile, journalPath } from '../../../electron/adapters/journal/journal-file.js'
import { systemRandom } from '../../../electron/adapters/random.js'
import { systemTimers } from '../../../electron/adapters/timers.js'
import { openAudit } from '../../../electron/core/audit/audit-log.js'
import { Dispatch } from '../../../electron/core/instructions/queue/dispatch.js'
import { createInstructionLog } from '../../../electron/core/instructions/queue/instruction-log.js'
import type { InstructionServiceDeps } from '../../../electron/core/instructions/queue/instruction-service-deps.js'
import {
  createInstructionStore,
  type InstructionStore,
} from '../../../electron/core/instructions/queue/instruction-store.js'
import { createJournal } from '../../../electron/core/orders/order-journal.js'
import { createProjection } from '../../../electron/core/orders/order-projection.js'
import { OrderService, type OrderServiceDeps } from '../../../electron/core/orders/order-service.js'
import { DEFAULT_LIMITS } from '../../../electron/core/risk/risk-limits.js'
import { memoryVault } from '../../../electron/app/session/vault.js'
import { asMoney, asPrice, dec } from '../../../shared/domain/decimal.js'
import {
  accountId,
  orderId,
  symbol,
  type ConnectionId,
  type InstructionId,
} from '../../../shared/domain/ids.js'
import type { Instrument } from '../../../shared/domain/instruments/instrument.js'
import { stockListing } from '../../../shared/domain/instruments/listing.js'
import { ok } from '../../../shared/domain/result.js'
import { epochMs, MINUTE_MS } from '../../../shared/domain/time.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { restingBuy } from '../node-session.js'
import { atMost } from '../report/bounds.js'
import { median, metricRow, ms, percentile, type MetricRow } from '../report/table.js'
import { countingFiles } from './counting-files.js'
import { pause } from '../pause.js'

const APPROVALS = 200
const WARM_UP = 20
const TARGET_MS = 20
const TARGET_P99_MS = 40
/** Long enough for the checkpoint of one approval not to meet the next one. */
const APART_MS = 60
const ACCOUNT = accountId('A1')
const log = { event: () => undefined }

const AAPL: Instrument = {
  symbol: symbol('AAPL'),
  name: 'Apple',
  exchange: 'NSQ',
  assetClass: 'stock',
  kind: 'stock',
  tradable: 'yes',
  shortable: true,
  fractionable: true,
  marginable: true,
  overnight: false,
  currency: 'USD',
  initialMarginLong: null,
  maintenanceMarginLong: null,
}

/** An approval: when it was begun, when its order was passed on, and the fsyncs before that. */
interface Approval {
  readonly wireMs: number
  readonly syncs: number
}

/** Everything between a decision and the connection, over files in one folder. */
interface ApprovalFixture {
  readonly store: InstructionStore
  readonly dispatch: Dispatch
  /** When the last order was passed to the connection, and the fsyncs by then. */
  readonly sent: { at: number; syncs: number }
  /** The number of fsyncs so far. */
  syncs(): number
  close(): Promise<void>
}

const QUOTE = {
  last: asPrice(dec('190')),
  bid: asPrice(dec('189.99')),
  ask: asPrice(dec('190.01')),
}

/** Creates the order service; `onSend` is called when an order is passed to the connection. */
function createOrders(folder: string, files: FileSystem, onSend: () => void) {
  const journal = createJournal(
    createJournalFile({ path: journalPath(folder, 'orders'), clock: systemClock, log, files }),
  )
  const projection = createProjection()
  const orders = new OrderService({
    clock: systemClock,
    timers: systemTimers,
    random: systemRandom,
    log,
    journal,
    projection,
    reconciler: {
      settle: () => undefined,
      queryOrder: () => undefined,
    } as unknown as OrderServiceDeps['reconciler'],
    trade: {
      place: () => {
        onSend()
        return Promise.resolve({ outcome: 'acknowledged', orderId: orderId('O1') })
      },
    } as unknown as OrderServiceDeps['trade'],
    limits: { ...DEFAULT_LIMITS, duplicateWindowMs: 0, maxOpenOrders: 10_000 },
    account: () => ({ product: 'securities' }),
    exchangeNow: () => systemClock.now(),
    listing: () => Promise.resolve(ok(stockListing(AAPL))),
    quote: () => Promise.resolve({ ...QUOTE, ageMs: 0 }),
  })
  orders.restore(new Map(), 'active')
  return { orders, projection, journal }
}

const orderGatewayOf = (
  orders: OrderService,
  rows: InstructionServiceDeps['orderGateway']['streams']['orders'],
) =>
  ({
    orders: {
      submitApproved: async (ticket, draft, approval) =>
        ok(await orders.submitApproved(ticket, draft, approval)),
    } as InstructionServiceDeps['orderGateway']['orders'],
    streams: { orders: rows },
  }) as InstructionServiceDeps['orderGateway']

async function openApprovalFixture(folder: string): Promise<ApprovalFixture> {
  const { files, syncs } = countingFiles()
  const common = { clock: systemClock, timers: systemTimers, random: systemRandom, log }
  const audit = await openAudit({
    ...common,
    crypto: nodeCrypto,
    journal: createJournalFile({ path: journalPath(folder, 'audit'), ...common, files }),
    checkpoint: new AtomicFile({ path: join(folder, 'checkpoint.json'), ...common, files }),
    vault: memoryVault(),
    environment: 'practice',
  })
  const sent = { at: 0, syncs: 0 }
  const { orders, projection, journal } = createOrders(folder, files, () =>
    Object.assign(sent, { at: performance.now(), syncs: syncs() }),
  )
  const instructionLog = createInstructionLog(
    createJournalFile({ path: journalPath(folder, 'instructions'), ...common, files }),
  )
  const store = createInstructionStore(instructionLog)
  const dispatch = new Dispatch(
    {
      ...common,
      audit,
      orderGateway: orderGatewayOf(orders, projection.orders),
    } as unknown as InstructionServiceDeps,
    store,
  )
  return {
    store,
    dispatch,
    sent,
    syncs,
    async close() {
      dispatch.dispose()
      await instructionLog.close()
      await journal.close()
      await audit.close()
    },
  }
}

/** Adds a pending instruction, approves it, and waits until it has its outcome. */
async function approve(fixture: ApprovalFixture, number: number): Promise<Approval> {
  const { store, dispatch, sent } = fixture
  const id = number.toString(16).padStart(32, '0') as InstructionId
  const now = systemClock.now()
  const requested = {
    id,
    source: 'local',
    connectionId: '00000000000000a1' as ConnectionId,
    connectionName: 'Benchmark',
    environment: 'practice',
    key: `k${number}`,
    requestDigest: '0'.repeat(64),
    action: { kind: 'place', draft: restingBuy(ACCOUNT) },
    reason: 'A figure of the benchmark',
    batch: null,
    createdAt: now,
    expiresAt: epochMs(now + MINUTE_MS),
  } as const
  await store.add([requested], [asMoney(dec('10'))])
  await pause(APART_MS)
  const instruction = store.get(id)
  if (instruction === undefined) throw new Error('the instruction was not added')
  const before = fixture.syncs()
  const began = performance.now()
  await dispatch.send(instruction, {
    why: 'approved',
    detail: 'Approved',
    exposure: asMoney(dec('10')),
    digest: '0'.repeat(64),
    press: 'observed',
    requestDigest: '0'.repeat(64),
  })
  if (store.get(id)?.outcome?.state !== 'acknowledged') {
    throw new Error(`not acknowledged: ${store.get(id)?.outcome?.text ?? 'no outcome'}`)
  }
  return { wireMs: sent.at - began, syncs: sent.syncs - before }
}

/**
 * P12, its part without windows and network: from the decision until the order is passed to the
 * connection, with every record on the disk of this computer, and the fsyncs on the way.
 */
export async function approvals(): Promise<MetricRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-approvals-'))
  const fixture = await openApprovalFixture(folder)
  try {
    const measured: Approval[] = []
    for (let number = 1; number <= WARM_UP + APPROVALS; number += 1) {
      const approval = await approve(fixture, number)
      if (number > WARM_UP) measured.push(approval)
    }
    const times = measured.map(({ wireMs }) => wireMs)
    const part = 'decision → order passed to the connection, without windows'
    return [
      metricRow({
        id: 'P12',
        metric: `${part}, p95`,
        ours: percentile(times, 0.95),
        format: ms,
        bounds: [atMost(TARGET_MS)],
        note: `p50 ${ms(median(times))}; ${median(measured.map(({ syncs }) => syncs))} fsyncs before an order leaves`,
      }),
      metricRow({
        id: 'P12',
        metric: `${part}, p99`,
        ours: percentile(times, 0.99),
        format: ms,
        bounds: [atMost(TARGET_P99_MS)],
      }),
    ]
  } finally {
    await fixture.close()
    await removeFolder(folder)
  }
}
