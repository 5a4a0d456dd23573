/**
 * The lines of an operation log: eight hex digits, a blank, JSON, a newline. The digits are a
 * CRC-32 of the JSON that continues from the previous line, so that a missing, moved or cut line is
 * detected.
 */

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** Returns the CRC-32 (IEEE 802.3), continuing from `start`. */
export function crc32(bytes: Uint8Array, start = 0): number {
  let value = ~start
  for (const byte of bytes) value = (value >>> 8) ^ (TABLE[(value ^ byte) & 0xff] ?? 0)
  return ~value >>> 0
}

const DIGITS = 8
const NEWLINE = 0x0a
const BLANK = 0x20
const hex = (value: number): string => value.toString(16).padStart(DIGITS, '0')

/** Writes lines whose checksums each continue from the previous one. */
export class LineWriter {
  private at = 0

  /** The mark from which the next line continues. */
  get mark(): number {
    return this.at
  }

  /** Returns the line for `value`, which must be JSON. */
  line(value: unknown): string {
    const text = JSON.stringify(value)
    this.at = crc32(Buffer.from(text, 'utf8'), this.at)
    return `${hex(this.at)} ${text}\n`
  }
}

/**
 * The readable part of a log. `mark` belongs to the last good line; `rest` is the number of
 * unreadable bytes after it.
 */
export interface ReadLines {
  readonly values: readonly unknown[]
  readonly mark: number
  readonly rest: number
}

function parse(
  line: Buffer,
  mark: number,
): { readonly value: unknown; readonly mark: number } | null {
  if (line.length <= DIGITS || line[DIGITS] !== BLANK) return null
  const text = line.subarray(DIGITS + 1)
  const next = crc32(text, mark)
  if (line.toString('latin1', 0, DIGITS) !== hex(next)) return null
  try {
    return { value: JSON.parse(text.toString('utf8')), mark: next }
  } catch {
    return null
  }
}

/** Reads lines up to the first that is cut off or altered. */
export function readLines(bytes: Buffer): ReadLines {
  const values: unknown[] = []
  let [from, mark] = [0, 0]
  for (;;) {
    const end = bytes.indexOf(NEWLINE, from)
    const line = end < 0 ? null : parse(bytes.subarray(from, end), mark)
    if (line === null) return { values, mark, rest: bytes.length - from }
    values.push(line.value)
    mark = line.mark
    from = end + 1
  }
}
