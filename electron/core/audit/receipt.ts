import { canonicalJson } from '../../../shared/domain/canonical-json.js'
import type { AuditRecord, Unhashed } from './audit-chain.js'

/** The format and version in the first line of an export. */
export const EXPORT_FORMAT = 'countersign-audit-1'

/**
 * Reduces a record of another instruction to its position and hash, which is all the chain needs.
 */
const withheld = ({ seq, prev, hash }: AuditRecord): string =>
  canonicalJson({ hash, prev, seq, withheld: true })

/**
 * Removes the MAC, which only this computer can verify. Everything else in the record can be
 * checked by anyone.
 */
const shown = ({ mac: _mac, ...record }: AuditRecord): Unhashed & { readonly hash: string } =>
  record

interface ExportHead {
  readonly kind: 'chain' | 'receipt'
  readonly environment: string
  readonly subject: string | null
  readonly count: number
  readonly head: string | null
}

const headLine = (head: ExportHead): string => canonicalJson({ format: EXPORT_FORMAT, ...head })

/**
 * Exports the whole chain: a header line, then one canonical JSON record per line, oldest first.
 */
export class ChainExport {
  readonly #lines: string[]

  constructor(environment: string, count: number, head: string | null) {
    this.#lines = [headLine({ kind: 'chain', environment, subject: null, count, head })]
  }

  /** Adds the records that follow. */
  add(records: readonly AuditRecord[]): void {
    for (const record of records) this.#lines.push(canonicalJson(shown(record)))
  }

  text(): string {
    return `${this.#lines.join('\n')}\n`
  }
}

/** True for records about an instruction, including records of a batch or decision that name it. */
const concerns = (record: AuditRecord, instruction: string): boolean =>
  record.subject === instruction || record.body['instruction'] === instruction

/**
 * True for start records. Only they state the environment of the chain and the state in which it
 * was found.
 */
const isStart = ({ kind }: AuditRecord): boolean => kind === 'start'

/**
 * Exports the receipt of one instruction: its records in full, and every start record from the one
 * that precedes them. Other records between that start and the end of the chain are reduced to
 * position and hash. With a later chain head, the receipt proves that these records are in the
 * chain, unchanged and in this order, and which environment it belongs to.
 */
export class ReceiptExport {
  readonly #head: string
  readonly #instruction: string
  #lines: string[] = []
  #isFound = false

  constructor(environment: string, instruction: string, count: number, head: string | null) {
    this.#head = headLine({ kind: 'receipt', environment, subject: instruction, count, head })
    this.#instruction = instruction
  }

  /** Adds the records that follow. */
  add(records: readonly AuditRecord[]): void {
    for (const record of records) this.#addRecord(record)
  }

  text(): string {
    return `${[this.#head, ...(this.#isFound ? this.#lines : [])].join('\n')}\n`
  }

  #addRecord(record: AuditRecord): void {
    const isAbout = concerns(record, this.#instruction)
    // Until the instruction's first record, only what follows the latest start is needed.
    if (!this.#isFound && (isStart(record) || (isAbout && !this.#hasStart))) this.#lines = []
    this.#hasStart ||= isStart(record)
    this.#isFound ||= isAbout
    this.#lines.push(isStart(record) || isAbout ? canonicalJson(shown(record)) : withheld(record))
  }

  /** True once a start was added. */
  #hasStart = false
}
