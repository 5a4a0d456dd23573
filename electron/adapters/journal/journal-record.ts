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
 * the first `size` bytes are valid. `damaged`: another part is invalid; none of its lines may be
 * used without a warning.
 */
export interface DecodedState {
  readonly state: 'whole' | 'torn' | 'damaged'
  readonly size: number
}

interface Step {
  readonly text: string
  readonly next: number
}

function headerAt(
  bytes: Buffer,
  offset: number,
): { readonly length: number; readonly crc: string; readonly start: number } | null {
  const window = bytes.subarray(offset, offset + LONGEST_HEADER)
  let spaces = 0
  for (let index = 0; index < window.length; index += 1) {
    if (window[index] === 0x20 && ++spaces === 3) {
      const match = HEADER.exec(window.subarray(0, index + 1).toString('latin1'))
      return match === null
        ? null
        : { length: Number(match[1]), crc: match[2] ?? '', start: offset + index + 1 }
    }
  }
  return null
}

function stepAt(bytes: Buffer, offset: number): Step | null {
  const header = headerAt(bytes, offset)
  if (header === null) return null
  const end = header.start + header.length
  if (end >= bytes.length || bytes[end] !== NEWLINE) return null
  const payload = bytes.subarray(header.start, end)
  return crc32(payload) === header.crc ? { text: payload.toString('utf8'), next: end + 1 } : null
}

const isZero = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0)

/** True when the bytes begin like no record, or go beyond the record that they begin. */
function cannotContinue(rest: Buffer): boolean {
  if (rest.length <= LONGEST_HEADER) return false
  const header = headerAt(rest, 0)
  return header === null || header.start + header.length < rest.length
}

/**
 * True when the rest can result from a crash during one append: the beginning of a record, or
 * blocks that were never written.
 */
function isTorn(rest: Buffer): boolean {
  if (isZero(rest)) return true
  if (rest.includes(NEWLINE)) return false
  const header = headerAt(rest, 0)
  if (header !== null) {
    const missing = header.start + header.length - rest.length
    // Bytes beyond the record's text, without a line break, mean that a byte was changed; otherwise
    // the record was cut short.
    return missing >= 0
  }
  const text = rest.toString('latin1')
  return /^(j|j1|j1 \d{0,9}|j1 \d{1,9} [0-9a-f]{0,8})$/.test(text)
}

/** Decodes a journal that arrives in parts, so that a long one need not fit into memory. */
export class RecordDecoder {
  readonly #onLine: (line: string) => void
  /** Bytes that are not yet a whole record. */
  #rest: Buffer = Buffer.alloc(0)
  #size = 0
  /** Set once no further bytes can complete a record: whether all bytes since are zero. */
  #isBlank: boolean | null = null

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine
  }

  /** Decodes every whole record of the bytes so far. */
  push(bytes: Buffer): void {
    if (this.#isBlank !== null) {
      this.#isBlank &&= isZero(bytes)
      return
    }
    const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
    let offset = 0
    for (let step = stepAt(all, 0); step !== null; step = stepAt(all, offset)) {
      this.#onLine(step.text)
      offset = step.next
    }
    this.#size += offset
    this.#rest = all.subarray(offset)
    if (cannotContinue(this.#rest)) this.#isBlank = isZero(this.#rest)
  }

  /** Returns the state of the journal after its last part. */
  end(): DecodedState {
    const isTail = this.#isBlank ?? isTorn(this.#rest)
    const isWhole = this.#rest.length === 0
    return { state: isWhole ? 'whole' : isTail ? 'torn' : 'damaged', size: this.#size }
  }
}
