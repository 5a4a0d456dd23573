import { mkdir, readdir, rename } from 'node:fs/promises'
import path from 'node:path'
import { AtomicFile } from '../../adapters/atomic-file.js'
import { systemClock } from '../../adapters/clock.js'
import { PRIVATE_FOLDER } from '../../adapters/file-errors.js'
import type { LogPort } from '../../core/ports.js'
import { withoutJournal } from '../../core/session/halts/stored-trading.js'
import { PROFILE_FORMS } from '../settings/profile-forms.js'
import { openStoredDocuments, type StoredDocuments } from '../settings/stored-documents.js'
import { tradingFile } from '../session/session-adapters.js'
import { DescribedError } from '../../core/described-error.js'
import { fileErrorMessage } from '../../core/file-error.js'
import { parseWatchlists, writeWatchlists } from '../../core/market/watchlists/watchlist-file.js'
import { unlinked } from '../../core/market/watchlists/watchlist-merge.js'
import { SEED_FILE, SEED_VERSION } from './practice-seed.js'

/** Stores the seed for the next start of the exchange; null is the usual one. */
export async function storeSeed(root: string, seed: string | null): Promise<void> {
  const file = new AtomicFile({ path: path.join(root, SEED_FILE), clock: systemClock })
  const stored = await (seed === null
    ? file.remove()
    : file.write(JSON.stringify({ v: SEED_VERSION, seed })))
  if (!stored.ok) throw new DescribedError(fileErrorMessage(stored.error))
}

/**
 * What belongs to the accounts of an exchange, in the order in which it is moved. The exchange is
 * last: while it is there, everything before is read from it again, or was only ours.
 */
const PARTS: readonly RegExp[] = [
  /^trade-journal$/,
  /^trade-notes$/,
  /^orders\./,
  /^archive$/,
  /^exchange$/,
]

/**
 * Moves the exchange of a profile and everything of its accounts into the folder `away`. Nothing is
 * deleted. The person's settings stay: limits, halts, watchlists and the assistants' records.
 */
export async function setExchangeAside(root: string, away: string, log: LogPort): Promise<void> {
  const files = await openStoredDocuments(root, log)
  await unlinkWatchlists(files)
  const found = await readdir(root)
  await mkdir(away, { recursive: true, mode: PRIVATE_FOLDER })
  for (const part of PARTS) {
    for (const name of found.filter((entry) => part.test(entry))) {
      await rename(path.join(root, name), path.join(away, name))
    }
  }
  forgetMoved(files)
  await files.register.flush()
  await forgetJournal(root, log)
}

/** Records that the files of accounts are gone on purpose: nothing of them is missing. */
function forgetMoved({ register }: StoredDocuments): void {
  for (const name of register.known()) {
    if (PARTS.some((part) => part.test(name.split('/')[0] ?? ''))) register.setContent(name, false)
  }
}

/** Records that the order journal is gone on purpose: a start that misses it would halt trading. */
async function forgetJournal(root: string, log: LogPort): Promise<void> {
  const file = tradingFile(root, log)
  const text = await file.read()
  if (!text.ok || text.value === null) return
  const stored = await file.write(withoutJournal(text.value))
  if (!stored.ok) throw new DescribedError(fileErrorMessage(stored.error))
}

/** Makes the lists the person's own again: the exchange that stored them is gone. */
async function unlinkWatchlists(files: StoredDocuments): Promise<void> {
  const file = files.document('watchlists.json', PROFILE_FORMS.watchlists)
  const text = await file.read()
  const found = text.ok && text.value !== null ? parseWatchlists(text.value) : null
  if (found === null) return
  const stored = await file.write(writeWatchlists({ ...found, lists: unlinked(found.lists) }))
  if (!stored.ok) throw new DescribedError(fileErrorMessage(stored.error))
}
