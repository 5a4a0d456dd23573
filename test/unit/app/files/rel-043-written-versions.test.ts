import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../../electron/adapters/clock.js'
import { createLogFile } from '../../../../electron/adapters/log-file.js'
import { systemRandom } from '../../../../electron/adapters/random.js'
import { systemTimers } from '../../../../electron/adapters/timers.js'
import { nodeAssistantAdapters } from '../../../../electron/app/assistants/assistant-adapters.js'
import { sessionAdapters } from '../../../../electron/app/session/session-adapters.js'
import { PROFILE_FORMS } from '../../../../electron/app/settings/profile-forms.js'
import { PROGRAM_FORMS } from '../../../../electron/app/settings/program-forms.js'
import {
  openStoredDocuments,
  type DocumentForm,
} from '../../../../electron/app/settings/stored-documents.js'
import { writeHalt } from '../../../../electron/core/instructions/kill-switch/halt-file.js'
import { PersonalLimitFile } from '../../../../electron/core/limits/personal-limit-file.js'
import { writeLockFile } from '../../../../electron/core/lock/lock-file.js'
import type { DocumentPort, VaultPort } from '../../../../electron/core/ports.js'
import { openProfiles } from '../../../../electron/core/profiles/profile-store.js'
import { StoredTrading } from '../../../../electron/core/session/halts/stored-trading.js'
import { writeWindowChanges } from '../../../../electron/core/instructions/window/window-change-file.js'
import { writeAlerts } from '../../../../electron/core/alerts/alert-file.js'
import { emptyUpdates, writeUpdates } from '../../../../electron/core/updates/update-file.js'
import { writeClientSetups } from '../../../../electron/app/assistants/clients/client-setups-file.js'
import { writeDrawings } from '../../../../electron/core/drawings/drawing-file.js'
import { writeJournalRecords } from '../../../../electron/core/records/journal/journal-file.js'
import { writeJournalNotes } from '../../../../electron/core/records/journal/notes/notes-file.js'
import { writeOrderNews } from '../../../../electron/app/notifications/order-news-file.js'
import { writeQuotes } from '../../../../electron/core/market/last-quotes/last-quotes-file.js'
import { writeWatchlists } from '../../../../electron/core/market/watchlists/watchlist-file.js'
import { WorkspaceStore } from '../../../../electron/core/workspaces/workspace-store.js'
import { accountId } from '../../../../shared/domain/ids.js'
import { DEFAULT_PERSONAL_LIMITS } from '../../../../shared/domain/orders/limits/personal-limits.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { message } from '../../../../shared/messages/make-message.js'
import { LOG } from './profile-rows.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'written-versions-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Writes a document with the code that the program writes it with. */
type Write = (file: DocumentPort) => Promise<unknown>

const text =
  (content: string): Write =>
  (file) =>
    file.write(content)

async function aWorkspace(document: (id: string) => DocumentPort, current: DocumentPort) {
  const store = new WorkspaceStore({
    folder: { list: () => Promise.resolve([]), document, current },
    random: systemRandom,
    log: LOG,
    firstName: () => 'Mine',
    onSetAside: () => undefined,
  })
  await store.load()
  await store.settled()
}
const NO_FILE: DocumentPort = {
  read: () => Promise.resolve({ ok: true, value: null }),
  write: () => Promise.resolve({ ok: true, value: undefined }),
  setAside: () => Promise.resolve({ ok: true, value: '' }),
  remove: () => Promise.resolve({ ok: true, value: undefined }),
}

const ports = { clock: systemClock, timers: systemTimers, log: LOG, onStored: () => undefined }
const isLocked = () => false
const NO_VAULT: VaultPort = {
  backend: 'memory',
  keyStore: null,
  read: () => Promise.resolve({ ok: true, value: null }),
  write: () => Promise.resolve({ ok: true, value: undefined }),
  remove: () => Promise.resolve({ ok: true, value: undefined }),
}
const LIMITS = { limits: DEFAULT_PERSONAL_LIMITS.practice, raised: null, lockOuts: [] }
const HALT_WRITERS: Readonly<Record<string, Write>> = {
  'trading.json': (file) =>
    new StoredTrading({ ...ports, file }).halt(message('session.haltedByHand')),
  'limits.json': (file) => new PersonalLimitFile({ ...ports, file }).save(LIMITS),
  'assistants/halt.json': text(writeHalt(null)),
}

/** A form without its writer does not compile. */
const PROFILE_WRITERS: Readonly<Record<keyof typeof PROFILE_FORMS, Write>> = {
  watchlists: text(writeWatchlists({ lists: [], changes: [] })),
  alerts: text(writeAlerts({ evaluatedAt: null, alerts: [], history: [] })),
  drawings: text(writeDrawings(new Map())),
  quotes: text(writeQuotes([])),
  orderNews: text(writeOrderNews(new Map())),
  tradeJournal: text(
    writeJournalRecords({
      accountId: accountId('A1'),
      readAt: epochMs(1),
      fills: [],
      orders: [],
      activities: [],
      transfers: null,
      holdings: [],
      unreadable: 0,
    }),
  ),
  tradeNotes: text(writeJournalNotes([])),
  windowChanges: text(writeWindowChanges({ changes: [], owned: [], prepared: [] })),
}
const PROGRAM_WRITERS: Readonly<Record<keyof typeof PROGRAM_FORMS, Write>> = {
  async profiles(file) {
    const profiles = await openProfiles({ file, clock: systemClock, random: systemRandom })
    await profiles.create('Mine', 'sandbox')
  },
  lock: (file) => writeLockFile(file, { idleMinutes: 5, system: false, passphrase: null }),
  workspaces: (file) => aWorkspace(() => file, NO_FILE),
  currentWorkspace: (file) => aWorkspace(() => NO_FILE, file),
  updates: text(writeUpdates(emptyUpdates('00'.repeat(16)))),
  clientSettings: text(writeClientSetups([])),
}
const DOCUMENTS: readonly (readonly [string, DocumentForm, Write])[] = [
  ...Object.entries(PROFILE_WRITERS).map(
    ([name, write]) => [name, PROFILE_FORMS[name as keyof typeof PROFILE_FORMS], write] as const,
  ),
  ...Object.entries(PROGRAM_WRITERS).map(
    ([name, write]) => [name, PROGRAM_FORMS[name as keyof typeof PROGRAM_FORMS], write] as const,
  ),
]

describe('REL-43: what its own writer wrote passes the guard of the next start', () => {
  it.each(DOCUMENTS)('%s', async (name, form, write) => {
    const first = await openStoredDocuments(folder, LOG)
    await write(first.document(name, form))
    await first.register.flush()
    const next = await openStoredDocuments(folder, LOG)
    const document = next.document(name, form)
    const read = await document.read()
    expect(read).toMatchObject({ ok: true, value: expect.stringContaining('"v"') })
    expect(next.register.get()).toEqual([])
    expect(await document.write(read.ok ? (read.value ?? '') : '')).toMatchObject({ ok: true })
  })

  it.each(['trading.json', 'limits.json', 'assistants/halt.json'])('%s', async (name) => {
    const log = createLogFile({ path: path.join(folder, 'log'), clock: systemClock })
    const root = path.join(folder, 'profile')
    const open = async (): Promise<DocumentPort> => {
      const files = await openStoredDocuments(root, LOG)
      const session = sessionAdapters({ vault: NO_VAULT, root, files, log, isLocked }, 'practice')
      const { halt = NO_FILE } = nodeAssistantAdapters(root, log).files
      return { 'trading.json': session.haltFile, 'limits.json': session.limitsFile }[name] ?? halt
    }
    await HALT_WRITERS[name]?.(await open())
    expect(await (await open()).read()).toMatchObject({ value: expect.stringContaining('"v"') })
  })
})
