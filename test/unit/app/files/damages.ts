import { mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import * as promises from 'node:fs/promises'
import type { FileSystem } from '../../../../electron/adapters/file-errors.js'

/** What may have happened to a file between two starts. */
export const DAMAGES = [
  'missing',
  'unreadable',
  'directory',
  'empty',
  'cut',
  'one character',
  'newer',
  'CRLF',
  'BOM',
] as const
export type Damage = (typeof DAMAGES)[number]

/** What some editors put before the first character of UTF-8. */
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

/** Changes a letter or digit of a file's last record to another one, so that it stays JSON. */
function changeCharacter(path: string): void {
  const bytes = readFileSync(path)
  const index = bytes.findLastIndex((byte) => byte >= 0x61 && byte < 0x7a)
  bytes[index] = (bytes[index] ?? 0) + 1
  writeFileSync(path, bytes)
}

/** Damages a file. `newer` is its content in a newer version; null where it has no version. */
export function damageFile(path: string, damage: Damage, newer: string | null): void {
  switch (damage) {
    case 'missing':
      return rmSync(path)
    case 'unreadable':
      // A link to itself: no open of it ends well, whoever runs the test.
      rmSync(path)
      return symlinkSync(path, path)
    case 'directory':
      rmSync(path)
      mkdirSync(path)
      return
    case 'empty':
      return writeFileSync(path, '')
    case 'cut':
      return truncateSync(path, Math.floor(readFileSync(path).length * 0.9))
    case 'one character':
      return changeCharacter(path)
    case 'newer':
      return newer === null ? undefined : writeFileSync(path, newer)
    case 'CRLF':
      return writeFileSync(
        path,
        readFileSync(path, 'latin1').replaceAll(/\r?\n/g, '\r\n'),
        'latin1',
      )
    case 'BOM':
      return writeFileSync(path, Buffer.concat([BYTE_ORDER_MARK, readFileSync(path)]))
  }
}

/** A disk that denies every read of one file, and of what is opened in its place. */
export function denyingDisk(path: string): FileSystem {
  const denied = () =>
    Promise.reject(Object.assign(new Error('permission denied'), { code: 'EACCES' }))
  return {
    ...promises,
    readFile: ((...args: Parameters<typeof promises.readFile>) =>
      args[0] === path ? denied() : promises.readFile(...args)) as typeof promises.readFile,
    open: (...args: Parameters<typeof promises.open>) =>
      args[0] === path ? denied() : promises.open(...args),
  }
}
