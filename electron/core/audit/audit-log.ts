import { err, ok, type Result } from '../../../shared/domain/result.js'
import { plainLine } from '../../../shared/domain/text-safety.js'
import type { AuditReport, AuditRow } from '../../../shared/domain/instructions/audit.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
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
import type { Appended, Appending, AuditBody, AuditKind, AuditPort } from './audit-port.js'
import {
  GENESIS,
  seal,
  walk,
  type AuditRecord,
  type ChainProblem,
  type ChainWalk,
} from './audit-chain.js'
import { createCheckpoints, type Point, type CheckpointStatus } from './checkpoint.js'
import { exportChain, exportReceipt } from './receipt.js'
import { createStagedHead } from './staged-head.js'

const LINE_CHARS = 300
const SUBJECT_CHARS = 80
const VALUE_CHARS = 2_000
const MAX_PAGE_ROWS = 200
/**
 * The number of records between two checkpoints in the key store. This bounds how far the head file
 * can be rolled back undetected.
 */
const CHECKPOINT_EVERY = 16

export interface AuditDeps {
  /** The chain file of this environment. */
  readonly journal: JournalPort
  /** The chain's head file. */
  readonly checkpoint: DocumentPort
  readonly vault: VaultPort
  readonly clock: ClockPort
  readonly random: RandomPort
  readonly log: LogPort
  readonly crypto: Pick<CryptoPort, 'digestHex' | 'hmacBase64' | 'equal'>
  /** The environment of the chain, written into exports. */
  readonly environment: string
}

/** Truncates a body to the size limits of a record. */
const trimmed = (body: AuditBody): AuditBody =>
  Object.fromEntries(
    Object.entries(body)
      .slice(0, 60)
      .map(([key, value]) => [
        key,
        typeof value === 'string'
          ? value.slice(0, VALUE_CHARS)
          : isList(value)
            ? value.slice(0, 200).map((text) => text.slice(0, VALUE_CHARS))
            : value,
      ]),
  )
const isList = (value: AuditBody[string]): value is readonly string[] => Array.isArray(value)

/**
 * True for records whose head is saved in the key store at once: starts, endings, and every
 * decision. An approval is saved with the `sent` record that follows it, when the order is already
 * on its way.
 */
const isDue = (kind: AuditKind, body: AuditBody): boolean =>
  kind === 'start' ||
  kind === 'sent' ||
  kind === 'ended' ||
  (kind === 'decided' && body['decision'] !== 'approve')

const row = ({ seq, at, kind, subject, line, hash }: AuditRecord): AuditRow => ({
  seq,
  at,
  kind,
  subject,
  line,
  hash,
})

/**
 * Returns the mismatch between the records and a checkpoint; null when every record it covers is
 * present.
 */
function shortOf(records: readonly AuditRecord[], { count, head }: Point): ChainProblem | null {
  if (records.length < count) {
    return {
      seq: records.length,
      what: `${count - records.length} records are missing: ${count} were there at the last checkpoint`,
    }
  }
  return (count === 0 ? GENESIS : records[count - 1]?.hash) === head
    ? null
    : { seq: count - 1, what: 'The chain was rewritten: it is not the one of the last checkpoint' }
}

/**
 * Combines the results of chain and checkpoint. Partial evidence is never reported as verified.
 * `signed` is true for records that this program wrote.
 */
function concluded(
  walked: ChainWalk,
  checkpointStatus: CheckpointStatus,
  signed: (record: AuditRecord) => boolean,
): { readonly state: AuditReport['state']; readonly problem: ChainProblem | null } {
  const { records, problem } = walked
  const damaged = (cause: ChainProblem) => ({ state: 'damaged', problem: cause }) as const
  const unproved = (cause: ChainProblem | null) => ({ state: 'unproved', problem: cause }) as const
  if (problem !== null) return damaged(problem)
  switch (checkpointStatus.kind) {
    case 'forged':
      return damaged({ seq: null, what: checkpointStatus.what })
    case 'failed':
      return unproved({ seq: null, what: checkpointStatus.what })
    case 'none':
      return unproved(
        records.length === 0
          ? null
          : {
              seq: null,
              what: 'There is no checkpoint: nothing proves that no record was cut off or that the chain was not rewritten',
            },
      )
    case 'unreadable': {
      // The remaining checkpoint may still prove that records are missing, which is worse than a
      // missing proof.
      const short =
        checkpointStatus.lastProved === null ? null : shortOf(records, checkpointStatus.lastProved)
      return short === null ? unproved({ seq: null, what: checkpointStatus.what }) : damaged(short)
    }
    case 'proved': {
      const short = shortOf(records, checkpointStatus)
      if (short !== null) return damaged(short)
      // A crash between a record and its head leaves a signed record beyond the head. An unsigned
      // record there was written by someone else.
      const foreign = records.slice(checkpointStatus.count).find((record) => !signed(record))
      if (foreign !== undefined) {
        return damaged({ seq: foreign.seq, what: 'This record was not written by this program' })
      }
      // Records before the first checkpoint were never proved, so the chain as a whole is not
      // verified.
      return checkpointStatus.from > 0
        ? unproved({
            seq: checkpointStatus.from - 1,
            what: `The first ${checkpointStatus.from} records were there when the checkpoint that proves them was missing`,
          })
        : { state: 'verified', problem: null }
    }
  }
}

/**
 * Opens the chain of an environment: reads it, verifies it and continues from its end. A damaged
 * chain is not repaired. New records are still appended to it so that nothing is lost, and its
 * report remains `damaged`.
 */
export async function openAudit(deps: AuditDeps): Promise<AuditPort> {
  const { journal, clock, log, crypto } = deps
  const failures = createEmitter<FileError>()
  const reports = createEmitter<AuditReport>()
  const checkpoints = createCheckpoints({
    vault: deps.vault,
    file: deps.checkpoint,
    random: deps.random,
    crypto,
  })
  const staged = createStagedHead(checkpoints)
  let report: AuditReport | null = null
  let failed = false
  let tail: Promise<unknown> = Promise.resolve()
  let records: AuditRecord[] = []
  let next = { seq: 0, prev: GENESIS }
  let sinceCheckpoint = 0
  /** The number of records that the head file covers. */
  let proved = 0
  /**
   * Records before this one are not proved; null while the checkpoint could not be read, because it
   * may hold another value.
   */
  let from: number | null = null
  let savingCheckpoint: Promise<void> | null = null
  let writingHead: Promise<Result<void, FileError>> | null = null

  const fail = (error: FileError): void => {
    failed = true
    log.event('error', 'audit.failed', { kind: error.kind })
    failures.emit(error)
  }

  const enqueue = <T>(work: () => Promise<T>): Promise<T> => {
    const result = tail.then(work)
    tail = result.catch(() => undefined)
    return result
  }

  /**
   * Publishes a report. The first readable checkpoint decides from which record on the chain is
   * proved.
   */
  const publishReport = (walked: ChainWalk, checkpointStatus: CheckpointStatus): AuditReport => {
    const { state, problem } = concluded(walked, checkpointStatus, (record) =>
      checkpoints.signed(record),
    )
    if (checkpointStatus.kind === 'failed') {
      log.event('warn', 'audit.checkpoint-failed', { kind: checkpointStatus.error.kind })
    } else if (from === null) {
      ;[from, proved] =
        checkpointStatus.kind === 'proved'
          ? [checkpointStatus.from, checkpointStatus.count]
          : [walked.records.length, 0]
    }
    report = {
      state,
      count: walked.records.length,
      head: walked.head,
      problem,
      checkedAt: clock.now(),
    }
    if (state === 'damaged') log.event('error', 'audit.damaged', { count: problem?.seq ?? null })
    reports.emit(report)
    return report
  }

  const check = async (): Promise<AuditReport> => {
    const read = await journal.read()
    const walked: ChainWalk = read.ok
      ? walk(crypto, read.value.lines)
      : {
          records: [],
          head: null,
          problem: {
            seq: null,
            what: `The chain cannot be read: ${read.error.message}`.slice(0, 300),
          },
        }
    records = [...walked.records]
    if (!read.ok) fail(read.error)
    return publishReport(walked, await checkpoints.read())
  }

  /**
   * Returns the point for the next head. Null for a damaged chain, without a key, or before the
   * checkpoint was read: a head vouches for everything before it.
   */
  const currentPoint = (): Point | null =>
    report?.state === 'damaged' || !checkpoints.keyed || from === null
      ? null
      : { count: next.seq, from, head: next.prev }

  const writeHead = async (point: Point): Promise<Result<void, FileError>> => {
    const written = await (staged.consume(point)?.commit() ?? checkpoints.head(point))
    if (written.ok) proved = point.count
    return written
  }

  /**
   * Reads the checkpoint again after a failed read. Until that succeeds no record counts as proved,
   * because a new head would overwrite evidence that was never read.
   */
  const rereadCheckpoint = async (): Promise<Result<void, FileError>> => {
    const checkpointStatus = await checkpoints.read()
    if (checkpointStatus.kind === 'failed') return err(checkpointStatus.error)
    publishReport({ records, head: records.at(-1)?.hash ?? null, problem: null }, checkpointStatus)
    return ok(undefined)
  }

  /** Resolves when a head that covers the record is on disk. Concurrent records share one head. */
  const ensureProved = async (seq: number): Promise<Result<void, FileError>> => {
    if (from === null && checkpoints.keyed && report?.state !== 'damaged') {
      const reread = await rereadCheckpoint()
      if (!reread.ok) return reread
    }
    for (let point = currentPoint(); point !== null && proved <= seq; point = currentPoint()) {
      writingHead ??= writeHead(point).finally(() => {
        writingHead = null
      })
      const written = await writingHead
      if (!written.ok) return written
    }
    return ok(undefined)
  }

  const saveCheckpoint = async (): Promise<void> => {
    const point = currentPoint()
    if (point === null || !(await ensureProved(point.count - 1)).ok) return
    sinceCheckpoint = 0
    const written = await checkpoints.save(point)
    if (!written.ok) log.event('warn', 'audit.checkpoint-failed', { kind: written.error.kind })
  }

  /**
   * Saves a checkpoint in the background, so that appends do not wait for the key store. Concurrent
   * calls share one save.
   */
  const saveCheckpointSoon = (): void => {
    savingCheckpoint ??= saveCheckpoint().finally(() => {
      savingCheckpoint = null
    })
  }

  /**
   * Appends a record. With `ahead`, its head is staged in parallel if no other head is being
   * written, so that both disk writes overlap.
   */
  const add = async (
    ahead: boolean,
    kind: AuditKind,
    subject: string,
    line: string,
    body: AuditBody,
  ): Promise<Result<Appended, FileError>> => {
    const { record, line: text } = seal(
      crypto,
      {
        ...next,
        at: clock.now(),
        kind,
        subject: plainLine(subject, SUBJECT_CHARS),
        line: plainLine(line, LINE_CHARS),
        body: { ...trimmed(body) } as AuditRecord['body'],
      },
      (hash) => checkpoints.sign(hash),
    )
    const point = currentPoint()
    if (ahead && writingHead === null && point !== null) {
      staged.prepare({ count: record.seq + 1, from: point.from, head: record.hash })
    }
    const written = await journal
      .append(text)
      .catch(
        (): Result<void, FileError> => err({ kind: 'failed', message: 'the audit chain broke' }),
      )
    if (!written.ok) {
      staged.drop(record.seq + 1)
      fail(written.error)
      return written
    }
    records.push(record)
    next = { seq: record.seq + 1, prev: record.hash }
    return ok({ seq: record.seq, hash: record.hash })
  }

  /**
   * Resolves after the record and then its head are on disk; only then may the caller act. From
   * then on, cutting the record off is detected. A crash before leaves a record of an action that
   * never happened. The next record does not wait for this head.
   */
  const prove = async (
    added: Result<Appended, FileError>,
    due: boolean,
  ): Promise<Result<Appended, FileError>> => {
    if (!added.ok) return added
    const headed = await ensureProved(added.value.seq).catch(
      (): Result<void, FileError> =>
        err({ kind: 'failed', message: 'the head of the audit chain broke' }),
    )
    // A head staged for this record is either committed by now or obsolete.
    staged.drop(added.value.seq + 1)
    if (!headed.ok) {
      fail(headed.error)
      return headed
    }
    failed = false
    sinceCheckpoint += 1
    if (sinceCheckpoint >= CHECKPOINT_EVERY || due) saveCheckpointSoon()
    return added
  }
  const start = (
    ahead: boolean,
    kind: AuditKind,
    subject: string,
    line: string,
    body: AuditBody,
    headAfter?: Promise<void>,
  ): Appending => {
    const written = enqueue(() => add(ahead, kind, subject, line, body))
    const ready = headAfter === undefined ? written : headAfter.then(() => written)
    return { written, proved: ready.then((added) => prove(added, isDue(kind, body))) }
  }
  const begin: AuditPort['begin'] = (kind, subject, line, body, headAfter) =>
    start(headAfter === undefined, kind, subject, line, body, headAfter)
  const append: AuditPort['append'] = (...record) => start(false, ...record).proved

  const opened = await checkpoints.open()
  if (!opened.ok) log.event('warn', 'audit.key-missing', { kind: opened.error.kind })
  const found = await check()
  const last = records.at(-1)
  if (last !== undefined) next = { seq: last.seq + 1, prev: last.hash }
  // Save a checkpoint for an empty chain before its first record. Otherwise a crash right after
  // that record would leave it unproved for good.
  const point = currentPoint()
  if (
    last === undefined &&
    found.problem === null &&
    point !== null &&
    (await checkpoints.head(point)).ok &&
    (await checkpoints.save(point)).ok
  ) {
    await check()
  }
  const startedAt = clock.now()
  await append('start', 'program', `Countersign started, ${deps.environment}`, {
    environment: deps.environment,
    before: found.state,
    records: last === undefined ? 0 : last.seq + 1,
  })

  return {
    append,
    begin,
    get failed() {
      return failed
    },
    onFailure: (listener) => failures.add(listener),
    page(query) {
      const wanted = plainLine(query.text, SUBJECT_CHARS).toLocaleLowerCase('en')
      const limit = Math.min(Math.max(1, query.limit), MAX_PAGE_ROWS)
      const rows: AuditRow[] = []
      let index = records.length - 1
      for (; index >= 0 && rows.length < limit; index -= 1) {
        const record = records[index]
        if (record === undefined || (query.before !== null && record.seq >= query.before)) continue
        if (query.kinds.length > 0 && !query.kinds.includes(record.kind)) continue
        if (
          wanted !== '' &&
          !`${record.line} ${record.subject} ${record.kind}`
            .toLocaleLowerCase('en')
            .includes(wanted)
        ) {
          continue
        }
        rows.push(row(record))
      }
      return Promise.resolve({ rows, more: rows.length === limit && index >= 0 })
    },
    verify: () => enqueue(check),
    report: () => report,
    onReport: (listener) => reports.add(listener),
    exportText: (instruction) =>
      enqueue(() =>
        Promise.resolve(
          instruction === null
            ? exportChain(deps.environment, records)
            : exportReceipt(deps.environment, instruction, records),
        ),
      ),
    startedAt,
    async close() {
      await savingCheckpoint
      await enqueue(saveCheckpoint)
      await journal.close()
    },
  }
}
