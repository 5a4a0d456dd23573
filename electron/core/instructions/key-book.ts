import type { ConnectionId, InstructionId } from '../../../shared/domain/instruction.js'
import { DAY_MS, MINUTE_MS } from '../../../shared/domain/time.js'

/** How long a caller's key means the same request (instructions 1). */
const KEPT_MS = DAY_MS
/** How long the same request without a key of its own is the same request. */
export const FOLD_MS = MINUTE_MS

interface Entry {
  readonly digest: string
  readonly ids: readonly InstructionId[]
  readonly at: number
}

/**
 * What a request turned out to be: new, one that is known, or another one under a key that is
 * taken.
 */
export type KeyAnswer =
  | { readonly found: 'new' }
  | { readonly found: 'same'; readonly ids: readonly InstructionId[] }
  | { readonly found: 'conflict' }

export interface KeyBook {
  /** `key` null: by the digest alone, within 60 s. */
  find(connection: ConnectionId, key: string | null, digest: string, now: number): KeyAnswer
  note(
    connection: ConnectionId,
    key: string,
    digest: string,
    ids: readonly InstructionId[],
    at: number,
  ): void
}

/** The callers' keys of the last 24 hours. Times are the wall clock's: they outlive restarts. */
export function createKeyBook(): KeyBook {
  const byKey = new Map<string, Entry>()
  const byDigest = new Map<string, Entry>()
  const name = (connection: ConnectionId, text: string): string => `${connection}\n${text}`
  // A clock that was set back must not make a key older than it is: what lies in the future counts
  // as now.
  const age = (entry: Entry, now: number): number => Math.max(0, now - entry.at)

  return {
    find(connection, key, digest, now) {
      const kept = key === null ? undefined : byKey.get(name(connection, key))
      if (kept !== undefined && age(kept, now) < KEPT_MS) {
        return kept.digest === digest ? { found: 'same', ids: kept.ids } : { found: 'conflict' }
      }
      const twin = byDigest.get(name(connection, digest))
      return twin !== undefined && age(twin, now) < FOLD_MS
        ? { found: 'same', ids: twin.ids }
        : { found: 'new' }
    },
    note(connection, key, digest, ids, at) {
      for (const [known, entry] of byKey) if (at - entry.at >= KEPT_MS) byKey.delete(known)
      for (const [known, entry] of byDigest) if (at - entry.at >= FOLD_MS) byDigest.delete(known)
      if (!byKey.has(name(connection, key))) byKey.set(name(connection, key), { digest, ids, at })
      if (!byDigest.has(name(connection, digest))) {
        byDigest.set(name(connection, digest), { digest, ids, at })
      }
    },
  }
}
