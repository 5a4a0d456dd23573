import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs'
import path from 'node:path'
import { contentOf } from '../../adapters/journal/checked-file.js'
import { RecordDecoder } from '../../adapters/journal/journal-record.js'
import { isNewerContent } from '../../core/files/content-version.js'

/**
 * How a file is written. `document`: JSON, with or without a checksum. `journal`: records that are
 * lines. `reserved`: two slots, each with a document in an envelope.
 */
export type FileShape = 'document' | 'journal' | 'reserved'

/** A stored file whose newer version keeps its folder closed. */
export interface VersionedFile {
  /**
   * Its path below the folder, with `/` between folders; `<…>` in its name stands for any text. A
   * name that begins with `.` stands for a file beside the folder: the folder's path and this end.
   */
  readonly file: string
  readonly shape: FileShape
  /** The newest version that this program knows. */
  readonly version: number
}

/** Enough for thousands of records; a record of a newer version is the first or among the last. */
const PART_BYTES = 65_536
const NEWLINE = 0x0a

function readPart(handle: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  return bytes.subarray(0, readSync(handle, bytes, 0, length, position))
}

/** Returns the first and the last intact records of a journal. */
function recordsOf(handle: number, size: number): readonly string[] {
  const texts: string[] = []
  const decode = (bytes: Buffer): void =>
    new RecordDecoder((text) => void texts.push(text)).push(bytes)
  const head = readPart(handle, 0, Math.min(size, PART_BYTES))
  decode(head)
  // A checkpoint may be longer than that.
  if (texts.length === 0 && size > PART_BYTES) decode(readPart(handle, 0, size))
  if (size <= PART_BYTES) return texts
  const tail = readPart(handle, size - PART_BYTES, PART_BYTES)
  const start = tail.indexOf(NEWLINE)
  if (start < 0) decode(readPart(handle, 0, size))
  else decode(tail.subarray(start + 1))
  return texts
}

/** Returns the envelopes of both slots and what is in them. */
function slotsOf(text: string): readonly string[] {
  const half = Math.floor(text.length / 2)
  const slots = [text.slice(0, half).trim(), text.slice(half).trim()]
  return slots.flatMap((slot) => {
    try {
      const { content } = JSON.parse(slot) as { readonly content?: unknown }
      return typeof content === 'string' ? [slot, content] : [slot]
    } catch {
      // Blank, or damaged: its reader finds that.
      return []
    }
  })
}

function textsOf(handle: number, shape: FileShape): readonly string[] {
  const { size } = fstatSync(handle)
  if (shape === 'journal') return recordsOf(handle, size)
  const text = readPart(handle, 0, size).toString('utf8')
  return shape === 'reserved' ? slotsOf(text) : [contentOf(text) ?? text]
}

function isNewerFile(file: string, { shape, version }: VersionedFile): boolean {
  let handle: number
  try {
    handle = openSync(file, 'r')
  } catch {
    // Missing or unreadable: its reader says so.
    return false
  }
  try {
    return textsOf(handle, shape).some((text) => isNewerContent(text, version))
  } catch {
    // A folder in its place, or a disk that fails: its reader says so.
    return false
  } finally {
    closeSync(handle)
  }
}

/** Returns the files that a pattern stands for. */
function filesOf(folder: string, pattern: string): readonly string[] {
  if (pattern.startsWith('.')) return [`${folder}${pattern}`]
  const [before = '', after] = path.posix.basename(pattern).split(/<[^>]+>/)
  const home = path.join(folder, path.posix.dirname(pattern))
  if (after === undefined) return [path.join(home, before)]
  try {
    return readdirSync(home)
      .filter((name) => name.startsWith(before) && name.endsWith(after))
      .map((name) => path.join(home, name))
  } catch {
    // No such folder yet.
    return []
  }
}

/**
 * Returns the first file of a folder that a newer version of the program wrote; null without one.
 * Nothing is changed.
 */
export function newerFileIn(folder: string, files: readonly VersionedFile[]): string | null {
  for (const rule of files) {
    const newer = filesOf(folder, rule.file).find((file) => isNewerFile(file, rule))
    if (newer !== undefined) return newer
  }
  return null
}
