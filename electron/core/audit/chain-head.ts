import { err, ok, type Result } from '../../../shared/domain/result.js'
import { message } from '../../../shared/messages/make-message.js'
import { brokenFileError } from '../file-error.js'
import type { FileError, LogPort } from '../ports.js'
import type { AuditRecord, ChainOrigin } from './audit-chain.js'
import {
  Checkpoints,
  type CheckpointDeps,
  type CheckpointStatus,
  type Point,
} from './checkpoint.js'
import { createStagedHead, type StagedHead } from './staged-head.js'

/**
 * The number of records between two checkpoints in the key store. This bounds how far the head file
 * can be rolled back undetected.
 */
const CHECKPOINT_EVERY = 16

/** What follows once a head that covers records is on disk. */
export interface Proof {
  /** The number of records. */
  readonly count: number
  /** True when the key store must have their head. */
  readonly due: boolean
  readonly checkpointAfter: Promise<void>
}

interface Chain {
  /** Returns where the next record continues the chain. */
  readonly next: () => ChainOrigin
  readonly isDamaged: () => boolean
  /** Called when the checkpoint, which could not be read before, was read. */
  readonly onReread: (status: CheckpointStatus) => void
}

/**
 * Proves the end of a chain: its head on disk covers every record before the caller acts, and a
 * checkpoint in the key store follows now and then.
 */
export class ChainHead {
  readonly #checkpoints: Checkpoints
  readonly #staged: StagedHead
  readonly #chain: Chain
  readonly #log: LogPort
  #sinceCheckpoint = 0
  /** The number of records that the head file covers. */
  #proved = 0
  /**
   * Records before this one are not proved; null while the checkpoint could not be read, because it
   * may hold another value.
   */
  #from: number | null = null
  #saving: Promise<void> | null = null
  #writing: Promise<Result<void, FileError>> | null = null
  #closed = false

  constructor(deps: CheckpointDeps & { readonly log: LogPort }, chain: Chain) {
    this.#checkpoints = new Checkpoints(deps)
    this.#staged = createStagedHead(this.#checkpoints)
    this.#chain = chain
    this.#log = deps.log
  }

  open(): ReturnType<Checkpoints['open']> {
    return this.#checkpoints.open()
  }

  read(): Promise<CheckpointStatus> {
    return this.#checkpoints.read()
  }

  sign(hash: string): string | null {
    return this.#checkpoints.sign(hash)
  }

  /** True for a record that this program wrote. */
  isSigned(record: AuditRecord): boolean {
    return this.#checkpoints.signed(record)
  }

  /**
   * The first readable checkpoint decides from which record on the chain of `count` records is
   * proved.
   */
  adopt(status: CheckpointStatus, count: number): void {
    if (status.kind === 'failed') {
      this.#log.event('warn', 'audit.checkpoint-failed', { kind: status.error.kind })
    } else if (this.#from === null) {
      this.#from = status.kind === 'proved' ? status.from : count
      this.#proved = status.kind === 'proved' ? status.count : 0
    }
  }

  /**
   * Saves a checkpoint for an empty chain before its first record; true when it is saved. Otherwise
   * a crash right after that record would leave it unproved for good.
   */
  async proveEmptyChain(): Promise<boolean> {
    const point = this.#point()
    return (
      point !== null &&
      (await this.#checkpoints.head(point)).ok &&
      (await this.#checkpoints.save(point)).ok
    )
  }

  /** Stages the head of records that are being written, unless another head is being written. */
  stage(end: ChainOrigin): void {
    const point = this.#point()
    if (this.#writing !== null || point === null) return
    this.#staged.prepare({ count: end.seq, from: point.from, head: end.prev })
  }

  /** Drops the staged head if it covers at most `count` records. */
  drop(count: number): void {
    this.#staged.drop(count)
  }

  /**
   * Resolves when a head that covers the record is on disk. From then on, cutting the record off is
   * detected. A checkpoint in the key store follows in the background where it is due.
   */
  async prove(
    seq: number,
    { count, due, checkpointAfter }: Proof,
  ): Promise<Result<void, FileError>> {
    const headed = await this.ensureProved(seq).catch(
      (cause: unknown): Result<void, FileError> =>
        err(brokenFileError(message('audit.headFailed'), cause)),
    )
    // A head staged for this record is either committed by now or obsolete.
    this.#staged.drop(seq + 1)
    if (!headed.ok) return headed
    this.#sinceCheckpoint += count
    if (this.#sinceCheckpoint >= CHECKPOINT_EVERY || due) {
      void checkpointAfter.then(() => this.#saveSoon())
    }
    return headed
  }

  /** Resolves when a head that covers the record is on disk. Concurrent records share one head. */
  async ensureProved(seq: number): Promise<Result<void, FileError>> {
    if (this.#from === null && this.#checkpoints.keyed && !this.#chain.isDamaged()) {
      const reread = await this.#reread()
      if (!reread.ok) return reread
    }
    for (let point = this.#point(); point !== null && this.#proved <= seq; point = this.#point()) {
      this.#writing ??= this.#write(point).finally(() => {
        this.#writing = null
      })
      const written = await this.#writing
      if (!written.ok) return written
    }
    return ok(undefined)
  }

  async save(): Promise<void> {
    const point = this.#point()
    if (point === null || !(await this.ensureProved(point.count - 1)).ok) return
    this.#sinceCheckpoint = 0
    const written = await this.#checkpoints.save(point)
    if (!written.ok) {
      this.#log.event('warn', 'audit.checkpoint-failed', { kind: written.error.kind })
    }
  }

  /** Resolves when no checkpoint is being saved. */
  async settled(): Promise<void> {
    await this.#saving
  }

  /** Saves no more: the next session of this environment may own the key store's entry. */
  close(): void {
    this.#closed = true
  }

  /**
   * Returns the point for the next head. Null for a damaged chain, without a key, or before the
   * checkpoint was read: a head vouches for everything before it.
   */
  #point(): Point | null {
    if (this.#chain.isDamaged() || !this.#checkpoints.keyed || this.#from === null) return null
    const { seq, prev } = this.#chain.next()
    return { count: seq, from: this.#from, head: prev }
  }

  /**
   * Reads the checkpoint again after a failed read. Until that succeeds no record counts as proved,
   * because a new head would overwrite evidence that was never read.
   */
  async #reread(): Promise<Result<void, FileError>> {
    const status = await this.#checkpoints.read()
    if (status.kind === 'failed') return err(status.error)
    this.#chain.onReread(status)
    return ok(undefined)
  }

  async #write(point: Point): Promise<Result<void, FileError>> {
    const written = await (this.#staged.consume(point)?.commit() ?? this.#checkpoints.head(point))
    if (written.ok) this.#proved = point.count
    return written
  }

  /**
   * Saves a checkpoint in the background, so that appends do not wait for the key store. Concurrent
   * calls share one save.
   */
  #saveSoon(): void {
    if (this.#closed) return
    this.#saving ??= this.save().finally(() => {
      this.#saving = null
    })
  }
}
