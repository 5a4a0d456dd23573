import { zPracticeFile, type PracticeFile } from './practice-file.js'
import { recover } from './recover.js'
import type { Store } from './store.js'

const read = (value: unknown): PracticeFile | null => zPracticeFile.safeParse(value).data ?? null

/**
 * Loads the state to continue from: the last snapshot plus the log after it. Null when practice
 * starts over. Messages for the user are added to `notes`.
 */
export async function loadState(
  store: Store,
  now: number,
  notes: string[],
): Promise<PracticeFile | null> {
  const stored = await store.load(now, (value) => read(value)?.log ?? null)
  if (stored.setAside !== null) {
    notes.push(
      `The saved accounts were damaged. They were set aside as ${stored.setAside}; practice begins anew.`,
    )
  }
  if (stored.logsAside.length > 0) {
    notes.push(
      `A part of what happened last could not be read. It was set aside as ${stored.logsAside.join(', ')}.`,
    )
  }
  const state = stored.value === null ? null : read(stored.value)
  if (state === null || !stored.crashed) return state
  const recovered = recover(state, stored.groups)
  if (!recovered.ok) {
    notes.push(`What happened after the last snapshot could not be repeated: ${recovered.error}.`)
    return state
  }
  const { differences, repeated } = recovered.value
  if (differences.length > 0) {
    notes.push(
      `${differences.length} of the last ${repeated} changes could not be repeated exactly (${differences[0] ?? ''}).`,
    )
  }
  return recovered.value.file
}
