import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../../electron/adapters/clock.js'
import { createJournalFile } from '../../../../electron/adapters/journal/journal-file.js'
import { parseOrderNews } from '../../../../electron/app/notifications/order-news-file.js'
import { newerFilesProblem } from '../../../../electron/app/profiles/newer-files.js'
import { tradingFile } from '../../../../electron/app/session/session-adapters.js'
import { PROFILE_FORMS } from '../../../../electron/app/settings/profile-forms.js'
import { PROGRAM_FORMS } from '../../../../electron/app/settings/program-forms.js'
import { openStoredDocuments } from '../../../../electron/app/settings/stored-documents.js'
import { newestProgram } from '../../../../electron/app/start/newest-program.js'
import { storedFilesProblem } from '../../../../electron/app/start/stored-files.js'
import { parseAlerts } from '../../../../electron/core/alerts/alert-file.js'
import { parseAuditLine } from '../../../../electron/core/audit/audit-chain.js'
import { parseDrawings } from '../../../../electron/core/drawings/drawing-file.js'
import { parseWindowChanges } from '../../../../electron/core/instructions/window/window-change-file.js'
import { parseQuotes } from '../../../../electron/core/market/last-quotes/last-quotes-file.js'
import { parseWatchlists } from '../../../../electron/core/market/watchlists/watchlist-file.js'
import { createJournal } from '../../../../electron/core/orders/order-journal.js'
import { createProjection } from '../../../../electron/core/orders/order-projection.js'
import { isStoredTradingHalt } from '../../../../electron/core/session/halts/stored-trading.js'
import { PRACTICE, treeOf } from './newer-rows.js'
import { LOG } from './profile-rows.js'

/** The files of each released version, as a run of it left them. A recorded one never changes. */
const FOLDER = path.join(import.meta.dirname, '../../../vectors/stored')
const VERSIONS = readdirSync(FOLDER).filter((name) => /^\d+\.\d+\.\d+$/.test(name))

let userData = ''
const practice = (...names: readonly string[]): string => path.join(userData, 'practice', ...names)

beforeEach(() => {
  userData = mkdtempSync(path.join(tmpdir(), 'released-'))
})
afterEach(() => rmSync(userData, { recursive: true, force: true }))

/** Puts the files of a version into a data folder, as its last run left them. */
function restore(version: string): void {
  const home = path.join(FOLDER, version)
  for (const name of Object.keys(treeOf(home))) {
    const file = path.join(userData, name.replace(/\.txt$/, ''))
    mkdirSync(path.dirname(file), { recursive: true })
    cpSync(path.join(home, name), file)
  }
}

const DOCUMENTS = [
  ['watchlists.json', PROFILE_FORMS.watchlists, parseWatchlists],
  ['alerts.json', PROFILE_FORMS.alerts, parseAlerts],
  ['drawings.json', PROFILE_FORMS.drawings, parseDrawings],
  ['quotes.json', PROFILE_FORMS.quotes, parseQuotes],
  ['order-news.json', PROFILE_FORMS.orderNews, parseOrderNews],
  ['assistants/window-changes.json', PROFILE_FORMS.windowChanges, parseWindowChanges],
] as const

it('REL-38: the files of at least one released version are recorded', () => {
  expect(VERSIONS).toContain('0.1.0')
})

describe.each(VERSIONS)('REL-38: the files that Countersign %s wrote', (version) => {
  beforeEach(() => restore(version))

  it('open a start and its profile, without a loss to report', async () => {
    expect(storedFilesProblem(userData)).toBeNull()
    expect(newerFilesProblem(userData, PRACTICE)).toBeNull()
    expect(newestProgram(userData)).toBe(version)
    for (const folder of [userData, practice()]) {
      expect((await openStoredDocuments(folder, LOG)).register.get()).toEqual([])
    }
  })

  it.each(DOCUMENTS)('are read by the reader of %s', async (name, form, parse) => {
    const { document, register } = await openStoredDocuments(practice(), LOG)
    const content = await document(name, form).read()
    expect(content).toMatchObject({ ok: true, value: expect.any(String) })
    expect(content.ok && content.value !== null ? parse(content.value) : null).not.toBeNull()
    expect(register.get()).toEqual([])
  })

  it('hold the workspaces', async () => {
    const { document, register } = await openStoredDocuments(userData, LOG)
    for (const name of readdirSync(path.join(userData, 'workspaces'))) {
      const read = await document(`workspaces/${name}`, PROGRAM_FORMS.workspaces).read()
      expect(read).toMatchObject({ ok: true, value: expect.stringContaining('"v"') })
    }
    expect(register.get()).toEqual([])
  })

  it('hold the filled order of its run, the halt and the whole audit chain', async () => {
    const open = (file: string) => createJournalFile({ path: file, clock: systemClock, log: LOG })
    const projection = createProjection()
    const journal = createJournal(open(practice('orders.journal')))
    const recovered = await journal.recover(projection)
    await journal.close()
    expect(recovered).toMatchObject({ ok: true, value: { damage: null, tailCut: false } })
    expect(projection.orders.all().map(({ symbol, status }) => `${symbol} ${status}`)).toContain(
      'AAPL filled',
    )

    rmSync(practice('trading.json'))
    const halt = await tradingFile(practice(), LOG).read()
    expect(halt.ok && halt.value !== null && isStoredTradingHalt(halt.value)).toBe(true)

    const audit = open(practice('assistants', 'audit.journal'))
    const lines = await audit.read()
    await audit.close()
    expect(lines.ok ? lines.value.lines.length : 0).toBeGreaterThan(0)
    const records = lines.ok ? lines.value.lines.map(parseAuditLine) : [null]
    expect(records).not.toContain(null)
  })

  it('stay as they are when they are only read', async () => {
    const before = treeOf(userData)
    const { document } = await openStoredDocuments(practice(), LOG)
    for (const [name, form] of DOCUMENTS) await document(name, form).read()
    expect(treeOf(userData)).toEqual(before)
    expect(readFileSync(practice('orders.journal')).length).toBeGreaterThan(0)
  })
})
