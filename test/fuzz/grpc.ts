import { connect, constants, type ClientHttp2Session } from 'node:http2'
import type { PracticeReady } from '../../shared/practice/practice-control.js'
import { signGrpc } from '../contract/practice/client/sign.js'
import type { Chance } from './random.js'
import type { Channel, CaseOutcome } from './tally.js'
import { oddText } from './values.js'

const SILENCE_MS = 400
const METHODS = ['/grpc.trade.event.EventService/Subscribe', '/grpc.event.EventService/Subscribe']

interface GrpcReply {
  readonly status: string
  readonly bytes: number
  readonly http: number
}

/**
 * Sends hand-made HTTP/2 subscriptions with valid and invalid messages, frames, metadata and
 * methods.
 */
export class GrpcFuzz implements Channel {
  readonly #ready: PracticeReady
  readonly #accounts: readonly string[]
  readonly #chance: Chance
  readonly name = 'gRPC'
  readonly abreast = 2
  #sessions: ClientHttp2Session[] = []

  constructor(ready: PracticeReady, accounts: readonly string[], chance: Chance) {
    this.#ready = ready
    this.#accounts = accounts
    this.#chance = chance
  }

  close(): void {
    for (const session of this.#sessions) session.destroy()
    this.#sessions = []
  }

  async run(): Promise<CaseOutcome> {
    const chance = this.#chance
    const message = this.#message()
    const frame = this.#frame(message)
    const metadata = this.#metadata(message)
    const reply = await this.#call(
      frame,
      metadata,
      chance.once(12)
        ? chance.pick(['/grpc.trade.event.EventService/Nothing', '/', '/x/y/z'])
        : chance.pick(METHODS),
    )
    // 2 UNKNOWN and 13 INTERNAL indicate a server error, except for a frame or a deadline that its
    // library cannot read.
    const spoiled =
      'grpc-timeout' in metadata ||
      'grpc-encoding' in metadata ||
      !frame.subarray(5).equals(message) ||
      frame.readUInt8(0) !== 0 ||
      frame.readUInt32BE(1) !== message.length
    const problem =
      (reply.status === '2' || reply.status === '13') && !spoiled
        ? `status ${reply.status} for ${message.toString('hex').slice(0, 200)} with ${JSON.stringify(metadata)}`
        : null
    return {
      kind: `http ${reply.http} status ${reply.status}${reply.bytes > 0 ? ' with messages' : ''}`,
      problem,
    }
  }

  /** Returns a SubscribeRequest, valid or mutated. */
  #message(): Buffer {
    const chance = this.#chance
    const field = (number: number, bytes: Buffer) =>
      Buffer.concat([
        Buffer.from([(number << 3) | 2, Math.min(127, bytes.length)]),
        bytes.subarray(0, 127),
      ])
    const parts: Buffer[] = [
      Buffer.from([8, chance.pick([0, 1, 2, 3, 7, 127])]),
      Buffer.from([16, 0x80 | chance.below(128), chance.below(128)]),
    ]
    if (chance.once(2)) {
      parts.push(
        field(5, Buffer.from(chance.once(2) ? chance.pick(this.#accounts) : oddText(chance))),
      )
    }
    if (chance.once(4)) parts.push(field(1 + chance.below(15), chance.bytes(chance.below(60))))
    const message = Buffer.concat(parts)
    switch (chance.below(8)) {
      case 0:
        return chance.bytes(chance.below(300))
      case 1:
        return message.subarray(0, chance.below(message.length + 1))
      case 2:
        return Buffer.concat([message, Buffer.alloc(chance.pick([1, 20_000]), 0xff)])
      case 3:
        return Buffer.concat(Array.from({ length: 2_000 }, () => Buffer.from([0x2a, 1, 0x41])))
      default:
        return message
    }
  }

  #frame(message: Buffer): Buffer {
    const chance = this.#chance
    const head = Buffer.alloc(5)
    head.writeUInt32BE(message.length, 1)
    switch (chance.below(14)) {
      case 0:
        head.writeUInt8(1, 0)
        break
      case 1:
        head.writeUInt32BE(chance.pick([0, 1, 0xffff, 0xffffffff]), 1)
        break
      case 2:
        return Buffer.concat([head, message, head, message])
      default:
    }
    return Buffer.concat([head, message])
  }

  #metadata(message: Buffer): Record<string, string> {
    const chance = this.#chance
    const ready = this.#ready
    const signed: Record<string, string> = signGrpc(
      { appKey: ready.appKey, appSecret: ready.appSecret },
      message,
    )
    if (chance.once(6)) {
      signed[chance.pick(Object.keys(signed))] = oddText(chance).replace(/[^\x20-\x7e]/g, '?')
    }
    if (chance.once(10)) Reflect.deleteProperty(signed, chance.pick(Object.keys(signed)))
    if (chance.once(20)) {
      signed['content-type'] = chance.pick(['application/json', 'application/grpc+json', ''])
    }
    if (chance.once(20)) signed['grpc-encoding'] = chance.pick(['gzip', 'snappy', 'x'])
    if (chance.once(20)) signed['grpc-timeout'] = chance.pick(['1n', '0S', 'x', '99999999H'])
    return signed
  }

  #session(): ClientHttp2Session {
    const usable = this.#sessions.find((session) => !session.closed && !session.destroyed)
    // Occasionally use a new connection, to either of the two services.
    if (usable !== undefined && !this.#chance.once(8)) return usable
    usable?.close()
    const { events, brokerEvents } = this.#ready.hosts
    const { host, port } = this.#chance.once(2) ? events : brokerEvents
    const session = connect(`https://${host}:${port}`, {
      ca: this.#ready.ca,
      servername: 'localhost',
    })
    session.on('error', () => undefined)
    this.#sessions = [session]
    return session
  }

  #call(frame: Buffer, metadata: Record<string, string>, path: string): Promise<GrpcReply> {
    return new Promise((resolve, reject) => {
      const stream = this.#session().request({
        ':method': 'POST',
        ':path': path,
        te: 'trailers',
        'content-type': 'application/grpc',
        ...metadata,
      })
      let status = 'none'
      let http = 0
      let bytes = 0
      let timer: NodeJS.Timeout | undefined
      const done = (): void => {
        clearTimeout(timer)
        resolve({ status, bytes, http })
      }
      const note = (headers: Record<string, unknown>): void => {
        if (typeof headers['grpc-status'] === 'string') status = headers['grpc-status']
      }
      stream.on('response', (headers) => {
        http = headers[':status'] ?? 0
        note(headers)
      })
      stream.on('trailers', note)
      stream.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        // The subscription has been answered; close it to free its slot for the next case.
        setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), 20)
      })
      stream.on('error', (error: NodeJS.ErrnoException) =>
        error.code?.startsWith('ERR_HTTP2') === true || error.code === 'ECONNRESET'
          ? done()
          : reject(error),
      )
      stream.on('close', done)
      // The server correctly keeps waiting for an announced message that never comes.
      timer = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), SILENCE_MS)
      stream.end(frame)
    })
  }
}
