import type { Result } from '../../shared/domain/result.js'
import type { OpName, OutputOf, ParsedInputOf } from '../../shared/ipc/contract.js'
import type { Surface } from '../../shared/ipc/entry.js'
import type { AppError } from '../../shared/domain/app/app-error.js'

/** The caller, and the reference that links the response to the log. */
export interface CallContext {
  readonly ref: string
  readonly surface: Surface
  /** The id of the page's contents. */
  readonly sender: number
}

/**
 * Handles one operation of the IPC contract. Its input is already parsed; expected errors are
 * returned, not thrown.
 */
export type Handler<K extends OpName> = (
  input: ParsedInputOf<K>,
  context: CallContext,
) => Promise<Result<OutputOf<K>, AppError>>

/** One handler for every operation of the contract; a missing one fails to compile. */
export type Handlers = { readonly [K in OpName]: Handler<K> }
