import type { VersionsInUse } from '../../../../domain/session/session-inspection.js'

/** Texts of the session panel. */
export const sessionText = {
  tokens: 'Sign-in',
  kinds: { app: 'App key token', access: 'Access token', refresh: 'Refresh token' },
  held: 'present',
  none: 'none',
  expires: 'expires',
  renewed: 'renewed',
  unknownEnd: 'renewed by use',
  earlier: 'in an earlier session',
  details: {
    profile: 'Profile',
    version: 'API version',
    algorithm: 'Signature',
    scope: 'Scope',
    store: 'Saved in',
    skew: 'Clock difference',
  },
  stores: { 'key-store': 'the key store of this computer', memory: 'memory only' },
  versions: ({ chosen, used, longLists }: VersionsInUse) =>
    [
      used === chosen ? used : `${used}, because the broker refused ${chosen}`,
      ...(longLists === used ? [] : [`long lists continue in ${longLists}`]),
    ].join('; '),
  skew: (ms: number) => (ms === 0 ? 'none' : `${ms > 0 ? '+' : '−'}${Math.abs(ms)} ms`),
  hosts: 'Hosts',
  roles: {
    api: 'API',
    oauth: 'Sign-in API',
    passport: 'Login page',
    events: 'Order events',
    data: 'Market data',
  } as Readonly<Record<string, string>>,
  budgets: 'Request budgets',
  budgetHeads: { operation: 'Requests', used: 'Used', window: 'Window', resets: 'Resets' },
  noBudgets: 'No requests in the last minute.',
  blocked: (time: string) => `blocked for ${time}`,
  seconds: (n: number) => `${n} s`,
  events: 'Event log',
  noEvents: 'No events yet.',
  refresh: 'Refresh',
} as const
