import type { AssistantPort, Refusal } from '../../core/instructions/assistant/assistant-port.js'
import type {
  AssistantSession,
  KillResult,
} from '../../core/instructions/assistant/assistant-session.js'
import { combineHalts } from '../../core/instructions/kill-switch/combined-halt.js'
import {
  recordInterruption,
  recordEndpoint,
} from '../../core/instructions/assistant/audit-recorders.js'
import { createRoutedPort } from '../../core/instructions/assistant/routed-port.js'
import { listeners, type LiveRows, type LiveValue } from '../../core/live-values.js'
import type { FileError, LogPort } from '../../core/ports.js'
import type { TradingSession } from '../../core/session/trading-session.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { ConnectionId } from '../../../shared/domain/instructions/instruction.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { HaltScope } from '../../../shared/ipc/halt.js'
import type { AssistantsView, InstructionRow } from '../../../shared/ipc/instructions.js'
import type { McpEndpoint } from '../../app/assistants/endpoint-controller.js'
import type { DroppedConnection } from '../../app/assistants/endpoint-listener.js'
import type { ShadowSession } from '../../app/assistants/shadow-session.js'
import type { OpenAssistantSession } from '../../app/assistants/assistant-session.js'
import type { SessionContext } from '../profiles/profile-opener.js'

export interface AssistantHostDeps {
  readonly open: (context: SessionContext) => Promise<OpenAssistantSession>
  /** The practice room beside a live one, for those who practise there (shadow mode). */
  readonly shadow: ShadowSession
  readonly locked: () => boolean
  readonly endpoint: McpEndpoint
  readonly log: LogPort
}

/**
 * The room of the open session, the practice room beside a live one, and the program's door; what
 * every window may know of them.
 */
export interface AssistantHost {
  readonly view: LiveValue<AssistantsView>
  /** What was asked for in the open session, and in practice by those who practise beside it. */
  readonly rows: LiveRows<InstructionRow>
  /**
   * Begins to build the session's room; the one before is closed first, since both would write the
   * same files.
   */
  attach(context: SessionContext): void
  /** Ends the rooms, before their sessions end. */
  detach(): Promise<void>
  /** Resolves when the session's room stands. */
  assistantSessionOf(session: TradingSession): Promise<AssistantSession>
  /** The open session's room first, then the practice room beside it. */
  openSessions(): readonly OpenAssistantSession[]
  /** The room that a connection belongs to; the open session's for one that nobody knows. */
  assistantSessionFor(connection: ConnectionId): AssistantSession | null
  /** The practice room beside the live one, opened if it is not. */
  openShadow(): Promise<Result<OpenAssistantSession, string>>
  /** Closes it again where nobody is left in it. */
  closeUnusedShadow(): void
  /** What assistants reach; null until it can be reached. */
  port(): AssistantPort | null
  /** Called when another room took a place, or one stands no more. */
  onSessionsChanged(listener: () => void): Disposer
  /**
   * Called when the practice room beside the live one came or went, and with it rows that windows
   * hold.
   */
  onShadowChanged(listener: () => void): Disposer
  /**
   * Called with a connection whose open requests have to end: it was revoked, or its session ends.
   */
  onDropped(listener: (dropped: DroppedConnection) => void): Disposer
  /** Ends what is pending; answers how many. */
  withdraw(why: string): Promise<number>
  /** The kill switch over every room; all trading is the open session's only. */
  kill(why: string, scope: HaltScope): Promise<KillResult>
  /** Lifts the halt of every room. */
  release(): Promise<Result<void, FileError>>
  disturbed(why: 'locked' | 'unlocked' | 'resumed'): void
}

const REVOKED: Refusal = { code: 'revoked', message: 'The person revoked this connection.' }
const HALTED: Refusal = {
  code: 'halted',
  message: 'The person halted assistants with the kill switch.',
}
const SESSION_ENDED: Refusal = {
  code: 'not-ready',
  message: 'The session of Countersign that was asked is over.',
}

export function createAssistantHost({
  open,
  shadow,
  locked,
  endpoint,
  log,
}: AssistantHostDeps): AssistantHost {
  const changed = listeners<void>()
  const sessionsChanged = listeners<void>()
  const shadowChanged = listeners<void>()
  const dropped = listeners<DroppedConnection>()
  const rowsChanged = listeners<readonly InstructionRow[]>()
  const sessionOpenings = new WeakMap<TradingSession, Promise<OpenAssistantSession>>()
  let mainSession: OpenAssistantSession | null = null
  let port: AssistantPort | null = null
  let opening: Promise<OpenAssistantSession> | null = null
  let liveContext: SessionContext | null = null
  let stops: Disposer[] = []
  let shadowSession: OpenAssistantSession | null = null
  let shadowStops: Disposer[] = []
  /** A halt that came while the practice room was opening holds for it too. */
  let pendingShadowHalt: string | null = null
  endpoint.subscribe(() => changed.emit())

  const all = (): readonly OpenAssistantSession[] =>
    [mainSession, shadowSession].filter((session) => session !== null)
  /**
   * Of the practice room a live desk shows those who practise beside it; whoever else is paired
   * there belongs to the practice profile.
   */
  const isShown = (opened: OpenAssistantSession, id: ConnectionId): boolean =>
    opened === mainSession || opened.assistantSession.connections.get(id)?.shadow === true
  const rowsOf = (opened: OpenAssistantSession): readonly InstructionRow[] =>
    opened.assistantSession.instructionService.rows
      .all()
      .filter((row) => isShown(opened, row.connectionId))
  const connectionsOf = (opened: OpenAssistantSession) =>
    opened.assistantSession.connections.all().filter(({ id }) => isShown(opened, id))
  const isShadowUnused = (): boolean =>
    shadowSession === null || connectionsOf(shadowSession).every(({ state }) => state === 'revoked')

  const listen = (opened: OpenAssistantSession): Disposer[] => {
    const { assistantSession } = opened
    if (locked()) assistantSession.instructionService.handleInterruption('locked')
    return [
      recordEndpoint(assistantSession.audit, endpoint),
      assistantSession.connections.onChange(({ id, kind: change }) => {
        // What was asked under another scope or by someone who may ask no more is no longer the
        // question that waits (CONFIRM-9).
        if (change === 'policy' || change === 'paused' || change === 'revoked') {
          void assistantSession.instructionService.withdraw(
            change === 'policy' ? 'its limits were changed' : `the assistant was ${change}`,
            id,
          )
        }
        if (change === 'revoked') dropped.emit({ id, why: REVOKED })
        if (change === 'revoked' && opened === shadowSession && isShadowUnused()) {
          void shadow.close()
        }
        changed.emit()
      }),
      assistantSession.instructionService.rows.subscribe((rows) => {
        const seen = rows.filter((row) => isShown(opened, row.connectionId))
        if (seen.length > 0) rowsChanged.emit(seen)
        changed.emit()
      }),
      assistantSession.audit.onFailure(() => changed.emit()),
      assistantSession.audit.onReport(() => changed.emit()),
      opened.hosted?.subscribe(() => changed.emit()) ?? (() => undefined),
      assistantSession.halt.subscribe(() => {
        // Open requests end with the keys that opened them.
        if (assistantSession.halt.get()?.phase === 'clearing') drop(opened, HALTED)
        changed.emit()
      }),
    ]
  }
  const drop = (opened: OpenAssistantSession | null, why: Refusal): void => {
    for (const { id } of opened?.assistantSession.connections.all() ?? []) dropped.emit({ id, why })
  }

  shadow.onChange(() => {
    const next = shadow.current()
    if (next !== shadowSession) {
      drop(shadowSession, SESSION_ENDED)
      for (const stop of shadowStops.splice(0)) stop()
      shadowSession = next
      if (next !== null) {
        shadowStops = [
          ...listen(next),
          next.session.streams.session.subscribe(() => changed.emit()),
        ]
        // Whoever was halted before it opened, in this run or an earlier one, is halted in here as
        // well, until the person lifts it for all.
        const why =
          pendingShadowHalt ??
          (next.assistantSession.halt.get() === null
            ? (mainSession?.assistantSession.halt.get()?.why ?? null)
            : null)
        if (why !== null) void next.assistantSession.kill(why, 'assistants')
        pendingShadowHalt = null
      }
      sessionsChanged.emit()
      shadowChanged.emit()
    }
    changed.emit()
  })

  const close = async (): Promise<void> => {
    const old = opening
    drop(mainSession, SESSION_ENDED)
    opening = null
    mainSession = null
    port = null
    liveContext = null
    pendingShadowHalt = null
    for (const stop of stops.splice(0)) stop()
    // Both end before anything else begins: the next session may be the practice profile's own,
    // over the same files.
    const [previous] = await Promise.all([old?.catch(() => null), shadow.close()])
    await previous?.dispose()
  }

  const liveHalted = ({ session }: SessionContext): LiveValue<boolean> => ({
    get: () => session.sessionView().trading === 'halted',
    subscribe: (listener) => session.streams.session.subscribe(listener),
  })

  const view = (): AssistantsView => {
    const auditOf = ({
      assistantSession,
    }: OpenAssistantSession): AssistantsView['chains'][number]['state'] =>
      assistantSession.audit.report()?.state ?? 'not-checked'
    const hosted = mainSession?.hosted?.get()
    return {
      ...(hosted === undefined ? {} : { hosted }),
      endpoint: endpoint.get(),
      connections: all().flatMap(connectionsOf),
      halted: all().some(({ assistantSession }) => assistantSession.halted()),
      halt: combineHalts(all().map(({ assistantSession }) => assistantSession.halt.get())),
      unread: all()
        .flatMap(rowsOf)
        .filter((row) => row.status === 'PENDING').length,
      chains: all().map((opened) => ({
        environment: opened.session.environment,
        state: auditOf(opened),
      })),
      shadow: {
        ...shadow.get(),
        accounts: [...(shadowSession?.session.sessionView().accounts ?? [])],
      },
    }
  }

  return {
    view: { get: view, subscribe: (listener) => changed.add(listener) },
    rows: { all: () => all().flatMap(rowsOf), subscribe: (listener) => rowsChanged.add(listener) },
    attach(context) {
      const made = close().then(() => open(context))
      opening = made
      sessionOpenings.set(context.session, made)
      made.then(
        (opened) => {
          if (opening !== made) return
          mainSession = opened
          port =
            opened.port === null
              ? null
              : createRoutedPort(
                  { port: opened.port, connections: opened.assistantSession.connections },
                  () => {
                    const assistants = shadowSession?.port ?? null
                    return shadowSession === null || assistants === null
                      ? null
                      : {
                          port: assistants,
                          connections: shadowSession.assistantSession.connections,
                        }
                  },
                )
          stops = listen(opened)
          sessionsChanged.emit()
          changed.emit()
          if (context.profile.environment === 'practice') return
          liveContext = context
          void shadow.openIfPaired(liveHalted(context))
        },
        (error: unknown) =>
          log.event('error', 'assistants.failed', {
            error: error instanceof Error ? error.message : 'unknown',
          }),
      )
    },
    async detach() {
      await close()
      sessionsChanged.emit()
      changed.emit()
    },
    async assistantSessionOf(session) {
      const made = sessionOpenings.get(session)
      if (made === undefined) throw new Error('this session has no room for assistants')
      return (await made).assistantSession
    },
    openSessions: all,
    assistantSessionFor: (id) =>
      (
        all().find(({ assistantSession }) => assistantSession.connections.get(id) !== null) ??
        mainSession
      )?.assistantSession ?? null,
    openShadow: () =>
      liveContext === null
        ? Promise.resolve(err('No live profile is open.'))
        : shadow.ensureOpen(liveHalted(liveContext)),
    closeUnusedShadow() {
      if (isShadowUnused()) void shadow.close()
    },
    port: () => port,
    onSessionsChanged: (listener) => sessionsChanged.add(listener),
    onShadowChanged: (listener) => shadowChanged.add(listener),
    onDropped: (listener) => dropped.add(listener),
    async withdraw(why) {
      const ended = await Promise.all(
        all().map(({ assistantSession }) => assistantSession.instructionService.withdraw(why)),
      )
      return ended.reduce((sum, count) => sum + count, 0)
    },
    async kill(why, scope) {
      if (shadowSession === null && shadow.get().state === 'opening') pendingShadowHalt = why
      const killed = await Promise.all(
        all().map((opened) =>
          opened.assistantSession.kill(why, opened === mainSession ? scope : 'assistants'),
        ),
      )
      const sum = combineHalts(killed)
      if (sum === null) throw new Error('there is no room to halt')
      return sum
    },
    async release() {
      pendingShadowHalt = null
      const lifted = await Promise.all(
        all().map(({ assistantSession }) => assistantSession.halt.lift()),
      )
      return lifted.find((result) => !result.ok) ?? ok(undefined)
    },
    disturbed(why) {
      for (const { assistantSession } of all()) {
        recordInterruption(assistantSession.audit, why)
        assistantSession.instructionService.handleInterruption(why)
      }
      if (why === 'resumed') shadowSession?.session.wake()
    },
  }
}
