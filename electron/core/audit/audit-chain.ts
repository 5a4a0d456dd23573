import { z } from 'zod'
import { zDigest, zTime } from '../../../shared/domain/scalars.schema.js'
import type { CryptoPort } from '../net-ports.js'
import { AUDIT_KINDS, type AuditBody } from './audit-port.js'
import { canonicalJson } from '../../../shared/domain/canonical-json.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'

/** The `prev` of the first record. */
export const GENESIS = '0'.repeat(64)
/** The version of the records. */
export const AUDIT_VERSION = 1

/** The longest name of a value in a body. */
const KEY_CHARS = 60

const zBodyValue = z.union([
  z.string().max(2_000),
  z.number().int(),
  z.boolean(),
  z.null(),
  z.array(z.string().max(2_000)).max(200),
])
/**
 * One record of the chain file. Its hash is SHA-256 over the canonical JSON of every other member
 * except `mac`.
 */
export const zAuditRecord = z.strictObject({
  v: z.literal(AUDIT_VERSION),
  seq: z.number().int().min(0),
  prev: zDigest,
  at: zTime,
  kind: z.enum(AUDIT_KINDS),
  subject: z.string().max(80),
  line: z.string().max(300),
  body: z.record(z.string().max(KEY_CHARS), zBodyValue),
  hash: zDigest,
  /**
   * The MAC of the hash with this computer's key, which proves that this program wrote the record.
   * Absent where no key was available.
   */
  mac: z.string().min(40).max(60).optional(),
})
export type AuditRecord = z.output<typeof zAuditRecord>
export type Unhashed = Omit<AuditRecord, 'hash' | 'mac'>

/** The longest text in a body. */
const VALUE_CHARS = 2_000

/**
 * Fits a body into the form of a record: texts are cut, a number that is no integer becomes a text,
 * and a member that readers of JSON drop is left out. A line that its reader refuses, or whose hash
 * it does not get, would make the whole chain unreadable (REL-43).
 */
export const trimmedBody = (body: AuditBody): AuditRecord['body'] =>
  Object.fromEntries(
    Object.entries(body)
      .filter(([key]) => key !== '__proto__')
      .slice(0, 60)
      .map(([key, value]) => [key.slice(0, KEY_CHARS), trimmedValue(value)]),
  )

function trimmedValue(value: AuditBody[string]): AuditRecord['body'][string] {
  if (typeof value === 'string') return value.slice(0, VALUE_CHARS)
  // JSON has no negative zero.
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) ? value || 0 : String(value)
  }
  return isList(value) ? value.slice(0, 200).map((text) => text.slice(0, VALUE_CHARS)) : value
}
const isList = (value: AuditBody[string]): value is readonly string[] => Array.isArray(value)

export type Hash = Pick<CryptoPort, 'digestHex'>
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

export const hashOf = ({ digestHex }: Hash, record: Unhashed): string =>
  digestHex('sha256', bytes(canonicalJson(record)))

/** Omits an absent `mac`, because canonical JSON has no undefined. */
const plain = ({
  mac,
  ...record
}: AuditRecord): Omit<AuditRecord, 'mac'> & { readonly mac?: string } =>
  mac === undefined ? record : { ...record, mac }

/**
 * Adds the hash and, where there is a key, the MAC. Returns the record and its line in the file.
 */
export function seal(
  hash: Hash,
  record: Omit<Unhashed, 'v'>,
  sign: (hash: string) => string | null,
): { readonly record: AuditRecord; readonly line: string } {
  const unhashed: Unhashed = { v: AUDIT_VERSION, ...record }
  const own = hashOf(hash, unhashed)
  const mac = sign(own)
  const sealed: AuditRecord = { ...unhashed, hash: own, ...(mac === null ? {} : { mac }) }
  return { record: sealed, line: canonicalJson(plain(sealed)) }
}

/** Parses a line of the chain; null when this program did not write it. */
export function parseAuditLine(line: string): AuditRecord | null {
  try {
    const parsed = zAuditRecord.safeParse(JSON.parse(line))
    // This program writes only canonical lines, so any other line was written by something else.
    return parsed.success && canonicalJson(plain(parsed.data)) === line ? parsed.data : null
  } catch {
    return null
  }
}

export interface ChainProblem {
  readonly seq: number | null
  readonly what: Message
}
export interface ChainWalk {
  /** The records before the first problem. */
  readonly records: readonly AuditRecord[]
  readonly head: string | null
  readonly problem: ChainProblem | null
  /** The number of the first record, and the hash of the one before it. */
  readonly origin: ChainOrigin
}
/** Where a walk begins: at the first record of the chain, or after its archived records. */
export interface ChainOrigin {
  readonly seq: number
  readonly prev: string
}
export const FIRST: ChainOrigin = { seq: 0, prev: GENESIS }

/**
 * Verifies lines from their origin on. Stops at the first line that does not follow from its
 * predecessor and reports where and why.
 */
export function walk(hash: Hash, lines: readonly string[], origin: ChainOrigin = FIRST): ChainWalk {
  const records: AuditRecord[] = []
  let { prev } = origin
  const stop = (finding: Message): ChainWalk => ({
    records,
    head: records.at(-1)?.hash ?? null,
    problem: { seq: origin.seq + records.length, what: finding },
    origin,
  })
  for (const line of lines) {
    const record = parseAuditLine(line)
    if (record === null) return stop(message('audit.recordUnreadable'))
    if (record.seq !== origin.seq + records.length) {
      return stop(message('audit.recordMisplaced'))
    }
    if (record.prev !== prev) return stop(message('audit.recordNotFollowing'))
    const { hash: storedHash, mac: _mac, ...rest } = record
    if (hashOf(hash, rest) !== storedHash) {
      return stop(message('audit.recordChanged'))
    }
    records.push(record)
    prev = storedHash
  }
  return { records, head: records.at(-1)?.hash ?? null, problem: null, origin }
}

/** Returns what is known of a chain whose file cannot be read: nothing. */
export const unreadableChain = (reason: Message): ChainWalk => ({
  records: [],
  head: null,
  problem: { seq: null, what: message('audit.chainUnreadable', { reason }) },
  origin: FIRST,
})
