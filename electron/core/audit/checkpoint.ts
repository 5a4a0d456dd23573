import { z } from 'zod'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { zDigest } from '../../../shared/domain/scalars.schema.js'
import { describedFileError } from '../file-error.js'
import { randomHex } from '../hex.js'
import type { CryptoPort } from '../net-ports.js'
import type { DocumentPort, FileError, RandomPort, StagedContent, VaultPort } from '../ports.js'
import { canonicalJson } from '../../../shared/domain/canonical-json.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import type { AuditRecord } from './audit-chain.js'

const KEY_NAME = 'audit-key'
const POINT_NAME = 'audit-checkpoint'
const KEY_BYTES = 32

/** The version of the file. */
export const AUDIT_CHECKPOINT_VERSION = 1
const zCheckpoint = z.strictObject({
  v: z.literal(AUDIT_CHECKPOINT_VERSION),
  count: z.number().int().min(0),
  from: z.number().int().min(0),
  head: zDigest,
  mac: z.string().min(40).max(60),
})
export type Checkpoint = z.output<typeof zCheckpoint>
/**
 * The length of the chain and the hash of its last record. The records before `from` are not
 * proved.
 */
export type Point = Omit<Checkpoint, 'v' | 'mac'>

/** The state of the chain at its last checkpoint, and whether that checkpoint can be trusted. */
export type CheckpointStatus =
  | { readonly kind: 'none' }
  /** A checkpoint whose MAC does not match, or that was rolled back to an earlier one. */
  | { readonly kind: 'forged'; readonly what: Message }
  /**
   * `lastProved` is what the other checkpoint still proves, if it can be read; `claimed` is what
   * one of a lost key says: not that the records are whole, but whether some are missing.
   */
  | {
      readonly kind: 'unreadable'
      readonly what: Message
      readonly lastProved: Point | null
      readonly claimed?: Point
    }
  /**
   * The disk or the key store failed to return the checkpoint. Its content is unknown, and a later
   * read may succeed.
   */
  | { readonly kind: 'failed'; readonly what: Message; readonly error: FileError }
  | ({ readonly kind: 'proved' } & Point)

/**
 * Returns the text that a checkpoint's MAC covers: the line `countersign-audit-checkpoint` and the
 * canonical JSON of count, from and head. The MAC is HMAC-SHA256 in base64.
 */
export const checkpointText = (count: number, from: number, head: string): string =>
  `countersign-audit-checkpoint\n${canonicalJson({ count, from, head })}`
/** Returns the text that a record's `mac` covers. The MAC is HMAC-SHA256 in base64. */
export const recordText = (hash: string): string => `countersign-audit-record\n${hash}`

const NO_KEY = describedFileError('missing', message('audit.noKey'))

/** Where a checkpoint is stored: in the head file beside the chain, or in the key store. */
type CheckpointPlace = 'file' | 'key-store'

const parse = (text: string): Checkpoint | null => {
  try {
    return zCheckpoint.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

const unreadable = (
  finding: Message,
  lastProved: Point | null = null,
): CheckpointStatus & { readonly kind: 'unreadable' } => ({
  kind: 'unreadable',
  what: finding,
  lastProved,
})

const failed = (finding: Message, error: FileError): CheckpointStatus => ({
  kind: 'failed',
  what: finding,
  error,
})

/** Returns the status of the chain from that of the head file and of the key store. */
function combined(head: CheckpointStatus, saved: CheckpointStatus): CheckpointStatus {
  // A checkpoint that does not match is never a reason to fall back silently on the other.
  for (const point of [head, saved]) if (point.kind === 'forged') return point
  const lastProved = head.kind === 'proved' ? head : saved.kind === 'proved' ? saved : null
  for (const point of [head, saved]) {
    if (point.kind === 'unreadable') return { ...point, lastProved }
  }
  if (saved.kind !== 'proved') {
    // The key store holds a checkpoint from before the first record, so every later proof needs it.
    return head.kind === 'proved' && head.count > 0
      ? unreadable(message('audit.savedMissing'), lastProved)
      : head
  }
  // The head file is written before the key store. If it is missing, or behind the key store,
  // someone removed or replaced it.
  if (head.kind !== 'proved') {
    return unreadable(message('audit.headMissing'), lastProved)
  }
  return head.count < saved.count
    ? {
        kind: 'forged',
        what: message('audit.headReplaced', { head: head.count, saved: saved.count }),
      }
    : head
}

export interface CheckpointDeps {
  readonly vault: VaultPort
  readonly file: DocumentPort
  readonly random: RandomPort
  readonly crypto: Pick<CryptoPort, 'hmacBase64' | 'equal'>
}

/** The checkpoints in the head file and in the key store. */
export class Checkpoints {
  readonly #deps: CheckpointDeps
  #key: string | null = null
  /** True while the key is new, so that existing checkpoints were made with another one. */
  #isKeyNew = false

  constructor(deps: CheckpointDeps) {
    this.#deps = deps
  }

  /**
   * Loads the key, or creates one. If that fails nothing can be proved, and `sign` returns null.
   */
  async open(): Promise<Result<void, FileError>> {
    const { vault, random } = this.#deps
    const held = await vault.read(KEY_NAME)
    if (!held.ok) return held
    if (held.value !== null) {
      this.#key = held.value
      return ok(undefined)
    }
    const made = randomHex(random, KEY_BYTES)
    const written = await vault.write(KEY_NAME, made)
    if (!written.ok) return written
    this.#key = made
    this.#isKeyNew = true
    return ok(undefined)
  }

  get keyed(): boolean {
    return this.#key !== null
  }

  sign(hash: string): string | null {
    return this.#key === null
      ? null
      : this.#deps.crypto.hmacBase64('sha256', this.#key, recordText(hash))
  }

  signed({ hash, mac }: AuditRecord): boolean {
    const own = this.sign(hash)
    return own !== null && mac !== undefined && this.#deps.crypto.equal(mac, own)
  }

  /** Resolves once the head is on disk beside the chain. */
  head(point: Point): Promise<Result<void, FileError>> {
    return this.#key === null
      ? Promise.resolve(err(NO_KEY))
      : this.#deps.file.write(this.#textOf(this.#key, point))
  }

  /**
   * Writes a head in two steps: the content goes to disk now and takes effect when it is committed.
   * Returns null where staging is not possible.
   */
  stage(point: Point): StagedContent | null {
    return this.#key === null
      ? null
      : (this.#deps.file.stage?.(this.#textOf(this.#key, point)) ?? null)
  }

  /**
   * Saves the head in the key store. Only for a point that the file beside the chain holds or has
   * passed.
   */
  async save(point: Point): Promise<Result<void, FileError>> {
    if (this.#key === null) return err(NO_KEY)
    const written = await this.#deps.vault.write(POINT_NAME, this.#textOf(this.#key, point))
    if (written.ok) this.#isKeyNew = false
    return written
  }

  async read(): Promise<CheckpointStatus> {
    const saved = await this.#deps.vault.read(POINT_NAME)
    const head = await this.#deps.file.read()
    if (!saved.ok) return failed(message('audit.savedReadFailed'), saved.error)
    if (!head.ok) return failed(message('audit.headReadFailed'), head.error)
    return combined(this.#statusOf(head.value, 'file'), this.#statusOf(saved.value, 'key-store'))
  }

  #statusOf(text: string | null, place: CheckpointPlace): CheckpointStatus {
    if (text === null) return { kind: 'none' }
    const point = parse(text)
    if (point === null) return unreadable(message('audit.checkpointUnreadable', { place }))
    if (this.#key === null) return unreadable(message('audit.keyMissing'))
    const { count, from, head } = point
    // The old key was lost with the key store, so that this checkpoint proves nothing. Records that
    // it counts and that are gone were removed nevertheless.
    if (this.#isKeyNew) {
      const status = unreadable(message('audit.keyReplaced', { place }))
      return { ...status, claimed: { count, from, head } }
    }
    return this.#deps.crypto.equal(point.mac, this.#macOf(this.#key, point))
      ? { kind: 'proved', count, from, head }
      : {
          kind: 'forged',
          what: message('audit.checkpointForeign', { place }),
        }
  }

  #macOf(key: string, { count, from, head }: Point): string {
    return this.#deps.crypto.hmacBase64('sha256', key, checkpointText(count, from, head))
  }

  #textOf(key: string, { count, from, head }: Point): string {
    const mac = this.#macOf(key, { count, from, head })
    return canonicalJson({ v: AUDIT_CHECKPOINT_VERSION, count, from, head, mac })
  }
}
