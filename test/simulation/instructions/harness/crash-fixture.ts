import { ALWAYS_PRESSED } from '../../../harness/assistant/always-pressed.js'
import { nodeCrypto } from '../../../../electron/adapters/crypto.js'
import { openAudit } from '../../../../electron/core/audit/audit-log.js'
import type { AuditPort } from '../../../../electron/core/audit/audit-port.js'
import { DEFAULT_POLICIES } from '../../../../electron/core/instructions/connections/connection-file.js'
import { createInstructionService } from '../../../../electron/core/instructions/instruction-service.js'
import type { InstructionService } from '../../../../electron/core/instructions/queue/instruction-service-port.js'
import type { Connections } from '../../../../electron/core/instructions/connections/connections-port.js'
import { createRefusalLog } from '../../../../electron/core/instructions/connections/refusal-log.js'
import { createJournal } from '../../../../electron/core/orders/order-journal.js'
import { OrderService } from '../../../../electron/core/orders/order-service.js'
import { createProjection } from '../../../../electron/core/orders/order-projection.js'
import { Reconciler } from '../../../../electron/core/orders/reconcile/reconciler.js'
import { DEFAULT_LIMITS } from '../../../../electron/core/risk/risk-limits.js'
import { asMoney, asPrice, dec } from '../../../../shared/domain/decimal.js'
import { symbol } from '../../../../shared/domain/ids.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import type { Instrument } from '../../../../shared/domain/instruments/instrument.js'
import { stockListing } from '../../../../shared/domain/instruments/listing.js'
import { err, ok } from '../../../../shared/domain/result.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { appError } from '../../../../shared/domain/app/app-error.js'
import type { Card } from '../../../../shared/domain/instructions/card.js'
import type { Decision } from '../../../../shared/domain/instructions/instruction.schema.js'
import { NO_FAULTS, FakeExchange } from '../../core/fake-exchange.js'
import { Simulation } from '../../core/simulation.js'
import { CrashDisk } from './crash-disk.js'
import { ASSISTANT } from './instruction-fixture.js'
import { draft } from './fake-order-gateway.js'
import { foreign } from '../../../../shared/messages/make-message.js'

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
const log = { event: () => undefined }

interface Life {
  readonly service: InstructionService
  readonly audit: AuditPort
  readonly orders: OrderService
  readonly reconciler: Reconciler
}

/**
 * The queue, its audit chain, the order service with its journal, and an exchange; only disk,
 * connection and exchange are fakes.
 */
export class CrashFixture {
  readonly simulation: Simulation
  readonly disk: CrashDisk
  readonly exchange: FakeExchange
  /** Every decision that a page could have made, at any time. */
  readonly decisions: Decision[] = []
  life: Life | null = null

  constructor(seed: number) {
    this.simulation = new Simulation(seed)
    this.disk = new CrashDisk(this.simulation)
    this.exchange = new FakeExchange(this.simulation, NO_FAULTS)
  }

  get service(): InstructionService {
    if (this.life === null) throw new Error('not started')
    return this.life.service
  }

  /** Starts a process on the contents of the disk. */
  async start(): Promise<void> {
    const { simulation, disk, exchange } = this
    simulation.epoch += 1
    const timers = simulation.timers()
    const common = {
      clock: simulation.clock,
      timers,
      random: simulation.random(),
      log,
      crypto: nodeCrypto,
    }
    const audit = await openAudit({
      ...common,
      journal: disk.journal('audit'),
      checkpoint: disk.document('checkpoint'),
      vault: disk.vault(),
      environment: 'practice',
    })
    const journal = createJournal(disk.journal('orders'))
    const projection = createProjection()
    const reconciler = new Reconciler({
      reads: exchange.trade,
      projection,
      journal,
      ...common,
      eventsHealthy: () => exchange.streamHealthy,
      accounts: () => [draft().accountId],
    })
    const orders = new OrderService({
      ...common,
      trade: exchange.trade,
      journal,
      projection,
      reconciler,
      limits: { ...DEFAULT_LIMITS, duplicateWindowMs: 0 },
      account: () => ({ product: 'securities' }),
      exchangeNow: simulation.clock.now,
      listing: () => Promise.resolve(ok(stockListing(AAPL))),
      quote: () =>
        Promise.resolve({
          last: asPrice(dec('190')),
          bid: asPrice(dec('189.99')),
          ask: asPrice(dec('190.01')),
          ageMs: 0,
        }),
    })
    exchange.events.start([], {
      onOrder: ({ eventType, observation }) => reconciler.reports.observe(observation, eventType),
      onSubscribed: () => reconciler.onSubscribed(),
      onLost: () => undefined,
      onHealth: () => undefined,
    })
    let ready = false
    const service = createInstructionService({
      presses: ALWAYS_PRESSED,
      ...common,
      environment: 'practice',
      journal: disk.journal('instructions'),
      audit,
      refusals: createRefusalLog({ audit, timers: common.timers }),
      connections: this.#connections(),
      evaluatePolicy: () => ({
        result: 'ask',
        refusal: null,
        rules: [],
        exposure: asMoney(dec('1875')),
        maxLoss: null,
        dangers: [],
        tier: 'plain',
      }),
      orderGateway: {
        orders: {
          submit: async (ticket, order) => ok(await orders.submit(ticket, order)),
          submitApproved: async (ticket, order, approval) =>
            ok(await orders.submitApproved(ticket, order, approval)),
          submitApprovedCombo: async (ticket, combo, approval) =>
            ok(await orders.submitApprovedCombo(ticket, combo, approval)),
          replace: (account, id, change) => orders.replace(account, id, change),
          cancel: (account, id) => orders.cancel(account, id),
        },
        queries: {
          preview: () =>
            Promise.resolve(
              ok({
                cost: asMoney(dec('1875')),
                fees: asMoney(dec('0')),
                currency: 'USD',
                asOf: simulation.wall(),
                source: 'provider' as const,
              }),
            ),
          check: () => Promise.resolve(ok([])),
          outcome: async (ticket) =>
            ready
              ? ok(await orders.outcome(ticket))
              : err(appError('session/not-ready', foreign('not yet'))),
          order: (_account, id) => Promise.resolve(ok(projection.get(id) ?? null)),
        },
        streams: { orders: projection.orders },
      },
      fetchFacts: () =>
        Promise.resolve(
          ok({
            instrument: null,
            quote: null,
            price: null,
            quoteAgeMs: 0,
            position: null,
            balance: null,
            multiplier: '1',
            currency: 'USD',
            session: 'regular',
            account: null,
            delayed: false,
            tick: null,
            agedMs: 0,
          }),
        ),
      exchangeNow: () => epochMs(simulation.wall()),
      notReadyReason: () => null,
      halted: { get: () => false, subscribe: () => () => undefined },
      tolerance: () => ({ ratio: dec('0.005'), ticks: 5 }),
    })
    this.life = { service, audit, orders, reconciler }
    service.confirm.setWindowState({
      visible: true,
      focused: true,
      isOccluded: false,
      bounds: { x: 0, y: 0, width: 400, height: 600 },
    })
    await service.restore()
    // The order service starts after the queue, as while the session still signs in.
    const content = await journal.recover(projection)
    if (!content.ok) throw new Error('the order journal cannot be read')
    const recovered = content.value
    if (!(await reconciler.recover(recovered.open))) return
    orders.restore(recovered.tickets, recovered.trading.state)
    ready = true
  }

  #connections(): Connections {
    const policy = {
      ...DEFAULT_POLICIES.practice,
      hours: 'any' as const,
      maxPerMinute: 60,
      maxPending: 20,
    }
    const connections: Partial<Connections> = {
      get: (id) => ({
        id,
        name: 'Helper',
        state: 'active',
        pausedUntil: null,
        pauseWhy: null,
        createdAt: epochMs(0),
        firstSeenAt: null,
        lastSeenAt: null,
        client: null,
        shadow: false,
        policy,
      }),
      onChange: () => () => undefined,
      recordRateViolation: () => Promise.resolve(false),
      pause: () => Promise.resolve(ok(undefined)),
    }
    return connections as Connections
  }

  /** Ends the process; nothing of it runs any more. */
  crash(): void {
    this.life?.reconciler.dispose()
    this.life = null
    this.simulation.epoch += 1
    this.disk.revive()
  }

  request(key: string, ...drafts: ReturnType<typeof draft>[]) {
    return this.service.intake.instruct(ASSISTANT, {
      key,
      reason: 'because',
      action: { kind: 'place', drafts: drafts.length === 0 ? [draft()] : drafts },
    })
  }
  instructions(): readonly Instruction[] {
    return this.service.byConnection(ASSISTANT)
  }

  /** Draws all cards and stores the decisions that a person could make on them. */
  drawCards(ms = 2_000): Promise<void> {
    return new Promise((resolve) => {
      const draw = (): readonly Card[] => {
        const { card, batch } = this.service.confirm.live.get()
        const cards = batch.length > 0 ? batch : card === null ? [] : [card]
        for (const card of cards) this.service.markShown(card.id, card.digest, true)
        return cards
      }
      this.simulation.schedule(5, draw, this.simulation.epoch)
      this.simulation.schedule(
        ms,
        () => {
          for (const {
            id,
            digest,
            arming: { nonce },
          } of draw()) {
            this.decisions.push({
              id,
              digest,
              nonce,
              decision: 'approve',
              acknowledged: [],
              typedQuantity: null,
              why: null,
              pauseMinutes: null,
            })
          }
          resolve()
        },
        this.simulation.epoch,
      )
    })
  }
  /**
   * True when the chain contains a record of this kind for the instruction and a head on the disk
   * proves it.
   */
  isProved(kind: string, id: string): boolean {
    const index = this.disk.lines('audit').findLastIndex((line) => {
      const record = JSON.parse(line) as { readonly kind: string; readonly subject: string }
      return record.kind === kind && record.subject === id
    })
    const head = this.disk.documents.get('checkpoint')
    return (
      index >= 0 &&
      head !== undefined &&
      (JSON.parse(head) as { readonly count: number }).count > index
    )
  }
  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.simulation.schedule(ms, resolve, this.simulation.epoch)
    })
  }
  /** Makes the latest possible decision, or the decisions of a whole batch in sequence. */
  async decide(count = 1, over: Partial<Decision> = {}): Promise<void> {
    for (const decision of this.decisions.slice(-count)) {
      await this.service.decisions.decide({ ...decision, ...over })
    }
  }
}
