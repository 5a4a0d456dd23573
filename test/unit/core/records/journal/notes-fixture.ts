import { createCheckedFile } from '../../../../../electron/adapters/journal/checked-file.js'
import type { PictureFilesPort } from '../../../../../electron/core/records/journal/notes/picture-files-port.js'
import { JournalNotes } from '../../../../../electron/core/records/journal/notes/journal-notes.js'
import { err, ok } from '../../../../../shared/domain/result.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { fakeDocument } from '../../../../fakes/document.js'

/** The time at which pictures are taken. */
export const TAKEN_AT = epochMs(Date.UTC(2026, 10, 27, 15))

/** Creates notes on a disk in memory; each `open` is another start of the program. */
export function notesFixture() {
  const document = fakeDocument()
  const files = new Map<string, string>()
  const disk = { isFull: false, damaged: 0, ids: 0 }
  const pictures: PictureFilesPort = {
    write(id, png) {
      if (disk.isFull) return Promise.resolve(err({ kind: 'full', message: 'ENOSPC' }))
      files.set(id, png)
      return Promise.resolve(ok(undefined))
    },
    read: (id) => Promise.resolve(ok(files.get(id) ?? null)),
    remove(id) {
      files.delete(id)
      return Promise.resolve(ok(undefined))
    },
  }
  const open = (): JournalNotes =>
    new JournalNotes({
      file: () => createCheckedFile(document),
      pictures: () => pictures,
      clock: { now: () => TAKEN_AT },
      newId: () => {
        disk.ids += 1
        return String(disk.ids).padStart(32, '0')
      },
      log: { event: () => undefined },
      onDamaged: () => {
        disk.damaged += 1
      },
    })
  return { document, files, disk, open }
}
