import { useEffect, useState } from 'react'
import type { ConnectionId } from '../../../../shared/domain/ids.js'
import type { Scorecard } from '../../../../shared/domain/instructions/scorecard.js'
import { useAllRows, useMainWindow } from '../../../stores/context.js'
import { useEvery } from '../../../ui/every.js'

/** Open positions change with prices, but a report card needs no faster update. */
const EVERY_MS = 5_000
const ROWS_MS = 1_000

/**
 * Returns the report cards of these assistants, refreshed while shown. `failed`: none could be
 * read.
 */
export function useScorecards(ids: readonly ConnectionId[]): {
  readonly cards: ReadonlyMap<ConnectionId, Scorecard>
  readonly failed: boolean
} {
  const mainWindow = useMainWindow()
  const [cards, setCards] = useState<ReadonlyMap<ConnectionId, Scorecard>>(new Map())
  const [failed, setFailed] = useState(false)
  const beat = useEvery(EVERY_MS)
  const rows = useAllRows(mainWindow.instructions, ROWS_MS)
  const idText = ids.join(' ')
  useEffect(() => {
    let wants = true
    const readCards = async (): Promise<void> => {
      const read_ = new Map<ConnectionId, Scorecard>()
      let refused = false
      for (const id of idText.split(' ') as ConnectionId[]) {
        const reply = await mainWindow.invoke('assistants.scorecard', { id })
        if (!wants) return
        if (!reply.ok) refused = true
        else if (reply.value.card !== null) read_.set(id, reply.value.card)
      }
      setFailed(refused && read_.size === 0)
      if (read_.size > 0) setCards(read_)
    }
    if (idText !== '') void readCards()
    return () => {
      wants = false
    }
  }, [mainWindow, idText, beat, rows])
  return { cards, failed }
}
