import { nodeCrypto } from '../../../electron/adapters/crypto.js'
import type { AuditKind, AuditPort } from '../../../electron/core/audit/audit-port.js'
import { createInstructionDesk } from '../../../electron/core/instructions/instruction-desk.js'
import type { InstructionDesk } from '../../../electron/core/instructions/instruction-desk-port.js'
import type { PolicyVerdict } from '../../../electron/core/instructions/policy-port.js'
import type { Connections } from '../../../electron/core/instructions/policy-port.js'
import { listeners } from '../../../electron/core/live.js'
import { asMoney, asPrice, asQuantity, dec } from '../../../shared/domain/decimal.js'
import { accountId, clientOrderId, symbol } from '../../../shared/domain/ids.js'
import type { ConnectionId } from '../../../shared/domain/instruction.js'
import type { Order, OrderDraft } from '../../../shared/domain/order.js'
import { err, ok } from '../../../shared/domain/result.js'
import { epochMs } from '../../../shared/domain/time.js'
import type { TradeOutcome } from '../../../shared/ipc/contract.js'
import type { ConnectionView, Decision } from '../../../shared/ipc/instructions.js'
import { settle, World } from '../core/world.js'

export const ASSISTANT = '00000000000000a1' as ConnectionId

export const draft = (limit = '187.50', quantity = '10'): OrderDraft => ({
  accountId: accountId('ACC1'), assetClass: 'stock', symbol: symbol('AAPL'), side: 'buy', type: 'limit', timeInForce: 'day', session: 'core',
  size: { kind: 'quantity', quantity: asQuantity(dec(quantity)) }, limitPrice: asPrice(dec(limit)), stopPrice: null, trail: null, expireDate: null,
})

const rowOf = (ticket: string, of: OrderDraft, world: World): Order => ({
  clientOrderId: clientOrderId(ticket.slice(2)), orderId: null, accountId: of.accountId, assetClass: of.assetClass, symbol: of.symbol, side: of.side, type: of.type,
  timeInForce: of.timeInForce, session: of.session, quantity: of.size.kind === 'quantity' ? of.size.quantity : null, amount: null, filledQuantity: asQuantity(dec('0')), averageFillPrice: null,
  limitPrice: of.limitPrice, stopPrice: of.stopPrice, trail: null, status: 'working', note: null, pending: null, fees: null, ours: true, source: 'answer', placedAt: world.wall(), updatedAt: world.wall(),
})

/** A queue with a disk and an order desk that outlive its process; everything it sends is on `sent`. */
export class DeskWorld {
  readonly world: World
  readonly lines: string[] = []
  readonly sent: { readonly ticket: string; readonly draft: OrderDraft }[] = []
  readonly audit: { readonly kind: AuditKind; readonly subject: string }[] = []
  readonly pauses: { readonly minutes: number | null; readonly why: string }[] = []
  cost = '1875.00'
  verdict: Partial<PolicyVerdict> = {}
  storeFails = false
  auditFails: AuditKind | null = null
  halted = false
  state: ConnectionView['state'] = 'active'
  private readonly haltedChanged = listeners<void>()
  private readonly connectionChanged = listeners<Parameters<Parameters<Connections['onChange']>[0]>[0]>()
  desk: InstructionDesk

  constructor(seed = 1) {
    this.world = new World(seed)
    this.desk = this.make()
  }

  private view(): ConnectionView {
    return {
      id: ASSISTANT, name: 'Helper', state: this.state, pausedUntil: null, pauseWhy: null, createdAt: epochMs(1_763_000_000_000), firstSeenAt: null, lastSeenAt: null, client: null, shadow: false,
      policy: {
        accounts: 'all', balances: 'shown', may: { place: true, replace: true, cancel: true }, products: ['stock'], symbols: 'all', maxOrder: asMoney(dec('10000')), maxDay: asMoney(dec('50000')),
        maxSymbolDay: null, maxProductDay: null, maxQuantity: null, maxWorking: 10, maxPending: 5, maxPerMinute: 3, hours: 'any', validMinutes: 15, allow: [],
      },
      report: { asked: 0, approved: 0, edited: 0, declined: 0, expired: 0, filled: 0, slippage: null },
    }
  }

  private make(): InstructionDesk {
    const { world } = this
    const audit: Partial<AuditPort> = {
      append: (kind, subject) => {
        if (this.auditFails === kind) return Promise.resolve(err({ kind: 'full' as const, message: 'full' }))
        this.audit.push({ kind, subject })
        return Promise.resolve(ok({ seq: this.audit.length, hash: '' }))
      },
    }
    const connections: Partial<Connections> = {
      get: (id) => (id === ASSISTANT ? this.view() : null), count: () => undefined, onChange: (listener) => this.connectionChanged.add(listener),
      pause: (id, minutes, why) => {
        this.pauses.push({ minutes, why })
        this.state = 'paused'
        this.connectionChanged.emit({ id, what: 'paused' })
        return Promise.resolve(ok(undefined))
      },
    }
    const submitted = (ticket: string, of: OrderDraft): TradeOutcome => ({ outcome: 'acknowledged', order: rowOf(ticket, of, world) })
    return createInstructionDesk({
      environment: 'practice', clock: world.clock, timers: world.timers(), random: world.random(), log: { event: () => undefined }, crypto: nodeCrypto,
      journal: {
        append: (line) => {
          if (this.storeFails) return Promise.resolve(err({ kind: 'full', message: 'full' }))
          this.lines.push(line)
          return Promise.resolve(ok(undefined))
        },
        read: () => Promise.resolve(ok({ lines: [...this.lines], tailCut: false })), close: () => Promise.resolve(),
      },
      audit: audit as AuditPort, connections: connections as Connections,
      judge: () => ({ result: 'ask', refusal: null, rules: [], worth: asMoney(dec('1875')), worstCase: asMoney(dec('1875')), dangers: [], tier: 'plain', ...this.verdict }),
      door: {
        submit: (ticket, of) => {
          this.sent.push({ ticket, draft: of })
          return Promise.resolve(ok(submitted(ticket, of)))
        },
        replace: () => Promise.reject(new Error('not used')), cancel: () => Promise.reject(new Error('not used')),
        preview: () => Promise.resolve(ok({ cost: asMoney(dec(this.cost)), fees: asMoney(dec('0')), currency: 'USD', asOf: world.wall(), source: 'provider' as const })),
        outcome: (ticket) => {
          const found = this.sent.find((each) => each.ticket === ticket)
          return Promise.resolve(ok(found === undefined ? null : submitted(ticket, found.draft)))
        },
        orders: { all: () => [], subscribe: () => () => undefined },
      },
      facts: () => Promise.resolve(ok({ instrument: null, quote: null, quoteAgeMs: 0, position: null, balance: null, multiplier: '1', session: 'regular', account: null, delayed: false, tick: null })),
      exchangeNow: () => world.wall(), halted: { get: () => this.halted, subscribe: (listener) => this.haltedChanged.add(listener) }, tolerance: () => ({ ratio: dec('0.005'), ticks: 5 }),
    })
  }

  async start(): Promise<void> {
    await this.desk.restore()
    this.desk.window({ visible: true, focused: true, covered: false, bounds: { x: 0, y: 0, width: 400, height: 600 } })
    await settle()
  }

  /** The process dies where it stands, and another one starts. */
  async restart(): Promise<void> {
    this.desk.dispose()
    this.world.epoch += 1
    this.desk = this.make()
    await this.start()
  }

  halt(): void {
    this.halted = true
    this.haltedChanged.emit()
  }

  ask(key: string | null, of = draft()) {
    return this.desk.instruct(ASSISTANT, { key, reason: 'because', action: { kind: 'place', drafts: [of] } })
  }

  /** The page draws what it is given; then time passes. */
  async look(ms: number): Promise<void> {
    await settle()
    const { card } = this.desk.confirm.get()
    if (card !== null) this.desk.shown(card.id, card.digest, true)
    await this.world.run(this.world.now + ms)
  }

  decision(over: Partial<Decision> = {}): Decision {
    const { card } = this.desk.confirm.get()
    if (card === null) throw new Error('no card')
    return { id: card.id, digest: card.digest, nonce: card.arming.nonce, decision: 'approve', acknowledged: [], typedQuantity: null, why: null, pauseMinutes: null, ...over }
  }
}
