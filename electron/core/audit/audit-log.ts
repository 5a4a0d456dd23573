import { ok, type Result } from '../../../shared/domain/result.js'
import type { AuditReport } from '../../../shared/domain/instructions/audit.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import { createSerialQueue } from '../../../shared/domain/serial-queue.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import { inEnglish } from '../../../shared/messages/format-message.js'
import { message } from '../../../shared/messages/make-message.js'
import { fileErrorMessage } from '../file-error.js'
import type { CryptoPort } from '../net-ports.js'
import type {
  ClockPort,
  DocumentPort,
  FileError,
  JournalPort,
  LogPort,
  RandomPort,
  VaultPort,
} from '../ports.js'
import type { Appended, Appending, AuditPort, NewRecord } from './audit-port.js'
import { archiveBody, AuditArchive, segmentsBefore } from './audit-archive.js'
import {
  FIRST,
  parseAuditLine,
  unreadableChain,
  walk,
  type AuditRecord,
  type ChainOrigin,
  type ChainProblem,
  type ChainWalk,
} from './audit-chain.js'
import { AuditPageReader } from './audit-page.js'
import { ChainHead, type Proof } from './chain-head.js'
import type { CheckpointStatus } from './checkpoint.js'
import { readChainFile } from './chain-file.js'
import { ChainExport, type RecordReceiver } from './receipt.js'
import { ReceiptMaker } from './receipt-maker.js'
import { isDue } from './staged-head.js'
import { concludeReport } from './report-conclusion.js'
import { appendSealed, originAfter, sealRecords, type SealedRecord } from './sealed-records.js'

/** The number of records after which they are archived. A start reads at most these. */
export const MAX_LIVE_RECORDS = 5_000

export interface AuditDeps {
  /** The chain file of this environment. */
  readonly journal: JournalPort
  /** The chain's head file. */
  readonly checkpoint: DocumentPort
  readonly vault: VaultPort
  readonly clock: ClockPort
  readonly random: RandomPort
  readonly log: LogPort
  readonly crypto: Pick<CryptoPort, 'digestHex' | 'hmacBase64' | 'equal' | 'ed25519'>
  /** The environment of the chain, written into exports. */
  readonly environment: string
  readonly maxLiveRecords?: number
}

/**
 * Opens the chain of an environment: reads it, verifies it and continues from its end. A damaged
 * chain is not repaired. New records are still appended to it so that nothing is lost, and its
 * report remains `damaged`.
 */
export async function openAudit(deps: AuditDeps): Promise<AuditPort> {
  const audit = new AuditLog(deps)
  await audit.open()
  return audit
}

/** The chain in memory and on disk, with its head and checkpoints. */
class AuditLog implements AuditPort {
  readonly #deps: AuditDeps
  readonly #head: ChainHead
  readonly #receipts: ReceiptMaker
  readonly #queue = createSerialQueue()
  readonly #failures = createEmitter<FileError>()
  readonly #reports = createEmitter<AuditReport>()
  #startedAt: EpochMs
  #report: AuditReport | null = null
  #failed = false
  readonly #archive: AuditArchive
  /** The records that are not archived, their lines, and what came before them. */
  #records: AuditRecord[] = []
  #lines: string[] = []
  #origin: ChainOrigin = FIRST
  #next: ChainOrigin = FIRST
  /** The number of records that are archived next. */
  #archiveAt: number
  #closed = false

  constructor(deps: AuditDeps) {
    this.#deps = deps
    this.#archive = new AuditArchive(deps.journal.archive, deps.log)
    this.#archiveAt = deps.maxLiveRecords ?? MAX_LIVE_RECORDS
    this.#head = new ChainHead(
      { ...deps, file: deps.checkpoint },
      {
        next: () => this.#next,
        isDamaged: () => this.#report?.state === 'damaged',
        onReread: (status) => this.#onReread(status),
      },
    )
    this.#receipts = new ReceiptMaker(deps)
    this.#startedAt = deps.clock.now()
  }

  /** Reads and verifies the chain, and appends the record of the start. */
  async open(): Promise<void> {
    const { log, clock, environment } = this.#deps
    const opened = await this.#head.open()
    if (!opened.ok) log.event('warn', 'audit.key-missing', { kind: opened.error.kind })
    const report = await this.#check()
    const last = this.#records.at(-1)
    if (last !== undefined) this.#next = originAfter(last)
    else if (report.problem === null && (await this.#head.proveEmptyChain())) await this.#check()
    this.#startedAt = clock.now()
    await this.append('start', 'program', `Countersign started, ${environment}`, {
      environment,
      before: report.state,
      records: last === undefined ? 0 : last.seq + 1,
    })
    // Archived records are read after the start, so that it does not take longer with every year.
    if (!this.#archive.isVerified) void this.verify()
  }

  get failed(): boolean {
    return this.#failed
  }

  get startedAt(): EpochMs {
    return this.#startedAt
  }

  append(
    ...[kind, subject, line, body]: Parameters<AuditPort['append']>
  ): ReturnType<AuditPort['append']> {
    return this.#begin([{ kind, subject, line, body }], false).proved
  }

  beginAll(records: readonly NewRecord[], checkpointAfter?: Promise<void>): Appending {
    return this.#begin(records, true, checkpointAfter)
  }

  page(query: Parameters<AuditPort['page']>[0]): ReturnType<AuditPort['page']> {
    const reader = new AuditPageReader(query)
    return reader.read(this.#records, this.#archive.records('newest', query.before))
  }

  async verify(): Promise<AuditReport> {
    // Archived records do not change, so appends need not wait for them.
    const fault = await this.#archive.verify()
    return this.#queue.run(() => this.#check(fault))
  }

  report(): AuditReport | null {
    return this.#report
  }

  onReport(listener: (report: AuditReport) => void): Disposer {
    return this.#reports.add(listener)
  }

  onFailure(listener: (error: FileError) => void): Disposer {
    return this.#failures.add(listener)
  }

  async exportText(): Promise<string> {
    const head = this.#records.at(-1)?.hash ?? null
    const chain = new ChainExport(this.#deps.environment, this.#next.seq, head)
    await this.#addAllTo(chain)
    return chain.text()
  }

  receiptText(instruction: string): Promise<Result<string | null, FileError>> {
    return this.#receipts.make(instruction, (records) => this.#addAllTo(records))
  }

  receiptPublicKey(): Promise<Result<string, FileError>> {
    return this.#receipts.publicKey()
  }

  /** Adds every record, the oldest first. */
  #addAllTo(receiver: RecordReceiver): Promise<void> {
    return this.#queue.run(async () => {
      for await (const records of this.#archive.records('oldest')) receiver.add(records)
      receiver.add(this.#records)
    })
  }

  async close(): Promise<void> {
    await this.#head.settled()
    await this.#queue.run(() => this.#head.save())
    this.#closed = true
    this.#head.close()
    await this.#deps.journal.close()
  }

  #fail(error: FileError): void {
    this.#failed = true
    this.#deps.log.event('error', 'audit.failed', { kind: error.kind, error: error.message })
    this.#failures.emit(error)
  }

  /**
   * Reads the chain and its checkpoint, and publishes the report about them. `fault` is what was
   * found in the archive.
   */
  async #check(fault: ChainProblem | null = null): Promise<AuditReport> {
    // The next session of this environment may own the file by now.
    if (this.#closed && this.#report !== null) return this.#report
    const { read, damage } = await readChainFile(this.#deps.journal)
    const walked = read.ok
      ? this.#walk(read.value.lines)
      : unreadableChain(fileErrorMessage(read.error))
    this.#records = [...walked.records]
    this.#lines = read.ok ? [...read.value.lines] : []
    this.#origin = walked.origin
    if (!read.ok) this.#fail(read.error)
    const problem = walked.problem ?? damage ?? fault ?? (await this.#archive.missing())
    return this.#publishReport({ ...walked, problem }, await this.#head.read())
  }

  /** Walks the chain from its first record, or from the end of its archived records. */
  #walk(lines: readonly string[]): ChainWalk {
    const first = parseAuditLine(lines[0] ?? '')
    const segments = segmentsBefore(first)
    this.#archive.adopt(segments ?? [])
    const origin = first !== null && segments !== null && segments.length > 0 ? first : FIRST
    return walk(this.#deps.crypto, lines, { seq: origin.seq, prev: origin.prev })
  }

  /** Publishes a report about the chain and its checkpoint. */
  #publishReport(walked: ChainWalk, status: CheckpointStatus): AuditReport {
    const { log, clock } = this.#deps
    const { state, problem } = concludeReport(walked, status, {
      isSigned: (record) => this.#head.isSigned(record),
      isArchiveRead: this.#archive.isVerified,
    })
    const count = walked.origin.seq + walked.records.length
    this.#head.adopt(status, count)
    const report: AuditReport = {
      state,
      count,
      head: walked.head,
      problem,
      checkedAt: clock.now(),
    }
    this.#report = report
    if (state === 'damaged') log.event('error', 'audit.damaged', { count: problem?.seq ?? null })
    this.#reports.emit(report)
    return report
  }

  #begin(
    records: readonly NewRecord[],
    ahead: boolean,
    checkpointAfter: Promise<void> = Promise.resolve(),
  ): Appending {
    const written = this.#queue.run(() => this.#write(records, ahead))
    const proof = { count: records.length, due: records.some(isDue), checkpointAfter }
    return { written, proved: written.then((added) => this.#prove(added, proof)) }
  }

  #seal(records: readonly NewRecord[]): readonly SealedRecord[] {
    const { crypto, clock } = this.#deps
    const sign = (hash: string): string | null => this.#head.sign(hash)
    return sealRecords({ crypto, now: () => clock.now(), sign }, this.#next, records)
  }

  /**
   * Appends records. With `ahead`, the head of the last one is staged in parallel if no other head
   * is being written, so that both disk writes overlap.
   */
  async #write(added: readonly NewRecord[], ahead: boolean): Promise<Result<Appended, FileError>> {
    const sealed = this.#seal(added)
    const end = originAfter((sealed.at(-1) as SealedRecord).record)
    if (ahead) this.#head.stage(end)
    const { journal } = this.#deps
    const written = await appendSealed(journal, sealed, (records) => this.#extend(records))
    if (!written.ok) {
      this.#head.drop(end.seq)
      this.#fail(written.error)
      return written
    }
    if (this.#records.length >= this.#archiveAt && this.#archive.isAvailable) {
      void this.#queue.run(() => this.#archiveRecords())
    }
    return ok({ seq: end.seq - 1, hash: end.prev })
  }

  /** Extends the chain in memory by records that are on disk. */
  #extend(written: readonly SealedRecord[]): void {
    for (const { record, line } of written) {
      this.#records.push(record)
      this.#lines.push(line)
      this.#next = originAfter(record)
    }
  }

  /**
   * Moves the records to the archive. The chain continues with a record that names the archived
   * parts and their digests. A crash before that leaves the chain as it was.
   */
  async #archiveRecords(): Promise<void> {
    const { log, maxLiveRecords = MAX_LIVE_RECORDS } = this.#deps
    if (this.#records.length < this.#archiveAt || this.#report?.state === 'damaged') return
    // A failure leaves the chain as it is; try again only after as many records.
    this.#archiveAt = this.#records.length + maxLiveRecords
    // The head must cover every archived record, because a start can compare no others with it.
    const headed = await this.#head.ensureProved(this.#next.seq - 1)
    const stored = headed.ok ? await this.#archive.store(this.#lines) : headed
    if (!stored.ok) {
      log.event('warn', 'audit.not-archived', { kind: stored.error.kind })
      return
    }
    const [sealed] = this.#seal([
      {
        kind: 'checkpoint',
        subject: 'audit',
        line: inEnglish(message('audit.recordsArchived', { count: this.#next.seq })),
        body: archiveBody(stored.value),
      },
    ])
    const { record, line } = sealed as SealedRecord
    const replaced = await this.#archive.replace(line)
    if (!replaced.ok) {
      log.event('warn', 'audit.not-archived', { kind: replaced.error.kind })
      return
    }
    this.#archive.adopt(stored.value)
    this.#origin = this.#next
    this.#records = [record]
    this.#lines = [line]
    this.#next = originAfter(record)
    this.#archiveAt = maxLiveRecords
    void this.#prove(ok({ seq: record.seq, hash: record.hash }), {
      count: 1,
      due: true,
      checkpointAfter: Promise.resolve(),
    })
  }

  /**
   * Resolves after the record and then its head are on disk; only then may the caller act. From
   * then on, cutting the record off is detected. A crash before leaves a record of an action that
   * never happened. The next record does not wait for this head.
   */
  async #prove(
    added: Result<Appended, FileError>,
    proof: Proof,
  ): Promise<Result<Appended, FileError>> {
    if (!added.ok) return added
    const headed = await this.#head.prove(added.value.seq, proof)
    if (!headed.ok) {
      this.#fail(headed.error)
      return headed
    }
    this.#failed = false
    return added
  }

  /** Publishes a report about the records in memory and a checkpoint that was read late. */
  #onReread(status: CheckpointStatus): void {
    const head = this.#records.at(-1)?.hash ?? null
    const origin = this.#origin
    this.#publishReport({ records: this.#records, head, problem: null, origin }, status)
  }
}
