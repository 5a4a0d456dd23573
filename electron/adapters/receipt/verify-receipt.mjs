// Checks a receipt, or a full export, of the audit log: `npm run verify-receipt -- <file>
// [--key <public key file>] [--against <full export>]`. It needs only Node and the file: no state
// or key of Countersign, no network. The format of a receipt stands in
// `shared/receipt/check-receipt.mjs`, the format of a full export in `check-chain.mjs`. Exit codes:
// 0 valid, 1 not valid, 2 not readable or wrong command.
import { createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { checkReceipt, decisionOf, RECEIPT_FORMAT } from '../../../shared/receipt/check-receipt.mjs'
import { checkChain, rootOf, sha256, UNREADABLE } from './check-chain.mjs'

/** What precedes the raw key in the DER form of an Ed25519 public key (RFC 8410). */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

/** @typedef {import('../../../shared/receipt/receipt.js').Receipt} Receipt */
/** @typedef {import('../../../shared/receipt/receipt.js').ReceiptProblem} ReceiptProblem */
/** @typedef {import('../../../shared/receipt/receipt.js').ReceiptDecision} ReceiptDecision */
/** @type {Readonly<Record<ReceiptDecision, string>>} */
const DECISIONS = {
  declined: 'DECLINED by the person. Nothing was sent',
  expired: 'EXPIRED: not answered in time. Nothing was sent',
  revoked: 'REVOKED by the assistant before a decision. Nothing was sent',
  withdrawn: 'WITHDRAWN before anything was sent',
  ended: 'ENDED without a decision. Nothing was sent',
  approved: 'APPROVED by the person; the receipt does not say by which press',
  'approved-by-rule': 'APPROVED by a rule that the person made, without a press',
  'approved-press': 'APPROVED by the person (press observed)',
  'approved-assistive': 'APPROVED by the person through assistive technology (no press observed)',
}

/** @typedef {(line: string) => void} Say */
/** @type {Readonly<Record<ReceiptProblem, string>>} */
const PROBLEMS = {
  unreadable: UNREADABLE,
  'not-canonical': 'It was changed: it is not written as the program writes it',
  members: 'It was changed: parts are missing, or do not belong here',
  signature:
    'The signature does not fit: it was changed, or signed by another key than the one it names',
  record: 'This record cannot be read',
  'record-hash': 'This record was changed after it was written: its hash does not fit',
  order: 'This record is not in its order',
  'not-in-log': 'This record is not in the log whose root the receipt names',
  'other-subject': 'This record is about something else than this receipt',
  environment: 'This record says that the log is of another environment',
  'no-start': 'It does not begin with the start of the program',
  'damaged-log': 'The log was found damaged at a start between its records',
  'not-requested': 'The record of the request is missing',
  'not-decided': 'The record of the decision is missing',
  'no-outcome': 'The record of the outcome is missing',
}

/**
 * @param {string} publicKey raw, in base64
 * @param {string} text
 * @param {string} signature in base64
 */
function verifySignature(publicKey, text, signature) {
  try {
    const der = Buffer.concat([SPKI_PREFIX, Buffer.from(publicKey, 'base64')])
    const key = createPublicKey({ key: der, type: 'spki', format: 'der' })
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

/** @param {string} publicKey raw, in base64 */
const fingerprintOf = (publicKey) =>
  (sha256(Buffer.from(publicKey, 'base64')).match(/.{4}/g) ?? []).slice(0, 8).join(' ')

/**
 * @param {readonly string[]} args
 * @param {Say} say
 * @returns {number} the exit code
 */
export function main(args, say) {
  const options = optionsOf(args)
  if (options === null) {
    say('Usage: npm run verify-receipt -- <file> [--key <public key>] [--against <full export>]')
    return 2
  }
  const texts = readFiles([options.file, options.key, options.against], say)
  if (texts === null) return 2
  const [text, key, against] = texts.map((found) => found ?? null)
  if (text === undefined || text === null) return 2
  return text.includes(`"${RECEIPT_FORMAT}"`)
    ? verifyReceipt({ text, key: key ?? null, against: against ?? null }, say)
    : verifyExport(text, say)
}

/**
 * Returns the files that the command names; null for a wrong command.
 * @param {readonly string[]} args
 */
function optionsOf([file, ...pairs]) {
  /** @type {Record<string, string | null>} */
  const flags = { '--key': null, '--against': null }
  if (file === undefined || pairs.length % 2 === 1) return null
  for (let index = 0; index < pairs.length; index += 2) {
    const name = pairs[index] ?? ''
    if (flags[name] !== null) return null
    flags[name] = pairs[index + 1] ?? null
  }
  return { file, key: flags['--key'] ?? null, against: flags['--against'] ?? null }
}

/**
 * Returns the texts of the files, null for no name; null altogether when one cannot be read.
 * @param {readonly (string | null)[]} names
 * @param {Say} say
 */
function readFiles(names, say) {
  /** @type {(string | null)[]} */
  const texts = []
  for (const name of names) {
    try {
      texts.push(name === null ? null : readFileSync(name, 'utf8'))
    } catch {
      say(`${name} cannot be read.`)
      return null
    }
  }
  return texts
}

/**
 * @param {{ text: string, key: string | null, against: string | null }} given
 * @param {Say} say
 * @returns {number} the exit code
 */
function verifyReceipt({ text, key, against }, say) {
  const { receipt, problem, record } = checkReceipt(text, { sha256, verify: verifySignature })
  if (problem !== null) {
    const place = record === null ? '' : `Record ${record}: `
    say(`DOES NOT HOLD. ${place}${PROBLEMS[problem]}.`)
    return problem === 'unreadable' ? 2 : 1
  }
  const wrong = keyProblem(receipt, key) ?? logProblem(receipt, against)
  if (wrong !== null) {
    say(`DOES NOT HOLD. ${wrong}`)
    return 1
  }
  sayReceipt(receipt, say)
  sayProofs(receipt, { isKeyCompared: key !== null, isLogCompared: against !== null }, say)
  return 0
}

/** @param {Receipt} receipt @param {string | null} key */
const keyProblem = ({ publicKey }, key) =>
  key === null || key.trim() === publicKey
    ? null
    : `It was signed by another key than the given one: ${fingerprintOf(publicKey)}.`

/**
 * Returns why a full export is not of the receipt's log; null when it is, or when there is none.
 * @param {Receipt} receipt
 * @param {string | null} text
 */
function logProblem({ log }, text) {
  if (text === null) return null
  const { records, problem } = checkChain(text)
  if (problem !== null) return `The full export does not hold either. ${problem}`
  if (records.length < log.count) {
    return 'The full export is older than the receipt, so they cannot be compared.'
  }
  return rootOf(records.slice(0, log.count).map(({ hash }) => hash)) === log.root
    ? null
    : 'The full export is of another log.'
}

/** @param {number} time */
const formatTime = (time) => (Number.isSafeInteger(time) ? new Date(time).toISOString() : '?')

/** @param {Receipt} receipt @param {Say} say */
function sayReceipt(receipt, say) {
  const { instruction, environment, madeAt, publicKey, records, log } = receipt
  say(
    `HOLDS. Receipt of instruction ${instruction}, ${environment}, made ${formatTime(madeAt)}: ${records.length} of the ${log.count} records of the log.`,
  )
  for (const { record } of records) {
    const { shown } = record.body
    const screen = typeof shown === 'string' ? `  (shown on the screen: ${shown})` : ''
    say(`  ${record.seq}  ${formatTime(record.at)}  ${record.kind}  ${record.line}${screen}`)
  }
  say(`Decision: ${DECISIONS[decisionOf(receipt)]}.`)
  say(`Signed by ${fingerprintOf(publicKey)}.`)
}

/**
 * Says what the receipt proves and what it does not.
 * @param {Receipt} receipt
 * @param {{ isKeyCompared: boolean, isLogCompared: boolean }} compared
 * @param {Say} say
 */
function sayProofs({ environment }, { isKeyCompared, isLogCompared }, say) {
  say(
    `Proved: nothing of it was changed, cut or added since it was signed; its records stand in one log of ${environment} in this order.`,
  )
  if (isLogCompared) say('Proved: the full export is of the same log.')
  say(
    isKeyCompared
      ? 'Proved: the given key signed it.'
      : 'Not proved: whose key this is. Compare it with the key that the sender shows in the audit log, or give it with --key.',
  )
  say(
    'Not proved: that the holder of the key did not make another log. Keep a full export, or the key and receipts that you received before, to compare (--against).',
  )
}

/** @param {string} text @param {Say} say @returns {number} the exit code */
function verifyExport(text, say) {
  const { header, records, problem } = checkChain(text)
  const damaged = records.find(({ kind, body }) => kind === 'start' && body['before'] === 'damaged')
  if (header === null || problem !== null) {
    say(`DOES NOT HOLD. ${problem}`)
    return header === null ? 2 : 1
  }
  if (damaged !== undefined) {
    say(
      `DOES NOT HOLD. Record ${damaged.seq} says that the chain was found damaged when the program started there: records before it are missing.`,
    )
    return 1
  }
  say(
    `HOLDS. The whole audit chain, ${header.environment}: ${records.length} records, up to record ${header.count - 1}, head ${header.head ?? 'none'}.`,
  )
  say(
    'Proved: each of these records is unchanged since its hash was made, and up to the head none was inserted, removed or reordered.',
  )
  say(
    'Not proved: that nothing was cut off after the head, and that the sender did not make another chain. Only the computer that wrote the chain can prove that: its key store holds the key of the MAC over the head (Verify, in the audit log).',
  )
  return 0
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = main(process.argv.slice(2), (line) => void process.stdout.write(`${line}\n`))
}
