/**
 * The scopes of a client (MCP-1): the provider's scopes, and the names of their groups on the
 * consent page.
 */
export const SCOPES = [
  'account:read',
  'order:read',
  'order:write',
  'market:read',
  'instrument:read',
] as const
export type Scope = (typeof SCOPES)[number]

export const isScope = (word: string): word is Scope => (SCOPES as readonly string[]).includes(word)

export const SCOPE_GROUPS: Readonly<
  Record<Scope, { readonly title: string; readonly text: string }>
> = {
  'account:read': { title: 'Account Infos', text: 'Balances and positions' },
  'order:read': {
    title: 'Order Query',
    text: 'Orders, executions, and what became of instructions',
  },
  'order:write': {
    title: 'Trading',
    text: 'Ask for orders. You confirm each of them in the desktop app',
  },
  'market:read': { title: 'Market Data', text: 'Prices, quotes and bars' },
  'instrument:read': { title: 'Security Master', text: 'What can be traded' },
}

/** Parses scopes into the published order; null when one is unknown. */
export function readScopes(text: string): readonly Scope[] | null {
  const names = text.split(' ').filter((word) => word !== '')
  return names.every(isScope) ? SCOPES.filter((scope) => names.includes(scope)) : null
}
