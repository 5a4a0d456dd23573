import { useCallback, useEffect, useState } from 'react'
import type { JournalReport, JournalState } from '../../../shared/domain/account/journal.js'
import type { AccountId } from '../../../shared/domain/ids.js'
import { bodyOf } from '../../bridge/stream.js'
import type { Invoke } from '../../bridge/client.js'
import { useMainWindow } from '../../stores/context.js'
import { useRead, type ReadState } from '../../ui/reading/use-read.js'
import type { TimeRange } from '../../ui/records/record-range.js'

/** Streams how far the journal of an account is; null until the first frame. */
export function useJournalState(accountId: AccountId | null): JournalState | null {
  const { openStream } = useMainWindow()
  const [state, setState] = useState<JournalState | null>(null)
  useEffect(() => {
    if (accountId === null) return undefined
    return openStream([{ kind: 'journal', accountId }], (frame, topic) => {
      if (topic.kind !== 'journal' || frame.kind === 'gap') return
      setState(bodyOf(frame, topic))
    })
  }, [openStream, accountId])
  return state?.accountId === accountId ? state : null
}

/** Reads the report of a period and a tag, again whenever the journal has changed. */
export function useReport(
  state: JournalState | null,
  { from, to }: TimeRange,
  tag: string | null,
): ReadState<JournalReport> {
  const key =
    state === null || state.readAt === null
      ? null
      : JSON.stringify({
          input: { accountId: state.accountId, from, to, tag },
          at: [state.revision, state.notes.revision],
        })
  const readReport = useCallback((invoke: Invoke, text: string) => {
    const { input } = JSON.parse(text) as {
      readonly input: { readonly accountId: AccountId; readonly tag: string | null } & TimeRange
    }
    return invoke('journal.report', input)
  }, [])
  return useRead(key, readReport)
}
