import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import type { RecordedBars } from '../../../shared/practice/recorded-bars.js'
import { openMarketSimulation } from '../simulation/market-simulation.js'
import { zPracticeFile, type PracticeFile } from './practice-file.js'
import { recover } from './recover.js'
import type { Loaded, Store } from './store.js'

const parse = (value: unknown): PracticeFile | null => zPracticeFile.safeParse(value).data ?? null

/** Returns what was wrong with the stored data, and what it means for the practice account. */
function notesOf({ lost, fromPrevious, setAside, logsAside, end }: Loaded): readonly Message[] {
  const notes: Message[] = []
  if (lost) notes.push(message('practice.accountsNew'))
  if (fromPrevious) notes.push(message('practice.accountsFromPrevious'))
  if (setAside.length > 0) notes.push(message('practice.accountsFiles', { files: setAside }))
  if (end === 'missing') notes.push(message('practice.logMissing'))
  if (end === 'cut') notes.push(message('practice.logCut'))
  if (logsAside.length > 0) notes.push(message('practice.logFiles', { files: logsAside }))
  return notes
}

/**
 * Loads the state to continue from: the last snapshot plus the log after it. Null when practice
 * starts over. Messages for the user are added to `notes`.
 */
export async function loadState(
  store: Store,
  now: number,
  notes: Message[],
  recorded: RecordedBars | null,
): Promise<PracticeFile | null> {
  // Checked once: the state of a long history has a hundred megabytes.
  let state: PracticeFile | null = null
  const stored = await store.load(now, (value) => {
    state = parse(value)
    return state?.log ?? null
  })
  notes.push(...notesOf(stored))
  if (state === null || !stored.crashed) return state
  const recovered = recover(state, stored.groups, (start) =>
    openMarketSimulation({ ...start, recorded }),
  )
  if (!recovered.ok) {
    notes.push(message('practice.notRepeated', { reason: recovered.error }))
    return state
  }
  const { differences, repeated } = recovered.value
  if (differences.length > 0) {
    notes.push(
      message('practice.repeatedOtherwise', {
        different: differences.length,
        repeated,
        example: differences[0] ?? '',
      }),
    )
  }
  return recovered.value.file
}
