import type { Catalog, OperationId } from '../../../shared/wire/catalog.js'
import type { Operation, RequestOf, ResponseOf } from '../../../shared/wire/operation.js'
import type { Context } from './context.js'

/** Status and code of a refusal; the code is null where the gateway answers, who has none. */
export type Answer = readonly [status: number, code: string | null]

/** A request that has to be refused. */
export interface Refused<Request> {
  readonly what: string
  /** Members laid over the happy request (undefined takes one out), or the whole request. */
  readonly with:
    | Readonly<Record<string, unknown>>
    | ((request: Request, context: Context) => unknown)
  readonly answer: Answer
}

/** How one operation is shown to work. */
export interface Example<O extends Operation> {
  /** The happy request; set-up goes before it. */
  readonly request: (context: Context) => RequestOf<O> | Promise<RequestOf<O>>
  /** What makes the answer the right one, beyond its schema and members. */
  readonly shows?: (
    answer: ResponseOf<O>,
    request: RequestOf<O>,
    context: Context,
  ) => void | Promise<void>
  /** Why the list in the happy answer may be empty. */
  readonly mayBeEmpty?: string
  /**
   * Parameters that the contract calls required and that have a default all the same, with the
   * reason.
   */
  readonly lenient?: Readonly<Record<string, string>>
  /**
   * Answers of derived refusals that differ from the family's rule, by parameter, with the reason
   * in a comment beside it.
   */
  readonly answers?: Readonly<Record<string, Answer>>
  readonly refuses?: readonly Refused<RequestOf<O>>[]
}

/** An operation that is no single call of the client: a browser's page, a stream. */
export interface Flow {
  readonly flow: (context: Context) => Promise<void>
  readonly refuses: readonly {
    readonly what: string
    readonly run: (context: Context) => Promise<void>
  }[]
}

export type OperationOf<Id extends OperationId> = Extract<Catalog[number], { readonly id: Id }>

/** Examples of some operations, by their id. */
export type Examples = { readonly [Id in OperationId]?: Example<OperationOf<Id>> | Flow }

/**
 * Flows of operations that are no HTTP operations and hence in no catalog: by method and path, as
 * the contract's list writes them.
 */
export type Streams = Readonly<Record<string, Flow>>

export const isFlow = (entry: object): entry is Flow => 'flow' in entry
