import { crc32 } from './crc32.js'

/**
 * Format of a record: `j1 <bytes of text> <crc32 of text> <text>` and a line feed. Every record can
 * be verified by itself.
 */
const MARK = 'j1'
const HEADER = /^j1 (\d{1,9}) ([0-9a-f]{8}) $/
const LONGEST_HEADER = 24
const NEWLINE = 0x0a

/** Encodes one record. `text` must not contain a line break. */
export function encodeRecord(text: string): Uint8Array {
  if (/[\r\n]/.test(text)) throw new RangeError('a journal record is one line')
  const bytes = Buffer.from(text, 'utf8')
  return Buffer.concat([
    Buffer.from(`${MARK} ${bytes.length} ${crc32(bytes)} `, 'latin1'),
    bytes,
    Buffer.from([NEWLINE]),
  ])
}

/**
 * The state of a journal. `whole`: every byte is valid. `torn`: the last append was cut short, and
 * the first `size` bytes are valid. `damaged`: another part is invalid; its readable records are
 * passed on, and may not be used without a warning.
 */
export interface DecodedState {
  readonly state: 'whole' | 'torn' | 'damaged'
  readonly size: number
}

const RETURN = 0x0d

interface Header {
  readonly length: number
  readonly crc: string
  readonly start: number
}

function headerOf(bytes: Buffer): Header | null {
  const window = bytes.subarray(0, LONGEST_HEADER)
  let spaces = 0
  for (let index = 0; index < window.length; index += 1) {
    if (window[index] === 0x20 && ++spaces === 3) {
      const match = HEADER.exec(window.subarray(0, index + 1).toString('latin1'))
      return match === null
        ? null
        : { length: Number(match[1]), crc: match[2] ?? '', start: index + 1 }
    }
  }
  return null
}

/** A record at the beginning of some bytes, which may go on behind it. */
interface Found {
  readonly text: string
  readonly end: number
}

/** Finds the record that the bytes begin with; its checksum proves it, whatever follows. */
function recordOf(bytes: Buffer): Found | null {
  const header = headerOf(bytes)
  if (header === null) return null
  const end = header.start + header.length
  if (end > bytes.length) return null
  const payload = bytes.subarray(header.start, end)
  return crc32(payload) === header.crc ? { text: payload.toString('utf8'), end } : null
}

const isZero = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0)

/** True when the bytes begin like no record, or go beyond the record that they begin. */
function cannotContinue(rest: Buffer): boolean {
  if (rest.length <= LONGEST_HEADER) return false
  const header = headerOf(rest)
  return header === null || header.start + header.length + 1 < rest.length
}

/**
 * True when the rest, which has no line break, can result from a crash during one append: the
 * beginning of a record, or blocks that were never written.
 */
function isTorn(tail: Buffer): boolean {
  if (isZero(tail)) return true
  const header = headerOf(tail)
  // Bytes beyond the record's text, without a line break, mean that a byte was changed; otherwise
  // the record was cut short.
  if (header !== null) return header.start + header.length >= tail.length
  return /^(j|j1|j1 \d{0,9}|j1 \d{1,9} [0-9a-f]{0,8})$/.test(tail.toString('latin1'))
}

/**
 * Decodes a journal that arrives in parts, so that a long one need not fit into memory. A damaged
 * record costs itself only: records are lines, and each has its checksum.
 */
export class RecordDecoder {
  readonly #onLine: (line: string) => void
  /** Bytes that are not yet a line. */
  #rest: Buffer = Buffer.alloc(0)
  /** Length of the valid beginning. */
  #size = 0
  #isDamaged = false
  /** Set while bytes up to the next line break are passed over: whether all of them are zero. */
  #isBlank: boolean | null = null

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine
  }

  /** Decodes every readable record of the bytes so far. */
  push(bytes: Buffer): void {
    const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
    let offset = 0
    for (let end = all.indexOf(NEWLINE); end >= 0; end = all.indexOf(NEWLINE, offset)) {
      this.#takeLine(all.subarray(offset, end))
      offset = end + 1
    }
    this.#rest = all.subarray(offset)
    if (this.#isBlank !== null || cannotContinue(this.#rest)) this.#passOver()
  }

  /** Returns the state of the journal after its last part. */
  end(): DecodedState {
    const isTail = this.#isBlank ?? isTorn(this.#rest)
    const isWhole = this.#rest.length === 0 && this.#isBlank === null
    const isDamaged = this.#isDamaged || !(isWhole || isTail)
    return { state: isDamaged ? 'damaged' : isWhole ? 'whole' : 'torn', size: this.#size }
  }

  /** Passes the records of a line on: one, or several when damage joined their lines. */
  #takeLine(line: Buffer): void {
    let remaining = line
    for (let record = recordOf(remaining); record !== null; record = recordOf(remaining)) {
      this.#onLine(record.text)
      const after = remaining.subarray(record.end)
      // An editor may have ended the line with CR and LF.
      if (after.length === 0 || (after.length === 1 && after[0] === RETURN)) {
        if (this.#isBlank !== null) this.#isDamaged = true
        this.#isBlank = null
        if (!this.#isDamaged) this.#size += line.length + 1
        return
      }
      this.#isDamaged = true
      remaining = after.subarray(1)
    }
    this.#isDamaged = true
    this.#isBlank = null
  }

  /** Drops bytes of which no record can come any more; one that they begin with is passed on. */
  #passOver(): void {
    const found = this.#isBlank === null ? recordOf(this.#rest) : null
    if (found !== null) {
      this.#onLine(found.text)
      this.#rest = this.#rest.subarray(found.end + 1)
      this.#isDamaged = true
      if (!cannotContinue(this.#rest)) return
    }
    this.#isBlank = (this.#isBlank ?? true) && isZero(this.#rest)
    this.#rest = Buffer.alloc(0)
  }
}
