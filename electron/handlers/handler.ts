import type { Result } from '../../shared/domain/result.js'
import type { OpName, OutputOf, ParsedInputOf, Surface } from '../../shared/ipc/contract.js'
import type { AppError } from '../../shared/ipc/errors.js'

/** Who asks, and the reference that joins the answer to the log. */
export interface CallContext {
  readonly ref: string
  readonly surface: Surface
}

/**
 * Answers one operation of the contract. Its input was parsed; it never throws for an expected
 * reason.
 */
export type Handler<K extends OpName> = (
  input: ParsedInputOf<K>,
  context: CallContext,
) => Promise<Result<OutputOf<K>, AppError>>

/** One handler for every entry of the contract: a missing one fails to compile. */
export type Handlers = { readonly [K in OpName]: Handler<K> }
