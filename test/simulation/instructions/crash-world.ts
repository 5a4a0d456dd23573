import { nodeCrypto } from '../../../electron/adapters/crypto.js'
import { openAudit } from '../../../electron/core/audit/audit.js'
import type { AuditPort } from '../../../electron/core/audit/audit-port.js'
import { DEFAULT_POLICIES } from '../../../electron/core/instructions/connection-file.js'
import { createInstructionDesk } from '../../../electron/core/instructions/instruction-desk.js'
import type { InstructionDesk } from '../../../electron/core/instructions/instruction-desk-port.js'
import type { Connections } from '../../../electron/core/instructions/policy-port.js'
import { createRefusalLedger } from '../../../electron/core/instructions/refusal-ledger.js'
import { createJournal } from '../../../electron/core/orders/journal.js'
import { createOrderDesk, type OrderDesk } from '../../../electron/core/orders/order-desk.js'
import { createProjection } from '../../../electron/core/orders/projection.js'
import { createReconciler, type Reconciler } from '../../../electron/core/orders/reconciler.js'
import { replay } from '../../../electron/core/orders/recovery.js'
import { DEFAULT_LIMITS } from '../../../electron/core/risk/limits.js'
import { asMoney, asPrice, dec } from '../../../shared/domain/decimal.js'
import { symbol } from '../../../shared/domain/ids.js'
import type { Instruction } from '../../../shared/domain/instruction.js'
import type { Instrument } from '../../../shared/domain/instrument.js'
import { stockListing } from '../../../shared/domain/listing.js'
import { err, ok } from '../../../shared/domain/result.js'
import { epochMs } from '../../../shared/domain/time.js'
import { appError } from '../../../shared/ipc/errors.js'
import type { Card, Decision } from '../../../shared/ipc/instructions.js'
import { CALM, FakeExchange } from '../core/fake-exchange.js'
import { World } from '../core/world.js'
import { CrashDisk } from './crash-disk.js'
import { ASSISTANT } from './desk-world.js'
import { draft } from './fake-door.js'

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
  readonly desk: InstructionDesk
  readonly audit: AuditPort
  readonly orders: OrderDesk
  readonly reconciler: Reconciler
}

/**
 * The queue, its audit chain, the order desk with its journal, and an exchange: everything real but
 * the disk, the line and the exchange.
 */
export class CrashWorld {
  readonly world: World
  readonly disk: CrashDisk
  readonly exchange: FakeExchange
  /** Every decision that a page could have made, whenever it was shown. */
  readonly decisions: Decision[] = []
  life: Life | null = null

  constructor(seed: number) {
    this.world = new World(seed)
    this.disk = new CrashDisk(this.world)
    this.exchange = new FakeExchange(this.world, CALM)
  }

  get desk(): InstructionDesk {
    if (this.life === null) throw new Error('not started')
    return this.life.desk
  }

  /** Starts a process on what is on the disk. */
  async start(): Promise<void> {
    const { world, disk, exchange } = this
    world.epoch += 1
    const timers = world.timers()
    const common = { clock: world.clock, timers, random: world.random(), log, crypto: nodeCrypto }
    const audit = await openAudit({
      ...common,
      journal: disk.journal('audit'),
      checkpoint: disk.document('checkpoint'),
      vault: disk.vault(),
      environment: 'practice',
    })
    const journal = createJournal(disk.journal('orders'))
    const projection = createProjection()
    const reconciler = createReconciler({
      reads: exchange.trade,
      projection,
      journal,
      ...common,
      eventsHealthy: () => exchange.live,
      accounts: () => [draft().accountId],
    })
    const orders = createOrderDesk({
      ...common,
      trade: exchange.trade,
      journal,
      projection,
      reconciler,
      limits: { ...DEFAULT_LIMITS, duplicateWindowMs: 0 },
      account: () => ({ product: 'securities' }),
      exchangeNow: world.clock.now,
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
      onOrder: ({ scene, observation }) => reconciler.intake.observe(observation, scene),
      onSubscribed: () => reconciler.subscribed(),
      onLost: () => undefined,
      onHealth: () => undefined,
    })
    let ready = false
    const desk = createInstructionDesk({
      ...common,
      environment: 'practice',
      journal: disk.journal('instructions'),
      audit,
      refusals: createRefusalLedger({ audit, timers: common.timers }),
      connections: this.connections(),
      judge: () => ({
        result: 'ask',
        refusal: null,
        rules: [],
        worth: asMoney(dec('1875')),
        worstCase: null,
        dangers: [],
        tier: 'plain',
      }),
      door: {
        submit: async (ticket, of) => ok(await orders.submit(ticket, of)),
        replace: (account, id, change) => orders.replace(account, id, change),
        cancel: (account, id) => orders.cancel(account, id),
        preview: () =>
          Promise.resolve(
            ok({
              cost: asMoney(dec('1875')),
              fees: asMoney(dec('0')),
              currency: 'USD',
              asOf: world.wall(),
              source: 'provider' as const,
            }),
          ),
        outcome: async (ticket) =>
          ready ? ok(await orders.outcome(ticket)) : err(appError('session/not-ready', 'not yet')),
        orders: projection.orders,
      },
      facts: () =>
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
      exchangeNow: () => epochMs(world.wall()),
      unready: () => null,
      halted: { get: () => false, subscribe: () => () => undefined },
      tolerance: () => ({ ratio: dec('0.005'), ticks: 5 }),
    })
    this.life = { desk, audit, orders, reconciler }
    desk.window({
      visible: true,
      focused: true,
      covered: false,
      bounds: { x: 0, y: 0, width: 400, height: 600 },
    })
    await desk.restore()
    // The order desk comes to life after the queue, as it does while the session still signs in.
    const content = await journal.read()
    if (!content.ok) throw new Error('the order journal cannot be read')
    const recovered = replay(content.value.records, projection)
    if (!(await reconciler.recover(recovered.open))) return
    orders.restore(recovered.tickets, recovered.trading.state)
    ready = true
  }

  private connections(): Connections {
    const policy = {
      ...DEFAULT_POLICIES.practice,
      hours: 'any' as const,
      maxPerMinute: 60,
      maxPending: 20,
    }
    const of: Partial<Connections> = {
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
      tooMuch: () => Promise.resolve(false),
      pause: () => Promise.resolve(ok(undefined)),
    }
    return of as Connections
  }

  /** The process is gone: nothing of it calls any more. */
  die(): void {
    this.life?.reconciler.dispose()
    this.life = null
    this.world.epoch += 1
    this.disk.revive()
  }

  ask(key: string, ...drafts: ReturnType<typeof draft>[]) {
    return this.desk.instruct(ASSISTANT, {
      key,
      reason: 'because',
      action: { kind: 'place', drafts: drafts.length === 0 ? [draft()] : drafts },
    })
  }
  all(): readonly Instruction[] {
    return this.desk.of(ASSISTANT)
  }

  /** A person reads: everything is drawn, and what they could decide is remembered for later. */
  look(ms = 2_000): Promise<void> {
    return new Promise((resolve) => {
      const draw = (): readonly Card[] => {
        const { card, batch } = this.desk.confirm.get()
        const cards = batch.length > 0 ? batch : card === null ? [] : [card]
        for (const each of cards) this.desk.shown(each.id, each.digest, true)
        return cards
      }
      this.world.schedule(5, draw, this.world.epoch)
      this.world.schedule(
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
        this.world.epoch,
      )
    })
  }
  /**
   * True when the chain holds this about an instruction, and a head on the disk proves that it
   * does.
   */
  proved(kind: string, id: string): boolean {
    const at = this.disk.lines('audit').findLastIndex((line) => {
      const record = JSON.parse(line) as { readonly kind: string; readonly subject: string }
      return record.kind === kind && record.subject === id
    })
    const head = this.disk.documents.get('checkpoint')
    return (
      at >= 0 && head !== undefined && (JSON.parse(head) as { readonly count: number }).count > at
    )
  }
  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.world.schedule(ms, resolve, this.world.epoch)
    })
  }
  /** The latest decision that could be made, or those of a whole batch, one after another. */
  async decide(count = 1, over: Partial<Decision> = {}): Promise<void> {
    for (const decision of this.decisions.slice(-count)) {
      await this.desk.decide({ ...decision, ...over })
    }
  }
}
