import { constants } from 'node:fs'
import { access, lstat, readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { err, ok, type Result } from '../../shared/domain/result.js'
import type { ClockPort, FileError } from '../core/ports.js'
import { AtomicFile } from './atomic-file.js'
import { fileStamp, PRIVATE_FILE } from './file-errors.js'
import { errorCode } from '../../shared/domain/error-code.js'

/** Why the settings of another program cannot be used. */
export type SettingsFileProblem =
  | 'unreadable'
  | 'read-only'
  | 'not-a-file'
  | 'broken-link'
  | 'too-large'
  | 'not-text'

/** A settings file of another program. */
export interface SettingsFile {
  /** Where it really is: links are followed. */
  readonly target: string
  /** Null when there is no file. */
  readonly content: string | null
  /** Who may read and write it. */
  readonly mode: number
}

const MAX_BYTES = 4 * 1_024 * 1_024
const PERMISSIONS = 0o777
const ANY_WRITE = 0o222

const OTHERS = 0o077

/** True when other users of this computer may read or write the file. Windows has no such modes. */
export const isReadableByOthers = ({ mode }: SettingsFile): boolean =>
  process.platform !== 'win32' && (mode & OTHERS) !== 0

const isMissing = (cause: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes(errorCode(cause) ?? '')

/** Reads settings of another program, following links. Refuses a file that cannot be written. */
export async function readSettingsFile(
  file: string,
): Promise<Result<SettingsFile, SettingsFileProblem>> {
  try {
    const target = await realpath(file)
    return await readExisting(target)
  } catch (cause) {
    if (!isMissing(cause)) return err('unreadable')
    return (await isLink(file)) ? err('broken-link') : readMissing(file)
  }
}

async function readExisting(target: string): Promise<Result<SettingsFile, SettingsFileProblem>> {
  const facts = await stat(target)
  if (!facts.isFile()) return err('not-a-file')
  if (facts.size > MAX_BYTES) return err('too-large')
  if ((facts.mode & ANY_WRITE) === 0 || !(await isWritable(target))) return err('read-only')
  if (!(await isWritable(path.dirname(target)))) return err('read-only')
  const text = decode(await readFile(target))
  return text === null
    ? err('not-text')
    : ok({ target, content: text, mode: facts.mode & PERMISSIONS })
}

/** Finds where a new file would be: in the real place of the nearest folder that exists. */
async function readMissing(file: string): Promise<Result<SettingsFile, SettingsFileProblem>> {
  const parts = [path.basename(file)]
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    try {
      const real = await realpath(folder)
      if (!(await stat(real)).isDirectory()) return err('not-a-file')
      if (!(await isWritable(real))) return err('read-only')
      return ok({ target: path.join(real, ...parts), content: null, mode: PRIVATE_FILE })
    } catch (cause) {
      if (!isMissing(cause) || folder === path.dirname(folder)) return err('unreadable')
      if (await isLink(folder)) return err('broken-link')
      parts.unshift(path.basename(folder))
    }
  }
}

/** Returns the content of UTF-8, with its byte order mark; null for anything else. */
function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

const isWritable = (place: string): Promise<boolean> =>
  access(place, constants.W_OK).then(
    () => true,
    () => false,
  )
const isLink = (place: string): Promise<boolean> =>
  lstat(place).then(
    (facts) => facts.isSymbolicLink(),
    () => false,
  )

/** True when the folder of the file exists, which is where its program stores its settings. */
export const hasFolder = (file: string): Promise<boolean> =>
  stat(path.dirname(file)).then(
    (facts) => facts.isDirectory(),
    () => false,
  )

/** Writes settings at once and completely, with the mode that the file has. */
const writeSettingsFile = (
  { target, mode }: Pick<SettingsFile, 'target' | 'mode'>,
  content: string,
  clock: ClockPort,
): Promise<Result<void, FileError>> => new AtomicFile({ path: target, clock, mode }).write(content)

/**
 * Replaces settings that were read before, with the mode that is given. Returns false, and changes
 * nothing, where another program has written them since: it would lose its own change.
 */
export const replaceSettingsFile = (
  { target, content }: Pick<SettingsFile, 'target' | 'content'>,
  next: { readonly content: string; readonly mode: number },
  clock: ClockPort,
): Promise<Result<boolean, FileError>> =>
  new AtomicFile({ path: target, clock, mode: next.mode }).writeIf(next.content, async () => {
    const now = await readSettingsFile(target)
    return now.ok && now.value.content === content
  })

/** Writes a copy beside the file; returns its path. */
export async function backUpSettingsFile(
  { target, content, mode }: SettingsFile,
  clock: ClockPort,
): Promise<Result<string | null, FileError>> {
  if (content === null) return ok(null)
  const copy = `${target}.before-countersign-${fileStamp(clock.now())}`
  const written = await writeSettingsFile({ target: copy, mode }, content, clock)
  return written.ok ? ok(copy) : written
}

/** Removes a file that Countersign made. */
export const removeSettingsFile = (
  file: string,
  clock: ClockPort,
): Promise<Result<void, FileError>> => new AtomicFile({ path: file, clock }).remove()

/** Returns the real path of a folder; the path itself where it cannot be resolved. */
// What cannot be resolved fails again, with its cause, where it is opened.
export const realFolder = (folder: string): Promise<string> => realpath(folder).catch(() => folder)
