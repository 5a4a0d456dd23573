import type { Disposer } from '../../../../shared/domain/brand.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import type { ConnectionView } from '../../../../shared/domain/instructions/connection.js'
import type { LiveValue } from '../../live-values.js'
import type { ClockPort, LogPort, TimerPort } from '../../ports.js'
import type { InstructionRequest } from '../../../../shared/domain/instructions/instruction-request.js'
import type { Refusal, RefusalCode } from '../../../../shared/domain/instructions/refusal.js'
import { clientOrderIdOf, type HostedGateControl } from '../queue/hosted-gate.js'
import { createSerialQueue } from '../../../../shared/domain/serial-queue.js'
import { createHostedReplies, type HostedReplies } from './hosted-replies.js'
import { HostedClients } from './hosted-clients.js'
import { HostedRequests } from './hosted-requests.js'
import type { InstructionService } from '../queue/instruction-service-port.js'
import type {
  InstructionSource,
  SourceAction,
  SourceInstruction,
  SourceState,
} from '../../instruction-source-port.js'
import type { Connections } from '../connections/connections-port.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { message } from '../../../../shared/messages/make-message.js'

export interface HostedIntakeDeps {
  readonly source: () => Promise<InstructionSource | null>
  readonly gate: HostedGateControl
  readonly instructionService: Pick<InstructionService, 'hostedInstructions' | 'onChange'> & {
    readonly intake: Pick<InstructionService['intake'], 'instruct'>
    readonly endings: Pick<InstructionService['endings'], 'endAtSource'>
  }
  readonly connections: Pick<Connections, 'hosted' | 'get' | 'onChange'>
  readonly halted: LiveValue<boolean>
  /** True while the session is signed in and knows its orders. */
  readonly ready: LiveValue<boolean>
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly log: LogPort
}

/** The delay before a failed step is retried, in ms. */
const RETRY_MS = 2_000
/**
 * How long an order named by an instruction may be unknown here: it may just have been placed
 * elsewhere.
 */
const ORDER_GRACE_MS = 10_000
/** Refusals after which the instruction stays pending at the broker instead of being rejected. */
const RETRYABLE_CODES: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  'locked',
  'not-ready',
  'unavailable',
])
/** In English, because the broker's server passes them to the assistant. */
const UNSENT = inEnglish(message('outcomes.unsent'))
const ACQUIRED_ELSEWHERE = inEnglish(message('outcomes.acquiredElsewhere'))
const ENDED_AT_PROVIDER = inEnglish(message('outcomes.endedAtBroker'))
const DUPLICATE = inEnglish(message('outcomes.alreadyPending'))

const requestOf = (action: SourceAction): InstructionRequest['action'] =>
  action.kind === 'place' ? { kind: 'place', drafts: [action.draft] } : action

/**
 * Puts the pending instructions of the broker's hosted server into the same queue as all others,
 * and reports their outcomes to the broker. The broker's list determines what must be reported: an
 * instruction that is over here is reported until it is no longer listed, across restarts of either
 * side. An instruction that was only withdrawn here (lock, restart, end of the session) stays
 * pending there and returns.
 */
export function startHostedIntake(deps: HostedIntakeDeps): { dispose(): void } {
  const intake = new HostedIntake(deps)
  intake.start()
  return intake
}

class HostedIntake {
  readonly #deps: HostedIntakeDeps
  readonly #passes = createSerialQueue()
  readonly #replies: HostedReplies
  readonly #requests: HostedRequests
  readonly #clients: HostedClients
  readonly #stops: Disposer[] = []
  /**
   * The final refusals and their reasons. The instruction may remain listed for a while and must
   * not be evaluated or counted again.
   */
  readonly #refused = new Map<string, string>()
  #source: InstructionSource | null = null
  #latest: { readonly state: SourceState; readonly receivedAt: number } | null = null
  #unsubscribe: Disposer | null = null
  #isPassQueued = false
  #disposed = false
  #stopTimer: Disposer = () => undefined

  constructor(deps: HostedIntakeDeps) {
    this.#deps = deps
    this.#replies = createHostedReplies(() => this.#retryLater(), deps.log)
    this.#requests = new HostedRequests(deps.clock)
    this.#clients = new HostedClients({
      connections: deps.connections.hosted,
      replies: this.#replies,
      revokeClient: async (clientId) => this.#source?.revokeClient(clientId) ?? null,
      retryLater: () => this.#retryLater(),
    })
  }

  start(): void {
    const { instructionService, connections, halted, ready } = this.#deps
    const schedulePass = (): void => this.#schedulePass()
    this.#stops.push(
      instructionService.onChange(({ sourceId }) => {
        if (sourceId !== undefined) schedulePass()
      }),
      connections.onChange(({ kind }) => {
        if (kind !== 'seen') schedulePass()
      }),
      halted.subscribe(schedulePass),
      ready.subscribe(() => {
        if (!ready.get()) this.#stop()
        else if (this.#unsubscribe === null) void this.#subscribe()
      }),
    )
    void this.#subscribe()
  }

  dispose(): void {
    this.#disposed = true
    this.#stopTimer()
    for (const stop of this.#stops) stop()
    this.#stop()
  }

  #stop(): void {
    this.#unsubscribe?.()
    this.#unsubscribe = null
    this.#latest = null
    this.#deps.gate.setSynced(false)
  }

  async #subscribe(): Promise<void> {
    const { ready, clock, log, gate } = this.#deps
    this.#source ??= await this.#deps.source()
    if (this.#source === null || this.#disposed || this.#unsubscribe !== null || !ready.get()) {
      return
    }
    this.#unsubscribe = this.#source.subscribe((update) => {
      if (update.ok) {
        this.#latest = { state: update.value, receivedAt: clock.monotonic() }
        return this.#schedulePass()
      }
      log.event('warn', 'instruction.hosted-unreachable', { kind: update.error.kind })
      this.#latest = null
      gate.setSynced(false)
    })
  }

  #retryLater(): void {
    this.#stopTimer()
    this.#stopTimer = this.#deps.timers.after(RETRY_MS, () => this.#schedulePass())
  }

  #schedulePass(): void {
    if (this.#isPassQueued || this.#disposed) return
    this.#isPassQueued = true
    void this.#passes
      .run(() => {
        this.#isPassQueued = false
        return this.#pass()
      })
      .catch((error: unknown) => {
        this.#deps.log.event('error', 'instruction.hosted-failed', {
          error: error instanceof Error ? error.message : 'unknown',
        })
        this.#retryLater()
      })
  }

  async #pass(): Promise<void> {
    const current = this.#latest
    if (current === null || this.#disposed) return
    const { state, receivedAt } = current
    const listed = new Set(state.instructions.map(({ sourceId }) => sourceId))
    this.#requests.record(state.instructions)
    for (const id of this.#refused.keys()) if (!listed.has(id)) this.#refused.delete(id)
    this.#replies.forgetUnlisted(
      new Set([...listed, ...state.clients.map(({ clientId }) => clientId)]),
    )
    await this.#endUnlisted(listed)
    await this.#clients.register(state)
    for (const instruction of state.instructions) {
      if (this.#disposed || this.#latest === null) return
      await this.#process(instruction, receivedAt)
    }
    if (this.#latest !== null) this.#deps.gate.setSynced(true)
  }

  /** Ends what the broker no longer lists, so that it cannot be approved during the pass. */
  async #endUnlisted(listed: ReadonlySet<string>): Promise<void> {
    const { instructionService } = this.#deps
    for (const { id, sourceId, status, outcome } of instructionService.hostedInstructions()) {
      if (
        sourceId === undefined ||
        listed.has(sourceId) ||
        (status !== 'PENDING' && outcome?.state !== 'sending')
      ) {
        continue
      }
      await instructionService.endings.endAtSource(id, 'revoked', ENDED_AT_PROVIDER)
    }
  }

  async #process(listed: SourceInstruction, receivedAt: number): Promise<void> {
    const { instructionService } = this.#deps
    const ownInstructions = instructionService
      .hostedInstructions()
      .filter(({ sourceId }) => sourceId === listed.sourceId)
    const last = ownInstructions.at(-1)
    if (listed.acquiredFor !== null) {
      const acquirer = ownInstructions.find(({ id }) => clientOrderIdOf(id) === listed.acquiredFor)
      if (acquirer !== undefined) return this.#reportOutcome(listed, acquirer)
      return last?.status === 'PENDING'
        ? instructionService.endings.endAtSource(last.id, 'withdrawn', ACQUIRED_ELSEWHERE)
        : undefined
    }
    if (last === undefined) return this.#accept(listed, 0, receivedAt)
    return this.#answer(listed, last, () =>
      this.#accept(listed, ownInstructions.length, receivedAt),
    )
  }

  /** Answers the broker about an instruction that was accepted here before. */
  async #answer(
    listed: SourceInstruction,
    last: Instruction,
    acceptAgain: () => Promise<void>,
  ): Promise<void> {
    const why = last.ending?.detail ?? UNSENT
    switch (last.status) {
      case 'PENDING':
        return
      case 'APPROVED':
        // Approved, but it could not be acquired or sent. Any other outcome is newer than this
        // list.
        return last.outcome?.state === 'denied' || last.outcome?.state === 'rejected'
          ? this.#reject(listed, last.id, last.outcome.text)
          : undefined
      case 'EXPIRED':
        return this.#reject(listed, last.id, why, true)
      case 'REJECTED': {
        const { connections, halted } = this.#deps
        const isStillOpen =
          last.ending?.why !== 'declined' &&
          connections.get(last.connectionId)?.state === 'active' &&
          !halted.get()
        return isStillOpen ? acceptAgain() : this.#reject(listed, last.id, why)
      }
    }
  }

  /** @param attempt how often the instruction was accepted here before */
  async #accept(
    instruction: SourceInstruction,
    attempt: number,
    receivedAt: number,
  ): Promise<void> {
    const { instructionService, clock } = this.#deps
    const why = this.#refused.get(instruction.sourceId)
    if (why !== undefined) return this.#reject(instruction, instruction.sourceId, why)
    const connection = this.#clients.connectionOf(instruction.clientId)?.connection
    if (connection === undefined) return this.#retryLater()
    // The instruction stays pending at the broker until one of those here is decided.
    if (connection.state === 'active' && this.#isQueueFull(connection)) return
    const accepted = await instructionService.intake.instruct(
      connection.id,
      {
        key: `hosted.${instruction.sourceId}.${attempt}`,
        reason: instruction.reason,
        action: requestOf(instruction.action),
      },
      {
        sourceId: instruction.sourceId,
        validForMs: Math.max(0, instruction.validForMs - (clock.monotonic() - receivedAt)),
        requestTimes: this.#requests.before(instruction),
      },
    )
    if (!accepted.ok) return this.#refuse(instruction, accepted.error)
    if (accepted.value.some(({ sourceId }) => sourceId === instruction.sourceId)) return
    this.#refused.set(instruction.sourceId, DUPLICATE)
    this.#reject(instruction, instruction.sourceId, DUPLICATE)
  }

  #isQueueFull({ id, policy }: ConnectionView): boolean {
    const waiting = this.#deps.instructionService
      .hostedInstructions()
      .filter(({ status, connectionId }) => status === 'PENDING' && connectionId === id)
    return waiting.length >= policy.maxPending
  }

  /** Rejects a refused instruction at the broker, or retries when the refusal may pass. */
  #refuse(instruction: SourceInstruction, { code, message: reason }: Refusal): void {
    const isYoung = this.#requests.ageOf(instruction.sourceId) < ORDER_GRACE_MS
    if (RETRYABLE_CODES.has(code) || (code === 'not-found' && isYoung)) return this.#retryLater()
    this.#deps.log.event('info', 'instruction.hosted-refused', { code })
    const why = inEnglish(reason)
    this.#refused.set(instruction.sourceId, why)
    this.#reject(instruction, instruction.sourceId, why)
  }

  #reject({ sourceId }: SourceInstruction, attempt: string, reason: string, expired = false): void {
    this.#replies.send(
      `reject:${attempt}`,
      sourceId,
      async () => this.#source?.reject(sourceId, reason, expired) ?? null,
      'once',
    )
  }

  /** Reports the outcome of an instruction acquired here until the broker no longer lists it. */
  #reportOutcome({ sourceId }: SourceInstruction, instruction: Instruction): void {
    const report = toSourceOutcome(instruction)
    if (report === null) return
    this.#replies.send(
      `done:${instruction.id}:${report.state}`,
      sourceId,
      async () => this.#source?.reportOutcome(sourceId, report) ?? null,
      'until-gone',
    )
  }
}

/** Returns the report to the broker about an acquired instruction; null while nothing is known. */
function toSourceOutcome({
  outcome,
  status,
  ending,
}: Instruction): Parameters<InstructionSource['reportOutcome']>[1] | null {
  if (outcome === null) {
    return status === 'REJECTED' || status === 'EXPIRED'
      ? { state: 'refused', detail: ending?.detail ?? UNSENT }
      : null
  }
  switch (outcome.state) {
    case 'sending':
      return null
    case 'unknown':
      return { state: 'unknown', detail: outcome.text }
    case 'acknowledged':
      return { state: 'sent', detail: outcome.text }
    case 'rejected':
    case 'denied':
      return { state: 'refused', detail: outcome.text }
  }
}
