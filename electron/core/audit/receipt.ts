import { canonicalJson } from '../../../shared/domain/canonical-json.js'
import { RECEIPT_FORMAT } from '../../../shared/receipt/check-receipt.mjs'
import type { Receipt, ReceiptCrypto } from '../../../shared/receipt/receipt.js'
import type { AuditRecord, Unhashed } from './audit-chain.js'
import { MerkleLog, type ProvenLeaf } from './merkle-log.js'

/** The format and version in the first line of an export. */
export const EXPORT_FORMAT = 'countersign-audit-1'

/**
 * Removes the MAC, which only this computer can verify. Everything else in the record can be
 * checked by anyone.
 */
const withoutMac = ({ mac: _mac, ...record }: AuditRecord): Unhashed & { readonly hash: string } =>
  record

/** Receives the records of a log, the oldest first, in parts. */
export interface RecordReceiver {
  add(records: readonly AuditRecord[]): void
}

/**
 * Exports the whole chain: a header line, then one canonical JSON record per line, oldest first.
 */
export class ChainExport {
  readonly #lines: string[]

  constructor(environment: string, count: number, head: string | null) {
    const header = {
      format: EXPORT_FORMAT,
      kind: 'chain',
      environment,
      subject: null,
      count,
      head,
    }
    this.#lines = [canonicalJson(header)]
  }

  /** Adds the records that follow. */
  add(records: readonly AuditRecord[]): void {
    for (const record of records) this.#lines.push(canonicalJson(withoutMac(record)))
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

/** A record of a receipt, and its leaf in the tree. */
interface ReceiptRecord {
  readonly record: AuditRecord
  readonly leaf: ProvenLeaf
}

/**
 * Collects the receipt of one instruction: its records, and every start from the one that precedes
 * them, each with the proof of its place in the log. Its size does not depend on what else the log
 * holds.
 */
export class ReceiptRecords {
  readonly #instruction: string
  readonly #tree: MerkleLog
  #found: ReceiptRecord[] = []
  #isFound = false

  constructor(sha256: ReceiptCrypto['sha256'], instruction: string) {
    this.#instruction = instruction
    this.#tree = new MerkleLog(sha256)
  }

  /** Adds the records that follow. */
  add(records: readonly AuditRecord[]): void {
    for (const record of records) this.#addRecord(record)
  }

  /** Returns the receipt without its signature; null when no record is about the instruction. */
  receipt(receiptInput: ReceiptMade): Omit<Receipt, 'signature'> | null {
    if (!this.#isFound) return null
    const root = this.#tree.root()
    const last = this.#found.findLastIndex(({ record }) => concerns(record, this.#instruction))
    return {
      format: RECEIPT_FORMAT,
      ...receiptInput,
      instruction: this.#instruction,
      log: { count: this.#tree.count, root },
      records: this.#found.slice(0, last + 1).map(({ record, leaf }) => ({
        proof: leaf.proof,
        record: withoutMac(record),
      })),
    }
  }

  #addRecord(record: AuditRecord): void {
    const isAbout = concerns(record, this.#instruction)
    // Until the instruction's first record, only the latest start is needed.
    if (!this.#isFound && isStart(record)) this.#found = []
    this.#isFound ||= isAbout
    const leaf = this.#tree.add(record.hash, isStart(record) || isAbout)
    if (leaf !== null) this.#found.push({ record, leaf })
  }
}

/** What a receipt says of its making. */
type ReceiptMade = Pick<Receipt, 'environment' | 'madeAt' | 'publicKey'>
