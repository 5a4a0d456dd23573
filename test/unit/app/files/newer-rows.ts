import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { checkedText } from '../../../../electron/adapters/journal/checked-file.js'
import { encodeRecord } from '../../../../electron/adapters/journal/journal-record.js'
import {
  newerFilesProblem,
  ORDER_CRITICAL_FILES,
} from '../../../../electron/app/profiles/newer-files.js'
import type { FileShape, VersionedFile } from '../../../../electron/app/settings/newer-file.js'
import type { DamagedFile } from './profile-rows.js'

export const PRACTICE = { id: 'practice', environment: 'practice' } as never
/** What the table says of a file with which a profile does not open. */
export const CLOSED = 'the profile does not open, with words; nothing is changed'
const SLOT_BYTES = 512

/** Returns the path of such a file below the data folder of the built-in practice profile. */
const pathOf = ({ file }: VersionedFile): string => {
  const name = file.replace(/<[^>]+>/, '0123')
  return name.startsWith('.') ? `practice${name}` : `practice/${name}`
}

/** Returns the name of such a file in the table. */
export const rowOf = ({ file }: VersionedFile): string =>
  file.startsWith('.') ? `../<profile>${file}` : file

const contentOfShape: Readonly<Record<FileShape, (v: number) => string>> = {
  document: (v) => checkedText(JSON.stringify({ v, list: [] })),
  // Keys in the order of canonical JSON, as the audit chain has them.
  journal: (v) =>
    [
      { kind: 'a', v: 1 },
      { kind: 'b', v },
    ]
      .map((record) => Buffer.from(encodeRecord(JSON.stringify(record))).toString('utf8'))
      .join(''),
  reserved: (v) =>
    [JSON.stringify({ v: 1, seq: 1, sum: '', content: JSON.stringify({ v }) }), '']
      .map((slot) => slot.padEnd(SLOT_BYTES))
      .join(''),
}

/** Returns every file below a folder with its bytes. */
export const treeOf = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [path.relative(folder, file), readFileSync(file, 'latin1')]),
  )

/** Writes one file of a version into a data folder, and returns its path below it. */
export function writeVersion(userData: string, rule: VersionedFile, version: number): string {
  const name = pathOf(rule)
  const file = path.join(userData, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, contentOfShape[rule.shape](version))
  return name
}

function outcomeOf(userData: string, rule: VersionedFile): string {
  mkdirSync(userData, { recursive: true })
  writeVersion(userData, rule, rule.version)
  if (newerFilesProblem(userData, PRACTICE) !== null) return 'ITS OWN VERSION IS REFUSED'
  const name = writeVersion(userData, rule, rule.version + 1)
  const before = treeOf(userData)
  const problem = newerFilesProblem(userData, PRACTICE)
  if (problem?.params?.['file'] !== name) return 'NOT SAID'
  return JSON.stringify(treeOf(userData)) === JSON.stringify(before) ? CLOSED : 'CHANGED'
}

/** Replaces what a row says of a newer version by what the opening of a profile does with it. */
export function closedByNewer(row: DamagedFile): DamagedFile {
  const rule = ORDER_CRITICAL_FILES.find((critical) => rowOf(critical) === row.file)
  if (rule === undefined) return row
  return {
    ...row,
    outcomeOf: (folder, damage) =>
      damage === 'newer' ? Promise.resolve(outcomeOf(folder, rule)) : row.outcomeOf(folder, damage),
  }
}
