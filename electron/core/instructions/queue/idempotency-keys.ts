import type { ConnectionId, InstructionId } from '../../../../shared/domain/ids.js'
import { DAY_MS, MINUTE_MS } from '../../../../shared/domain/time.js'

/** How long an assistant's key identifies the same request, in ms. */
const KEY_LIFETIME_MS = DAY_MS
/** How long an identical request without a key counts as the same, in ms (CONFIRM-31). */
export const DEDUPE_WINDOW_MS = MINUTE_MS

interface KeyUse {
  readonly digest: string
  readonly ids: readonly InstructionId[]
  readonly at: number
}

/** The result of a lookup: a new request, a known one, or a different request under a used key. */
export type KeyMatch =
  | { readonly found: 'new' }
  | { readonly found: 'same'; readonly ids: readonly InstructionId[] }
  | { readonly found: 'conflict' }

/** A request under its key. */
interface KeyedRequest {
  readonly key: string
  readonly digest: string
  readonly ids: readonly InstructionId[]
  readonly now: number
}

export interface IdempotencyKeys {
  /** Looks up a request. With `key` null, by the digest alone within 60 s. */
  find(connection: ConnectionId, key: string | null, digest: string, now: number): KeyMatch
  remember(connection: ConnectionId, request: KeyedRequest): void
}

/**
 * Creates the index of assistants' keys of the last 24 hours. Times are by the wall clock, because
 * they survive restarts.
 */
export function createIdempotencyKeys(): IdempotencyKeys {
  const byKey = new Map<string, KeyUse>()
  const byDigest = new Map<string, KeyUse>()
  const name = (connection: ConnectionId, text: string): string => `${connection}\n${text}`
  // An entry dated in the future counts as new, so that setting the clock back does not age a key.
  const age = (entry: KeyUse, now: number): number => Math.max(0, now - entry.at)

  return {
    find(connection, key, digest, now) {
      const stored = key === null ? undefined : byKey.get(name(connection, key))
      if (stored !== undefined && age(stored, now) < KEY_LIFETIME_MS) {
        return stored.digest === digest ? { found: 'same', ids: stored.ids } : { found: 'conflict' }
      }
      const twin = byDigest.get(name(connection, digest))
      return twin !== undefined && age(twin, now) < DEDUPE_WINDOW_MS
        ? { found: 'same', ids: twin.ids }
        : { found: 'new' }
    },
    remember(connection, { key, digest, ids, now }) {
      for (const [known, entry] of byKey) if (now - entry.at >= KEY_LIFETIME_MS) byKey.delete(known)
      for (const [known, entry] of byDigest) {
        if (now - entry.at >= DEDUPE_WINDOW_MS) byDigest.delete(known)
      }
      if (!byKey.has(name(connection, key))) {
        byKey.set(name(connection, key), { digest, ids, at: now })
      }
      if (!byDigest.has(name(connection, digest))) {
        byDigest.set(name(connection, digest), { digest, ids, at: now })
      }
    },
  }
}
