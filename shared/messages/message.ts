import type { Decimal } from '../domain/decimal.js'

/**
 * A value inside a message: plain data that crosses IPC and files unchanged. A decimal is its own
 * text; a message inside a message is written in the same language.
 */
export type MessageParam =
  | string
  | number
  | boolean
  | null
  | Decimal
  | Message
  | readonly MessageParam[]
  | { readonly [name: string]: MessageParam }

/** The longest text in a parameter; a window refuses a longer one. */
export const MAX_PARAM_CHARS = 500

/** A sentence that is not yet in any language: its place in the catalogue and its parameters. */
export interface Message {
  /** "section.key" of the catalogue. */
  readonly code: string
  readonly params?: Readonly<Record<string, MessageParam>>
}

/** True when both are the same sentence with the same parameters, or both are absent. */
export const sameMessage = (a: Message | null, b: Message | null): boolean =>
  a === b || (a !== null && b !== null && JSON.stringify(a) === JSON.stringify(b))
