import type { Disposer } from '../../../../shared/domain/brand.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import { epochMs, MINUTE_MS, type EpochMs } from '../../../../shared/domain/time.js'
import type { ConnectionView } from '../../../../shared/domain/instructions/connection.js'
import type { LiveValue } from '../../live-values.js'
import type { ClockPort, LogPort, TimerPort } from '../../ports.js'
import type { InstructionRequest } from '../../../../shared/domain/instructions/instruction-request.js'
import type { RefusalCode } from '../../../../shared/domain/instructions/refusal.js'
import { clientOrderIdOf, type HostedGateControl } from '../queue/hosted-gate.js'
import { createHostedReplies } from './hosted-replies.js'
import type { InstructionService } from '../queue/instruction-service-port.js'
import type {
  InstructionSource,
  SourceAction,
  SourceClient,
  SourceInstruction,
  SourceState,
} from '../../session/instruction-source-port.js'
import type { Connections } from '../connections/connections-port.js'

export interface HostedIntakeDeps {
  readonly source: () => Promise<InstructionSource | null>
  readonly gate: HostedGateControl
  readonly instructionService: Pick<
    InstructionService,
    'instruct' | 'hostedInstructions' | 'endAtSource' | 'onChange'
  >
  readonly connections: Pick<Connections, 'register' | 'hosted' | 'get' | 'onChange'>
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
const ACQUIRED_ELSEWHERE = 'Not sent from here: another desktop has taken it'
const ENDED_AT_PROVIDER = 'Not sent: it was revoked or has expired at the provider'
const DUPLICATE = 'The same was asked for a moment ago and waits already'

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
  const { gate, instructionService, connections, halted, ready, clock, timers, log } = deps
  let source: InstructionSource | null = null
  let latest: { readonly state: SourceState; readonly receivedAt: number } | null = null
  let unsubscribe: Disposer | null = null
  let lastPass: Promise<void> = Promise.resolve()
  let queued = false
  let disposed = false
  let stopTimer: Disposer = () => undefined
  /**
   * The times of each client's requests by the broker's clock; below, when each arrived by the
   * monotonic clock.
   */
  const requestTimes = new Map<string, Map<string, EpochMs>>()
  const firstSeenAt = new Map<string, number>()
  /**
   * The final refusals and their reasons. The instruction may remain listed for a while and must
   * not be evaluated or counted again.
   */
  const refused = new Map<string, string>()

  const retryLater = (): void => {
    stopTimer()
    stopTimer = timers.after(RETRY_MS, schedulePass)
  }
  const replies = createHostedReplies(retryLater)

  const reject = (
    instruction: SourceInstruction,
    attempt: string,
    reason: string,
    expired = false,
  ): void =>
    replies.send(
      `reject:${attempt}`,
      instruction.sourceId,
      async () => source?.reject(instruction.sourceId, reason, expired) ?? null,
      'once',
    )

  const connectionOf = (clientId: string): ConnectionView | undefined =>
    connections
      .hosted()
      .filter((hosted) => hosted.clientId === clientId)
      .at(-1)?.connection

  const registerClients = async ({ clients, instructions }: SourceState): Promise<void> => {
    const named = new Set(clients.map(({ clientId }) => clientId))
    // A client signed out at the broker stays listed with no permissions.
    const signedOut = connections
      .hosted()
      .filter(({ clientId, connection }) => !named.has(clientId) && connection.state !== 'revoked')
    // A client that signed out before it was ever listed here may have left pending instructions.
    const unknown = instructions.filter(
      ({ clientId }) => !named.has(clientId) && connectionOf(clientId) === undefined,
    )
    const none = { scopes: [], accounts: [], lastSeenAt: null } as const
    const all: readonly SourceClient[] = [
      ...clients,
      ...signedOut.map(({ clientId, consent, connection }) => ({
        ...none,
        clientId,
        consent,
        name: connection.name,
      })),
      ...unknown.map(({ clientId, clientName }) => ({
        ...none,
        clientId,
        consent: 'ended',
        name: clientName,
      })),
    ]
    for (const client of all) {
      const registered = await connections.register(client)
      if (!registered.ok) retryLater()
    }
    for (const { clientId, consent } of clients) {
      const known = connections
        .hosted()
        .filter((hosted) => hosted.clientId === clientId)
        .at(-1)
      if (known?.connection.state !== 'revoked' || known.consent !== consent) continue
      replies.send(
        `client:${consent}`,
        clientId,
        async () => source?.revokeClient(clientId) ?? null,
        'until-gone',
      )
    }
  }

  const recordRequests = (instructions: readonly SourceInstruction[]): void => {
    const newest = instructions.reduce((latest, { createdAt }) => Math.max(latest, createdAt), 0)
    for (const [clientId, times] of requestTimes) {
      requestTimes.set(
        clientId,
        new Map([...times].filter(([, time]) => newest - time < MINUTE_MS)),
      )
    }
    for (const { clientId, sourceId, createdAt } of instructions) {
      requestTimes.set(
        clientId,
        (requestTimes.get(clientId) ?? new Map<string, EpochMs>()).set(sourceId, createdAt),
      )
      if (!firstSeenAt.has(sourceId)) firstSeenAt.set(sourceId, clock.monotonic())
    }
    const listed = new Set(instructions.map(({ sourceId }) => sourceId))
    for (const map of [firstSeenAt, refused]) {
      for (const id of map.keys()) if (!listed.has(id)) map.delete(id)
    }
  }

  /**
   * Returns the client's earlier requests, shifted to this computer's clock as if this one were
   * made now. Requests of the same millisecond are in list order, which is request order.
   */
  const earlierRequests = ({
    clientId,
    sourceId,
    createdAt,
  }: SourceInstruction): readonly EpochMs[] => {
    const all = [...(requestTimes.get(clientId) ?? [])]
    const own = all.findIndex(([id]) => id === sourceId)
    const before = all.filter(
      ([, time], index) =>
        createdAt - time < MINUTE_MS && (time < createdAt || (time === createdAt && index < own)),
    )
    return before.map(([, time]) => epochMs(clock.now() - (createdAt - time)))
  }

  const accept = async (
    instruction: SourceInstruction,
    before: readonly Instruction[],
    receivedAt: number,
  ): Promise<void> => {
    const why = refused.get(instruction.sourceId)
    if (why !== undefined) return reject(instruction, instruction.sourceId, why)
    const connection = connectionOf(instruction.clientId)
    if (connection === undefined) return retryLater()
    const waiting = instructionService
      .hostedInstructions()
      .filter(
        ({ status, connectionId }) => status === 'PENDING' && connectionId === connection.id,
      ).length
    // The instruction stays pending at the broker until one of those here is decided.
    if (connection.state === 'active' && waiting >= connection.policy.maxPending) return
    const origin = {
      sourceId: instruction.sourceId,
      validForMs: Math.max(0, instruction.validForMs - (clock.monotonic() - receivedAt)),
      requestTimes: earlierRequests(instruction),
    }
    const accepted = await instructionService.instruct(
      connection.id,
      {
        key: `hosted.${instruction.sourceId}.${before.length}`,
        reason: instruction.reason,
        action: requestOf(instruction.action),
      },
      origin,
    )
    if (accepted.ok) {
      if (accepted.value.some(({ sourceId }) => sourceId === instruction.sourceId)) return
      refused.set(instruction.sourceId, DUPLICATE)
      return reject(instruction, instruction.sourceId, DUPLICATE)
    }
    const { code, message } = accepted.error
    const isYoung =
      clock.monotonic() - (firstSeenAt.get(instruction.sourceId) ?? 0) < ORDER_GRACE_MS
    if (RETRYABLE_CODES.has(code) || (code === 'not-found' && isYoung)) return retryLater()
    log.event('info', 'instruction.hosted-refused', { code })
    refused.set(instruction.sourceId, message)
    reject(instruction, instruction.sourceId, message)
  }

  /** Reports the outcome of an instruction acquired here until the broker no longer lists it. */
  const reportOutcome = (
    { sourceId }: SourceInstruction,
    { id, outcome, status, ending }: Instruction,
  ): void => {
    const report = (state: 'sent' | 'refused' | 'unknown', detail: string): void =>
      replies.send(
        `done:${id}:${state}`,
        sourceId,
        async () => source?.reportOutcome(sourceId, { state, detail }) ?? null,
        'until-gone',
      )
    if (outcome === null) {
      if (status === 'REJECTED' || status === 'EXPIRED') {
        report('refused', ending?.detail ?? 'Not sent')
      }
      return
    }
    switch (outcome.state) {
      case 'sending':
        return
      case 'unknown':
        return report('unknown', outcome.text)
      case 'acknowledged':
        return report('sent', outcome.text)
      case 'rejected':
      case 'denied':
        return report('refused', outcome.text)
    }
  }

  const process = async (listed: SourceInstruction, receivedAt: number): Promise<void> => {
    const own = instructionService
      .hostedInstructions()
      .filter(({ sourceId }) => sourceId === listed.sourceId)
    const last = own.at(-1)
    if (listed.acquiredFor !== null) {
      const acquirer = own.find(({ id }) => clientOrderIdOf(id) === listed.acquiredFor)
      if (acquirer !== undefined) return reportOutcome(listed, acquirer)
      return last?.status === 'PENDING'
        ? instructionService.endAtSource(last.id, 'withdrawn', ACQUIRED_ELSEWHERE)
        : undefined
    }
    if (last === undefined) return accept(listed, own, receivedAt)
    const why = last.ending?.detail ?? 'Not sent'
    switch (last.status) {
      case 'PENDING':
        return
      case 'APPROVED':
        // Approved, but it could not be acquired or sent. Any other outcome is newer than this
        // list.
        return last.outcome?.state === 'denied' || last.outcome?.state === 'rejected'
          ? reject(listed, last.id, last.outcome.text)
          : undefined
      case 'EXPIRED':
        return reject(listed, last.id, why, true)
      case 'REJECTED': {
        const isStillOpen =
          last.ending?.why !== 'declined' &&
          connections.get(last.connectionId)?.state === 'active' &&
          !halted.get()
        return isStillOpen ? accept(listed, own, receivedAt) : reject(listed, last.id, why)
      }
    }
  }

  const runPass = async (): Promise<void> => {
    const current = latest
    if (current === null || disposed) return
    const { state, receivedAt } = current
    recordRequests(state.instructions)
    const listed = new Set(state.instructions.map(({ sourceId }) => sourceId))
    replies.forgetUnlisted(new Set([...listed, ...state.clients.map(({ clientId }) => clientId)]))
    // Process ended instructions first, so that none can be approved during the rest of the pass.
    for (const { id, sourceId, status, outcome } of instructionService.hostedInstructions()) {
      if (
        sourceId === undefined ||
        listed.has(sourceId) ||
        (status !== 'PENDING' && outcome?.state !== 'sending')
      ) {
        continue
      }
      await instructionService.endAtSource(id, 'revoked', ENDED_AT_PROVIDER)
    }
    await registerClients(state)
    for (const instruction of state.instructions) {
      if (disposed || latest === null) return
      await process(instruction, receivedAt)
    }
    if (latest !== null) gate.setSynced(true)
  }

  function schedulePass(): void {
    if (queued || disposed) return
    queued = true
    lastPass = lastPass
      .then(() => {
        queued = false
        return runPass()
      })
      .catch((error: unknown) => {
        log.event('error', 'instruction.hosted-failed', {
          error: error instanceof Error ? error.message : 'unknown',
        })
        retryLater()
      })
  }

  const stop = (): void => {
    unsubscribe?.()
    unsubscribe = null
    latest = null
    gate.setSynced(false)
  }
  const subscribe = async (): Promise<void> => {
    source ??= await deps.source()
    if (source === null || disposed || unsubscribe !== null || !ready.get()) return
    unsubscribe = source.subscribe((update) => {
      if (update.ok) {
        latest = { state: update.value, receivedAt: clock.monotonic() }
        return schedulePass()
      }
      log.event('warn', 'instruction.hosted-unheard', { kind: update.error.kind })
      latest = null
      gate.setSynced(false)
    })
  }
  const stops = [
    instructionService.onChange(({ sourceId }) => {
      if (sourceId !== undefined) schedulePass()
    }),
    connections.onChange(({ kind }) => {
      if (kind !== 'seen') schedulePass()
    }),
    halted.subscribe(schedulePass),
    ready.subscribe(() => {
      if (!ready.get()) stop()
      else if (unsubscribe === null) void subscribe()
    }),
  ]
  void subscribe()

  return {
    dispose() {
      disposed = true
      stopTimer()
      for (const stopOne of stops) stopOne()
      stop()
    },
  }
}
