import type { Disposer } from '../../shared/domain/brand.js'
import type { EpochMs } from '../../shared/domain/time.js'
import type { Result } from '../../shared/domain/result.js'
import type { Message } from '../../shared/messages/message.js'
import type { JournalSegment } from './journal-segment.js'

/**
 * The ports of core to its environment. Node implementations are in `electron/adapters`;
 * simulations replace them in tests.
 */

export interface ClockPort {
  /** Wall clock, UTC. May jump. */
  now(): EpochMs
  /** Milliseconds that never decrease, from an arbitrary start. */
  monotonic(): number
}

export interface TimerPort {
  /** Calls once after `ms`; the disposer cancels it. */
  after(ms: number, call: () => void): Disposer
  /** Calls every `ms` until disposed. */
  every(ms: number, call: () => void): Disposer
}

export interface RandomPort {
  /** Returns `count` random bytes from a CSPRNG. */
  bytes(count: number): Uint8Array
  /** Returns a fraction in [0, 1) for jitter; never for ids or secrets. */
  fraction(): number
}

/**
 * Why a file operation failed; `foreign` is a secret that another key store encrypted, `newer` a
 * content of a newer version. Messages contain no path of the user.
 */
export type FileError = {
  readonly kind: 'missing' | 'denied' | 'full' | 'damaged' | 'foreign' | 'newer' | 'failed'
  readonly message: string
  /** What the person is shown instead of `message`; absent for the system's own codes. */
  readonly description?: Message
  /** Where the damaged content is; absent when it was not moved. */
  readonly aside?: SetAside
}

/** A damaged file under its new name. */
export interface SetAside {
  readonly file: string
  /** The entries that could be read. They are in the file again, and the next read returns them. */
  readonly readable: number
}

/** Receives how much of a journal has been read, from 0 to 1. */
export type JournalProgress = (share: number) => void

export interface JournalPort {
  /** Appends one record and returns after it is on disk (fsync). */
  append(line: string): Promise<Result<void, FileError>>
  /**
   * Appends records with one fsync, in their order: all of them, or on a failure none. After a
   * crash the first of them may be there without the others. Optional; without it use `append`.
   */
  appendAll?(lines: readonly string[]): Promise<Result<void, FileError>>
  /**
   * Returns all lines in the order of their appends; `tailCut` is true when a torn tail was cut.
   */
  read(): Promise<
    Result<{ readonly lines: readonly string[]; readonly tailCut: boolean }, FileError>
  >
  /**
   * Like `read`, with each line passed on as it is read, so that a long journal need not fit into
   * memory. `onProgress` is called after each part of a long journal. On an error the lines that
   * were passed must not be used. Optional; without it use `read`.
   */
  readEach?(
    onLine: (line: string) => void,
    onProgress?: JournalProgress,
  ): Promise<Result<{ readonly tailCut: boolean }, FileError>>
  /** Where older records can be moved; absent where the journal only grows. */
  readonly archive?: JournalArchivePort | undefined
  close(): Promise<void>
}

/** What is wrong with a segment: there is no such file, or its content is not what was archived. */
export interface SegmentFault {
  readonly number: number
  readonly fault: 'missing' | 'damaged'
}

/**
 * The archive of a journal. Records are never deleted: `seal` stores everything that the journal
 * holds as a segment, and only then may `replace` shorten the journal. After a crash at any point
 * the journal is either the old or the new one.
 */
export interface JournalArchivePort {
  /** Stores the content of the journal as a segment; the journal itself does not change. */
  seal(number: number): Promise<Result<JournalSegment, FileError>>
  /** Replaces the content of the journal at once. On failure the old content remains. */
  replace(lines: readonly string[]): Promise<Result<void, FileError>>
  /** Returns the lines of a segment; an error when it is missing or damaged. */
  read(segment: JournalSegment): Promise<Result<readonly string[], FileError>>
  /** Returns SHA-256 of a segment's file, in hexadecimal. */
  digest(segment: JournalSegment): Promise<Result<string, FileError>>
  /** Returns the segments that are missing or have another size. Does not read their content. */
  check(segments: readonly JournalSegment[]): Promise<readonly SegmentFault[]>
}

/**
 * New content beside the current content, which remains until `commit`. Exactly one of the two
 * methods is called, once.
 */
export interface StagedContent {
  /**
   * Replaces the current content and returns when that is on disk. Also reports a failure to write
   * the staged content.
   */
  commit(): Promise<Result<void, FileError>>
  /** Deletes the staged content; the current content remains. Never rejects. */
  drop(): Promise<void>
}

/**
 * A small file that is replaced atomically: a reader sees the old content or the new one, never a
 * mixture.
 */
export interface DocumentPort {
  /** Returns the content, or null when there is no such file. */
  read(): Promise<Result<string | null, FileError>>
  /** Returns after the new content is on disk. */
  write(content: string): Promise<Result<void, FileError>>
  /**
   * Stages a `write`: the content is written to disk now and becomes current on `commit`. Optional;
   * without it use `write`.
   */
  stage?(content: string): StagedContent
  /** Moves an unreadable file away without deleting it; returns its new name. */
  setAside(): Promise<Result<string, FileError>>
  remove(): Promise<Result<void, FileError>>
}

export interface LogPort {
  /**
   * Logs one event with allow-listed fields; the implementation caps and redacts texts and removes
   * control characters.
   */
  event(
    level: 'debug' | 'info' | 'warn' | 'error',
    name: string,
    fields?: Readonly<Record<string, string | number | boolean | null>>,
  ): void
}

/**
 * Stores the secrets of one environment. Never as plain text on disk: without a key store they stay
 * in memory only (SEC-18).
 */
export interface VaultPort {
  readonly backend: 'key-store' | 'memory'
  /** The key store's own name ("linux-gnome_libsecret"); null in memory. */
  readonly keyStore: string | null
  read(name: string): Promise<Result<string | null, FileError>>
  /** Returns after the secret is durable (or stored in memory, without a key store). */
  write(name: string, secret: string): Promise<Result<void, FileError>>
  remove(name: string): Promise<Result<void, FileError>>
}
