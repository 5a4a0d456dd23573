import type { AssistantRouter } from '../../core/instructions/assistant/assistant-port.js'
import type { Refusal } from '../../../shared/domain/instructions/refusal.js'
import type {
  AssistantSession,
  KillResult,
} from '../../core/instructions/assistant/assistant-session.js'
import { combineHalts } from '../../core/instructions/kill-switch/combined-halt.js'
import {
  recordInterruption,
  recordEndpoint,
} from '../../core/instructions/assistant/audit-recorders.js'
import { createAssistantRouter } from '../../core/instructions/assistant/assistant-router.js'
import type { LiveRows, LiveValue } from '../../core/live-values.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type { FileError, LogPort } from '../../core/ports.js'
import type { TradingSession } from '../../core/session/trading-session.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { ConnectionId } from '../../../shared/domain/instructions/instruction.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { HaltScope } from '../../../shared/domain/orders/halt.js'
import type { AssistantsView } from '../../../shared/domain/instructions/assistants-view.js'
import type { InstructionRow } from '../../../shared/domain/instructions/instruction-row.js'
import type { McpEndpoint } from '../../app/assistants/endpoint-controller.js'
import type { DroppedConnection } from '../../app/assistants/endpoint-listener.js'
import type { ShadowSession } from '../../app/assistants/shadow-session.js'
import type { OpenAssistantSession } from '../../app/assistants/assistant-session.js'
import type { SessionContext } from '../profiles/profile-opener.js'

export interface AssistantHostDeps {
  readonly open: (context: SessionContext) => Promise<OpenAssistantSession>
  /** Shadow practice: the assistant session for practice beside a live profile. */
  readonly shadow: ShadowSession
  readonly locked: () => boolean
  readonly endpoint: McpEndpoint
  readonly log: LogPort
}

/**
 * The assistant sessions of the open session and of shadow practice, the MCP endpoint, and the
 * views of them for every window.
 */
export interface AssistantHost {
  readonly view: LiveValue<AssistantsView>
  /** The instructions of the open session, and those of shadow practice's own assistants. */
  readonly rows: LiveRows<InstructionRow>
  /**
   * Begins to open the session's assistant session, after closing the previous one, because both
   * would write the same files.
   */
  attach(context: SessionContext): void
  /** Closes the assistant sessions; call it before their trading sessions end. */
  detach(): Promise<void>
  /** Resolves when the session's assistant session is open. */
  assistantSessionOf(session: TradingSession): Promise<AssistantSession>
  /** Returns the open session's assistant session first, then that of shadow practice. */
  openSessions(): readonly OpenAssistantSession[]
  /** Returns the assistant session of a connection; the open session's for an unknown one. */
  assistantSessionFor(connection: ConnectionId): AssistantSession | null
  /** Opens shadow practice if it is not open. */
  openShadow(): Promise<Result<OpenAssistantSession, string>>
  /** Closes shadow practice when no assistant is paired for it any more. */
  closeUnusedShadow(): void
  /** Returns the router of assistants' calls; null until it is ready. */
  router(): AssistantRouter | null
  /** Calls the listener when an assistant session was replaced or closed. */
  onSessionsChanged(listener: () => void): Disposer
  /**
   * Calls the listener when shadow practice opened or closed, which changes the rows that windows
   * hold.
   */
  onShadowChanged(listener: () => void): Disposer
  /**
   * Calls the listener with a connection whose open requests must end: it was revoked, or its
   * session ends.
   */
  onDropped(listener: (dropped: DroppedConnection) => void): Disposer
  /** Withdraws pending instructions; returns how many. */
  withdraw(why: string): Promise<number>
  /**
   * Runs the kill switch in every assistant session; scope `all` applies to the open session only.
   */
  kill(why: string, scope: HaltScope): Promise<KillResult>
  /** Lifts the halt of every assistant session. */
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
  const changed = createEmitter<void>()
  const sessionsChanged = createEmitter<void>()
  const shadowChanged = createEmitter<void>()
  const dropped = createEmitter<DroppedConnection>()
  const rowsChanged = createEmitter<readonly InstructionRow[]>()
  const sessionOpenings = new WeakMap<TradingSession, Promise<OpenAssistantSession>>()
  let mainSession: OpenAssistantSession | null = null
  let router: AssistantRouter | null = null
  let opening: Promise<OpenAssistantSession> | null = null
  let liveContext: SessionContext | null = null
  let stops: Disposer[] = []
  let shadowSession: OpenAssistantSession | null = null
  let shadowStops: Disposer[] = []
  /** The reason of a halt that came while shadow practice was opening; it applies to it too. */
  let pendingShadowHalt: string | null = null
  endpoint.subscribe(() => changed.emit())

  const all = (): readonly OpenAssistantSession[] =>
    [mainSession, shadowSession].filter((session) => session !== null)
  /**
   * True for connections that windows show. Of shadow practice these are its own assistants; others
   * paired there belong to the practice profile.
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
        // Withdraw instructions that were requested under other limits, or by an assistant that may
        // no
        // longer request any (CONFIRM-9).
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
        // A kill ends the open requests together with their keys.
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
        // A halt that was set before shadow practice opened, in this run or an earlier one, applies
        // to it
        // too, until the person lifts it for all.
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
    router = null
    liveContext = null
    pendingShadowHalt = null
    for (const stop of stops.splice(0)) stop()
    // Both must be closed first: the next session may be the practice profile's own, with the same
    // files.
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
          router =
            opened.port === null
              ? null
              : createAssistantRouter(
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
    router: () => router,
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
