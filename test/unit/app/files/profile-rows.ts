import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { systemClock } from '../../../../electron/adapters/clock.js'
import type { FileSystem } from '../../../../electron/adapters/file-errors.js'
import { nodeFiles } from '../../../../electron/adapters/file-errors.js'
import { createJournalFile } from '../../../../electron/adapters/journal/journal-file.js'
import { checkedText } from '../../../../electron/adapters/journal/checked-file.js'
import { haltFile } from '../../../../electron/app/session/halt-file.js'
import { PROFILE_FORMS } from '../../../../electron/app/settings/profile-forms.js'
import { PROGRAM_FORMS } from '../../../../electron/app/settings/program-forms.js'
import {
  NEWEST_PROGRAM_FILE,
  NEWEST_PROGRAM_VERSION,
} from '../../../../electron/app/start/newest-program.js'
import {
  openStoredDocuments,
  type DocumentForm,
} from '../../../../electron/app/settings/stored-documents.js'
import { openFileRegister } from '../../../../electron/core/files/file-register.js'
import { watchJournal } from '../../../../electron/core/instructions/damage/watched-files.js'
import { createJournal } from '../../../../electron/core/orders/order-journal.js'
import { createProjection } from '../../../../electron/core/orders/order-projection.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { fakeDocument } from '../../../fakes/document.js'
import { damageFile, denyingDisk, type Damage } from './damages.js'

export const LOG = { event: () => undefined }

/** A stored file, and what a start says of it after each damage. */
export interface DamagedFile {
  /** Its path in the folder of the profile or of the program. */
  readonly file: string
  readonly outcomeOf: (folder: string, damage: Damage) => Promise<string>
}

const SUMMARIES = {
  damaged: 'set aside, said',
  'entries-lost': 'damaged copy set aside, the other entries read, said',
  missing: 'said',
  cut: 'incomplete last entry cut off, said',
  newer: 'not changed, said',
  records: 'not changed, said',
  unreadable: 'not changed, said',
} as const

const makeFolder = (file: string): void => {
  mkdirSync(path.dirname(file), { recursive: true })
}

/** Damages a file and returns the disk of the next start. */
export function damageOnDisk(file: string, damage: Damage, newer: string | null): FileSystem {
  if (damage === 'unreadable') return denyingDisk(file)
  damageFile(file, damage, newer)
  return nodeFiles
}

/** Returns what identifies the state of a file or folder on the disk. */
const stateOf = (file: string): string => {
  if (!existsSync(file)) return 'missing'
  return statSync(file).isDirectory() ? 'directory' : readFileSync(file, 'latin1')
}

/** A row of a guarded document: what its register says, after its owner tried to write too. */
export function documentRow(file: string, form: DocumentForm): DamagedFile {
  const content = JSON.stringify({ v: form.version, list: ['TSLA', 'AAPL'], name: 'mine' })
  const newer = checkedText(JSON.stringify({ v: 99, list: [] }))
  return {
    file,
    async outcomeOf(folder, damage) {
      const place = path.join(folder, file)
      const first = await openStoredDocuments(folder, LOG)
      await first.document(file, form).write(content)
      await first.register.flush()
      const disk = damageOnDisk(place, damage, newer)
      const before = stateOf(place)
      const { register, document } = await openStoredDocuments(folder, LOG, disk)
      const opened = document(file, form)
      const read = await opened.read()
      const written = await opened.write(JSON.stringify({ v: form.version, list: [] }))
      await register.flush()
      const [loss] = register.get()
      const isOwners = form.ownerNotifies === true && !read.ok && read.error.kind === 'damaged'
      if (read.ok && read.value === content) return loss === undefined ? 'read' : 'read, but said'
      if (isOwners) return 'set aside, said by a notice of its own'
      if (loss === undefined) return 'NOT SAID'
      const isIntact = loss.problem === 'unreadable' || loss.problem === 'newer'
      if (isIntact && (written.ok || stateOf(place) !== before)) return 'WRITTEN OVER'
      return `${loss.problem}: ${SUMMARIES[loss.problem]}`
    },
  }
}

/** A row of a record of a halt, in the first or the second of its places. */
export function haltRow(name: string, place: 'first' | 'second'): DamagedFile {
  const halt = JSON.stringify({ v: 1, halt: { why: 'by hand' } })
  const open = (folder: string) =>
    haltFile({
      root: path.join(folder, 'profile'),
      name: `${name}.json`,
      isHalt: (text) => (JSON.parse(text) as { halt: unknown }).halt !== null,
      version: 1,
      slotBytes: 4_096,
      log: LOG,
    })
  return {
    file: place === 'first' ? `${name}.json` : `../<profile>.${path.basename(name)}`,
    async outcomeOf(folder, damage) {
      const file = path.join(
        folder,
        place === 'first' ? `profile/${name}.json` : `profile.${path.basename(name)}`,
      )
      makeFolder(file)
      const first = open(folder)
      await first.write(halt)
      damageFile(file, damage, null)
      const read = await open(folder).read()
      const holds = read.ok && read.value !== null && read.value.includes('by hand')
      return holds ? 'the other place holds the halt' : 'THE HALT IS LOST'
    },
  }
}

const LINES = ['{"n":"one"}', '{"n":"two"}', '{"n":"three"}']

/** A row of a journal of assistants, whose losses are in their register and halt them. */
export function journalRow(name: string, endsWithDamage: boolean): DamagedFile {
  return {
    file: `assistants/${name}.journal`,
    async outcomeOf(folder, damage) {
      const file = path.join(folder, 'assistants', `${name}.journal`)
      const registerFile = fakeDocument()
      const open = async (files: FileSystem) => {
        const register = await openFileRegister({
          file: registerFile,
          clock: systemClock,
          log: LOG,
        })
        const options = { path: file, clock: systemClock, log: LOG, files, endsWithDamage }
        return { register, journal: watchJournal(createJournalFile(options), name, register) }
      }
      const before = await open(nodeFiles)
      for (const line of LINES) await before.journal.append(line)
      await before.journal.close()
      await before.register.flush()
      const next = await open(damageOnDisk(file, damage, null))
      const reading = await next.journal.read()
      await next.journal.close()
      await next.register.flush()
      const [loss] = next.register.get()
      if (loss !== undefined) {
        return `${loss.problem}: ${SUMMARIES[loss.problem]}, assistants halted`
      }
      return reading.ok && reading.value.lines.length === LINES.length ? 'read' : 'NOT SAID'
    },
  }
}

const HALTED = 'trading halted with the reason'

/** The row of the order journal: what the session does with what it recovers. */
export const ORDER_JOURNAL: DamagedFile = {
  file: 'orders.journal',
  async outcomeOf(folder, damage) {
    const file = path.join(folder, 'orders.journal')
    const open = (files: FileSystem) =>
      createJournalFile({ path: file, clock: systemClock, log: LOG, files })
    const before = createJournal(open(nodeFiles))
    for (const why of ['one', 'two', 'three']) {
      await before.append({ kind: 'trading', state: 'active', why, at: epochMs(1) })
    }
    await before.close()
    const disk = damageOnDisk(file, damage, null)
    const journal = createJournal(open(disk))
    const recovered = await journal.recover(createProjection())
    await journal.close()
    if (!recovered.ok) return HALTED
    if (recovered.value.damage !== null) {
      return `damaged copy set aside, the other records read, ${HALTED}`
    }
    // Its marker, which trading.json has, tells a journal that is gone from a first start.
    if (recovered.value.isEmpty) return HALTED
    return recovered.value.tailCut ? 'incomplete last record cut off, said' : 'read'
  },
}

/** The stored documents of a profile and of the program, by the forms that the program uses. */
export const DOCUMENT_ROWS: readonly DamagedFile[] = [
  documentRow('watchlists.json', PROFILE_FORMS.watchlists),
  documentRow('alerts.json', PROFILE_FORMS.alerts),
  documentRow('drawings.json', PROFILE_FORMS.drawings),
  documentRow('quotes.json', PROFILE_FORMS.quotes),
  documentRow('order-news.json', PROFILE_FORMS.orderNews),
  documentRow('trade-journal/<account>.json', PROFILE_FORMS.tradeJournal),
  documentRow('trade-notes/<account>.json', PROFILE_FORMS.tradeNotes),
  documentRow('assistants/window-changes.json', PROFILE_FORMS.windowChanges),
]

export const PROGRAM_ROWS: readonly DamagedFile[] = [
  documentRow('workspaces/<id>.json', PROGRAM_FORMS.workspaces),
  documentRow('workspaces/current.json', PROGRAM_FORMS.currentWorkspace),
  documentRow('client-settings.json', PROGRAM_FORMS.clientSettings),
  documentRow('updates.json', PROGRAM_FORMS.updates),
  documentRow(NEWEST_PROGRAM_FILE, { version: NEWEST_PROGRAM_VERSION, ownerNotifies: true }),
]
