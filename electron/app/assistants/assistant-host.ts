import type { AssistantRouter } from '../../core/instructions/assistant/assistant-port.js'
import type { Refusal } from '../../../shared/domain/instructions/refusal.js'
import type {
  AssistantSession,
  KillResult,
} from '../../core/instructions/assistant/assistant-session.js'
import {
  recordEndpoint,
  recordWrongKeys,
  recordInterruption,
} from '../../core/instructions/assistant/audit-recorders.js'
import { WITHDRAWN } from '../../core/instructions/instruction-service.js'
import { combineHalts } from '../../core/instructions/kill-switch/combined-halt.js'
import { systemClock } from '../../adapters/clock.js'
import type { LiveRows, LiveValue } from '../../core/live-values.js'
import type { FileError, LogPort } from '../../core/ports.js'
import type { TradingSession } from '../../core/session/trading-session.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type { ConnectionId } from '../../../shared/domain/ids.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { HaltScope } from '../../../shared/domain/orders/halt.js'
import type {
  AssistantsView,
  EndpointView,
} from '../../../shared/domain/instructions/assistants-view.js'
import type { InstructionRow } from '../../../shared/domain/instructions/instruction-row.js'
import type { SessionContext } from '../session/session-context.js'
import { createAssistantRouter } from './assistant-router.js'
import type { OpenAssistantSession } from './assistant-session.js'
import {
  assistantsView,
  isShown,
  listSessions,
  shownConnections,
  shownRows,
  type OpenSessions,
} from './assistants-view.js'
import type { McpEndpoint } from './endpoint-controller.js'
import type { DroppedConnection } from './endpoint-listener.js'
import type { ShadowSession } from './shadow-session.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'

export interface AssistantHostDeps {
  readonly open: (context: SessionContext) => Promise<OpenAssistantSession>
  /** Shadow practice: the assistant session for practice beside a live profile. */
  readonly shadow: ShadowSession
  readonly locked: () => boolean
  readonly endpoint: McpEndpoint
  readonly log: LogPort
}

type ConnectionChange = Parameters<Parameters<AssistantSession['connections']['onChange']>[0]>[0]

const REVOKED: Refusal = { code: 'revoked', message: message('refusals.revokedByPerson') }
const RENEWED: Refusal = { code: 'revoked', message: message('refusals.keyRenewed') }
const HALTED: Refusal = {
  code: 'halted',
  message: message('refusals.killed'),
}
const SESSION_ENDED: Refusal = {
  code: 'not-ready',
  message: message('refusals.requestedSessionEnded'),
}

/**
 * The assistant sessions of the open session and of shadow practice, the MCP endpoint, and the
 * views of them for every window.
 */
export class AssistantHost {
  readonly view: LiveValue<AssistantsView>
  /**
   * The instructions of the open session, and the instructions of shadow practice's own assistants.
   */
  readonly rows: LiveRows<InstructionRow>
  readonly #deps: AssistantHostDeps
  readonly #changed = createEmitter<void>()
  readonly #sessionsChanged = createEmitter<void>()
  readonly #shadowChanged = createEmitter<void>()
  readonly #dropped = createEmitter<DroppedConnection>()
  readonly #rowsChanged = createEmitter<readonly InstructionRow[]>()
  readonly #openings = new WeakMap<TradingSession, Promise<OpenAssistantSession>>()
  #sessions: OpenSessions = { main: null, shadow: null }
  #mainStops: readonly Disposer[] = []
  #shadowStops: readonly Disposer[] = []
  #router: AssistantRouter | null = null
  /** The latest opening of the main session; results of older ones are ignored. */
  #opening: Promise<OpenAssistantSession> | null = null
  /** True when the latest opening failed. */
  #hasFailed = false
  /** The open live session; null in practice, which has no shadow practice. */
  #liveContext: SessionContext | null = null
  /** The reason of a halt that came while shadow practice was opening; it applies to it too. */
  #pendingShadowHalt: Message | null = null

  constructor(deps: AssistantHostDeps) {
    this.#deps = deps
    const { endpoint, shadow } = deps
    this.view = {
      get: () => assistantsView(this.#sessions, endpoint.get(), shadow.get()),
      subscribe: (listener) => this.#changed.add(listener),
    }
    this.rows = {
      all: () => shownRows(this.#sessions),
      subscribe: (listener) => this.#rowsChanged.add(listener),
    }
    endpoint.subscribe(() => this.#changed.emit())
    shadow.onChange(() => this.#onShadowChange())
  }

  /**
   * Begins to open the session's assistant session, after closing the previous one, because both
   * would write the same files.
   */
  attach(context: SessionContext): void {
    const opening = this.#close().then(() => this.#deps.open(context))
    this.#opening = opening
    this.#hasFailed = false
    this.#openings.set(context.session, opening)
    opening.then(
      (opened) => {
        if (this.#opening === opening) this.#onMainOpened(opened, context)
      },
      (error: unknown) => {
        if (this.#opening === opening) this.#hasFailed = true
        this.#deps.log.event('error', 'assistants.failed', {
          error: error instanceof Error ? error.message : 'unknown',
        })
      },
    )
  }

  /** Closes the assistant sessions; call it before their trading sessions end. */
  async detach(): Promise<void> {
    await this.#close()
    this.#sessionsChanged.emit()
    this.#changed.emit()
  }

  /** Resolves when the session's assistant session is open. */
  async assistantSessionOf(session: TradingSession): Promise<AssistantSession> {
    const opening = this.#openings.get(session)
    if (opening === undefined) throw new Error('this session has no assistant session')
    return (await opening).assistantSession
  }

  /** Returns the open session's assistant session first, then the session of shadow practice. */
  openSessions(): readonly OpenAssistantSession[] {
    return listSessions(this.#sessions)
  }

  /** Returns the assistant session of a connection; the open session's for an unknown one. */
  assistantSessionFor(connection: ConnectionId): AssistantSession | null {
    const owner = this.openSessions().find(
      ({ assistantSession }) => assistantSession.connections.get(connection) !== null,
    )
    return (owner ?? this.#sessions.main)?.assistantSession ?? null
  }

  /** Opens shadow practice if it is not open. */
  openShadow(): Promise<Result<OpenAssistantSession, Message>> {
    return this.#liveContext === null
      ? Promise.resolve(err(message('assistants.noLiveProfile')))
      : this.#deps.shadow.ensureOpen(liveHalted(this.#liveContext))
  }

  /** Closes shadow practice when no assistant is paired for it any more. */
  closeUnusedShadow(): void {
    if (isShadowUnused(this.#sessions)) void this.#deps.shadow.close()
  }

  /** True while the assistant session of a trading session is being opened. */
  isOpening(): boolean {
    return this.#opening !== null && this.#sessions.main === null && !this.#hasFailed
  }

  /** Returns the router of assistants' calls; null until it is ready. */
  router(): AssistantRouter | null {
    return this.#router
  }

  /** Calls the listener when an assistant session was replaced or closed. */
  onSessionsChanged(listener: () => void): Disposer {
    return this.#sessionsChanged.add(listener)
  }

  /**
   * Calls the listener when shadow practice opened or closed, which changes the rows that windows
   * hold.
   */
  onShadowChanged(listener: () => void): Disposer {
    return this.#shadowChanged.add(listener)
  }

  /**
   * Calls the listener with a connection whose open requests must end: it was revoked, or its
   * session ends.
   */
  onDropped(listener: (dropped: DroppedConnection) => void): Disposer {
    return this.#dropped.add(listener)
  }

  /** Withdraws pending instructions; returns how many. */
  async withdraw(why: string): Promise<number> {
    const withdrawn = await Promise.all(
      this.openSessions().map(({ assistantSession }) =>
        assistantSession.instructionService.endings.withdraw(why),
      ),
    )
    return withdrawn.reduce((sum, count) => sum + count, 0)
  }

  /** Removes everything that waits for a condition of the market, because that market ends. */
  async removeWaiting(): Promise<void> {
    for (const { assistantSession } of this.openSessions()) {
      const { waiting } = assistantSession
      for (const { id, state } of waiting.all()) {
        if (state === 'waiting') await waiting.remove(id, 'person')
      }
    }
  }

  /**
   * Runs the kill switch in every assistant session; scope `all` applies to the open session only.
   */
  async kill(why: Message, scope: HaltScope): Promise<KillResult> {
    const { main, shadow } = this.#sessions
    if (shadow === null && this.#deps.shadow.get().state === 'opening') {
      this.#pendingShadowHalt = why
    }
    const killed = await Promise.all(
      this.openSessions().map((opened) =>
        opened.assistantSession.kill(why, opened === main ? scope : 'assistants'),
      ),
    )
    const combined = combineHalts(killed)
    if (combined === null) throw new Error('there is no room to halt')
    return combined
  }

  /** Lifts the halt of every assistant session. */
  async release(): Promise<Result<void, FileError>> {
    this.#pendingShadowHalt = null
    const lifted = await Promise.all(
      this.openSessions().map(({ assistantSession }) => assistantSession.halt.lift()),
    )
    return lifted.find((result) => !result.ok) ?? ok(undefined)
  }

  disturbed(why: 'locked' | 'unlocked' | 'resumed'): void {
    for (const { assistantSession } of this.openSessions()) {
      recordInterruption(assistantSession.audit, why)
      assistantSession.instructionService.handleInterruption(why)
    }
    if (why === 'resumed') this.#sessions.shadow?.session.connection.wake()
  }

  #onMainOpened(opened: OpenAssistantSession, context: SessionContext): void {
    this.#sessions = { ...this.#sessions, main: opened }
    this.#router = createAssistantRouter(opened, () => this.#sessions.shadow)
    this.#mainStops = this.#listen(opened)
    this.#sessionsChanged.emit()
    this.#changed.emit()
    if (context.profile.environment === 'practice') return
    this.#liveContext = context
    void this.#deps.shadow.openIfPaired(liveHalted(context))
  }

  async #close(): Promise<void> {
    const opening = this.#opening
    this.#drop(this.#sessions.main, SESSION_ENDED)
    this.#opening = null
    this.#sessions = { ...this.#sessions, main: null }
    this.#router = null
    this.#liveContext = null
    this.#pendingShadowHalt = null
    for (const stop of this.#mainStops) stop()
    this.#mainStops = []
    // Both must be closed first: the next session may be the practice profile's own, with the same
    // files. An opening that failed was reported by it.
    const [previous] = await Promise.all([opening?.catch(() => null), this.#deps.shadow.close()])
    await previous?.dispose()
  }

  #onShadowChange(): void {
    const next = this.#deps.shadow.current()
    if (next !== this.#sessions.shadow) {
      this.#drop(this.#sessions.shadow, SESSION_ENDED)
      for (const stop of this.#shadowStops) stop()
      this.#sessions = { ...this.#sessions, shadow: next }
      this.#shadowStops = next === null ? [] : this.#listenToShadow(next)
      if (next !== null) this.#haltNewShadow(next)
      this.#sessionsChanged.emit()
      this.#shadowChanged.emit()
    }
    this.#changed.emit()
  }

  #listenToShadow(opened: OpenAssistantSession): readonly Disposer[] {
    return [
      ...this.#listen(opened),
      opened.session.streams.session.subscribe(() => this.#changed.emit()),
    ]
  }

  /**
   * Applies a halt that was set before shadow practice opened, in this run or an earlier one, until
   * the person lifts it for all.
   */
  #haltNewShadow({ assistantSession }: OpenAssistantSession): void {
    const mainHalt = this.#sessions.main?.assistantSession.halt.get()?.why ?? null
    const why = this.#pendingShadowHalt ?? (assistantSession.halt.get() === null ? mainHalt : null)
    if (why !== null) void assistantSession.kill(why, 'assistants')
    this.#pendingShadowHalt = null
  }

  #listen(opened: OpenAssistantSession): readonly Disposer[] {
    const { connections, instructionService, waiting, audit, halt } = opened.assistantSession
    const notify = (): void => this.#changed.emit()
    if (this.#deps.locked()) instructionService.handleInterruption('locked')
    return [
      recordEndpoint(audit, this.#deps.endpoint),
      recordWrongKeys(audit, wrongKeysOf(this.#deps.endpoint), systemClock),
      connections.onChange((change) => this.#onConnectionChange(opened, change)),
      instructionService.rows.subscribe((rows) => {
        const shown = rows.filter((row) => isShown(this.#sessions, opened, row.connectionId))
        if (shown.length > 0) this.#rowsChanged.emit(shown)
        notify()
      }),
      waiting.onChange(notify),
      audit.onFailure(notify),
      audit.onReport(notify),
      opened.hosted?.subscribe(notify) ?? (() => undefined),
      halt.subscribe(() => {
        // A kill ends the open requests together with their keys.
        if (halt.get()?.phase === 'clearing') this.#drop(opened, HALTED)
        notify()
      }),
    ]
  }

  #onConnectionChange(opened: OpenAssistantSession, { id, kind }: ConnectionChange): void {
    // Withdraw instructions that were requested under other limits, or by an assistant that may no
    // longer request any (CONFIRM-9).
    if (kind === 'policy' || kind === 'paused' || kind === 'revoked' || kind === 'renewed') {
      void opened.assistantSession.instructionService.endings.withdraw(WITHDRAWN[kind], id)
    }
    if (kind === 'revoked') this.#dropped.emit({ id, why: REVOKED })
    // What the old key opened ends with it.
    if (kind === 'renewed') this.#dropped.emit({ id, why: RENEWED })
    if (kind === 'revoked' && opened === this.#sessions.shadow) this.closeUnusedShadow()
    this.#changed.emit()
  }

  #drop(opened: OpenAssistantSession | null, why: Refusal): void {
    for (const { id } of opened?.assistantSession.connections.all() ?? []) {
      this.#dropped.emit({ id, why })
    }
  }
}

/** True when no assistant is paired for shadow practice any more. */
const isShadowUnused = (sessions: OpenSessions): boolean =>
  sessions.shadow === null ||
  shownConnections(sessions, sessions.shadow).every(({ state }) => state === 'revoked')

const wrongKeysOf = (endpoint: McpEndpoint): LiveValue<EndpointView['wrongKeys']> => ({
  get: () => endpoint.get().wrongKeys,
  subscribe: (listener) => endpoint.subscribe(listener),
})

/** Returns whether trading is halted in a live session; the halt holds in shadow practice too. */
const liveHalted = ({ session }: SessionContext): LiveValue<boolean> => ({
  get: () => session.connection.view().trading === 'halted',
  subscribe: (listener) => session.streams.session.subscribe(listener),
})
