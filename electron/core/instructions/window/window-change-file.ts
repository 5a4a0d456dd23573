import { z } from 'zod'
import {
  MAX_WINDOW_CHANGES,
  WindowChange,
} from '../../../../shared/domain/instructions/window-change.js'
import { asReadonly } from '../../../../shared/domain/readonly-schema.js'
import { zTime } from '../../../../shared/domain/scalars.schema.js'
import {
  authorMembers,
  MAX_OWNED_ITEMS,
  MAX_PREPARED_ORDERS,
  OwnedItem,
  PreparedOrder,
} from './owned-item.js'

/** The version of the file. One with a newer version is not read. */
export const WINDOW_CHANGES_VERSION = 1

/** A change of the window as it is stored; changes of watchlists are stored with the lists. */
const StoredWindowChange = asReadonly(
  z.strictObject({
    ...authorMembers,
    id: z.string().min(1).max(64),
    changedAt: zTime,
    isOffered: z.boolean(),
    change: WindowChange,
  }),
)
export type StoredWindowChange = z.output<typeof StoredWindowChange>

const zFile = asReadonly(
  z.strictObject({
    v: z.literal(WINDOW_CHANGES_VERSION),
    changes: z.array(StoredWindowChange).max(MAX_WINDOW_CHANGES),
    owned: z.array(OwnedItem).max(MAX_OWNED_ITEMS),
    prepared: z.array(PreparedOrder).max(MAX_PREPARED_ORDERS),
  }),
)

/** The undecided changes, what assistants own in the window, and the orders that they prepared. */
export type StoredWindowChanges = Omit<z.output<typeof zFile>, 'v'>

/** Reads the changes of the window; null for a text that cannot be read. */
export function parseWindowChanges(text: string): StoredWindowChanges | null {
  try {
    return zFile.parse(JSON.parse(text))
  } catch {
    return null
  }
}

export const writeWindowChanges = (stored: StoredWindowChanges): string =>
  JSON.stringify({ v: WINDOW_CHANGES_VERSION, ...stored })
