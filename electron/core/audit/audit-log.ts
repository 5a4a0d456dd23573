import { err, ok, type Result } from '../../../shared/domain/result.js'
import { plainLine } from '../../../shared/domain/text-safety.js'
import type { AuditReport, AuditRow } from '../../../shared/ipc/instructions.js'
import { listeners } from '../live-values.js'
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
 * The key store learns the head after so many records: so far at most can somebody put the file of
 * the head back unnoticed.
 */
const CHECKPOINT_EVERY = 16

export interface AuditDeps {
  /** The chain's own file of this environment. */
  readonly journal: JournalPort
  /** The head of the chain, beside it. */
  readonly checkpoint: DocumentPort
  readonly vault: VaultPort
  readonly clock: ClockPort
  readonly random: RandomPort
  readonly log: LogPort
  readonly crypto: Pick<CryptoPort, 'digestHex' | 'hmacBase64' | 'equal'>
  /** Written into exports: which environment the chain is of. */
  readonly environment: string
}

/** Bodies are kept within what a record may hold, whatever an assistant wrote into them. */
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
 * What the key store learns of at once: every decision, an approval with the record that follows
 * it, when the order is on its way.
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

/** What is wrong with records of which a checkpoint told; null when they are all there. */
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
 * What chain and checkpoint say together. Partial evidence never passes (safety 12). `signed`: this
 * program wrote the record.
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
      // What is left of the proof may be enough to tell that records are gone: then that is worse
      // than a missing proof.
      const short =
        checkpointStatus.lastProved === null ? null : shortOf(records, checkpointStatus.lastProved)
      return short === null ? unproved({ seq: null, what: checkpointStatus.what }) : damaged(short)
    }
    case 'proved': {
      const short = shortOf(records, checkpointStatus)
      if (short !== null) return damaged(short)
      // A crash after a record and before its head leaves it beyond; whatever else is there,
      // somebody else wrote.
      const foreign = records.slice(checkpointStatus.count).find((record) => !signed(record))
      if (foreign !== undefined) {
        return damaged({ seq: foreign.seq, what: 'This record was not written by this program' })
      }
      // Partial evidence is not green: what stood there before the first checkpoint was never
      // vouched for.
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
 * Opens the chain of an environment: reads it, verifies it, and goes on from its end. A chain that
 * is damaged stays as it is, and
 * everything after is appended to it all the same, so that nothing that happens is lost; its report
 * says `damaged` for good.
 */
export async function openAudit(deps: AuditDeps): Promise<AuditPort> {
  const { journal, clock, log, crypto } = deps
  const failures = listeners<FileError>()
  const reports = listeners<AuditReport>()
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
  /** How many records the head beside the chain tells of. */
  let proved = 0
  /**
   * Records up to here are not vouched for by anything; null while the checkpoint could not be
   * read, which may say otherwise.
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

  /** The first checkpoint that can be read says from where on the chain is vouched for. */
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
   * A head vouches for everything before it, so none is written over a chain that does not fit,
   * over a head that was not read, nor where there is no key.
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
   * A disk that did not give the checkpoint out may do so now. Until then nothing counts as
   * written: a head over one that nobody read would hide what it knew.
   */
  const rereadCheckpoint = async (): Promise<Result<void, FileError>> => {
    const checkpointStatus = await checkpoints.read()
    if (checkpointStatus.kind === 'failed') return err(checkpointStatus.error)
    publishReport({ records, head: records.at(-1)?.hash ?? null, problem: null }, checkpointStatus)
    return ok(undefined)
  }

  /**
   * Returns when a head that covers the record is on the disk. Records that come together share
   * one.
   */
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
   * Beside the appends, so that nobody waits for the key store; those that come together share one.
   */
  const saveCheckpointSoon = (): void => {
    savingCheckpoint ??= saveCheckpoint().finally(() => {
      savingCheckpoint = null
    })
  }

  /**
   * `ahead`: its head is brought to the disk beside it, if none is on its way: then the two wait
   * for the disk together.
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
   * The record first, then the head that tells of it, and only then does the caller act: cut off
   * after that it is missed, and a crash
   * before leaves a record that nothing was done upon. The next record does not wait for the head
   * of this one.
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
    // Whatever was prepared for it was taken by now, or comes too late.
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
  // A chain that begins is vouched for before its first record: a crash right after that one must
  // not leave it unproved for good.
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
