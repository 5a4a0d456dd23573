import {
  type ConsoleFields,
  type ConsoleOperation,
  type ConsoleProblem,
  type ConsoleReading,
  type ConsoleSection,
  type ConsoleSectionId,
  CONSOLE_SECTIONS,
  type ConsolePage,
} from '../../../shared/domain/institution/institution-view.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { Operation } from '../../../shared/wire/operation.js'
import type { ProviderFailure } from '../../core/provider-failure.js'
import type { ClientPair } from '../auth/client-tokens.js'
import { originOf } from '../http/hosts.js'
import { toProviderFailure } from '../http/provider-failure.js'
import {
  createInstitution,
  type DisplayClient,
  type Institution,
  type InstitutionOptions,
} from '../institution.js'
import type { OrderWrite } from '../../core/institution/order-write.js'
import type { OrderWriteReads } from '../../core/institution/order-write-port.js'
import { AccountForms } from './account-forms.js'
import { SECTION_OPERATIONS } from './console-sections.js'
import {
  createOrderWriteReads,
  isOrderWrite,
  orderWriteOf,
  sendOrderWrite,
} from './order-gateway.js'
import { buildRequest, requestFields } from './request-fields.js'
import { answerOf, type WriteResult } from './write-result.js'
import type { CallFailure } from '../http/call-failure.js'
import type { Caller, CallOptions } from '../http/caller.js'
import { ListPages, rowReader } from '../http/list-pages.js'
import type { CursorOperation } from '../http/paginate.js'
import { toPage, toRecord } from './response-records.js'

/** Below the deadline of a window's call. */
const MAX_WAIT_MS = 15_000
/** The institution's own id of the end user, for data that is shown to one. */
const USER_FIELD = 'client_user_id'
const MAX_USER_CHARS = 64

/** True for data that is read with the token of an end user. */
const isForUser = ({ auth }: Operation): boolean => auth === 'signature+token'

function toConsoleOperation(operation: Operation): ConsoleOperation {
  const fields = requestFields(operation)
  return {
    id: operation.id,
    name: operation.name,
    isWrite: operation.effect !== 'read',
    fields: isForUser(operation)
      ? [
          {
            path: USER_FIELD,
            kind: 'text',
            required: true,
            filled: false,
            choices: [],
            maxChars: MAX_USER_CHARS,
          },
          ...fields,
        ]
      : fields,
  }
}

const operationsOf = (section: ConsoleSectionId): readonly Operation[] =>
  SECTION_OPERATIONS()[section]

/** Lists the sections of the console with their operations. */
export const consoleSections = (): readonly ConsoleSection[] =>
  CONSOLE_SECTIONS.map((id) => ({ id, operations: operationsOf(id).map(toConsoleOperation) }))

const findOperation = (id: string): Operation | undefined =>
  CONSOLE_SECTIONS.flatMap(operationsOf).find((operation) => operation.id === id)

/** A write that was checked and not sent yet. */
export interface PreparedWrite {
  readonly operation: string
  readonly address: string
  readonly body: string
  /** What the journal of orders keeps of it; null for what changes no order. */
  readonly order: OrderWrite | null
  /** Sends it; called once, and for an order only by the service that journals it. */
  send(): Promise<WriteResult>
}

export type Prepared =
  | { readonly ok: true; readonly write: PreparedWrite }
  | { readonly ok: false; readonly problems: readonly ConsoleProblem[] }

/** Calls the operations of the console for one institution. */
export class ConsoleClient {
  readonly institution: Institution
  readonly forms: AccountForms
  readonly #options: InstitutionOptions
  readonly #newId: () => string
  /** Clients of end users, by their id; their tokens end with this client. */
  readonly #displays = new Map<string, DisplayClient>()

  constructor(options: InstitutionOptions, newId: () => string) {
    this.#options = options
    this.#newId = newId
    this.institution = createInstitution(options)
    this.forms = new AccountForms(this.institution.caller)
  }

  /** Reads a page of a list, or one record; null for an operation that is not a read. */
  async read(
    id: string,
    fields: ConsoleFields,
    cursor: string | null,
  ): Promise<Result<ConsoleReading, ProviderFailure> | null> {
    const operation = findOperation(id)
    if (operation === undefined || operation.effect !== 'read') return null
    const user = (fields[USER_FIELD] ?? '').trim()
    if (isForUser(operation) && user === '') {
      return ok({ kind: 'problems', problems: [{ path: USER_FIELD, kind: 'missing', detail: '' }] })
    }
    const built = buildRequest(operation, fields, this.#newId)
    if (!built.ok) return ok({ kind: 'problems', problems: built.problems })
    const caller = isForUser(operation) ? this.#display(user).caller : this.institution.caller
    const answer = await readConsolePage(caller, operation, {
      request: built.request,
      cursor,
      options: {
        maxWaitMs: MAX_WAIT_MS,
      },
    })
    return answer.ok
      ? ok({ kind: 'page', page: answer.value })
      : err(toProviderFailure(answer.error))
  }

  /** Checks a write and returns what it would send; null for an operation that is not a write. */
  prepare(id: string, fields: ConsoleFields): Prepared | null {
    const operation = findOperation(id)
    if (operation === undefined || operation.effect === 'read') return null
    const filled = this.forms.withData(fields)
    if (!filled.ok) return filled
    const built = buildRequest(operation, filled.fields, this.#newId)
    if (!built.ok) return built
    const { request } = built
    const origin = originOf(this.#options.endpoints, operation, 'key') ?? ''
    return {
      ok: true,
      write: {
        operation: operation.id,
        address: `${operation.method} ${origin}${operation.path}`,
        body: JSON.stringify(request, null, 2),
        order: isOrderWrite(operation) ? orderWriteOf(operation, request) : null,
        send: () => this.#send(operation, request),
      },
    }
  }

  /** Returns the queries that settle requests about orders. */
  orderReads(): OrderWriteReads {
    return createOrderWriteReads(this.institution.caller)
  }

  close(): void {
    this.institution.close()
  }

  async #send(operation: Operation, request: unknown): Promise<WriteResult> {
    const { caller } = this.institution
    if (isOrderWrite(operation)) return sendOrderWrite(caller, operation, request)
    return answerOf(await caller.call(operation, request, { maxWaitMs: MAX_WAIT_MS }))
  }

  #display(user: string): DisplayClient {
    const known = this.#displays.get(user)
    if (known !== undefined) return known
    let pair: ClientPair | null = null
    const display = this.institution.display(user, {
      load: () => Promise.resolve(pair),
      save: (next) => {
        pair = next
        return Promise.resolve()
      },
    })
    this.#displays.set(user, display)
    return display
  }
}

/**
 * Returns one page of what a read found. A list ends by the broker's cursor; one that repeats a
 * page is an error, because it would be loaded for ever, or end early (REL-44).
 *
 * @param cursor the cursor that the previous page returned; null for the first page
 */
export async function readConsolePage(
  caller: Pick<Caller, 'call'>,
  operation: Operation,
  {
    request,
    cursor,
    options,
  }: { readonly request: unknown; readonly cursor: string | null; readonly options: CallOptions },
): Promise<Result<ConsolePage, CallFailure>> {
  if (operation.paging === 'cursor') {
    const list = new ListPages(
      rowReader(caller, operation as CursorOperation, (rows, unreadable) => ({
        rows: rows.map(toRecord),
        unreadable,
      })),
    )
    return list.read(request, cursor, { ...options, isProof: true })
  }
  let unreadable = 0
  const answer = await caller.call(operation, request, {
    ...options,
    onUnreadable: (rows) => {
      unreadable = rows.length
    },
  })
  return answer.ok ? ok(toPage(answer.value, unreadable)) : answer
}
