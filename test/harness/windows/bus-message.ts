/**
 * A message of a D-Bus session bus, limited to what notifications use: strings, numbers and lists
 * of strings.
 */
export interface BusMessage {
  readonly kind: 'call' | 'return' | 'error' | 'signal'
  readonly serial: number
  readonly path: string | null
  /** The interface of the member. */
  readonly from: string | null
  readonly member: string | null
  readonly to: string | null
  readonly sender?: string | null
  /** Serial of the call that this message answers. */
  readonly answers: number | null
  readonly args: readonly (string | number | readonly string[])[]
}

const KINDS = ['call', 'return', 'error', 'signal'] as const
const padded = (offset: number, alignment: number): number =>
  Math.ceil(offset / alignment) * alignment
const HEAD_BYTES = 16

/** Writes values in the bus's format: little-endian, each aligned to its size. */
class Writer {
  #bytes: number[] = []
  get length(): number {
    return this.#bytes.length
  }
  align(to: number): void {
    while (this.#bytes.length % to !== 0) this.#bytes.push(0)
  }
  byte(value: number): void {
    this.#bytes.push(value)
  }
  number(value: number): void {
    this.align(4)
    for (let shift = 0; shift < 32; shift += 8) this.#bytes.push((value >>> shift) & 0xff)
  }
  text(value: string): void {
    const encoded = Buffer.from(value)
    this.number(encoded.length)
    this.#bytes.push(...encoded, 0)
  }
  signature(value: string): void {
    this.#bytes.push(value.length, ...Buffer.from(value), 0)
  }
  texts(values: readonly string[]): void {
    const inner = new Writer()
    for (const value of values) inner.text(value)
    this.number(inner.length)
    this.raw(inner.done())
  }
  raw(bytes: Buffer): void {
    this.#bytes.push(...bytes)
  }
  done(): Buffer {
    return Buffer.from(this.#bytes)
  }
}

const signatureOf = (args: BusMessage['args']): string =>
  args.map((arg) => (typeof arg === 'string' ? 's' : typeof arg === 'number' ? 'u' : 'as')).join('')

/** Encodes a message for the wire. */
export function writeMessage(message: BusMessage): Buffer {
  const body = new Writer()
  for (const arg of message.args) {
    if (typeof arg === 'string') body.text(arg)
    else if (typeof arg === 'number') body.number(arg)
    else body.texts(arg)
  }
  const fields = new Writer()
  const field = (code: number, kind: string, write: () => void): void => {
    fields.align(8)
    fields.byte(code)
    fields.signature(kind)
    write()
  }
  const { path, from, member, to, answers } = message
  if (path !== null) field(1, 'o', () => fields.text(path))
  if (from !== null) field(2, 's', () => fields.text(from))
  if (member !== null) field(3, 's', () => fields.text(member))
  if (answers !== null) field(5, 'u', () => fields.number(answers))
  if (to !== null) field(6, 's', () => fields.text(to))
  if (message.args.length > 0) field(8, 'g', () => fields.signature(signatureOf(message.args)))
  const all = new Writer()
  all.raw(Buffer.from('l'))
  all.byte(KINDS.indexOf(message.kind) + 1)
  all.byte(0)
  all.byte(1)
  all.number(body.length)
  all.number(message.serial)
  all.number(fields.length)
  all.raw(fields.done())
  all.align(8)
  all.raw(body.done())
  return all.done()
}

class Reader {
  readonly #bytes: Buffer
  at = 0
  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }
  align(to: number): void {
    this.at = padded(this.at, to)
  }
  byte(): number {
    return this.#bytes[this.at++] ?? 0
  }
  number(): number {
    this.align(4)
    this.at += 4
    return this.#bytes.readUInt32LE(this.at - 4)
  }
  text(): string {
    const length = this.number()
    this.at += length + 1
    return this.#bytes.toString('utf8', this.at - length - 1, this.at - 1)
  }
  signature(): string {
    const length = this.byte()
    this.at += length + 1
    return this.#bytes.toString('utf8', this.at - length - 1, this.at - 1)
  }
  texts(): readonly string[] {
    const end = this.number() + this.at
    const found: string[] = []
    while (this.at < end) found.push(this.text())
    return found
  }
}

/** Reads the values at the start of a body, up to the first unsupported type. */
function valuesOf(signature: string, bytes: Buffer): BusMessage['args'] {
  const reader = new Reader(bytes)
  const values: (string | number | readonly string[])[] = []
  for (const [kind] of signature.matchAll(/as|[suio]|./g)) {
    if (kind === 's' || kind === 'o') values.push(reader.text())
    else if (kind === 'u' || kind === 'i') values.push(reader.number())
    else if (kind === 'as') values.push(reader.texts())
    else return values
  }
  return values
}

function readMessage(bytes: Buffer, fieldsLength: number): BusMessage {
  const reader = new Reader(bytes)
  reader.at = HEAD_BYTES
  const fields = new Map<number, string | number>()
  while (reader.at < HEAD_BYTES + fieldsLength) {
    reader.align(8)
    const code = reader.byte()
    const kind = reader.signature()
    fields.set(
      code,
      kind === 'u' ? reader.number() : kind === 'g' ? reader.signature() : reader.text(),
    )
  }
  reader.align(8)
  const text = (code: number): string | null => (fields.has(code) ? String(fields.get(code)) : null)
  const answers = fields.get(5)
  return {
    kind: KINDS[(bytes[1] ?? 1) - 1] ?? 'error',
    serial: bytes.readUInt32LE(8),
    path: text(1),
    from: text(2),
    member: text(3),
    to: text(6),
    sender: text(7),
    answers: typeof answers === 'number' ? answers : null,
    args: valuesOf(text(8) ?? '', bytes.subarray(reader.at)),
  }
}

/**
 * Returns a function that receives bytes and calls back with each complete message. Only
 * little-endian messages are supported.
 */
export function createMessageReader(
  onMessage: (message: BusMessage) => void,
): (bytes: Buffer) => void {
  let buffered = Buffer.alloc(0)
  return (bytes) => {
    buffered = Buffer.concat([buffered, bytes])
    while (buffered.length >= HEAD_BYTES) {
      const fieldsLength = buffered.readUInt32LE(12)
      const length = padded(HEAD_BYTES + fieldsLength, 8) + buffered.readUInt32LE(4)
      if (buffered.length < length) return
      onMessage(readMessage(buffered.subarray(0, length), fieldsLength))
      buffered = buffered.subarray(length)
    }
  }
}
