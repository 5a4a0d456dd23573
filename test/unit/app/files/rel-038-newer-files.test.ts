import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { encodeRecord } from '../../../../electron/adapters/journal/journal-record.js'
import { memoryVault, FileVault } from '../../../../electron/app/session/vault.js'
import {
  newerFilesProblem,
  ORDER_CRITICAL_FILES,
} from '../../../../electron/app/profiles/newer-files.js'
import { openStoredDocuments } from '../../../../electron/app/settings/stored-documents.js'
import {
  NEWEST_PROGRAM_FILE,
  newestProgram,
  recordProgram,
} from '../../../../electron/app/start/newest-program.js'
import { systemClock } from '../../../../electron/adapters/clock.js'
import { message } from '../../../../shared/messages/make-message.js'
import { CLOSED, PRACTICE, rowOf, treeOf, writeVersion } from './newer-rows.js'
import { LOG } from './profile-rows.js'

let userData = ''
beforeEach(() => {
  userData = mkdtempSync(path.join(tmpdir(), 'newer-files-'))
})
afterEach(() => rmSync(userData, { recursive: true, force: true }))

/** The rows of the table: a file, and what is said of a newer version of it. */
const rows = readFileSync('electron/core/files/FILES.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const cells = line.split(' | ')
    return { file: cells[0]?.slice(3, -1) ?? '', newer: cells[7] ?? '' }
  })

/** What may happen with a file of a newer version: it is never written, moved or replaced. */
const UNCHANGED =
  /not changed|nothing is changed|^has (the|no) version|^newer: said, access off$|^read$|^by design: /

describe('REL-38: an older program on files of a newer one', () => {
  it.each(rows)('changes nothing of $file', ({ newer }) => {
    expect(newer).toMatch(UNCHANGED)
  })

  it.each(ORDER_CRITICAL_FILES.map((rule) => rowOf(rule)))(
    'does not open a profile on %s, on which the safety of orders depends',
    (file) => {
      expect(rows).toContainEqual({ file, newer: CLOSED })
    },
  )

  it('opens a profile whose files are missing, of its own versions, or damaged', () => {
    expect(newerFilesProblem(userData, PRACTICE)).toBeNull()
    for (const rule of ORDER_CRITICAL_FILES) {
      const file = path.join(userData, writeVersion(userData, rule, rule.version))
      expect(newerFilesProblem(userData, PRACTICE)).toBeNull()
      for (const damaged of ['', '{', 'null', '\u0000', readFileSync(file, 'utf8').slice(0, -9)]) {
        writeFileSync(file, damaged)
        expect(newerFilesProblem(userData, PRACTICE)).toBeNull()
      }
      rmSync(file)
      mkdirSync(file)
      expect(newerFilesProblem(userData, PRACTICE)).toBeNull()
      rmSync(file, { recursive: true })
    }
  })

  it('takes a digit that the disk changed for damage, because the checksum is of another text', () => {
    const record = Buffer.from(encodeRecord('{"v":1,"kind":"trading"}')).toString('utf8')
    mkdirSync(path.join(userData, 'practice'))
    writeFileSync(path.join(userData, 'practice/orders.journal'), record.replace('"v":1', '"v":9'))
    expect(newerFilesProblem(userData, PRACTICE)).toBeNull()
  })

  it.each([
    ['first', [2, ...Array.from({ length: 3_000 }, () => 1)]],
    ['last', [...Array.from({ length: 3_000 }, () => 1), 2]],
  ])(
    'finds the %s of thousands of records, also behind one longer than a part',
    (_at, versions) => {
      const lines = versions.map((v, index) =>
        encodeRecord(JSON.stringify({ v, text: 'x'.repeat(index === 0 ? 200_000 : 60) })),
      )
      mkdirSync(path.join(userData, 'practice'))
      writeFileSync(path.join(userData, 'practice/orders.journal'), Buffer.concat(lines))
      expect(newerFilesProblem(userData, PRACTICE)).toEqual(
        message('profiles.newerFile', { file: 'practice/orders.journal', program: null }),
      )
    },
  )

  it('names the newest version of the program that used the folder, which an older keeps', async () => {
    const record = async (program: string) =>
      recordProgram(await openStoredDocuments(userData, LOG), program)
    for (const program of ['0.1.0', '0.10.0', '0.9.0']) await record(program)
    expect(newestProgram(userData)).toBe('0.10.0')
    const [rule] = ORDER_CRITICAL_FILES
    if (rule !== undefined) writeVersion(userData, rule, rule.version + 1)
    expect(newerFilesProblem(userData, PRACTICE)?.params).toMatchObject({ program: '0.10.0' })
    for (const content of ['', '{"program":"../x"}', '[]']) {
      writeFileSync(path.join(userData, NEWEST_PROGRAM_FILE), content)
      expect(newestProgram(userData)).toBeNull()
    }
  })

  it('neither replaces nor moves a secret of a newer version', async () => {
    expect((await memoryVault().read('a')).ok).toBe(true)
    const directory = path.join(userData, 'vault')
    const vault = () =>
      new FileVault({
        directory,
        backend: 'test',
        storage: {
          isEncryptionAvailable: () => true,
          encryptString: (text) => Buffer.from(text),
          decryptString: (data) => data.toString(),
        },
        clock: systemClock,
        log: LOG,
      })
    await vault().write('tokens', 'old')
    const [name = ''] = Object.keys(treeOf(directory))
    writeFileSync(path.join(directory, name), '{"v":2,"sealed":"by a newer version"}')
    const before = treeOf(directory)
    const refused = message('storage.secretNewer')
    expect(await vault().write('tokens', 'new')).toMatchObject({ error: { description: refused } })
    expect((await vault().remove('tokens')).ok).toBe(false)
    expect(treeOf(directory)).toEqual(before)
  })
})
