import { useCallback } from 'react'
import type { PositionLot } from '../../../../shared/domain/account/activity.js'
import type { JournalOpenLot } from '../../../../shared/domain/account/journal.js'
import type { AppError } from '../../../../shared/domain/app/app-error.js'
import type { AccountId } from '../../../../shared/domain/ids.js'
import type { InstrumentKey } from '../../../../shared/domain/instruments/instrument-key.js'
import { ok, type Result } from '../../../../shared/domain/result.js'
import type { Invoke } from '../../../bridge/client.js'
import { useRead, type ReadState } from '../../../ui/reading/use-read.js'

/** More pages of one position are not read: the list then says "at least". */
const MAX_PAGES = 20

/** The open lots of one instrument, as the broker keeps them and by first in, first out. */
export interface ComparedLots {
  readonly broker: readonly PositionLot[]
  readonly own: readonly JournalOpenLot[]
  /** False when there are more than are read, or rows that could not be read. */
  readonly isComplete: boolean
}

interface Page<T> {
  readonly rows: readonly T[]
  readonly cursor: string | null
  readonly unreadable: number
}

/** Reads the pages of a list, up to a number of them. */
async function readPages<T>(
  readPage: (cursor: string | null) => Promise<Result<Page<T>, AppError>>,
): Promise<Result<{ readonly rows: readonly T[]; readonly isComplete: boolean }, AppError>> {
  const rows: T[] = []
  let cursor: string | null = null
  let unreadable = 0
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const reply = await readPage(cursor)
    if (!reply.ok) return reply
    rows.push(...reply.value.rows)
    unreadable += reply.value.unreadable
    cursor = reply.value.cursor
    if (cursor === null) break
  }
  return ok({ rows, isComplete: cursor === null && unreadable === 0 })
}

/** Reads the open lots of one instrument, again whenever the journal has changed. */
export function useComparedLots(
  accountId: AccountId,
  key: InstrumentKey,
  revision: number,
): ReadState<ComparedLots> {
  const readLots = useCallback(
    async (invoke: Invoke) => {
      const [broker, ownPages] = await Promise.all([
        readPages((cursor) => invoke('records.position-lots', { accountId, key, cursor })),
        readPages((cursor) => invoke('journal.open-lots', { accountId, key, cursor })),
      ])
      if (!broker.ok) return broker
      if (!ownPages.ok) return ownPages
      return ok({
        broker: broker.value.rows,
        own: ownPages.value.rows,
        isComplete: broker.value.isComplete && ownPages.value.isComplete,
      })
    },
    [accountId, key],
  )
  return useRead(`${accountId} ${key} ${revision}`, readLots)
}
