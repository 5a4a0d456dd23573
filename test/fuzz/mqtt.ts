import { generate, type Packet } from 'mqtt-packet'
import type { PracticeReady } from '../../shared/practice/practice-control.js'
import type { Chance } from './random.js'
import { dial, exchange } from './sockets.js'
import type { Channel, CaseOutcome } from './tally.js'
import { oddText } from './values.js'

const SILENCE_MS = 60
const CODES: readonly number[] = [0, 1, 2, 3, 100, 101, 102, 103, 104, 105]

/** Sends valid and malformed MQTT packets to the market data stream. */
export class MqttFuzz implements Channel {
  readonly #ready: PracticeReady
  readonly #chance: Chance
  readonly name = 'MQTT'
  readonly abreast = 2
  #number = 0

  constructor(ready: PracticeReady, chance: Chance) {
    this.#ready = ready
    this.#chance = chance
  }

  close(): void {
    this.#number = 0
  }

  async run(): Promise<CaseOutcome> {
    const chance = this.#chance
    const ready = this.#ready
    const connects = !chance.once(4)
    const pieces = [
      ...(connects ? [this.#mangled(this.#connect(), 4)] : []),
      ...Array.from({ length: chance.below(4) }, () => this.#mangled(this.#packet(), 2)),
    ]
    const sent = Buffer.concat(pieces).toString('hex').slice(0, 400)
    const socket = await dial(ready.hosts.data, ready.ca)
    const { received, closed } = await exchange(
      socket,
      chance.once(3) ? [Buffer.concat(pieces)] : pieces,
      SILENCE_MS,
    )
    // Every answer starts with a CONNACK with a documented code, if there is an answer.
    const code = received[3]
    const good =
      received.length === 0 ||
      (received[0] === 0x20 && received[1] === 2 && code !== undefined && CODES.includes(code))
    return {
      kind: `${received.length === 0 ? 'nothing' : `connack ${code ?? ''}`}${received.length > 4 ? ` then ${(received[4] ?? 0) >> 4}` : ''} ${closed ? 'closed' : 'open'}`,
      problem: good ? null : `${sent} brought ${received.toString('hex').slice(0, 100)}`,
    }
  }

  #connect(): Packet {
    const chance = this.#chance
    const ready = this.#ready
    // Use separate keys, so that the five connections of the app key stay free.
    const username = chance.once(20) ? '' : `fuzz-${chance.below(1_000_000)}`
    return {
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: chance.once(12) ? 5 : 4,
      clean: !chance.once(6),
      keepalive: chance.pick([0, 1, 60, 65_535]),
      clientId: chance.once(4)
        ? oddText(chance).replaceAll('\u0000', '0').slice(0, 200)
        : `s-${(this.#number += 1)}-${ready.seed}`,
      username,
      password: chance.bytes(chance.below(40)),
      ...(chance.once(10)
        ? { will: { topic: 'quote', payload: chance.bytes(10), qos: 1 as const, retain: true } }
        : {}),
    }
  }

  #packet(): Packet {
    const chance = this.#chance
    const messageId = 1 + chance.below(65_535)
    const topic = chance.pick(['quote', 'snapshot', 'a/b', 'x'.repeat(300), '$SYS'])
    switch (chance.below(10)) {
      case 0:
        return {
          cmd: 'publish',
          topic,
          payload: chance.bytes(chance.below(400)),
          qos: 0,
          retain: false,
          dup: false,
        }
      case 1:
        return {
          cmd: 'publish',
          topic,
          payload: chance.bytes(20),
          qos: 2,
          messageId,
          retain: true,
          dup: true,
        }
      case 2:
        return {
          cmd: 'subscribe',
          messageId,
          subscriptions: Array.from({ length: 1 + chance.below(20) }, () => ({
            topic,
            qos: 1 as const,
          })),
        }
      case 3:
        return { cmd: 'unsubscribe', messageId, unsubscriptions: [topic] }
      case 4:
        return { cmd: 'pingreq' }
      case 5:
        return { cmd: 'puback', messageId }
      case 6:
        return { cmd: 'pubrel', messageId }
      case 7:
        return { cmd: 'connack', returnCode: chance.below(256), sessionPresent: false }
      case 8:
        return this.#connect()
      default:
        return { cmd: 'disconnect' }
    }
  }

  /** Returns the packet's bytes, one in `often` of them mutated. */
  #mangled(packet: Packet, often: number): Buffer {
    const chance = this.#chance
    let bytes: Buffer
    try {
      bytes = generate(packet)
    } catch {
      bytes = chance.bytes(20)
    }
    if (!chance.once(often)) return bytes
    switch (chance.below(7)) {
      case 0:
        return bytes.subarray(0, chance.below(bytes.length + 1))
      case 1:
        return chance.bytes(chance.below(300))
      // Remaining lengths that are wrong, endless, or announce a quarter of a gigabyte.
      case 2:
        return Buffer.concat([
          bytes.subarray(0, 1),
          Buffer.from([0xff, 0xff, 0xff, 0x7f]),
          bytes.subarray(2),
        ])
      case 3:
        return Buffer.concat([
          bytes.subarray(0, 1),
          Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff]),
          bytes.subarray(2),
        ])
      case 4:
        return Buffer.concat([
          bytes.subarray(0, 1),
          Buffer.from([chance.below(128)]),
          bytes.subarray(2),
        ])
      case 5:
        return Buffer.concat([bytes, Buffer.alloc(chance.pick([1, 100, 70_000]), 0xff)])
      default: {
        const spoiled = Buffer.from(bytes)
        for (let times = 1 + chance.below(4); times > 0; times -= 1) {
          spoiled[chance.below(spoiled.length)] = chance.below(256)
        }
        return spoiled
      }
    }
  }
}
