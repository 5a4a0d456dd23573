import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  parseClientSetups,
  writeClientSetups,
} from '../../../../electron/app/assistants/clients/client-setups-file.js'
import {
  parseOrderNews,
  writeOrderNews,
} from '../../../../electron/app/notifications/order-news-file.js'
import type { PROFILE_FORMS } from '../../../../electron/app/settings/profile-forms.js'
import type { PROGRAM_FORMS } from '../../../../electron/app/settings/program-forms.js'
import { parseAlerts, writeAlerts } from '../../../../electron/core/alerts/alert-file.js'
import { parseDrawings, writeDrawings } from '../../../../electron/core/drawings/drawing-file.js'
import {
  parseWindowChanges,
  writeWindowChanges,
} from '../../../../electron/core/instructions/window/window-change-file.js'
import { PersonalLimitFile } from '../../../../electron/core/limits/personal-limit-file.js'
import { readLockFile, writeLockFile } from '../../../../electron/core/lock/lock-file.js'
import {
  parseQuotes,
  writeQuotes,
} from '../../../../electron/core/market/last-quotes/last-quotes-file.js'
import {
  parseWatchlists,
  writeWatchlists,
} from '../../../../electron/core/market/watchlists/watchlist-file.js'
import { openProfiles } from '../../../../electron/core/profiles/profile-store.js'
import {
  parseJournalRecords,
  writeJournalRecords,
} from '../../../../electron/core/records/journal/journal-file.js'
import {
  parseJournalNotes,
  writeJournalNotes,
} from '../../../../electron/core/records/journal/notes/notes-file.js'
import { StoredTrading } from '../../../../electron/core/session/halts/stored-trading.js'
import { WorkspaceStore } from '../../../../electron/core/workspaces/workspace-store.js'
import { parseUpdates, writeUpdates } from '../../../../electron/core/updates/update-file.js'
import { systemClock } from '../../../../electron/adapters/clock.js'
import { systemRandom } from '../../../../electron/adapters/random.js'
import { systemTimers } from '../../../../electron/adapters/timers.js'
import { accountId } from '../../../../shared/domain/ids.js'
import { fakeDocument } from '../../../fakes/document.js'
import { LOG } from './profile-rows.js'

/**
 * The files of `test/vectors/stored` are samples of version 1. Never regenerate one: a change that
 * makes it unreadable, or that writes it differently, needs a new version of that file.
 */
const FOLDER = path.join(import.meta.dirname, '../../../vectors/stored')
const sampleOf = (name: string): string => readFileSync(path.join(FOLDER, `${name}.txt`), 'utf8')

/** Reads the text of a file with its own reader, and writes what was read with its own writer. */
type WriteBack = (text: string) => string | Promise<string>

const both =
  <T>(parse: (text: string) => T | null, write: (value: T) => string): WriteBack =>
  (text) => {
    const value = parse(text)
    return value === null ? 'unreadable' : write(value)
  }

async function workspacesWrittenBack(workspace: string, current: string) {
  const files = { workspace: fakeDocument(workspace), current: fakeDocument(current) }
  const store = new WorkspaceStore({
    folder: {
      list: () => Promise.resolve(['0123456789abcdef']),
      document: () => files.workspace,
      current: files.current,
    },
    random: systemRandom,
    log: LOG,
    firstName: () => 'Mine',
    onSetAside: () => undefined,
  })
  await store.load()
  const { id, name } = store.current() ?? {}
  if (id === undefined || name === undefined) throw new Error('no workspace was read')
  await store.rename(id, 'Another')
  await store.rename(id, name)
  await store.setCurrent(id)
  await store.settled()
  return { workspace: files.workspace.content ?? '', current: files.current.content ?? '' }
}

/** A form without its sample does not compile. */
const DOCUMENTS: Readonly<
  Record<keyof typeof PROFILE_FORMS | keyof typeof PROGRAM_FORMS, WriteBack>
> = {
  watchlists: both(parseWatchlists, writeWatchlists),
  alerts: both(parseAlerts, writeAlerts),
  drawings: both(parseDrawings, writeDrawings),
  quotes: both(parseQuotes, writeQuotes),
  orderNews: both(parseOrderNews, writeOrderNews),
  tradeJournal: both((text) => parseJournalRecords(text, accountId('ACC1')), writeJournalRecords),
  tradeNotes: both(parseJournalNotes, writeJournalNotes),
  windowChanges: both(parseWindowChanges, ({ changes, owned, prepared }) =>
    writeWindowChanges({ changes, owned, prepared }),
  ),
  updates: both(parseUpdates, writeUpdates),
  clientSettings: both(parseClientSetups, writeClientSetups),
  async profiles(text) {
    const file = fakeDocument(text)
    const profiles = await openProfiles({ file, clock: systemClock, random: systemRandom })
    await profiles.setLast(profiles.last())
    return file.content ?? ''
  },
  async lock(text) {
    const lock = await readLockFile(fakeDocument(text))
    const file = fakeDocument()
    if (typeof lock !== 'string') await writeLockFile(file, lock)
    return file.content ?? ''
  },
  workspaces: async (text) =>
    (await workspacesWrittenBack(text, sampleOf('current-workspace'))).workspace,
  currentWorkspace: async (text) =>
    (await workspacesWrittenBack(sampleOf('workspaces'), text)).current,
}

const ports = { clock: systemClock, timers: systemTimers, log: LOG, onStored: () => undefined }

describe('REL-38: a file of the first version', () => {
  it.each(Object.entries(DOCUMENTS))(
    'is read and written back byte for byte: %s',
    async (form, writeBack) => {
      const name = form.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
      const text = sampleOf(name)
      expect(JSON.parse(text)).toMatchObject({ v: 1 })
      expect(await writeBack(text)).toBe(text)
    },
  )

  it('is read and written back byte for byte: the limits and lock-outs', async () => {
    const text = sampleOf('limits')
    const file = fakeDocument(text)
    const limits = new PersonalLimitFile({ ...ports, file })
    const read = await limits.load()
    if (typeof read === 'string') throw new Error(read)
    await limits.save(read)
    expect(file.content).toBe(text)
  })

  it('is read as a halt with its journal: the halt of trading', async () => {
    const read = await new StoredTrading({
      ...ports,
      file: fakeDocument(sampleOf('trading')),
    }).load()
    expect(read).toMatchObject({ hadJournal: true })
    expect(read.halt).not.toBeNull()
  })
})
