import { err, ok, type Result } from '../../../../shared/domain/result.js'
import type { ConnectionId, InstructionId, WaitingId } from '../../../../shared/domain/ids.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import type { AssistantIdentity } from '../../../../shared/domain/instructions/connection.js'
import type { InstructionRequest } from '../../../../shared/domain/instructions/instruction-request.js'
import {
  refuse,
  type AsyncResult,
  type Refusal,
} from '../../../../shared/domain/instructions/refusal.js'
import type { ToolIdentity } from '../../../../shared/domain/instructions/toolset.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import type { WaitingInstruction } from '../../../../shared/domain/instructions/waiting-instruction.js'
import type { ListRequest } from '../../../../shared/domain/reference/list-change.js'
import type { WatchlistsView } from '../../../../shared/domain/reference/watchlist-book.js'
import type { ChangedList } from '../../market/watchlists/watchlist-book.js'
import type {
  OwnWindowItems,
  WindowRequest,
  WindowResult,
} from '../../../../shared/domain/instructions/window-request.js'
import { WindowAccess, type WindowAccessDeps } from '../window/window-access.js'
import { WatchlistAccess, type WatchlistAccessDeps } from './watchlist-access.js'
import type { AssistantPort, FollowedInstruction, WaitingView } from './assistant-port.js'
import { presentOrder } from '../requests/present-order.js'
import { conditionMessage } from '../order-text/condition-summary.js'
import type { WaitingRequest } from '../../../../shared/domain/instructions/waiting-request.js'
import type { WaitingInstructions } from '../waiting/waiting-service.js'
import type { AssistantScope, ToolsetScope } from '../connections/toolset-scope.js'
import { AssistantReads, type AssistantReadDeps } from './assistant-reads.js'
import type { InstructionService } from '../queue/instruction-service-port.js'
import type { Connections } from '../connections/connections-port.js'
import { message } from '../../../../shared/messages/make-message.js'
import { haltRefusal } from '../connections/halt-state.js'

/** The maximum wait in ms, well below the minute after which clients give up. */
const MAX_WAIT_MS = 25_000

export interface AssistantServiceDeps extends AssistantReadDeps {
  readonly scope: ToolsetScope
  readonly instructionService: Pick<InstructionService, 'get' | 'byConnection' | 'onChange'> & {
    readonly intake: Pick<InstructionService['intake'], 'instruct'>
    readonly endings: Pick<InstructionService['endings'], 'revoke'>
  }
  readonly waiting: Pick<WaitingInstructions, 'byConnection' | 'remove' | 'heldBy' | 'onChange'> & {
    readonly intake: Pick<WaitingInstructions['intake'], 'add'>
  }
  readonly connections: Pick<Connections, 'authenticate' | 'markSeen' | 'get' | 'onChange'>
  readonly watchlists: WatchlistAccessDeps
  readonly window: WindowAccessDeps
  /** Remembers the numbers of an answer; absent where reasons are not compared. */
  readonly recordSent?: (connection: ConnectionId, answer: unknown) => void
}

/** True when the state is final: it ended without being sent, or its outcome is known. */
const isSettled = ({ status, outcome }: Instruction): boolean =>
  status !== 'PENDING' && outcome?.state !== 'sending' && outcome?.state !== 'unknown'

/** True for a change that ends a wait. Repeats, amendments, extensions and sending do not. */
const endsWait = (before: Instruction, now: Instruction | null): boolean =>
  now === null ||
  isSettled(now) ||
  (now.outcome?.state === 'unknown' && before.outcome?.state !== 'unknown')

const unknownInstruction = () =>
  err<Refusal>({ code: 'not-found', message: message('refusals.instructionUnknown') })

/** The port of a session's assistants: their reads, instructions and identity. */
export class AssistantService extends AssistantReads implements AssistantPort {
  readonly #deps: AssistantServiceDeps
  readonly #watchlists: WatchlistAccess
  readonly #window: WindowAccess

  constructor(deps: AssistantServiceDeps) {
    super(deps)
    this.#deps = deps
    this.#watchlists = new WatchlistAccess({
      ...deps.watchlists,
      ready: (id) => this.access.ready(id),
      halted: deps.halted,
      listed: (symbols) => this.market.listed(symbols),
    })
    this.#window = new WindowAccess({
      ...deps.window,
      ready: (id) => this.access.ready(id),
      halted: deps.halted,
      instrument: (symbol) => this.market.instrument(symbol),
    })
  }

  authenticate(token: string): Promise<AssistantIdentity | null> {
    return Promise.resolve(this.#deps.connections.authenticate(token))
  }

  markSeen(id: ConnectionId, client: string | null): void {
    this.#deps.connections.markSeen(id, client)
  }

  recordSent(id: ConnectionId, answer: unknown): void {
    this.#deps.recordSent?.(id, answer)
  }

  scope(id: ConnectionId): AssistantScope {
    return this.#deps.scope.scope(id)
  }

  authorizeTool(id: ConnectionId, tool: ToolIdentity): AsyncResult<void> {
    return this.#deps.isCutOff()
      ? Promise.resolve(err(haltRefusal(this.#deps.halted.reason?.() ?? null)))
      : this.#deps.scope.authorizeTool(id, tool)
  }

  watchlists(id: ConnectionId): AsyncResult<WatchlistsView> {
    this.#deps.readLog.record(id, 'watchlists', 'all')
    return this.#watchlists.read(id)
  }

  changeWatchlist(id: ConnectionId, request: ListRequest): AsyncResult<ChangedList> {
    return this.#watchlists.change(id, request)
  }

  windowItems(id: ConnectionId): AsyncResult<OwnWindowItems> {
    return this.#window.read(id)
  }

  changeWindow(id: ConnectionId, request: WindowRequest): AsyncResult<WindowResult> {
    return this.#window.change(id, request)
  }

  async instruct(
    id: ConnectionId,
    request: InstructionRequest,
  ): AsyncResult<readonly Instruction[]> {
    const made = await this.#deps.instructionService.intake.instruct(id, request)
    return made.ok || request.action.kind !== 'place'
      ? made
      : err(await this.market.explain(made.error, request.action.drafts))
  }

  async addWaiting(id: ConnectionId, request: WaitingRequest): AsyncResult<WaitingView> {
    const { condition } = request
    if (condition.kind === 'time' || condition.kind === 'order') {
      return this.#addWaiting(id, request, null)
    }
    const quoted = await this.market.quotes([condition.symbol])
    if (!quoted.ok) return quoted
    const [quote = null] = quoted.value
    // The symbol as the broker spells it.
    const resolved = { ...condition, symbol: quote?.symbol ?? condition.symbol }
    return this.#addWaiting(id, { ...request, condition: resolved }, quote)
  }

  async #addWaiting(
    id: ConnectionId,
    request: WaitingRequest,
    quote: Quote | null,
  ): AsyncResult<WaitingView> {
    // Conditions count by the exchange's clock, which may not be known yet.
    const time = await this.exchangeTime(id)
    if (!time.ok) return time
    const added = await this.#deps.waiting.intake.add(id, request, quote)
    if (added.ok) return ok(this.#waitingView(added.value))
    const { action } = request.request
    return action.kind === 'place' && added.error.argument === undefined
      ? err(await this.market.explain(added.error, action.drafts))
      : added
  }

  waiting(id: ConnectionId): AsyncResult<readonly WaitingView[]> {
    const own = this.#deps.waiting.byConnection(id).map((waiting) => this.#waitingView(waiting))
    return Promise.resolve(ok(this.#deps.connections.get(id)?.state === 'revoked' ? [] : own))
  }

  async removeWaiting(id: ConnectionId, waitingId: WaitingId): AsyncResult<WaitingView> {
    const own = this.#deps.waiting.byConnection(id).some((waiting) => waiting.id === waitingId)
    if (!own) return refuse('not-found', message('waiting.unknown'))
    const removed = await this.#deps.waiting.remove(waitingId, 'assistant')
    return removed.ok ? ok(this.#waitingView(removed.value)) : removed
  }

  #waitingView(waiting: WaitingInstruction): WaitingView {
    const condition = conditionMessage(waiting.condition)
    // The exchange's time on both sides.
    const expiresInMs =
      waiting.state === 'waiting'
        ? waiting.expiresAt - this.#deps.session.queries.exchangeNow()
        : null
    return { waiting, condition, held: this.#deps.waiting.heldBy(waiting), expiresInMs }
  }

  instruction(id: ConnectionId, instruction: InstructionId): AsyncResult<FollowedInstruction> {
    return Promise.resolve(this.#answer(this.#ownInstruction(id, instruction)))
  }

  pending(id: ConnectionId): AsyncResult<readonly Instruction[]> {
    return Promise.resolve(
      ok(this.#instructionsOf(id).filter(({ status }) => status === 'PENDING')),
    )
  }

  processed(id: ConnectionId, limit: number): AsyncResult<readonly FollowedInstruction[]> {
    return Promise.resolve(
      ok(
        this.#instructionsOf(id)
          .filter(({ status }) => status !== 'PENDING')
          .sort((a, b) => (b.ending?.endedAt ?? 0) - (a.ending?.endedAt ?? 0))
          .slice(0, limit)
          .map((instruction) => this.#withOrder(instruction)),
      ),
    )
  }

  async revoke(id: ConnectionId, instruction: InstructionId): AsyncResult<FollowedInstruction> {
    if (this.#ownInstruction(id, instruction) === null) return unknownInstruction()
    const revoked = await this.#deps.instructionService.endings.revoke(id, instruction)
    return revoked.ok ? this.#answer(revoked.value) : revoked
  }

  wait(
    id: ConnectionId,
    instruction: InstructionId,
    ms: number,
    signal: AbortSignal,
  ): AsyncResult<FollowedInstruction> {
    const before = this.#ownInstruction(id, instruction)
    if (before === null || endsWait(before, before) || signal.aborted) {
      return Promise.resolve(this.#answer(before))
    }
    return new Promise((resolve) => {
      const end = (): void => {
        for (const stop of stops) stop()
        signal.removeEventListener('abort', end)
        resolve(this.#answer(this.#ownInstruction(id, instruction)))
      }
      const endOnNews = (): void => {
        if (endsWait(before, this.#ownInstruction(id, instruction))) end()
      }
      const stops = [
        this.#deps.timers.after(Math.min(Math.max(0, ms), MAX_WAIT_MS), end),
        this.#deps.instructionService.onChange((changed) => {
          if (changed.id === instruction) endOnNews()
        }),
        this.#deps.connections.onChange((changed) => {
          if (changed.id === id) endOnNews()
        }),
      ]
      signal.addEventListener('abort', end)
    })
  }

  watch(id: ConnectionId, changed: () => void): () => void {
    const { connections, instructionService, waiting } = this.#deps
    const { orders, positions } = this.#deps.session.streams
    const canSee = (accountId: string): boolean => {
      const accounts = connections.get(id)?.policy.accounts ?? []
      return accounts === 'all' || accounts.some((visible) => visible === accountId)
    }
    const stops = [
      instructionService.onChange((instruction) => {
        if (instruction.connectionId === id) changed()
      }),
      waiting.onChange((entry) => {
        if (entry.connectionId === id) changed()
      }),
      connections.onChange((change) => {
        if (change.id === id && change.kind === 'policy') changed()
      }),
      orders.subscribe((rows) => {
        if (rows.some(({ accountId }) => canSee(accountId))) changed()
      }),
      positions.subscribe(() => {
        if (positions.get()?.some(({ accountId }) => canSee(accountId)) === true) changed()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  #answer(instruction: Instruction | null): Result<FollowedInstruction, Refusal> {
    return instruction === null ? unknownInstruction() : ok(this.#withOrder(instruction))
  }

  /** Adds the order that came of an instruction, as it is now (CONFIRM-43). */
  #withOrder(instruction: Instruction): FollowedInstruction {
    const order = presentOrder(instruction, this.#deps.session.streams.orders.all())
    return { ...instruction, order }
  }

  /** Returns the connection's own instruction. Instructions of other connections appear unknown. */
  #ownInstruction(id: ConnectionId, instruction: InstructionId): Instruction | null {
    const { instructionService, connections } = this.#deps
    const found = instructionService.get(instruction)
    return found?.connectionId === id && connections.get(id)?.state !== 'revoked' ? found : null
  }

  #instructionsOf(id: ConnectionId): readonly Instruction[] {
    const { instructionService, connections } = this.#deps
    return connections.get(id)?.state === 'revoked' ? [] : instructionService.byConnection(id)
  }
}
