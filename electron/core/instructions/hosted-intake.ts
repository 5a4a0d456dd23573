import type { Disposer } from '../../../shared/domain/brand.js'
import type { Instruction } from '../../../shared/domain/instruction.js'
import { epochMs, MINUTE_MS, type EpochMs } from '../../../shared/domain/time.js'
import type { ConnectionView } from '../../../shared/ipc/instructions.js'
import type { LiveValue } from '../live.js'
import type { ClockPort, LogPort, TimerPort } from '../ports.js'
import type { InstructionRequest, RefusalCode } from './assistant-port.js'
import { orderNameOf, type OpenHostedGate } from './hosted-gate.js'
import { createHostedReplies } from './hosted-replies.js'
import type { InstructionDesk } from './instruction-desk-port.js'
import type {
  InstructionSource,
  SourceAction,
  SourceClient,
  SourceInstruction,
  SourceState,
} from './instruction-source.js'
import type { Connections } from './policy-port.js'

export interface HostedIntakeDeps {
  readonly source: () => Promise<InstructionSource | null>
  readonly gate: OpenHostedGate
  readonly desk: Pick<InstructionDesk, 'instruct' | 'fromSource' | 'endedAtSource' | 'onChange'>
  readonly connections: Pick<Connections, 'admit' | 'hosted' | 'get' | 'onChange'>
  readonly halted: LiveValue<boolean>
  /** True while the session is signed in and knows its orders. */
  readonly ready: LiveValue<boolean>
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly log: LogPort
}

/** After something that could not be done yet. */
const AGAIN_MS = 2_000
/**
 * How long an order that an instruction names may be unknown here: it may have been placed
 * elsewhere a moment ago.
 */
const KNOWN_WITHIN_MS = 10_000
/** What keeps an instruction waiting at the provider, instead of turning it down. */
const NOT_NOW: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  'locked',
  'not-ready',
  'unavailable',
])
const ELSEWHERE = 'Not sent from here: another desktop has taken it'
const GONE = 'Not sent: it was revoked or has expired at the provider'
const TWICE = 'The same was asked for a moment ago and waits already'

const requestOf = (action: SourceAction): InstructionRequest['action'] =>
  action.kind === 'place' ? { kind: 'place', drafts: [action.draft] } : action

/**
 * Brings what waits at the provider's hosted server before the person, in the same queue as
 * everything else, and tells the provider what
 * came of it. The provider's list is the memory of what it has to be told: what it still lists and
 * is over here is told again until it
 * is not listed any more, over restarts of either side. What is only withdrawn here because nobody
 * can decide now (lock, restart, end of
 * the session) goes on waiting there, and comes back.
 */
export function followHosted(deps: HostedIntakeDeps): { dispose(): void } {
  const { gate, desk, connections, halted, ready, clock, timers, log } = deps
  let source: InstructionSource | null = null
  let news: { readonly state: SourceState; readonly heardAt: number } | null = null
  let leave: Disposer | null = null
  let turn: Promise<void> = Promise.resolve()
  let queued = false
  let disposed = false
  let stopTimer: Disposer = () => undefined
  /**
   * When each client asked for what, by the provider's clock, and when this desk heard of it by its
   * own.
   */
  const asked = new Map<string, Map<string, EpochMs>>()
  const heard = new Map<string, number>()
  /**
   * What was turned down for good, and why: it may be listed for a while yet, and must not be
   * judged, nor counted, again.
   */
  const refused = new Map<string, string>()

  const later = (): void => {
    stopTimer()
    stopTimer = timers.after(AGAIN_MS, look)
  }
  const replies = createHostedReplies(later)

  const reject = (one: SourceInstruction, of: string, reason: string, expired = false): void =>
    replies.tell(
      `reject:${of}`,
      one.sourceId,
      async () => source?.rejected(one.sourceId, reason, expired) ?? null,
      'once',
    )

  const connectionOf = (clientId: string): ConnectionView | undefined =>
    connections
      .hosted()
      .filter((each) => each.clientId === clientId)
      .at(-1)?.connection

  const admit = async ({ clients, instructions }: SourceState): Promise<void> => {
    const named = new Set(clients.map(({ clientId }) => clientId))
    // Signed out there: it is shown with nothing that it may do.
    const out = connections
      .hosted()
      .filter(({ clientId, connection }) => !named.has(clientId) && connection.state !== 'revoked')
    // One that has been signed out before this desk ever heard of it may have left something
    // waiting.
    const unknown = instructions.filter(
      ({ clientId }) => !named.has(clientId) && connectionOf(clientId) === undefined,
    )
    const none = { scopes: [], accounts: [], lastSeenAt: null } as const
    const all: readonly SourceClient[] = [
      ...clients,
      ...out.map(({ clientId, consent, connection }) => ({
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
      const admitted = await connections.admit(client)
      if (!admitted.ok) later()
    }
    for (const { clientId, consent } of clients) {
      const known = connections
        .hosted()
        .filter((each) => each.clientId === clientId)
        .at(-1)
      if (known?.connection.state !== 'revoked' || known.consent !== consent) continue
      replies.tell(
        `client:${consent}`,
        clientId,
        async () => source?.revokeClient(clientId) ?? null,
        'until-gone',
      )
    }
  }

  const note = (instructions: readonly SourceInstruction[]): void => {
    const newest = instructions.reduce((latest, { createdAt }) => Math.max(latest, createdAt), 0)
    for (const [clientId, of] of asked) {
      asked.set(clientId, new Map([...of].filter(([, at]) => newest - at < MINUTE_MS)))
    }
    for (const { clientId, sourceId, createdAt } of instructions) {
      asked.set(
        clientId,
        (asked.get(clientId) ?? new Map<string, EpochMs>()).set(sourceId, createdAt),
      )
      if (!heard.has(sourceId)) heard.set(sourceId, clock.monotonic())
    }
    const listed = new Set(instructions.map(({ sourceId }) => sourceId))
    for (const of of [heard, refused]) {
      for (const id of of.keys()) if (!listed.has(id)) of.delete(id)
    }
  }

  /**
   * When the client asked before this one, moved to this desk's clock as if this one were asked for
   * now. Those of one millisecond stand in
   * the order of the list, which is that of their being asked for.
   */
  const askedBefore = ({
    clientId,
    sourceId,
    createdAt,
  }: SourceInstruction): readonly EpochMs[] => {
    const all = [...(asked.get(clientId) ?? [])]
    const own = all.findIndex(([id]) => id === sourceId)
    const before = all.filter(
      ([, at], index) =>
        createdAt - at < MINUTE_MS && (at < createdAt || (at === createdAt && index < own)),
    )
    return before.map(([, at]) => epochMs(clock.now() - (createdAt - at)))
  }

  const takeIn = async (
    one: SourceInstruction,
    before: readonly Instruction[],
    heardAt: number,
  ): Promise<void> => {
    const why = refused.get(one.sourceId)
    if (why !== undefined) return reject(one, one.sourceId, why)
    const connection = connectionOf(one.clientId)
    if (connection === undefined) return later()
    const waiting = desk
      .fromSource()
      .filter(
        ({ status, connectionId }) => status === 'PENDING' && connectionId === connection.id,
      ).length
    // It goes on waiting there until one of those here is decided.
    if (connection.state === 'active' && waiting >= connection.policy.maxPending) return
    const origin = {
      sourceId: one.sourceId,
      validForMs: Math.max(0, one.validForMs - (clock.monotonic() - heardAt)),
      asked: askedBefore(one),
    }
    const taken = await desk.instruct(
      connection.id,
      {
        key: `hosted.${one.sourceId}.${before.length}`,
        reason: one.reason,
        action: requestOf(one.action),
      },
      origin,
    )
    if (taken.ok) {
      if (taken.value.some(({ sourceId }) => sourceId === one.sourceId)) return
      refused.set(one.sourceId, TWICE)
      return reject(one, one.sourceId, TWICE)
    }
    const { code, message } = taken.error
    const young = clock.monotonic() - (heard.get(one.sourceId) ?? 0) < KNOWN_WITHIN_MS
    if (NOT_NOW.has(code) || (code === 'not-found' && young)) return later()
    log.event('info', 'instruction.hosted-refused', { code })
    refused.set(one.sourceId, message)
    reject(one, one.sourceId, message)
  }

  /** This desk has it: what came of its order is told until the provider lists it no longer. */
  const settle = (
    { sourceId }: SourceInstruction,
    { id, outcome, status, ending }: Instruction,
  ): void => {
    const done = (state: 'sent' | 'refused' | 'unknown', detail: string): void =>
      replies.tell(
        `done:${id}:${state}`,
        sourceId,
        async () => source?.done(sourceId, { state, detail }) ?? null,
        'until-gone',
      )
    if (outcome === null) {
      if (status === 'REJECTED' || status === 'EXPIRED') {
        done('refused', ending?.detail ?? 'Not sent')
      }
      return
    }
    switch (outcome.state) {
      case 'sending':
        return
      case 'unknown':
        return done('unknown', outcome.text)
      case 'acknowledged':
        return done('sent', outcome.text)
      case 'rejected':
      case 'denied':
        return done('refused', outcome.text)
    }
  }

  const each = async (one: SourceInstruction, heardAt: number): Promise<void> => {
    const mine = desk.fromSource().filter(({ sourceId }) => sourceId === one.sourceId)
    const last = mine.at(-1)
    if (one.takenFor !== null) {
      const taker = mine.find(({ id }) => orderNameOf(id) === one.takenFor)
      if (taker !== undefined) return settle(one, taker)
      return last?.status === 'PENDING'
        ? desk.endedAtSource(last.id, 'withdrawn', ELSEWHERE)
        : undefined
    }
    if (last === undefined) return takeIn(one, mine, heardAt)
    const why = last.ending?.detail ?? 'Not sent'
    switch (last.status) {
      case 'PENDING':
        return
      case 'APPROVED':
        // Decided, and then it could not be named there, or not be sent. Any other outcome is newer
        // than this list.
        return last.outcome?.state === 'denied' || last.outcome?.state === 'rejected'
          ? reject(one, last.id, last.outcome.text)
          : undefined
      case 'EXPIRED':
        return reject(one, last.id, why, true)
      case 'REJECTED': {
        const stays =
          last.ending?.why !== 'declined' &&
          connections.get(last.connectionId)?.state === 'active' &&
          !halted.get()
        return stays ? takeIn(one, mine, heardAt) : reject(one, last.id, why)
      }
    }
  }

  const pass = async (): Promise<void> => {
    const of = news
    if (of === null || disposed) return
    const { state, heardAt } = of
    note(state.instructions)
    const listed = new Set(state.instructions.map(({ sourceId }) => sourceId))
    replies.keep(new Set([...listed, ...state.clients.map(({ clientId }) => clientId)]))
    // What ended there goes first: it must not be approved while the rest is looked at.
    for (const { id, sourceId, status, outcome } of desk.fromSource()) {
      if (
        sourceId === undefined ||
        listed.has(sourceId) ||
        (status !== 'PENDING' && outcome?.state !== 'sending')
      ) {
        continue
      }
      await desk.endedAtSource(id, 'revoked', GONE)
    }
    await admit(state)
    for (const one of state.instructions) {
      if (disposed || news === null) return
      await each(one, heardAt)
    }
    if (news !== null) gate.hear(true)
  }

  function look(): void {
    if (queued || disposed) return
    queued = true
    turn = turn
      .then(() => {
        queued = false
        return pass()
      })
      .catch((error: unknown) => {
        log.event('error', 'instruction.hosted-failed', {
          error: error instanceof Error ? error.message : 'unknown',
        })
        later()
      })
  }

  const stop = (): void => {
    leave?.()
    leave = null
    news = null
    gate.hear(false)
  }
  const follow = async (): Promise<void> => {
    source ??= await deps.source()
    if (source === null || disposed || leave !== null || !ready.get()) return
    leave = source.subscribe((heardNow) => {
      if (heardNow.ok) {
        news = { state: heardNow.value, heardAt: clock.monotonic() }
        return look()
      }
      log.event('warn', 'instruction.hosted-unheard', { kind: heardNow.error.kind })
      news = null
      gate.hear(false)
    })
  }
  const stops = [
    desk.onChange(({ sourceId }) => {
      if (sourceId !== undefined) look()
    }),
    connections.onChange(({ what }) => {
      if (what !== 'seen') look()
    }),
    halted.subscribe(look),
    ready.subscribe(() => {
      if (!ready.get()) stop()
      else if (leave === null) void follow()
    }),
  ]
  void follow()

  return {
    dispose() {
      disposed = true
      stopTimer()
      for (const each of stops) each()
      stop()
    },
  }
}
