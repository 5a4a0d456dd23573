import type { CatalogOperation, OperationId } from '../../../shared/wire/catalog.js'
import type { Operation, RequestOf, ResponseOf } from '../../../shared/wire/operation.js'
import type { Context } from './context.js'

/** Status and code of a refusal; the code is null for the gateway, which sends none. */
export type ToolAnswer = readonly [status: number, code: string | null]

/** A request that must be refused. */
export interface Refused<Request> {
  readonly what: string
  /**
   * Members merged over the valid request (undefined removes one), or a function that returns the
   * whole request.
   */
  readonly with:
    | Readonly<Record<string, unknown>>
    | ((request: Request, context: Context) => unknown)
  readonly answer: ToolAnswer
}

/** How one operation is shown to work. */
export interface Example<O extends Operation> {
  /** Returns the valid request, after any set-up. */
  readonly request: (context: Context) => RequestOf<O> | Promise<RequestOf<O>>
  /** Checks the answer beyond its schema and members. */
  readonly shows?: (
    answer: ResponseOf<O>,
    request: RequestOf<O>,
    context: Context,
  ) => void | Promise<void>
  /** Why the list in the answer may be empty. */
  readonly mayBeEmpty?: string
  /** Parameters published as required that have a default, with the reason. */
  readonly lenient?: Readonly<Record<string, string>>
  /** Expected answers of derived refusals that differ from the family's rule, by parameter. */
  readonly answers?: Readonly<Record<string, ToolAnswer>>
  readonly refuses?: readonly Refused<RequestOf<O>>[]
}

/** An operation that is not a single client call: a browser page or a stream. */
export interface Flow {
  readonly flow: (context: Context) => Promise<void>
  readonly refuses: readonly {
    readonly what: string
    readonly run: (context: Context) => Promise<void>
  }[]
}

export type OperationOf<Id extends OperationId> = Extract<CatalogOperation, { readonly id: Id }>

/** Examples of operations, by operation id. */
export type Examples = { readonly [Id in OperationId]?: Example<OperationOf<Id>> | Flow }

/**
 * Flows of operations that are not HTTP and therefore not in the catalog, by method and path as
 * published.
 */
export type Streams = Readonly<Record<string, Flow>>

export const isFlow = (entry: object): entry is Flow => 'flow' in entry
