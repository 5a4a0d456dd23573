import { join } from 'node:path'
import { nodeCrypto } from '../../../../electron/adapters/crypto.js'
import { createJournalFile } from '../../../../electron/adapters/journal-file.js'
import { systemRandom } from '../../../../electron/adapters/random.js'
import { systemTimers } from '../../../../electron/adapters/timers.js'
import type { AuditKind, AuditPort } from '../../../../electron/core/audit/audit-port.js'
import { openConnections } from '../../../../electron/core/instructions/connections.js'
import { createFacts } from '../../../../electron/core/instructions/facts.js'
import { createHostedGate } from '../../../../electron/core/instructions/hosted-gate.js'
import { followHosted } from '../../../../electron/core/instructions/hosted-intake.js'
import { createInstructionDesk } from '../../../../electron/core/instructions/instruction-desk.js'
import type { InstructionDesk } from '../../../../electron/core/instructions/instruction-desk-port.js'
import { judgePolicy } from '../../../../electron/core/instructions/judge.js'
import type { Connections } from '../../../../electron/core/instructions/policy-port.js'
import { notReady } from '../../../../electron/core/instructions/readiness.js'
import { createRefusalLedger } from '../../../../electron/core/instructions/refusal-ledger.js'
import type { ClockPort } from '../../../../electron/core/ports.js'
import type { DeskSession } from '../../../../electron/core/session/desk-session.js'
import type { Provider } from '../../../../electron/provider/gateway.js'
import { memoryVault } from '../../../../electron/shell/vault.js'
import { dec } from '../../../../shared/domain/decimal.js'
import type { Instruction } from '../../../../shared/domain/instruction.js'
import { ok } from '../../../../shared/domain/result.js'
import { epochMs } from '../../../../shared/domain/time.js'
import type { Card, Decision } from '../../../../shared/ipc/instructions.js'
import { fakeDocument } from '../../../fakes/document.js'
import { oneStepChain } from '../../../fakes/one-step-chain.js'
import { practiceDesk } from '../../../harness/practice-desk.js'
import { until } from '../../../harness/until.js'
import type { Bench } from '../harness.js'
import { desktop } from './desktop.js'

const SIZE = { x: 0, y: 0, width: 500, height: 700 }
/**
 * A desk of the program without its windows: session, queue and source over sockets, with files
 * that outlive it. Its clock can be moved on,
 * so that nobody waits for what a person waits for.
 */
export class HostedDesk {
  readonly audit: { readonly kind: AuditKind; readonly subject: string; readonly line: string }[] =
    []
  private readonly connectionFile = fakeDocument()
  private readonly vault = memoryVault()
  private shift = 0
  private ends: (() => Promise<void>)[] = []
  private standing: {
    readonly session: DeskSession
    readonly desk: InstructionDesk
    readonly connections: Connections
    readonly heard: () => boolean
  } | null = null

  /** `wrap` may stand between the desk and the provider's client. */
  constructor(
    private bench: Bench,
    private readonly folder: string,
    private readonly wrap: (provider: Provider) => Provider = (provider) => provider,
  ) {}

  private get open() {
    if (this.standing === null) throw new Error('the desk is closed')
    return this.standing
  }
  get desk(): InstructionDesk {
    return this.open.desk
  }
  get session(): DeskSession {
    return this.open.session
  }
  get connections(): Connections {
    return this.open.connections
  }
  get heard(): boolean {
    return this.open.heard()
  }

  async start(bench = this.bench): Promise<void> {
    this.bench = bench
    const clock: ClockPort = {
      now: () => epochMs(Date.now() + this.shift),
      monotonic: () => performance.now() + this.shift,
    }
    const world = {
      clock,
      timers: systemTimers,
      random: systemRandom,
      crypto: nodeCrypto,
      log: { event: () => undefined },
    }
    const session = practiceDesk({
      exchange: bench.practice,
      client: () => this.wrap(desktop(bench)),
      folder: this.folder,
      vault: this.vault,
      clock,
    })
    const audit: Partial<AuditPort> = oneStepChain((kind, subject, line) =>
      Promise.resolve(ok({ seq: this.audit.push({ kind, subject, line }), hash: '' })),
    )
    const connections = await openConnections({
      ...world,
      file: this.connectionFile,
      environment: 'practice',
    })
    const gate = createHostedGate(async () => {
      const source = await session.instructions()
      if (source === null) throw new Error('no source')
      return source
    }, world.timers)
    const halted = {
      get: () => session.sessionView().trading === 'halted',
      subscribe: (listener: () => void) => session.streams.session.subscribe(listener),
    }
    const { lookUps } = session
    const desk = createInstructionDesk({
      ...world,
      environment: 'practice',
      journal: createJournalFile({
        path: join(this.folder, 'instructions.journal'),
        clock,
        log: world.log,
      }),
      audit: audit as AuditPort,
      refusals: createRefusalLedger({ audit: audit as AuditPort, timers: world.timers }),
      connections,
      judge: judgePolicy,
      facts: createFacts(session, world),
      hosted: gate,
      door: {
        submit: (ticket, draft, name) => session.submit(ticket, draft, name),
        replace: (account, id, change, others) => session.replace(account, id, change, others),
        cancel: (account, id) => session.cancel(account, id),
        preview: (draft) => session.preview(draft),
        outcome: (ticket) => lookUps.outcome(ticket),
        orders: session.streams.orders,
      },
      exchangeNow: () => lookUps.exchangeNow(),
      unready: () => notReady(session.sessionView()),
      halted,
      tolerance: () => ({ ratio: dec('0.005'), ticks: 5 }),
    })
    await desk.restore()
    const hosted = followHosted({
      ...world,
      source: () => session.instructions(),
      gate,
      desk,
      connections,
      halted,
      ready: {
        get: () =>
          session.sessionView().phase === 'ready' &&
          session.sessionView().exchangeOffsetMs !== null,
        subscribe: (listener) => session.streams.session.subscribe(listener),
      },
    })
    this.standing = { session, desk, connections, heard: () => gate.heard.get() }
    this.ends = [
      async () => {
        hosted.dispose()
      },
      async () => {
        await desk.withdraw('the session ended')
      },
      async () => {
        desk.dispose()
      },
      () => session.dispose(),
    ]
    desk.window({ visible: true, focused: true, covered: false, bounds: SIZE })
    await session.start()
  }

  /** Ends as the program does. */
  async stop(): Promise<void> {
    for (const end of this.ends.splice(0)) await end()
    this.standing = null
  }

  /** The process is gone: nothing is told to anybody, nothing is written any more. */
  async die(): Promise<void> {
    const [hosted, , desk, session] = this.ends.splice(0)
    for (const end of [hosted, desk, session]) await end?.()
    this.standing = null
  }

  async restart(how: 'stop' | 'die' = 'stop', bench = this.bench): Promise<void> {
    await this[how]()
    await this.start(bench)
  }

  /** The newest record of an instruction of the provider. */
  record(sourceId: string): Instruction | undefined {
    return this.desk
      .fromSource()
      .filter((each) => each.sourceId === sourceId)
      .at(-1)
  }

  pending(sourceId: string): Promise<Instruction> {
    return until(`a card for ${sourceId}`, () =>
      this.standing !== null && this.record(sourceId)?.status === 'PENDING'
        ? this.record(sourceId)
        : null,
    )
  }

  /** Brings the card up, and looks at it for as long as a person has to. */
  async look(sourceId: string): Promise<Card> {
    const { id } = await this.pending(sourceId)
    this.desk.show(id)
    const card = (): Card | null => {
      const view = this.desk.confirm.get().card
      return view?.id === id ? view : null
    }
    await until('a price', () => card()?.state === 'open')
    return until('an armed card', () => {
      const shown = card()
      if (shown === null) return null
      this.desk.shown(id, shown.digest, true)
      if (shown.arming.armsInMs !== null && shown.arming.armsInMs > 0) {
        this.shift += Math.min(shown.arming.armsInMs, 3_000)
      }
      return shown.arming.armed ? shown : null
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

  /** Approves as a person does: what moved meanwhile is looked at again. */
  async approve(sourceId: string): Promise<Instruction> {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const done = await this.desk.decide(this.decision(await this.look(sourceId)))
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
    this.desk.show(id)
    const card = await until('the card', () => {
      const view = this.desk.confirm.get().card
      return view?.id === id ? view : null
    })
    const done = await this.desk.decide(this.decision(card, { decision: 'decline', why }))
    if (!done.ok) throw new Error(JSON.stringify(done.error))
  }

  /** Time passes at this desk. */
  pass(ms: number): void {
    this.shift += ms
  }
}
