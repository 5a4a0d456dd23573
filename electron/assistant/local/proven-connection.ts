import { randomBytes } from 'node:crypto'
import { connect, type NetConnectOpts, type Socket } from 'node:net'
import { LOCAL_HOST, readAddress, socketProblem } from './address.js'
import { BYTES_256, isProof, proofIn, proofOf, proofRequest } from './proof.js'

/**
 * Why a connection did not come about. In every case nothing but the request for a proof was sent,
 * in most not even that.
 * - `closed`: Countersign does not run, or its access is off.
 * - `stranger`: what answers did not prove that it is Countersign.
 * - `unsafe`: others could have made or changed the private folder, its file or its socket.
 */
export type ConnectionProblem = 'closed' | 'stranger' | 'unsafe'

export class NotConnected extends Error {
  readonly problem: ConnectionProblem

  constructor(problem: ConnectionProblem) {
    super(problem)
    this.problem = problem
  }
}

/** A way to Countersign. Nothing is sent over a connection before the other side proved itself. */
export interface LocalEndpoint {
  /** The value of the Host header. */
  readonly host: string
  /** How messages name it; null for the private socket. */
  readonly shownAddress: string | null
  /** Opens a connection whose other side has proved itself; throws `NotConnected`. */
  connect(): Promise<Socket>
}

export interface ProofTimers {
  /** Calls a function once after `ms`; returns a function that cancels it. */
  readonly setTimer: (ms: number, call: () => void) => () => void
}

interface Channel {
  readonly target: NetConnectOpts
  /** The path of the socket, or address and port: what the proof names. */
  readonly name: string
  readonly host: string
  readonly secret: string
}

/** Longer than a busy program needs; a stranger may answer nothing for ever. */
const PROOF_MS = 5_000
const MAX_ANSWER_CHARS = 4_096
const PROVEN = 'HTTP/1.1 200 '
const LOOPBACK = '127.0.0.1'
/** What the system reports when nothing listens. */
const CLOSED_CODES: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOENT'])

/** The private socket that the file in the private folder names. */
export const socketEndpoint = (folder: string, timers: ProofTimers): LocalEndpoint => ({
  host: LOCAL_HOST,
  shownAddress: null,
  async connect() {
    const { socket, secret } = await addressIn(folder)
    const problem = await socketProblem(socket)
    if (problem !== null) throw new NotConnected(problem === 'missing' ? 'closed' : 'unsafe')
    return connectProven(
      { target: { path: socket }, name: socket, host: LOCAL_HOST, secret },
      timers,
    )
  },
})

/**
 * A loopback port. The connection goes to the address itself: a name may lead to another one, on
 * which anybody may listen.
 */
export const portEndpoint = (port: number, folder: string, timers: ProofTimers): LocalEndpoint => {
  const host = `${LOOPBACK}:${port}`
  return {
    host,
    shownAddress: host,
    async connect() {
      const { secret } = await addressIn(folder)
      return connectProven({ target: { host: LOOPBACK, port }, name: host, host, secret }, timers)
    },
  }
}

async function addressIn(folder: string) {
  const address = await readAddress(folder)
  if (address.ok) return address.value
  throw new NotConnected(address.error === 'missing' ? 'closed' : 'unsafe')
}

/** True for an answer that does not become a proof, whatever follows. */
const isForeign = (answer: string): boolean =>
  answer.length > MAX_ANSWER_CHARS || !answer.startsWith(PROVEN.slice(0, answer.length))

/** Connects, has the other side prove itself, and returns the connection with nothing else sent. */
function connectProven(channel: Channel, { setTimer }: ProofTimers): Promise<Socket> {
  const nonce = randomBytes(BYTES_256).toString('base64url')
  const expectedProof = proofOf(channel.secret, channel.name, nonce)
  return new Promise((resolve, reject) => {
    const socket = connect(channel.target)
    let answer = ''
    const stop = (): void => {
      cancel()
      socket.removeListener('data', onData)
      socket.removeListener('error', onError)
      socket.removeListener('close', onClose)
    }
    const fail = (problem: ConnectionProblem): void => {
      stop()
      socket.on('error', () => undefined)
      socket.destroy()
      reject(new NotConnected(problem))
    }
    const onError = (error: NodeJS.ErrnoException): void =>
      fail(CLOSED_CODES.has(error.code) ? 'closed' : 'stranger')
    const onClose = (): void => fail('stranger')
    const onData = (chunk: Buffer): void => {
      answer += chunk.toString('latin1')
      const proof = proofIn(answer)
      if (proof !== null && isProof(proof, expectedProof)) {
        stop()
        // It goes on flowing: the other side sends nothing before it gets a request.
        resolve(socket)
      } else if (proof !== null || isForeign(answer)) fail('stranger')
    }
    const cancel = setTimer(PROOF_MS, () => fail('stranger'))
    socket.on('data', onData)
    socket.on('error', onError)
    socket.on('close', onClose)
    socket.write(proofRequest(channel.host, nonce))
  })
}
