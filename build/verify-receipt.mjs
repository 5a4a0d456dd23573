// Checks a receipt, or a full export, of the audit chain: `npm run verify-receipt -- <file>
// [--against <later export>]`. It needs only Node and the file: no code, state or key of
// Countersign, no network. It repeats the format on purpose: a header, then one canonical JSON
// object per line (members sorted by UTF-16 code units, no spaces, whole numbers only). The hash of
// a record is SHA-256 over the canonical JSON of its other members; `prev` is the hash of the
// previous record, 64 zeros for the first. Exit codes: 0 valid, 1 not valid, 2 not readable or
// wrong command.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const FORMAT = 'countersign-audit-1'
const GENESIS = '0'.repeat(64)
const HASH = /^[0-9a-f]{64}$/
const MEMBERS = 'at body hash kind line prev seq subject v'
const WITHHELD = 'hash prev seq withheld'

/**
 * A line of an export after its header, with the members that are checked; their values are not
 * known before the check.
 * @typedef {{ seq: number, hash: string, prev: string, withheld?: boolean, subject?: string, at?:
 *   number, kind?: string, line?: string, body?: Record<string, unknown> }} Entry
 */
/**
 * @typedef {{ format: string, kind: 'receipt' | 'chain', subject: string, environment: string,
 * count: number, head: string | null }} Header
 */
/**
 * @typedef {{ header: Header | null, entries: Entry[], problem: string | null, unreadable: boolean
 * }} Found
 */

/** @param {unknown} value @returns {string} */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`)
      .join(',')}}`
  }
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new Error('a number that is not whole')
  }
  return JSON.stringify(value)
}

/** @param {unknown} record */
const hashOf = (record) => createHash('sha256').update(canonical(record), 'utf8').digest('hex')
/** @param {Entry} record @param {string} subject */
const about = (record, subject) =>
  record.subject === subject || record.body?.instruction === subject

/**
 * True for the record of a start, which holds the chain's environment and the state in which it was
 * found.
 * @param {Entry} record
 */
const isStart = (record) => record.withheld !== true && record.kind === 'start'

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
 * Returns the error in one entry by itself; null for none.
 * @param {Entry | null} entry
 */
function entryProblem(entry) {
  if (entry === null) return 'cannot be read, or is not written as the program writes it'
  if (
    !Number.isSafeInteger(entry.seq) ||
    entry.seq < 0 ||
    !HASH.test(entry.hash) ||
    !HASH.test(entry.prev)
  ) {
    return 'has no number, hash or predecessor'
  }
  const members = Object.keys(entry).sort().join(' ')
  if (entry.withheld === true) {
    return members === WITHHELD ? null : 'is withheld but says more than its place'
  }
  if (members !== MEMBERS) return 'is not a record of the chain'
  const { hash, ...rest } = entry
  return hashOf(rest) === hash ? null : 'was changed after it was written: its hash does not fit'
}

/**
 * Checks an export. `problem` describes the first error and its line, counted from 1.
 * @param {string} text
 * @returns {Found}
 */
export function check(text) {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const header = parse(lines[0] ?? '')
  if (header?.format !== FORMAT || (header.kind !== 'receipt' && header.kind !== 'chain')) {
    return {
      header: null,
      entries: [],
      problem:
        'This is not a receipt or export of Countersign, or it is of a version that this command does not support.',
      unreadable: true,
    }
  }
  /** @type {Entry[]} */
  const entries = []
  /** @param {number} index @param {string} problem @returns {Found} */
  const fail = (index, problem) => ({
    header,
    entries,
    problem: `Line ${index + 2}${entries[index]?.seq === undefined ? '' : ` (record ${entries[index].seq})`}: ${problem}.`,
    unreadable: false,
  })
  for (const [index, line] of lines.slice(1).entries()) {
    const entry = parse(line)
    const wrong = entryProblem(entry)
    entries.push(entry)
    if (wrong !== null) return fail(index, wrong)
    const before = entries[index - 1]
    if (
      before === undefined &&
      header.kind === 'chain' &&
      (entry.seq !== 0 || entry.prev !== GENESIS)
    ) {
      return fail(index, 'the beginning of the chain is missing')
    }
    if (before !== undefined && entry.seq !== before.seq + 1) {
      return fail(
        index,
        `record ${before.seq + 1} belongs here: records are missing, put in, or not in their order`,
      )
    }
    if (before !== undefined && entry.prev !== before.hash) {
      return fail(index, 'does not follow from the record before it')
    }
    if (
      header.kind === 'receipt' &&
      entry.withheld !== true &&
      !about(entry, header.subject) &&
      !isStart(entry)
    ) {
      return fail(index, 'is about something else than this receipt')
    }
    if (isStart(entry) && entry.body?.environment !== header.environment) {
      return fail(
        index,
        `says that the chain is of ${String(entry.body?.environment)}, the header says ${header.environment}`,
      )
    }
    if (header.kind === 'chain' && entry.withheld === true) {
      return fail(index, 'is withheld in an export of the whole chain')
    }
  }
  const last = entries.at(-1)
  if (
    last === undefined
      ? header.kind === 'chain' && header.count !== 0
      : last.seq !== header.count - 1 || last.hash !== header.head
  ) {
    return {
      header,
      entries,
      problem: `The end does not fit: the header tells of ${header.count} records, this ends with ${last === undefined ? 'none' : `record ${last.seq}`}.`,
      unreadable: false,
    }
  }
  return { header, entries, problem: null, unreadable: false }
}

/**
 * Returns where two exports of one chain differ; null when they agree wherever they overlap,
 * `undefined` when they do not overlap.
 * @param {readonly Entry[]} entries
 * @param {readonly Entry[]} others
 */
export function disagreement(entries, others) {
  const known = new Map(others.map(({ seq, hash }) => [seq, hash]))
  const shared = entries.filter(({ seq }) => known.has(seq))
  if (shared.length === 0) return undefined
  return shared.find(({ seq, hash }) => known.get(seq) !== hash)?.seq ?? null
}

/** @param {number | undefined} time */
const formatTime = (time) =>
  time !== undefined && Number.isSafeInteger(time) ? new Date(time).toISOString() : '?'

/** @typedef {(line: string) => void} Say */
/**
 * A valid export: its records, those of its subject, those of a start, and the start that found the
 * chain damaged.
 * @typedef {{ header: Header, entries: Entry[], own: Entry[], starts: Entry[], damaged: Entry |
 * undefined }} Valid
 */

/**
 * @param {readonly string[]} args @param {Say} say @returns {number} the exit code
 */
export function main(args, say) {
  const files = filesOf(args)
  if (files === null) {
    say('Usage: npm run verify-receipt -- <file> [--against <another export of the same chain>]')
    return 2
  }
  const texts = readFiles(files, say)
  if (texts === null) return 2
  const [found, against] = texts.map(check)
  for (const [index, result] of [found, against].entries()) {
    if (result === undefined || result.problem === null) continue
    say(`${index === 0 ? 'DOES NOT HOLD' : 'THE OTHER EXPORT DOES NOT HOLD'}. ${result.problem}`)
    return result.unreadable ? 2 : 1
  }
  if (found === undefined || found.header === null) return 2
  const valid = summarize(found.header, found.entries)
  const problem = comparisonProblem(found, against) ?? contentProblem(valid)
  if (problem !== null) {
    say(`DOES NOT HOLD. ${problem}`)
    return 1
  }
  sayRecords(valid, say)
  sayProofs(valid, against !== undefined, say)
  return 0
}

/**
 * Returns the files that the command names; null for a wrong command.
 * @param {readonly string[]} args
 */
function filesOf([file, flag, other, ...rest]) {
  if (file === undefined || rest.length > 0) return null
  if (flag === undefined) return [file]
  return flag === '--against' && other !== undefined ? [file, other] : null
}

/**
 * Returns the texts of the files; null when one cannot be read.
 * @param {readonly string[]} names
 * @param {Say} say
 */
function readFiles(names, say) {
  const texts = []
  for (const name of names) {
    try {
      texts.push(readFileSync(name, 'utf8'))
    } catch {
      say(`${name} cannot be read.`)
      return null
    }
  }
  return texts
}

/** @param {Header} header @param {Entry[]} entries @returns {Valid} */
function summarize(header, entries) {
  const starts = entries.filter(isStart)
  const own = entries.filter(
    (entry) => entry.withheld !== true && (header.kind === 'chain' || about(entry, header.subject)),
  )
  // When Countersign found the chain damaged at a start, it continued from the last intact record;
  // the damaged records are in no export.
  const damaged = starts.find(({ body }) => body?.before === 'damaged')
  return { header, entries, own, starts, damaged }
}

/**
 * Returns why two exports are not of one chain; null when they agree, or when there is one only.
 * @param {Found} found
 * @param {Found | undefined} against
 */
function comparisonProblem(found, against) {
  const apart = against === undefined ? null : disagreement(found.entries, against.entries)
  if (apart === null) return null
  return apart === undefined
    ? 'The two exports have no record in common, so they cannot be compared.'
    : `Record ${apart} is another one in the other export: they are not of one chain.`
}

/**
 * Returns what is missing from an export whose records fit together; null for nothing.
 * @param {Valid} valid
 */
function contentProblem({ header, own, damaged }) {
  if (header.kind === 'receipt' && own.length === 0) {
    return `There is no record about ${header.subject} in it.`
  }
  if (damaged === undefined) return null
  return header.kind === 'chain' || damaged.seq < (own.at(-1)?.seq ?? 0)
    ? `Record ${damaged.seq} says that the chain was found damaged when the program started there: records before it are missing.`
    : null
}

/** @param {Valid} valid @param {Say} say */
function sayRecords({ header, entries, own }, say) {
  const subject =
    header.kind === 'receipt' ? `Receipt of instruction ${header.subject}` : 'The whole audit chain'
  const among = entries.length > own.length ? ` among ${entries.length}` : ''
  say(
    `HOLDS. ${subject}, ${header.environment}: ${own.length} records${among}, up to record ${header.count - 1}, head ${header.head ?? 'none'}.`,
  )
  if (header.kind !== 'receipt') return
  for (const { seq, at: time, kind, line, body } of own) {
    const shown = typeof body?.shown === 'string' ? `  (shown on the screen: ${body.shown})` : ''
    say(`  ${seq}  ${formatTime(time)}  ${kind}  ${line}${shown}`)
  }
}

/**
 * Says what the export proves and what it does not.
 * @param {Valid} valid
 * @param {boolean} isCompared
 * @param {Say} say
 */
function sayProofs({ header, starts, damaged }, isCompared, say) {
  const { environment } = header
  say(
    'Proved: each of these records is unchanged since its hash was made, and up to the head none was inserted, removed or reordered.',
  )
  say(
    starts.length > 0
      ? `Proved: they were written in ${environment}; the preceding record of the program's start says so.`
      : `Not proved: that they were written in ${environment}. Only the first line says so, and it is not protected.`,
  )
  if (damaged !== undefined) {
    say(
      `The chain was found damaged later, at record ${damaged.seq}; these records stand before that.`,
    )
  }
  if (isCompared) {
    say(
      'Proved: the other export has the same records wherever the two overlap, so both are of one chain.',
    )
  }
  say(
    header.kind === 'receipt'
      ? 'Not proved: the content of the withheld records, that none of them is about this instruction too, and that the sender did not make a whole chain anew.'
      : 'Not proved: that nothing was cut off after the head, and that the sender did not make a whole chain anew.',
  )
  say(
    'Only the computer that wrote the chain can prove that: its key store holds the key of the MAC over the head (Verify, in the audit log). Without it, compare the head with one that you received at another time or in another way (--against).',
  )
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = main(process.argv.slice(2), (line) => void process.stdout.write(`${line}\n`))
}
