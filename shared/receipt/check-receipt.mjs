// Checks a receipt with nothing but its text: no state, file or key of Countersign. Plain
// JavaScript, so that the command of a third party runs it as it is, without a build. It repeats
// the format on purpose.
//
// A receipt is one line of canonical JSON (members sorted by UTF-16 code units, no spaces, whole
// numbers only). It contains the records of the audit log, each with a proof of its place: a Merkle
// tree as in RFC 6962, whose leaves are the hashes of the log's records. `signature` is Ed25519
// over the canonical JSON of every other member, after the line `countersign-receipt`.

export const RECEIPT_FORMAT = 'countersign-receipt-2'
const SIGNED = 'countersign-receipt\n'
const HASH = /^[0-9a-f]{64}$/
const MEMBERS = 'environment format instruction log madeAt publicKey records signature'
const RECORD_MEMBERS = 'at body hash kind line prev seq subject v'

/** @typedef {import('./receipt.js').LogRecord} LogRecord */
/** @typedef {import('./receipt.js').Receipt} Receipt */
/** @typedef {import('./receipt.js').ReceiptProblem} ReceiptProblem */
/** @typedef {import('./receipt.js').ReceiptCrypto} ReceiptCrypto */
/** @typedef {{ receipt: Receipt, problem: null, record: null }} Holds */
/**
 * `record` is the number of the record that is wrong, where one is.
 * @typedef {{ receipt: Receipt | null, problem: ReceiptProblem, record: number | null }} Fails
 */

/** @param {unknown} value @returns {string} the canonical JSON; throws where there is none */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`)
      .join(',')}}`
  }
  if (typeof value === 'number' && (!Number.isSafeInteger(value) || Object.is(value, -0))) {
    throw new Error('a number that is not whole')
  }
  return JSON.stringify(value)
}

/** @param {Omit<Receipt, 'signature'>} receipt @returns {string} the text that is signed */
export const signedText = (receipt) => `${SIGNED}${canonical(receipt)}`

const HASH_BYTES = 32

/**
 * Joins a byte and hashes, without a list in between: a log may have a million of them.
 * @param {number} first
 * @param {readonly string[]} hashes lower-case hex
 */
function joined(first, hashes) {
  const bytes = new Uint8Array(1 + HASH_BYTES * hashes.length)
  bytes[0] = first
  let next = 1
  for (const hash of hashes) {
    for (let index = 0; index < hash.length; index += 2) {
      bytes[next] = 16 * digitAt(hash, index) + digitAt(hash, index + 1)
      next += 1
    }
  }
  return bytes
}

/** @param {string} hex lower-case @param {number} index */
function digitAt(hex, index) {
  const code = hex.charCodeAt(index)
  return code <= 57 ? code - 48 : code - 87
}

/** @param {ReceiptCrypto['sha256']} sha256 @param {string} hash of a record */
export const leafHash = (sha256, hash) => sha256(joined(0, [hash]))

/** @param {ReceiptCrypto['sha256']} sha256 @param {string} left @param {string} right */
export const nodeHash = (sha256, left, right) => sha256(joined(1, [left, right]))

/**
 * Returns the root that a proof leads to; null for a proof of another length (RFC 6962, 2.1.1).
 * @param {ReceiptCrypto['sha256']} sha256
 * @param {{ hash: string, seq: number, count: number, proof: readonly string[] }} leaf
 */
export function rootOfProof(sha256, { hash, seq, count, proof }) {
  if (seq >= count) return null
  let [node, last, root] = [seq, count - 1, leafHash(sha256, hash)]
  for (const sibling of proof) {
    if (last === 0) return null
    if (node % 2 === 1 || node === last) {
      root = nodeHash(sha256, sibling, root)
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)]
    } else root = nodeHash(sha256, root, sibling)
    ;[node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
  }
  return last === 0 ? root : null
}

/**
 * Checks a receipt: its form, signature, records, their place in the log, and that it is complete.
 * It is its own line as it was written: anything around it, but one line feed at its end, is a
 * change.
 * @param {string} text
 * @param {ReceiptCrypto} crypto
 * @returns {Holds | Fails}
 */
export function checkReceipt(text, crypto) {
  const line = text.endsWith('\n') ? text.slice(0, -1) : text
  const receipt = parsed(line)
  if (receipt === null) return { receipt: null, problem: 'unreadable', record: null }
  /** @param {ReceiptProblem} problem @param {number | null} record @returns {Holds | Fails} */
  const fail = (problem, record = null) => ({ receipt, problem, record })
  if (!isCanonical(receipt, line)) return fail('not-canonical')
  if (!hasMembers(receipt)) return fail('members')
  const { signature, ...rest } = receipt
  if (!isKey(receipt.publicKey) || !isSignature(signature)) return fail('signature')
  if (!crypto.verify(receipt.publicKey, signedText(rest), signature)) return fail('signature')
  for (const [index, { record, proof }] of receipt.records.entries()) {
    const problem = recordProblem(record, proof, receipt, crypto)
    if (problem !== null) return fail(problem, record?.seq ?? null)
    const before = receipt.records[index - 1]
    if (before !== undefined && before.record.seq >= record.seq) return fail('order', record.seq)
  }
  const problem = contentProblem(receipt.records.map(({ record }) => record))
  return problem === null ? { receipt, problem, record: null } : fail(problem)
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const KEY_BYTES = 32
const SIGNATURE_BYTES = 64

/**
 * Returns the bytes of the one spelling that base64 has for them (RFC 4648, 3.5 and 4): with its
 * padding, in its alphabet, without spaces, and with zero bits at its end. Null for any other.
 * @param {string} text
 * @param {number} length of the bytes
 */
function fromBase64(text, length) {
  const padding = (3 - (length % 3)) % 3
  const digits = text.slice(0, text.length - padding)
  if (text.length !== 4 * Math.ceil(length / 3) || !text.endsWith('='.repeat(padding))) return null
  /** @type {number[]} */
  const bytes = []
  let [buffered, bits] = [0, 0]
  for (const digit of digits) {
    const value = BASE64.indexOf(digit)
    if (value < 0) return null
    buffered = buffered * 64 + value
    bits += 6
    if (bits >= 8) {
      bits -= 8
      bytes.push(Math.floor(buffered / 2 ** bits))
      buffered %= 2 ** bits
    }
  }
  return buffered === 0 && bytes.length === length ? bytes : null
}

/** @param {readonly number[]} bytes least first @returns {bigint} */
const fromLittleEndian = (bytes) => bytes.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n)

const FIELD = 2n ** 255n - 19n
const GROUP_ORDER = 2n ** 252n + 27742317777372353535851937790883648493n
/**
 * The y of the points whose order divides 8 (RFC 8032, 5.1): under such a key anybody can sign
 * anything. The two of order 8 are negatives of each other.
 */
const ORDER_EIGHT = 2707385501144840649318225287225658788936804267575313519463743609750303402022n
const SMALL_ORDER = new Set([0n, 1n, FIELD - 1n, ORDER_EIGHT, FIELD - ORDER_EIGHT])

/**
 * Returns the y of a point as it is written; null where its bytes are not the one spelling of it.
 * @param {readonly number[]} bytes
 */
function yOf(bytes) {
  const y = fromLittleEndian(bytes) % 2n ** 255n
  return y < FIELD ? y : null
}

/** @param {readonly number[]} bytes */
function isPoint(bytes) {
  const y = yOf(bytes)
  return y !== null && !SMALL_ORDER.has(y)
}

/** True for a key of full order in its one spelling. @param {string} text */
function isKey(text) {
  const bytes = fromBase64(text, KEY_BYTES)
  return bytes !== null && isPoint(bytes)
}

/** True for a signature in its one spelling: its point and its number. @param {string} text */
function isSignature(text) {
  const bytes = fromBase64(text, SIGNATURE_BYTES)
  return (
    bytes !== null &&
    isPoint(bytes.slice(0, KEY_BYTES)) &&
    fromLittleEndian(bytes.slice(KEY_BYTES)) < GROUP_ORDER
  )
}

/** @param {string} line @returns {Receipt | null} */
function parsed(line) {
  try {
    const value = JSON.parse(line)
    return typeof value === 'object' && value?.format === RECEIPT_FORMAT ? value : null
  } catch {
    return null
  }
}

/** @param {unknown} value @param {string} line */
function isCanonical(value, line) {
  try {
    return canonical(value) === line
  } catch {
    return false
  }
}

/** @param {object} value */
const membersOf = (value) => Object.keys(value).sort().join(' ')

/** @param {Receipt} receipt */
function hasMembers(receipt) {
  const { log, records, instruction, environment, madeAt, publicKey, signature } = receipt
  return (
    membersOf(receipt) === MEMBERS &&
    [instruction, environment, publicKey, signature].every((text) => typeof text === 'string') &&
    typeof madeAt === 'number' &&
    typeof log === 'object' &&
    log !== null &&
    membersOf(log) === 'count root' &&
    typeof log.count === 'number' &&
    HASH.test(log.root) &&
    Array.isArray(records) &&
    records.every(
      (entry) =>
        typeof entry === 'object' &&
        entry !== null &&
        membersOf(entry) === 'proof record' &&
        Array.isArray(entry.proof) &&
        entry.proof.every(
          (/** @type {unknown} */ hash) => typeof hash === 'string' && HASH.test(hash),
        ),
    )
  )
}

/**
 * @param {LogRecord} record
 * @param {readonly string[]} proof
 * @param {Receipt} receipt
 * @param {ReceiptCrypto} crypto
 * @returns {ReceiptProblem | null}
 */
function recordProblem(record, proof, { instruction, environment, log }, { sha256 }) {
  if (typeof record !== 'object' || record === null || membersOf(record) !== RECORD_MEMBERS) {
    return 'record'
  }
  const { hash, ...unhashed } = record
  const isWhole =
    typeof hash === 'string' &&
    HASH.test(hash) &&
    Number.isSafeInteger(record.seq) &&
    record.seq >= 0 &&
    typeof record.body === 'object' &&
    record.body !== null
  if (!isWhole) return 'record'
  if (sha256(canonical(unhashed)) !== hash) return 'record-hash'
  const root = rootOfProof(sha256, { hash, seq: record.seq, count: log.count, proof })
  if (root !== log.root) return 'not-in-log'
  if (record.kind === 'start') {
    return record.body['environment'] === environment ? null : 'environment'
  }
  return record.subject === instruction || record.body['instruction'] === instruction
    ? null
    : 'other-subject'
}

/** @param {Receipt} receipt @returns {import('./receipt.js').ReceiptDecision} */
export function decisionOf({ records }) {
  const log = records.map(({ record }) => record)
  const end = log.findLast(({ kind }) => kind === 'ended')?.body['ending']
  const decision = log.find(isDecision)?.body
  if (decision?.['decision'] === 'decline') return 'declined'
  if (end === 'expired' || end === 'revoked' || end === 'withdrawn') return end
  if (decision?.['decision'] !== 'approve') return 'ended'
  if (decision['by'] === 'rule') return 'approved-by-rule'
  return decision['press'] === null || decision['press'] === undefined
    ? 'approved'
    : decision['press'] === 'assistive'
      ? 'approved-assistive'
      : 'approved-press'
}

/** @param {LogRecord} record */
const isDecision = ({ kind, body }) => kind === 'decided' && body['refused'] !== true

/**
 * Returns what a receipt lacks: it begins with the start of the program, and holds the request, its
 * decision and what came of it. A decline, and an end without a decision, have no outcome.
 * @param {readonly LogRecord[]} records
 * @returns {ReceiptProblem | null}
 */
function contentProblem(records) {
  if (records[0]?.kind !== 'start') return 'no-start'
  // A start between the records that found the log damaged: records of the instruction may be lost.
  if (records.slice(1).some(({ kind, body }) => kind === 'start' && body['before'] === 'damaged')) {
    return 'damaged-log'
  }
  const isEnded = records.some(({ kind }) => kind === 'ended')
  const decision = records.find(isDecision)
  if (!records.some(({ kind }) => kind === 'asked')) return 'not-requested'
  if (decision === undefined) return isEnded ? null : 'not-decided'
  if (decision.body['decision'] !== 'approve' || isEnded) return null
  return records.some(({ kind }) => kind === 'outcome') ? null : 'no-outcome'
}
