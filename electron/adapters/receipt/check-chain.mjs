import { createHash } from 'node:crypto'
import { canonical, leafHash, nodeHash } from '../../../shared/receipt/check-receipt.mjs'

// Checks a full export of the audit log: a header, then one canonical JSON object per line. The
// hash of a record is SHA-256 over the canonical JSON of its other members; `prev` is the hash of
// the previous record, 64 zeros for the first.

const FORMAT = 'countersign-audit-1'
const GENESIS = '0'.repeat(64)
const HASH = /^[0-9a-f]{64}$/
const MEMBERS = 'at body hash kind line prev seq subject v'

export const UNREADABLE =
  'This is not a receipt or export of Countersign, or it is of a version that this command does not support'

/** @typedef {import('../../../shared/receipt/receipt.js').LogRecord} LogRecord */
/**
 * @typedef {{ environment: string, count: number, head: string | null }} Header
 */
/**
 * A full export: its records before the first problem, and that problem.
 * @typedef {{ header: Header | null, records: LogRecord[], problem: string | null }} Chain
 */

/** @param {string | Uint8Array} content */
export const sha256 = (content) => createHash('sha256').update(content).digest('hex')

/** @param {unknown} record */
const hashOf = (record) => sha256(canonical(record))

/**
 * Parses a line in canonical form; null for any other line.
 * @param {string} line
 * @returns {any}
 */
function parse(line) {
  try {
    const value = JSON.parse(line)
    return typeof value === 'object' && value !== null && canonical(value) === line ? value : null
  } catch {
    return null
  }
}

/**
 * Returns the error in one record by itself; null for none.
 * @param {LogRecord | null} record
 */
function recordProblem(record) {
  if (record === null) return 'cannot be read, or is not written as the program writes it'
  if (
    !Number.isSafeInteger(record.seq) ||
    record.seq < 0 ||
    !HASH.test(record.hash) ||
    !HASH.test(record.prev)
  ) {
    return 'has no number, hash or predecessor'
  }
  if (Object.keys(record).sort().join(' ') !== MEMBERS) return 'is not a record of the log'
  const { hash, ...rest } = record
  return hashOf(rest) === hash ? null : 'was changed after it was written: its hash does not fit'
}

/**
 * Returns the error of a record after those before it; null for none.
 * @param {LogRecord} record
 * @param {LogRecord | undefined} before
 * @param {Header} header
 */
function placeProblem(record, before, header) {
  if (before === undefined) {
    if (record.seq !== 0 || record.prev !== GENESIS) return 'the beginning of the chain is missing'
  } else if (record.seq !== before.seq + 1) {
    return `record ${before.seq + 1} belongs here: records are missing, put in, or not in their order`
  } else if (record.prev !== before.hash) return 'does not follow from the record before it'
  const { environment } = record.body ?? {}
  return record.kind === 'start' && environment !== header.environment
    ? `says that the chain is of ${String(environment)}, the header says ${header.environment}`
    : null
}

/**
 * Checks a full export. `problem` describes the first error and its line, counted from 1.
 * @param {string} text
 * @returns {Chain}
 */
export function checkChain(text) {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const header = parse(lines[0] ?? '')
  /** @type {LogRecord[]} */
  const records = []
  if (header?.format !== FORMAT || header.kind !== 'chain') {
    return { header: null, records, problem: `${UNREADABLE}.` }
  }
  for (const [index, line] of lines.slice(1).entries()) {
    const record = parse(line)
    const wrong = recordProblem(record) ?? placeProblem(record, records.at(-1), header)
    if (wrong !== null) {
      const number = record?.seq === undefined ? '' : ` (record ${record.seq})`
      return { header, records, problem: `Line ${index + 2}${number}: ${wrong}.` }
    }
    records.push(record)
  }
  const last = records.at(-1)
  const fits =
    last === undefined
      ? header.count === 0
      : last.seq === header.count - 1 && last.hash === header.head
  if (fits) return { header, records, problem: null }
  const end = last === undefined ? 'none' : `record ${last.seq}`
  return {
    header,
    records,
    problem: `The end does not fit: the header names ${header.count} records, this ends with ${end}.`,
  }
}

/**
 * Returns the root of the Merkle tree over the first records of a log (RFC 6962, 2.1).
 * @param {readonly string[]} hashes of the records
 * @returns {string}
 */
export function rootOf(hashes) {
  if (hashes.length === 1) return leafHash(sha256, hashes[0] ?? '')
  const half = 2 ** Math.floor(Math.log2(hashes.length - 1))
  return nodeHash(sha256, rootOf(hashes.slice(0, half)), rootOf(hashes.slice(half)))
}
