import type { EpochMs } from '../time.js'

/** One request to the broker and what came back, without secrets. */
export interface LoggedRequest {
  /** Counts from 1 within a session. */
  readonly number: number
  readonly time: EpochMs
  /** The id of the operation, for example `trading.orders.place`. */
  readonly operation: string
  readonly method: string
  readonly host: string
  readonly path: string
  /** The parameters: values that are safe to show, `…` for every other. */
  readonly params: string
  /** Null when nothing was answered. */
  readonly status: number | null
  /** Null for a success; otherwise the class and the code of the failure. */
  readonly failure: { readonly class: string; readonly code: string } | null
  /** The broker's own code and message of a refusal. */
  readonly brokerCode: string | null
  readonly message: string | null
  /** How many rows a list had; null for anything else. */
  readonly rows: number | null
  readonly latencyMs: number
}
