import { nodeCrypto } from '../../../electron/adapters/crypto.js'
import type { AuditBody, AuditKind, AuditPort } from '../../../electron/core/audit/audit-port.js'
import { DEFAULT_POLICIES } from '../../../electron/core/instructions/connection-file.js'
import type { Refusal } from '../../../electron/core/instructions/assistant-port.js'
import type {
  CardFacts,
  InstructionDeskDeps,
} from '../../../electron/core/instructions/desk-deps.js'
import { createInstructionDesk } from '../../../electron/core/instructions/instruction-desk.js'
import type {
  ConfirmWindowState,
  InstructionDesk,
} from '../../../electron/core/instructions/instruction-desk-port.js'
import { tooMuchAgain } from '../../../electron/core/instructions/pauses.js'
import type {
  Connections,
  JudgePolicy,
  PolicyVerdict,
} from '../../../electron/core/instructions/policy-port.js'
import { createRefusalLedger } from '../../../electron/core/instructions/refusal-ledger.js'
import { listeners } from '../../../electron/core/live.js'
import { asMoney, dec } from '../../../shared/domain/decimal.js'
import type { ConnectionId, Instruction } from '../../../shared/domain/instruction.js'
import type { OrderDraft } from '../../../shared/domain/order.js'
import { err, ok } from '../../../shared/domain/result.js'
import { epochMs, type EpochMs } from '../../../shared/domain/time.js'
import { appError } from '../../../shared/ipc/errors.js'
import type { Card, ConnectionView, Decision, Policy } from '../../../shared/ipc/instructions.js'
import { oneStepChain } from '../../fakes/one-step-chain.js'
import { settle, World } from '../core/world.js'
import { draft, FakeDoor } from './fake-door.js'

export { draft, market } from './fake-door.js'
export const ASSISTANT = '00000000000000a1' as ConnectionId
export const OTHER = '00000000000000b2' as ConnectionId
const OPEN: ConfirmWindowState = {
  visible: true,
  focused: true,
  covered: false,
  bounds: { x: 0, y: 0, width: 400, height: 600 },
}
const FACTS: CardFacts = {
  instrument: null,
  quote: null,
  quoteAgeMs: 0,
  position: null,
  balance: null,
  multiplier: '1',
  currency: 'USD',
  session: 'regular',
  account: null,
  delayed: false,
  price: null,
  tick: null,
  agedMs: 0,
}

/** An account that is rich enough for every order here to be a plain one. */
export const RICH: NonNullable<CardFacts['balance']> = {
  accountId: draft().accountId,
  currency: 'USD',
  netLiquidation: asMoney(dec('1000000')),
  totalCash: null,
  totalMarketValue: null,
  unrealizedPnl: null,
  dayPnl: null,
  initialMargin: null,
  maintenanceMargin: null,
  openMarginCalls: [],
  currencies: [],
  asOf: epochMs(0),
}

/**
 * A queue with a disk and an order desk that outlive its process; what reached the order desk is on
 * `sent`.
 */
export class DeskWorld {
  readonly world: World
  readonly door: FakeDoor
  readonly lines: string[] = []
  readonly audit: {
    readonly kind: AuditKind
    readonly subject: string
    readonly line: string
    readonly body: AuditBody
  }[] = []
  readonly logged: string[] = []
  readonly pauses: {
    readonly id: ConnectionId
    readonly minutes: number | null
    readonly why: string
  }[] = []
  environment: InstructionDeskDeps['environment'] = 'practice'
  verdict: Partial<PolicyVerdict> = {}
  /** The real one where a test is about what it says. */
  judge: JudgePolicy = () => ({
    result: 'ask',
    refusal: null,
    rules: [],
    worth: asMoney(dec('1875')),
    worstCase: asMoney(dec('1875')),
    dangers: [],
    tier: 'plain',
    ...this.verdict,
  })
  policy: Partial<Policy> = {}
  facts: Partial<CardFacts> = {}
  factsFail = false
  /** What the file of connections keeps over a restart. */
  readonly tooMuch = new Map<ConnectionId, readonly EpochMs[]>()
  unready: Refusal | null = null
  storeFails = false
  auditFails: AuditKind | null = null
  /** Resolves when the disk may go on; null: at once. */
  disk: (() => Promise<void>) | null = null
  halted = false
  state: ConnectionView['state'] = 'active'
  tolerance = { ratio: dec('0.005'), ticks: 5 }
  /** What the wall clock was set forward or back by, or went on by while the steady one slept. */
  wallAhead = 0
  exchangeAhead = 0
  private readonly haltedChanged = listeners<void>()
  private readonly connectionChanged =
    listeners<Parameters<Parameters<Connections['onChange']>[0]>[0]>()
  desk: InstructionDesk

  constructor(seed = 1) {
    this.world = new World(seed)
    this.door = new FakeDoor(this.world)
    this.desk = this.make()
  }

  get sent(): FakeDoor['sent'] {
    return this.door.sent
  }
  get cost(): string {
    return this.door.cost
  }
  set cost(value: string) {
    this.door.cost = value
  }

  wall(): EpochMs {
    return epochMs(this.world.wall() + this.wallAhead)
  }

  private view(id: ConnectionId): ConnectionView {
    return {
      id,
      name: id === ASSISTANT ? 'Helper' : 'Other',
      state: this.state,
      pausedUntil: null,
      pauseWhy: null,
      createdAt: epochMs(1_763_000_000_000),
      firstSeenAt: null,
      lastSeenAt: null,
      client: null,
      shadow: false,
      policy: {
        ...DEFAULT_POLICIES.practice,
        maxDay: asMoney(dec('50000')),
        hours: 'any',
        ...this.policy,
      },
    }
  }

  /** What happens to a connection elsewhere in the program. */
  connection(what: 'paused' | 'resumed' | 'revoked' | 'policy', id = ASSISTANT): void {
    this.state = what === 'paused' ? 'paused' : what === 'revoked' ? 'revoked' : 'active'
    this.connectionChanged.emit({ id, what })
  }

  private make(): InstructionDesk {
    const { world } = this
    const audit: Partial<AuditPort> = oneStepChain(async (kind, subject, line, body) => {
      await this.disk?.()
      if (this.auditFails === kind) return err({ kind: 'full' as const, message: 'full' })
      this.audit.push({ kind, subject, line, body })
      return ok({ seq: this.audit.length, hash: '' })
    })
    const connections: Partial<Connections> = {
      get: (id) => (id === ASSISTANT || id === OTHER ? this.view(id) : null),
      onChange: (listener) => this.connectionChanged.add(listener),
      tooMuch: (id) => {
        const { kept, pause } = tooMuchAgain(this.tooMuch.get(id) ?? [], this.wall())
        this.tooMuch.set(id, kept)
        return Promise.resolve(pause)
      },
      pause: (id, minutes, why) => {
        this.pauses.push({ id, minutes, why })
        this.connection('paused', id)
        return Promise.resolve(ok(undefined))
      },
    }
    const timers = world.timers()
    return createInstructionDesk({
      environment: this.environment,
      clock: { now: () => this.wall(), monotonic: () => world.now },
      timers,
      random: world.random(),
      crypto: nodeCrypto,
      log: {
        event: (_level, name) => {
          this.logged.push(name)
        },
      },
      journal: {
        append: async (line) => {
          await this.disk?.()
          if (this.storeFails) return err({ kind: 'full', message: 'full' })
          this.lines.push(line)
          return ok(undefined)
        },
        read: () => Promise.resolve(ok({ lines: [...this.lines], tailCut: false })),
        close: () => Promise.resolve(),
      },
      audit: audit as AuditPort,
      refusals: createRefusalLedger({ audit: audit as AuditPort, timers }),
      connections: connections as Connections,
      judge: (input) => this.judge(input),
      door: this.door,
      facts: () =>
        Promise.resolve(
          this.factsFail
            ? err(appError('provider/unavailable', 'no facts now'))
            : ok({ ...FACTS, ...this.facts }),
        ),
      exchangeNow: () => epochMs(this.wall() + this.exchangeAhead),
      unready: () => this.unready,
      halted: { get: () => this.halted, subscribe: (listener) => this.haltedChanged.add(listener) },
      tolerance: () => this.tolerance,
    })
  }

  async start(): Promise<this> {
    await this.desk.restore()
    this.window()
    await settle()
    return this
  }

  /** The process dies where it stands, and another one starts. */
  async restart(): Promise<void> {
    this.desk.dispose()
    this.world.epoch += 1
    this.desk = this.make()
    await this.start()
  }

  window(over: Partial<ConfirmWindowState> = {}): void {
    this.desk.window({ ...OPEN, ...over })
  }

  /** Stops or lets go on; what is pending is withdrawn when it stops. */
  halt(on = true): void {
    this.halted = on
    this.haltedChanged.emit()
  }

  /** The computer sleeps: only the wall clock goes on. */
  sleep(ms: number): void {
    this.wallAhead += ms
  }

  ask(key: string | null, of: OrderDraft | readonly OrderDraft[] = draft(), from = ASSISTANT) {
    return this.desk.instruct(from, {
      key,
      reason: 'because',
      action: {
        kind: 'place',
        drafts: Array.isArray(of) ? (of as OrderDraft[]) : [of as OrderDraft],
      },
    })
  }

  /** The page draws all that it is given; then time passes. */
  async look(ms = 0): Promise<void> {
    await settle()
    const { card, batch } = this.desk.confirm.get()
    for (const each of batch.length > 0 ? batch : card === null ? [] : [card]) {
      this.desk.shown(each.id, each.digest, true)
    }
    if (ms > 0) await this.pass(ms)
  }

  /** Time passes; nobody draws anything. */
  async pass(ms: number): Promise<void> {
    await this.world.run(this.world.now + ms)
    await settle()
  }

  /** Asked, drawn, and armed. */
  async ready(
    key: string | null = 'k1',
    of: OrderDraft | readonly OrderDraft[] = draft(),
  ): Promise<void> {
    await this.ask(key, of)
    await this.look(3_400)
  }

  card(): Card {
    const { card } = this.desk.confirm.get()
    if (card === null) throw new Error('no card')
    return card
  }
  row(index: number): Card {
    const row = this.desk.confirm.get().batch[index]
    if (row === undefined) throw new Error('no such row')
    return row
  }

  decision(over: Partial<Decision> = {}, of: Card = this.card()): Decision {
    return {
      id: of.id,
      digest: of.digest,
      nonce: of.arming.nonce,
      decision: 'approve',
      acknowledged: [],
      typedQuantity: null,
      why: null,
      pauseMinutes: null,
      ...over,
    }
  }
  /** What became of a decision: the error's code, or "ok". */
  async decide(over: Partial<Decision> = {}, of: Card = this.card()): Promise<string> {
    const done = await this.desk.decide(this.decision(over, of))
    return done.ok ? 'ok' : done.error.code
  }
  approve(of: Card = this.card()): Promise<string> {
    return this.decide({}, of)
  }
  decline(over: Partial<Decision> = {}, of: Card = this.card()): Promise<string> {
    return this.decide({ decision: 'decline', ...over }, of)
  }

  all(from = ASSISTANT): readonly Instruction[] {
    return this.desk.of(from)
  }
  only(): Instruction {
    const [one] = this.all().slice(-1)
    if (one === undefined) throw new Error('nothing was taken')
    return one
  }
  kinds(kind: AuditKind): readonly DeskWorld['audit'][number][] {
    return this.audit.filter((each) => each.kind === kind)
  }
}
