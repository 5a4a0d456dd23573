import type { Disposer } from '../../shared/domain/brand.js'
import type { EpochMs } from '../../shared/domain/time.js'
import type { Result } from '../../shared/domain/result.js'

/**
 * Everything that the core needs from the world. Node implementations live in `electron/adapters`;
 * simulations replace them.
 */

export interface ClockPort {
  /** Wall clock, UTC. May jump. */
  now(): EpochMs
  /** Milliseconds that never go back, from an arbitrary start. */
  monotonic(): number
}

export interface TimerPort {
  /** Calls once after `ms`; the disposer cancels it. */
  after(ms: number, call: () => void): Disposer
  /** Calls every `ms` until disposed. */
  every(ms: number, call: () => void): Disposer
}

export interface RandomPort {
  /** `count` random bytes from a CSPRNG. */
  bytes(count: number): Uint8Array
  /** A fraction in [0, 1) for jitter; never for ids or secrets. */
  fraction(): number
}

/**
 * Why a file operation failed; `foreign` is a secret that another key store sealed. Messages carry
 * no path of the user.
 */
export type FileError = {
  readonly kind: 'missing' | 'denied' | 'full' | 'damaged' | 'foreign' | 'failed'
  readonly message: string
}

export interface JournalPort {
  /** Appends one record and returns after it is on the disk (fsync). */
  append(line: string): Promise<Result<void, FileError>>
  /** All lines in order, as they were appended; a torn tail is already cut (`tailCut`). */
  read(): Promise<
    Result<{ readonly lines: readonly string[]; readonly tailCut: boolean }, FileError>
  >
  close(): Promise<void>
}

/**
 * New content that waits beside the old one, which stands until `commit`. One of the two is called,
 * once.
 */
export interface StagedContent {
  /**
   * Puts it in the place of the old one and returns when that is on the disk. Fails as well where
   * it could not be written beside it.
   */
  commit(): Promise<Result<void, FileError>>
  /** Takes it away again; the old one stands. Never rejects. */
  drop(): Promise<void>
}

/**
 * A small file that is replaced as a whole: a reader sees the old content or the new one, never a
 * mixture.
 */
export interface DocumentPort {
  /** The content, or null when there is no such file. */
  read(): Promise<Result<string | null, FileError>>
  /** Returns after the new content is on the disk. */
  write(content: string): Promise<Result<void, FileError>>
  /**
   * `write` in two steps, for content that may become true a moment later: the first brings it to
   * the disk already. Where it is missing there is only `write`.
   */
  stage?(content: string): StagedContent
  /** Moves an unreadable file out of the way without deleting it; tells its new name. */
  setAside(): Promise<Result<string, FileError>>
  remove(): Promise<Result<void, FileError>>
}

export interface LogPort {
  /**
   * One event with allow-listed fields; texts are capped, redacted and freed of control characters
   * by the implementation.
   */
  event(
    level: 'debug' | 'info' | 'warn' | 'error',
    name: string,
    fields?: Readonly<Record<string, string | number | boolean | null>>,
  ): void
}

/**
 * Keeps secrets of one environment. Never plain text on a disk: without a key store they live in
 * memory only.
 */
export interface VaultPort {
  readonly backend: 'key-store' | 'memory'
  /** The key store's own name ("linux-gnome_libsecret"); null in memory. */
  readonly keyStore: string | null
  read(name: string): Promise<Result<string | null, FileError>>
  /** Returns after the secret is durable (or held, in memory mode). */
  write(name: string, secret: string): Promise<Result<void, FileError>>
  remove(name: string): Promise<Result<void, FileError>>
}
