import { ALWAYS_PRESSED } from '../../../harness/assistant/always-pressed.js'
import { nodeCrypto } from '../../../../electron/adapters/crypto.js'
import type { AuditBody, AuditKind, AuditPort } from '../../../../electron/core/audit/audit-port.js'
import { DEFAULT_POLICIES } from '../../../../electron/core/instructions/connections/connection-file.js'
import type { Refusal } from '../../../../shared/domain/instructions/refusal.js'
import type {
  CardFacts,
  EvaluatePolicy,
  PolicyVerdict,
} from '../../../../electron/core/instructions/policy/policy-types.js'
import type { InstructionServiceDeps } from '../../../../electron/core/instructions/queue/instruction-service-deps.js'
import { createInstructionService } from '../../../../electron/core/instructions/instruction-service.js'
import type {
  ConfirmWindowState,
  InstructionService,
} from '../../../../electron/core/instructions/queue/instruction-service-port.js'
import { addRateViolation } from '../../../../electron/core/instructions/connections/automatic-pauses.js'
import type { Connections } from '../../../../electron/core/instructions/connections/connections-port.js'
import { createRefusalLog } from '../../../../electron/core/instructions/connections/refusal-log.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import { add, asMoney, dec } from '../../../../shared/domain/decimal.js'
import type { ConnectionId } from '../../../../shared/domain/ids.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { err, ok } from '../../../../shared/domain/result.js'
import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import { appError } from '../../../../shared/domain/app/app-error.js'
import type { Card } from '../../../../shared/domain/instructions/card.js'
import type { Decision } from '../../../../shared/domain/instructions/instruction.schema.js'
import type { ConnectionView } from '../../../../shared/domain/instructions/connection.js'
import { fitsTotal, type Policy } from '../../../../shared/domain/instructions/policy.schema.js'
import { oneStepChain } from '../../../fakes/one-step-chain.js'
import { settle, Simulation } from '../../core/simulation.js'
import { draft, FakeOrderGateway } from './fake-order-gateway.js'
import { foreign } from '../../../../shared/messages/make-message.js'
import { writtenOut, type WrittenOut } from '../../../harness/written-out.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'

export const ASSISTANT = '00000000000000a1' as ConnectionId
export const OTHER = '00000000000000b2' as ConnectionId
const VISIBLE_WINDOW: ConfirmWindowState = {
  visible: true,
  focused: true,
  isOccluded: false,
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

/** What a decision names of a card. */
type Identity = Pick<Card, 'id' | 'digest'> & { readonly arming: Pick<Card['arming'], 'nonce'> }

/** An account rich enough that every order here is plain. */
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
  dayTradesLeft: null,
  currencies: [],
  asOf: epochMs(0),
}

/**
 * A queue with a disk and an order gateway that outlive its process; `sent` lists what reached the
 * gateway.
 */
export class InstructionFixture {
  readonly simulation: Simulation
  readonly gateway: FakeOrderGateway
  readonly journalLines: string[] = []
  /** The lines that were set aside, because they could not be read. */
  readonly unreadableLines: string[] = []
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
  environment: InstructionServiceDeps['environment'] = 'practice'
  verdict: Partial<PolicyVerdict> = {}
  /** A fake policy; tests about the policy use the real one. */
  evaluatePolicy: EvaluatePolicy = () => ({
    result: 'ask',
    refusal: null,
    rules: [],
    exposure: asMoney(dec('1875')),
    maxLoss: asMoney(dec('1875')),
    dangers: [],
    tier: 'plain',
    ...this.verdict,
  })
  policy: Partial<Policy> = {}
  facts: Partial<CardFacts> = {}
  factsFail = false
  /** The excess requests that the connection file stores over a restart. */
  readonly rateExcesses = new Map<ConnectionId, readonly EpochMs[]>()
  notReadyReason: Refusal | null = null
  storeFails = false
  auditFails: AuditKind | null = null
  /** Resolves when the disk may continue; null means at once. */
  diskGate: (() => Promise<void>) | null = null
  /** Resolves when what a rule approves may be written; null means at once. */
  ruleGate: (() => Promise<void>) | null = null
  halted = false
  state: ConnectionView['state'] = 'active'
  tolerance = { ratio: dec('0.005'), ticks: 5 }
  /** How far the wall clock was set, or advanced while the monotonic clock was asleep. */
  wallAhead = 0
  exchangeAhead = 0
  readonly #haltedChanged = createEmitter<void>()
  readonly #connectionChanged =
    createEmitter<Parameters<Parameters<Connections['onChange']>[0]>[0]>()
  service: InstructionService

  constructor(seed = 1) {
    this.simulation = new Simulation(seed)
    this.gateway = new FakeOrderGateway(this.simulation)
    this.service = this.#createService()
  }

  get sent(): FakeOrderGateway['sent'] {
    return this.gateway.sent
  }
  get cost(): string {
    return this.gateway.cost
  }
  set cost(value: string) {
    this.gateway.cost = value
  }

  wall(): EpochMs {
    return epochMs(this.simulation.wall() + this.wallAhead)
  }

  #view(id: ConnectionId): ConnectionView {
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

  /** Reports a change of a connection that happened elsewhere in the program. */
  changeConnection(change: 'paused' | 'resumed' | 'revoked' | 'policy', id = ASSISTANT): void {
    this.state = change === 'paused' ? 'paused' : change === 'revoked' ? 'revoked' : 'active'
    this.#connectionChanged.emit({ id, kind: change })
  }

  #createService(): InstructionService {
    const { simulation } = this
    const audit: Partial<AuditPort> = oneStepChain(async (kind, subject, line, body) => {
      await this.diskGate?.()
      if (this.auditFails === kind) return err({ kind: 'full' as const, message: 'full' })
      this.audit.push({ kind, subject, line, body })
      return ok({ seq: this.audit.length, hash: '' })
    })
    const connections: Partial<Connections> = {
      get: (id) => (id === ASSISTANT || id === OTHER ? this.#view(id) : null),
      onChange: (listener) => this.#connectionChanged.add(listener),
      spendRule: async (_id, name, value) => {
        await this.ruleGate?.()
        const rules = this.policy.allow ?? []
        const rule = rules.find(({ symbol }) => symbol === name)
        if (rule === undefined || !fitsTotal(rule, value)) return false
        const spent = { ...rule, used: add(rule.used, value) }
        this.policy = {
          ...this.policy,
          allow: rules.map((other) => (other === rule ? spent : other)),
        }
        return true
      },
      recordRateViolation: (id) => {
        const { recent: recentTimes, pause } = addRateViolation(
          this.rateExcesses.get(id) ?? [],
          this.wall(),
        )
        this.rateExcesses.set(id, recentTimes)
        return Promise.resolve(pause)
      },
      pause: (id, minutes, why) => {
        this.pauses.push({ id, minutes, why: inEnglish(why) })
        this.changeConnection('paused', id)
        return Promise.resolve(ok(undefined))
      },
    }
    const timers = simulation.timers()
    return createInstructionService({
      presses: ALWAYS_PRESSED,
      environment: this.environment,
      clock: { now: () => this.wall(), monotonic: () => simulation.now },
      timers,
      random: simulation.random(),
      crypto: nodeCrypto,
      log: {
        event: (_level, name) => {
          this.logged.push(name)
        },
      },
      journal: {
        append: async (line) => {
          await this.diskGate?.()
          if (this.storeFails) return err({ kind: 'full', message: 'full' })
          this.journalLines.push(line)
          return ok(undefined)
        },
        read: () => Promise.resolve(ok({ lines: [...this.journalLines], tailCut: false })),
        close: () => Promise.resolve(),
      },
      unreadable: {
        journal: {
          append: (line) => {
            this.unreadableLines.push(line)
            return Promise.resolve(ok(undefined))
          },
          read: () => Promise.resolve(ok({ lines: [...this.unreadableLines], tailCut: false })),
          close: () => Promise.resolve(),
        },
        replace: (lines) => {
          this.journalLines.splice(0, this.journalLines.length, ...lines)
          return Promise.resolve(ok(undefined))
        },
      },
      audit: audit as AuditPort,
      refusals: createRefusalLog({ audit: audit as AuditPort, timers }),
      connections: connections as Connections,
      evaluatePolicy: (input) => this.evaluatePolicy(input),
      orderGateway: this.gateway.parts,
      fetchFacts: () =>
        Promise.resolve(
          this.factsFail
            ? err(appError('provider/unavailable', foreign('no facts now')))
            : ok({ ...FACTS, ...this.facts }),
        ),
      exchangeNow: () => epochMs(this.wall() + this.exchangeAhead),
      notReadyReason: () => this.notReadyReason,
      halted: {
        get: () => this.halted,
        subscribe: (listener) => this.#haltedChanged.add(listener),
      },
      tolerance: () => this.tolerance,
    })
  }

  async start(): Promise<this> {
    await this.service.restore()
    this.window()
    await settle()
    return this
  }

  /** Ends the process without notice and starts another one. */
  async restart(): Promise<void> {
    this.service.dispose()
    this.simulation.epoch += 1
    this.service = this.#createService()
    await this.start()
  }

  window(over: Partial<ConfirmWindowState> = {}): void {
    this.service.confirm.setWindowState({ ...VISIBLE_WINDOW, ...over })
  }

  /** Halts or resumes; a halt withdraws what is pending. */
  halt(on = true): void {
    this.halted = on
    this.#haltedChanged.emit()
  }

  /** Puts the computer to sleep: only the wall clock advances. */
  sleep(ms: number): void {
    this.wallAhead += ms
  }

  /** Requests orders; a refusal is in English. */
  async request(
    key: string | null,
    orders: OrderDraft | readonly OrderDraft[] = draft(),
    from = ASSISTANT,
  ) {
    const answer = await this.service.intake.instruct(from, {
      key,
      reason: 'because',
      action: {
        kind: 'place',
        drafts: Array.isArray(orders) ? (orders as OrderDraft[]) : [orders as OrderDraft],
      },
    })
    return answer.ok ? answer : { ok: false as const, error: writtenOut(answer.error) }
  }

  /** Draws everything that the page receives, then advances time. */
  async drawCards(ms = 0): Promise<void> {
    await settle()
    const { card, batch } = this.service.confirm.live.get()
    for (const shownCard of batch.length > 0 ? batch : card === null ? [] : [card]) {
      this.service.markShown(shownCard.id, shownCard.digest, true)
    }
    if (ms > 0) await this.advance(ms)
  }

  /** Advances time without drawing. */
  async advance(ms: number): Promise<void> {
    await this.simulation.run(this.simulation.now + ms)
    await settle()
  }

  /** Requests an instruction, draws it and waits until approve is armed. */
  async requestAndArm(
    key: string | null = 'k1',
    orders: OrderDraft | readonly OrderDraft[] = draft(),
  ): Promise<void> {
    await this.request(key, orders)
    await this.drawCards(3_400)
  }

  /** The card as the window receives it. */
  shownCard(): Card {
    const { card } = this.service.confirm.live.get()
    if (card === null) throw new Error('no card')
    return card
  }
  /** The card that is shown, with its texts in English. */
  card(): WrittenOut<Card> {
    return writtenOut(this.shownCard())
  }
  row(index: number): WrittenOut<Card> {
    const row = this.service.confirm.live.get().batch[index]
    if (row === undefined) throw new Error('no such row')
    return writtenOut(row)
  }

  decision(over: Partial<Decision> = {}, card: Identity = this.card()): Decision {
    return {
      id: card.id,
      digest: card.digest,
      nonce: card.arming.nonce,
      decision: 'approve',
      acknowledged: [],
      typedQuantity: null,
      why: null,
      pauseMinutes: null,
      ...over,
    }
  }
  /** Makes a decision and returns the error's code, or "ok". */
  async decide(over: Partial<Decision> = {}, card: Identity = this.card()): Promise<string> {
    const done = await this.service.decisions.decide(this.decision(over, card))
    return done.ok ? 'ok' : done.error.code
  }
  approve(card: Identity = this.card()): Promise<string> {
    return this.decide({}, card)
  }
  decline(over: Partial<Decision> = {}, card: Identity = this.card()): Promise<string> {
    return this.decide({ decision: 'decline', ...over }, card)
  }

  instructions(from = ASSISTANT): readonly Instruction[] {
    return this.service.byConnection(from)
  }
  latest(): Instruction {
    const [instruction] = this.instructions().slice(-1)
    if (instruction === undefined) throw new Error('nothing was taken')
    return instruction
  }
  auditRecords(kind: AuditKind): readonly InstructionFixture['audit'][number][] {
    return this.audit.filter((record) => record.kind === kind)
  }
}
