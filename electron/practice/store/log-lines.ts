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
  #at = 0

  /** The mark from which the next line continues. */
  get mark(): number {
    return this.#at
  }

  /** Returns the line for `value`, which must be JSON. */
  line(value: unknown): string {
    const text = JSON.stringify(value)
    this.#at = crc32(Buffer.from(text, 'utf8'), this.#at)
    return `${hex(this.#at)} ${text}\n`
  }
}

/**
 * The readable lines of a log. `mark` belongs to the last good line; `rest` is the number of
 * unreadable bytes after it.
 */
export interface ReadLines {
  readonly values: readonly unknown[]
  readonly mark: number
  readonly rest: number
  /** True when lines before the last good one are lost. */
  readonly isHoled: boolean
  /** Where the next log may continue: after the last good line, or after what follows it. */
  readonly ends: readonly number[]
}

interface Line {
  readonly value: unknown
  readonly mark: number
}

function parse(line: Buffer, mark: number): Line | null {
  if (line.length <= DIGITS || line[DIGITS] !== BLANK) return null
  const text = line.subarray(DIGITS + 1)
  const next = crc32(text, mark)
  if (line.toString('latin1', 0, DIGITS) !== hex(next)) return null
  return valueOf(text, next)
}

function valueOf(text: Buffer, mark: number): Line | null {
  try {
    return { value: JSON.parse(text.toString('utf8')), mark }
  } catch {
    return null
  }
}

/** The most marks that are tried after damage. */
const MAX_MARKS = 16
/** Digits as at the beginning of a line. Damage may have joined two lines. */
const MARKS = /(?:^|[^0-9a-f])([0-9a-f]{8}) /g

/** Returns the marks from which a line after a damaged one may continue. */
const marksAfter = (line: Buffer, mark: number): readonly number[] => [
  crc32(line.subarray(DIGITS + 1), mark),
  ...[...line.toString('latin1').matchAll(MARKS)].map(([, digits]) =>
    Number.parseInt(digits ?? '', 16),
  ),
]

/** A good line after damage. */
interface Resumed {
  readonly line: Line
  /** The only line between, when its digits alone were damaged: its successor proves its text. */
  readonly proven: Line | null
  readonly next: number
}

/**
 * Looks for the next good line after damage that begins at `start`. A line is good when it
 * continues from a mark that the lines before it name, so one damaged line costs only itself.
 */
function resume(bytes: Buffer, start: number, mark: number): Resumed | readonly number[] {
  let marks: readonly number[] = [mark]
  let before: Buffer | null = null
  for (let from = start; ; ) {
    const end = bytes.indexOf(NEWLINE, from)
    if (end < 0) return [...marks, ...marksAfter(bytes.subarray(from), mark)]
    const raw = bytes.subarray(from, end)
    for (const candidate of marks) {
      const line: Line | null = before === null ? null : parse(raw, candidate)
      if (line === null || before === null) continue
      const text: Buffer = before.subarray(DIGITS + 1)
      const isProven = candidate !== mark && crc32(text, mark) === candidate
      return { line, proven: isProven ? valueOf(text, candidate) : null, next: end + 1 }
    }
    marks = [...marks, ...marksAfter(raw, mark)].slice(-MAX_MARKS)
    before = raw
    from = end + 1
  }
}

/** An editor may have ended the lines with CR and LF; JSON has no such character of its own. */
const withoutReturns = (bytes: Buffer): Buffer =>
  bytes.includes('\r\n')
    ? Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
    : bytes

/**
 * Reads every line that is not cut off or altered.
 * @param length the bytes that count, as they were written
 */
export function readLines(stored: Buffer, length = Number.POSITIVE_INFINITY): ReadLines {
  const bytes = withoutReturns(stored).subarray(0, length)
  const values: unknown[] = []
  let [from, mark, isHoled] = [0, 0, false]
  for (;;) {
    const end = bytes.indexOf(NEWLINE, from)
    const rest = bytes.length - from
    const line = end < 0 ? null : parse(bytes.subarray(from, end), mark)
    if (rest === 0) return { values, mark, rest, isHoled, ends: [mark] }
    if (line === null) {
      const resumed = resume(bytes, from, mark)
      if (!('line' in resumed)) return { values, mark, rest, isHoled, ends: resumed }
      isHoled ||= resumed.proven === null
      values.push(...(resumed.proven === null ? [] : [resumed.proven.value]), resumed.line.value)
      mark = resumed.line.mark
      from = resumed.next
    } else {
      values.push(line.value)
      mark = line.mark
      from = end + 1
    }
  }
}
