import { createConnection, type Socket } from 'node:net'

/** The longest wait for the bus; a desktop answers within milliseconds. */
const LIMIT_MS = 2_000
const METHOD_CALL = 1
const METHOD_RETURN = 2
const ERROR = 3
const FIXED_HEADER = 16
const BUS = 'org.freedesktop.DBus'
/** The serial numbers of the two calls. */
const HELLO = 1
const QUESTION = 2

/** Returns the path of a Unix socket in a bus address; null for another kind of address. */
export function socketOf(address: string): string | null {
  for (const part of address.split(';')) {
    const path = /^unix:(?:.*,)?path=([^,]+)/.exec(part)?.[1]
    if (path !== undefined) return decodeURIComponent(path)
    const abstract = /^unix:(?:.*,)?abstract=([^,]+)/.exec(part)?.[1]
    if (abstract !== undefined) return `\0${decodeURIComponent(abstract)}`
  }
  return null
}

const padded = (bytes: Buffer, size: number): Buffer =>
  Buffer.concat([bytes, Buffer.alloc((size - (bytes.length % size)) % size)])

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

const text = (value: string): Buffer =>
  Buffer.concat([uint32(Buffer.byteLength(value)), Buffer.from(`${value}\0`)])

const signature = (value: string): Buffer => Buffer.from(`\u0001${value}\0`)

/** Returns a header field: its code, its type, its value. Each begins at a multiple of eight. */
const field = (code: number, type: string, value: Buffer): Buffer =>
  Buffer.concat([Buffer.from([code]), signature(type), value])

/** Returns a call of the bus itself, with no argument or a text. */
export function busCall(serial: number, member: string, argument: string | null): Buffer {
  const fields = [
    field(1, 'o', text('/org/freedesktop/DBus')),
    field(2, 's', text(BUS)),
    field(3, 's', text(member)),
    field(6, 's', text(BUS)),
    ...(argument === null ? [] : [field(8, 'g', signature('s'))]),
  ]
  const array = fields.reduce((all, next) => Buffer.concat([padded(all, 8), next]), Buffer.alloc(0))
  const body = argument === null ? Buffer.alloc(0) : text(argument)
  const head = Buffer.concat([
    Buffer.from(['l'.charCodeAt(0), METHOD_CALL, 0, 1]),
    uint32(body.length),
    uint32(serial),
    uint32(array.length),
    array,
  ])
  return Buffer.concat([padded(head, 8), body])
}

interface BusReply {
  readonly kind: number
  readonly body: Buffer
  /** The bytes after this message. */
  readonly rest: Buffer
}

/** Returns the first message of received bytes; null while it is incomplete. */
function readMessage(bytes: Buffer): BusReply | null {
  if (bytes.length < FIXED_HEADER) return null
  const bodyLength = bytes.readUInt32LE(4)
  const fields = bytes.readUInt32LE(12)
  const bodyStart = Math.ceil((FIXED_HEADER + fields) / 8) * 8
  const end = bodyStart + bodyLength
  return bytes.length < end
    ? null
    : { kind: bytes[1] ?? 0, body: bytes.subarray(bodyStart, end), rest: bytes.subarray(end) }
}

/**
 * Reads the answers of both calls: the first is a name, the second one number. Returns true or
 * false for the second, undefined while it has not arrived.
 */
function readAnswer(received: Buffer): boolean | undefined {
  let rest = received
  for (let message = readMessage(rest); message !== null; message = readMessage(rest)) {
    rest = message.rest
    if (message.kind === ERROR) return false
    // The answer of the first call is a text, and longer than a number.
    if (message.kind === METHOD_RETURN && message.body.length === 4) {
      return message.body.readUInt32LE(0) === 1
    }
  }
  return undefined
}

/**
 * Resolves true when a program on the desktop's session bus owns this name. False without a bus,
 * for an unusable answer and after two seconds. It speaks the few messages of D-Bus that this
 * takes, because no program may be started for it.
 */
export function hasBusName(address: string | undefined, name: string): Promise<boolean> {
  const path = address === undefined ? null : socketOf(address)
  if (path === null) return Promise.resolve(false)
  return new Promise((resolve) => {
    const socket = createConnection(path)
    const finish = (answer: boolean): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve(answer)
    }
    const timer = setTimeout(() => finish(false), LIMIT_MS)
    socket.on('error', () => finish(false))
    socket.on('close', () => finish(false))
    converse(socket, name, finish)
  })
}

/** Signs in as this user, says hello, and asks for the owner of the name. */
function converse(socket: Socket, name: string, finish: (answer: boolean) => void): void {
  const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex')
  let received = Buffer.alloc(0)
  let isSignedIn = false
  socket.on('connect', () => socket.write(`\0AUTH EXTERNAL ${user}\r\n`))
  socket.on('data', (bytes: Buffer) => {
    received = Buffer.concat([received, bytes])
    if (!isSignedIn) {
      const end = received.indexOf('\r\n')
      if (end < 0) return
      if (!received.toString('latin1', 0, end).startsWith('OK ')) return finish(false)
      isSignedIn = true
      received = received.subarray(end + 2)
      socket.write('BEGIN\r\n')
      socket.write(busCall(HELLO, 'Hello', null))
      socket.write(busCall(QUESTION, 'NameHasOwner', name))
    }
    const answer = readAnswer(received)
    if (answer !== undefined) finish(answer)
  })
}
