import {
  type Symbol,
  symbol as asSymbol,
  type ConnectionId,
} from '../../../../shared/domain/ids.js'
import type { ConnectionView } from '../../../../shared/domain/instructions/connection.js'
import {
  fieldRefusal,
  type AsyncResult,
  type Refusal,
} from '../../../../shared/domain/instructions/refusal.js'
import type {
  ListAuthor,
  ListChange,
  ListRequest,
} from '../../../../shared/domain/reference/list-change.js'
import type { WatchlistsView } from '../../../../shared/domain/reference/watchlist-book.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { AuditPort } from '../../audit/audit-port.js'
import type {
  ChangedList,
  ListRefusal,
  WatchlistBook,
} from '../../market/watchlists/watchlist-book.js'
import type { ClockPort } from '../../ports.js'
import type { RefusalLog } from '../connections/refusal-log.js'
import { ChangeGate, MAX_CHANGES_PER_MINUTE } from '../connections/change-gate.js'
import { isOneEdit } from './symbol-lookup.js'
import type { HaltState } from '../connections/halt-state.js'
import { insideQuotes } from '../../../../shared/domain/text-safety.js'

/** What only the changes of watchlists need. */
export interface WatchlistAccessDeps {
  readonly book: Pick<WatchlistBook, 'read' | 'change'>
  readonly audit: Pick<AuditPort, 'append'>
  readonly refusals: Pick<RefusalLog, 'record'>
  readonly clock: Pick<ClockPort, 'monotonic'>
  /** False in shadow practice, whose lists no window shows. */
  readonly isShown: boolean
}

interface Access extends WatchlistAccessDeps {
  /** Returns the connection that may read now. */
  readonly ready: (id: ConnectionId) => Result<ConnectionView, Refusal>
  readonly halted: HaltState
  /** Returns the listed symbols; refuses an unknown one with the one that was meant. */
  readonly listed: (symbols: readonly Symbol[]) => AsyncResult<readonly Symbol[]>
}

/**
 * An assistant's access to the person's watchlists. Every change is recorded with its author before
 * it takes effect, shown in the panel, and can be undone there. It reaches no order.
 */
export class WatchlistAccess {
  readonly #access: Access
  readonly #gate: ChangeGate

  constructor(access: Access) {
    this.#access = access
    this.#gate = new ChangeGate({
      ...access,
      toolset: 'watchlists',
      tool: 'change_watchlist',
      notShown: message('watchlists.notShown'),
      tooFast: message('watchlists.changesTooFast', { max: MAX_CHANGES_PER_MINUTE }),
    })
  }

  async read(id: ConnectionId): AsyncResult<WatchlistsView> {
    const connection = this.#access.ready(id)
    return connection.ok ? ok(await this.#access.book.read()) : connection
  }

  async change(id: ConnectionId, request: ListRequest): AsyncResult<ChangedList> {
    const answer = await this.#change(id, request)
    if (!answer.ok) await this.#access.refusals.record(id, answer.error, { list: request.kind })
    return answer
  }

  async #change(id: ConnectionId, request: ListRequest): AsyncResult<ChangedList> {
    const connection = this.#gate.check(id)
    if (!connection.ok) return connection
    const named = await this.#withListedSymbols(request)
    if (!named.ok) return named
    // The person may have paused or halted while the symbols were looked up.
    const still = this.#gate.check(id, false)
    if (!still.ok) return still
    const author = { connectionId: id, assistant: connection.value.name }
    const changed = await this.#access.book.change(author, named.value, (change, listName) =>
      this.#record(author, change, listName),
    )
    return changed.ok ? changed : err(toListRefusal(changed.error))
  }

  /** Symbols that are added have to be listed; those that are removed are compared in the list. */
  async #withListedSymbols(request: ListRequest): AsyncResult<ListRequest> {
    if (request.kind === 'rename') return ok(request)
    if (request.kind === 'remove') {
      const symbols = request.symbols.map((entry) => asSymbol(entry.toUpperCase()))
      return ok({ ...request, symbols })
    }
    const symbols = await this.#access.listed(request.symbols)
    return symbols.ok ? ok({ ...request, symbols: symbols.value }) : symbols
  }

  async #record(author: ListAuthor, change: ListChange, listName: string): Promise<boolean> {
    const { connectionId, assistant } = author
    const line = `${assistant}: ${changeSummary(change)} in the watchlist “${insideQuotes(listName)}”`
    const body = changeBody(change, listName)
    return (await this.#access.audit.append('watchlist', connectionId, shortened(line), body)).ok
  }
}

/** Converts why a list was not changed to a refusal that names the argument. */
function toListRefusal(refusal: ListRefusal): Refusal {
  switch (refusal.kind) {
    case 'unknown':
      return { code: 'not-found', message: refusal.message }
    case 'refused':
      return { code: 'invalid', message: refusal.message }
    case 'not-saved':
      return { code: 'unavailable', message: refusal.message }
    case 'not-in-list': {
      const { missing, symbols } = refusal
      const meant = symbols.find((entry) => isOneEdit(entry, missing)) ?? null
      const why = message('watchlists.notInList', { symbol: missing })
      return fieldRefusal({
        field: 'symbol',
        value: missing,
        rule: 'not-in-list',
        didYouMean: meant,
        reason: why,
      })
    }
  }
}

const changeSummary = ({ isCreated, renamed, added, removed }: ListChange): string =>
  [
    ...(isCreated ? ['made the list'] : []),
    ...(renamed === null ? [] : [`renamed “${insideQuotes(renamed.from)}”`]),
    ...(added.length === 0 ? [] : [`added ${added.join(' ')}`]),
    ...(removed.length === 0 ? [] : [`removed ${removed.join(' ')}`]),
  ].join(', ')

const changeBody = (
  { id, listId, isCreated, renamed, added, removed }: ListChange,
  name: string,
) => ({
  change: id,
  list: listId,
  name,
  created: isCreated,
  formerName: renamed?.from ?? null,
  added,
  removed,
})

/** Records in the audit chain what the person decides about the changes of assistants. */
export const recordListDecisions = (
  audit: Pick<AuditPort, 'append'>,
  book: Pick<WatchlistBook, 'onDecided'>,
) =>
  book.onDecided(({ decision, change, listName }) => {
    const line = inEnglish(
      message('audit.watchlistDecided', {
        isUndone: decision === 'undo',
        assistant: change.assistant,
        change: changeSummary(change),
        list: listName,
      }),
    )
    const body = { ...changeBody(change, listName), decision }
    void audit.append('watchlist', change.connectionId, shortened(line), body)
  })

/** A line of a record is short; its body has everything. */
const shortened = (line: string): string => line.slice(0, 260)
