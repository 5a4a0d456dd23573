import { fromBinary } from '@bufbuild/protobuf'
import { generate, parser, type IConnectPacket, type Packet } from 'mqtt-packet'
import { randomUUID } from 'node:crypto'
import { connect, type TLSSocket } from 'node:tls'
import {
  QuoteSchema,
  SnapshotSchema,
  TickSchema,
  type Quote,
  type Snapshot,
  type Tick,
} from '../../../../shared/wire/gen/market-data_pb.js'
import type { PracticeReady } from '../../../../shared/practice/practice-control.js'

export interface Published {
  readonly topic: string
  readonly payload: Buffer
}

/** A market stream client on raw MQTT packets. */
export class MqttClient {
  readonly sessionId: string
  readonly #socket: TLSSocket
  readonly packets: Packet[] = []
  readonly published: Published[] = []
  readonly closed: Promise<void>
  readonly #listeners = new Set<() => void>()

  private constructor(sessionId: string, socket: TLSSocket) {
    this.sessionId = sessionId
    this.#socket = socket
    const incoming = parser({ protocolVersion: 4 })
    incoming.on('packet', (packet: Packet) => {
      if (packet.cmd === 'publish') {
        this.published.push({ topic: packet.topic, payload: Buffer.from(packet.payload) })
      } else this.packets.push(packet)
      for (const listener of this.#listeners) listener()
    })
    socket.on('data', (chunk: Buffer) => incoming.parse(chunk))
    socket.on('error', () => undefined)
    this.closed = new Promise((resolve) => socket.on('close', () => resolve()))
  }

  /** Opens a connection and sends CONNECT; {@link connack} returns the answer. */
  static open(
    ready: PracticeReady,
    connectWith: Partial<IConnectPacket> = {},
  ): Promise<MqttClient> {
    const clientId = connectWith.clientId ?? randomUUID()
    return new Promise((resolve, reject) => {
      const socket = connect(
        {
          host: ready.hosts.data.host,
          port: ready.hosts.data.port,
          ca: ready.ca,
          servername: 'localhost',
        },
        () => {
          const client = new MqttClient(clientId, socket)
          socket.write(
            generate({
              cmd: 'connect',
              protocolId: 'MQTT',
              protocolVersion: 4,
              clean: true,
              keepalive: 60,
              username: ready.appKey,
              password: Buffer.from('any'),
              ...connectWith,
              clientId,
            }),
          )
          resolve(client)
        },
      )
      socket.once('error', reject)
    })
  }

  /** Sends bytes that no library would make. */
  sendBytes(...bytes: readonly number[]): void {
    this.#socket.write(Buffer.from(bytes))
  }

  send(packet: Packet): void {
    this.#socket.write(generate(packet))
  }

  /** Returns the return code of CONNACK. */
  async connack(): Promise<number> {
    const packet = await this.until(() => this.packets.find(({ cmd }) => cmd === 'connack'))
    return packet.cmd === 'connack' ? (packet.returnCode ?? -1) : -1
  }

  /** Waits until `find` returns a value; rejects after `ms`. */
  until<T>(find: () => T | undefined, ms = 60_000): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#listeners.delete(check)
        reject(new Error('nothing came'))
      }, ms)
      const check = (): void => {
        const found = find()
        if (found === undefined) return
        clearTimeout(timer)
        this.#listeners.delete(check)
        resolve(found)
      }
      this.#listeners.add(check)
      check()
    })
  }

  ticks(): Tick[] {
    return this.#messagesOn('tick').map((payload) => fromBinary(TickSchema, payload))
  }

  quotes(): Quote[] {
    return this.#messagesOn('quote').map((payload) => fromBinary(QuoteSchema, payload))
  }

  snapshots(): Snapshot[] {
    return this.#messagesOn('snapshot').map((payload) => fromBinary(SnapshotSchema, payload))
  }

  /** Sends DISCONNECT. */
  async leave(): Promise<void> {
    this.send({ cmd: 'disconnect' })
    await this.closed
  }

  /** Cuts the connection without DISCONNECT. */
  cut(): void {
    this.#socket.destroy()
  }

  #messagesOn(topic: string): Buffer[] {
    return this.published.filter((message) => message.topic === topic).map(({ payload }) => payload)
  }
}
