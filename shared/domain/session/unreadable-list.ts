import type { AccountId } from '../ids.js'

/** The lists of the broker whose rows can be unreadable one by one. */
export const LIST_KINDS = [
  'accounts',
  'positions',
  'openOrders',
  'orderHistory',
  'instruments',
  'other',
] as const
export type ListKind = (typeof LIST_KINDS)[number]

/**
 * A list of which some rows could not be read, for example because the broker sent a member in a
 * new form. These rows are set aside; the rest is used.
 */
export interface UnreadableList {
  readonly kind: ListKind
  /** The account of the list; null for a list of no account. */
  readonly accountId: AccountId | null
  readonly count: number
  /** Some of the instruments that such rows name; empty when none does. */
  readonly symbols: readonly string[]
}

const NONE: readonly UnreadableList[] = []

/** Returns the lists of a session; the same empty one while there is no session. */
export const unreadableOf = (
  session: { readonly unreadable: readonly UnreadableList[] } | null,
): readonly UnreadableList[] => session?.unreadable ?? NONE

/** Returns true when an account holds positions that could not be read. */
export const hasUnreadablePositions = (
  lists: readonly UnreadableList[],
  accountId: AccountId,
): boolean => lists.some((list) => list.kind === 'positions' && list.accountId === accountId)
