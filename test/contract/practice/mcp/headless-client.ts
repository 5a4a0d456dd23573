import { ALWAYS_PRESSED } from '../../../harness/assistant/always-pressed.js'
import { join } from 'node:path'
import { nodeCrypto } from '../../../../electron/adapters/crypto.js'
import { createJournalFile } from '../../../../electron/adapters/journal/journal-file.js'
import { systemRandom } from '../../../../electron/adapters/random.js'
import { systemTimers } from '../../../../electron/adapters/timers.js'
import type { AuditKind, AuditPort } from '../../../../electron/core/audit/audit-port.js'
import { openConnections } from '../../../../electron/core/instructions/connections/connections.js'
import { createCardFacts } from '../../../../electron/core/instructions/policy/card-facts.js'
import { createHostedGate } from '../../../../electron/core/instructions/queue/hosted-gate.js'
import { startHostedIntake } from '../../../../electron/core/instructions/hosted/hosted-intake.js'
import { createInstructionService } from '../../../../electron/core/instructions/instruction-service.js'
import type { InstructionService } from '../../../../electron/core/instructions/queue/instruction-service-port.js'
import { evaluatePolicy } from '../../../../electron/core/instructions/policy/policy-engine.js'
import type { Connections } from '../../../../electron/core/instructions/connections/connections-port.js'
import { notReadyReason } from '../../../../electron/core/instructions/assistant/not-ready-reason.js'
import { createRefusalLog } from '../../../../electron/core/instructions/connections/refusal-log.js'
import type { ClockPort } from '../../../../electron/core/ports.js'
import type { TradingSession } from '../../../../electron/core/session/trading-session.js'
import type { Provider } from '../../../../electron/provider/gateway.js'
import { memoryVault } from '../../../../electron/app/session/vault.js'
import { dec } from '../../../../shared/domain/decimal.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import { ok } from '../../../../shared/domain/result.js'
import { epochMs } from '../../../../shared/domain/time.js'
import type { Card } from '../../../../shared/domain/instructions/card.js'
import type { Decision } from '../../../../shared/domain/instructions/instruction.schema.js'
import { fakeDocument } from '../../../fakes/document.js'
import { oneStepChain } from '../../../fakes/one-step-chain.js'
import { createPracticeSession } from '../../../harness/exchange/practice-session.js'
import { until } from '../../../harness/system/until.js'
import type { TestExchange } from '../support/test-exchange.js'
import { desktopProvider } from './desktop-provider.js'

const SIZE = { x: 0, y: 0, width: 500, height: 700 }
/**
 * Countersign without its windows: session, instruction store and hosted source over sockets, with
 * files that survive a restart. Tests can advance its clock instead of waiting.
 */
export class HeadlessClient {
  #exchange: TestExchange
  readonly #folder: string
  readonly #wrap: (provider: Provider) => Provider
  readonly audit: { readonly kind: AuditKind; readonly subject: string; readonly line: string }[] =
    []
  readonly #connectionFile = fakeDocument()
  readonly #vault = memoryVault()
  #shift = 0
  #ends: (() => Promise<void>)[] = []
  #running: {
    readonly session: TradingSession
    readonly instructions: InstructionService
    readonly connections: Connections
    readonly isSynced: () => boolean
  } | null = null

  /** `wrap` may intercept calls to the provider's client. */
  constructor(
    exchange: TestExchange,
    folder: string,
    wrap: (provider: Provider) => Provider = (provider) => provider,
  ) {
    this.#exchange = exchange
    this.#folder = folder
    this.#wrap = wrap
  }

  get #open() {
    if (this.#running === null) throw new Error('the desk is closed')
    return this.#running
  }
  get instructions(): InstructionService {
    return this.#open.instructions
  }
  get session(): TradingSession {
    return this.#open.session
  }
  get connections(): Connections {
    return this.#open.connections
  }
  get isSynced(): boolean {
    return this.#open.isSynced()
  }

  async start(exchange = this.#exchange): Promise<void> {
    this.#exchange = exchange
    const clock: ClockPort = {
      now: () => epochMs(Date.now() + this.#shift),
      monotonic: () => performance.now() + this.#shift,
    }
    const dependencies = {
      clock,
      timers: systemTimers,
      random: systemRandom,
      crypto: nodeCrypto,
      log: { event: () => undefined },
    }
    const session = createPracticeSession({
      exchange: exchange.practice,
      client: () => this.#wrap(desktopProvider(exchange)),
      folder: this.#folder,
      vault: this.#vault,
      clock,
    })
    const audit: Partial<AuditPort> = oneStepChain((kind, subject, line) =>
      Promise.resolve(ok({ seq: this.audit.push({ kind, subject, line }), hash: '' })),
    )
    const connections = await openConnections({
      ...dependencies,
      file: this.#connectionFile,
      environment: 'practice',
    })
    const gate = createHostedGate(async () => {
      const source = await session.connection.instructions()
      if (source === null) throw new Error('no source')
      return source
    }, dependencies.timers)
    const halted = {
      get: () => session.connection.view().trading === 'halted',
      subscribe: (listener: () => void) => session.streams.session.subscribe(listener),
    }
    const { queries } = session
    const instructions = createInstructionService({
      presses: ALWAYS_PRESSED,
      ...dependencies,
      environment: 'practice',
      journal: createJournalFile({
        path: join(this.#folder, 'instructions.journal'),
        clock,
        log: dependencies.log,
      }),
      audit: audit as AuditPort,
      refusals: createRefusalLog({ audit: audit as AuditPort, timers: dependencies.timers }),
      connections,
      evaluatePolicy,
      fetchFacts: createCardFacts(session, dependencies),
      hosted: gate,
      orderGateway: session,
      exchangeNow: () => queries.exchangeNow(),
      notReadyReason: () => notReadyReason(session.connection.view()),
      halted,
      tolerance: () => ({ ratio: dec('0.005'), ticks: 5 }),
    })
    await instructions.restore()
    const hosted = startHostedIntake({
      ...dependencies,
      source: () => session.connection.instructions(),
      gate,
      instructionService: instructions,
      connections,
      halted,
      ready: {
        get: () =>
          session.connection.view().phase === 'ready' &&
          session.connection.view().exchangeOffsetMs !== null,
        subscribe: (listener) => session.streams.session.subscribe(listener),
      },
    })
    this.#running = { session, instructions, connections, isSynced: () => gate.synced.get() }
    this.#ends = [
      async () => {
        hosted.dispose()
      },
      async () => {
        await instructions.endings.withdraw('the session ended')
      },
      async () => {
        instructions.dispose()
      },
      () => session.connection.dispose(),
    ]
    instructions.confirm.setWindowState({
      visible: true,
      focused: true,
      isOccluded: false,
      bounds: SIZE,
    })
    await session.connection.start()
  }

  /** Ends all parts in the regular order. */
  async stop(): Promise<void> {
    for (const end of this.#ends.splice(0)) await end()
    this.#running = null
  }

  /** Simulates a crash: sends no notification and writes no more files. */
  async die(): Promise<void> {
    const [hosted, , instructions, session] = this.#ends.splice(0)
    for (const end of [hosted, instructions, session]) await end?.()
    this.#running = null
  }

  async restart(mode: 'stop' | 'die' = 'stop', exchange = this.#exchange): Promise<void> {
    await this[mode]()
    await this.start(exchange)
  }

  /** Returns the newest record of an instruction of the provider. */
  record(sourceId: string): Instruction | undefined {
    return this.instructions
      .hostedInstructions()
      .filter((instruction) => instruction.sourceId === sourceId)
      .at(-1)
  }

  pending(sourceId: string): Promise<Instruction> {
    return until(`a card for ${sourceId}`, () =>
      this.#running !== null && this.record(sourceId)?.status === 'PENDING'
        ? this.record(sourceId)
        : null,
    )
  }

  /** Shows the card and waits until it is armed, advancing the clock. */
  async openCard(sourceId: string): Promise<Card> {
    const { id } = await this.pending(sourceId)
    this.instructions.confirm.show(id)
    const card = (): Card | null => {
      const view = this.instructions.confirm.live.get().card
      return view?.id === id ? view : null
    }
    await until('a price', () => card()?.state === 'open')
    return until('an armed card', () => {
      const opened = card()
      if (opened === null) return null
      this.instructions.markShown(id, opened.digest, true)
      if (opened.arming.armsInMs !== null && opened.arming.armsInMs > 0) {
        this.#shift += Math.min(opened.arming.armsInMs, 3_000)
      }
      return opened.arming.armed ? opened : null
    })
  }

  decision(card: Card, over: Partial<Decision> = {}): Decision {
    return {
      id: card.id,
      digest: card.digest,
      nonce: card.arming.nonce,
      decision: 'approve',
      acknowledged: card.dangers.map(({ code }) => code),
      typedQuantity: card.editable.quantity as unknown as string | null,
      why: null,
      pauseMinutes: null,
      ...over,
    }
  }

  /** Approves as a person does; reopens the card when its content changed meanwhile. */
  async approve(sourceId: string): Promise<Instruction> {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const done = await this.instructions.decisions.decide(
        this.decision(await this.openCard(sourceId)),
      )
      if (!done.ok && done.error.code === 'instruction/changed') continue
      if (!done.ok) throw new Error(JSON.stringify(done.error))
      break
    }
    const record = this.record(sourceId)
    if (record === undefined) throw new Error('no record')
    return record
  }

  async decline(sourceId: string, why: string): Promise<void> {
    const { id } = await this.pending(sourceId)
    this.instructions.confirm.show(id)
    const card = await until('the card', () => {
      const view = this.instructions.confirm.live.get().card
      return view?.id === id ? view : null
    })
    const done = await this.instructions.decisions.decide(
      this.decision(card, { decision: 'decline', why }),
    )
    if (!done.ok) throw new Error(JSON.stringify(done.error))
  }

  /** Advances this client's clock. */
  advanceTime(ms: number): void {
    this.#shift += ms
  }
}
