import type { Symbol, ConnectionId } from '../ids.js'
import type { EpochMs } from '../time.js'

/** What an assistant requests of the person's watchlists. It cannot delete one. */
export type ListRequest =
  | { readonly kind: 'create'; readonly name: string; readonly symbols: readonly Symbol[] }
  | { readonly kind: 'rename'; readonly id: string; readonly name: string }
  | { readonly kind: 'add'; readonly id: string; readonly symbols: readonly Symbol[] }
  | { readonly kind: 'remove'; readonly id: string; readonly symbols: readonly Symbol[] }

/** The assistant that changes a list: its connection, and the name that the person knows. */
export interface ListAuthor {
  readonly connectionId: ConnectionId
  readonly assistant: string
}

/**
 * What an assistant changed in a list, until the person undoes or keeps it. Several changes of one
 * assistant to one list are summed up in one: what it added and removed in all.
 */
export interface ListChange extends ListAuthor {
  readonly id: string
  readonly listId: string
  readonly changedAt: EpochMs
  /** True when the assistant made the list. */
  readonly isCreated: boolean
  readonly renamed: { readonly from: string; readonly to: string } | null
  readonly added: readonly Symbol[]
  readonly removed: readonly Symbol[]
}

/** What the person decides about a change of an assistant. */
export const LIST_DECISIONS = ['undo', 'keep'] as const
export type ListDecision = (typeof LIST_DECISIONS)[number]
