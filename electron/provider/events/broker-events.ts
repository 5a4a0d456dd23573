import { causeFields } from '../../core/described-error.js'
import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import type { Disposer } from '../../../shared/domain/brand.js'
import { W_BROKER_EVENTS } from '../../../shared/wire/broker-enums.js'
import { UNKNOWN } from '../../../shared/wire/fields.js'
import {
  SubscribeRequestSchema,
  SubscribeResponseSchema,
  Type,
  type SubscribeResponse,
} from '../../../shared/wire/gen/broker-events_pb.js'
import type { ChannelReport } from '../../core/channel-report.js'
import {
  createDuplicateFilter,
  runEventStream,
  type EventStreamOptions,
  type StreamControl,
} from './event-stream.js'
import { cleanMessage } from '../http/call-failure.js'
import type { SocketAddress } from '../http/hosts.js'
import type { LogPort } from '../../core/ports.js'
import type { AppCredentials } from '../http/authorization.js'
import { message } from '../../../shared/messages/make-message.js'

const SUBSCRIBE_METHOD = '/grpc.event.EventService/Subscribe'

export type BrokerEventType = (typeof W_BROKER_EVENTS)[number]

/**
 * One event of the push. Its payload stays in wire format, because only institutions use it
 * (BROKER-3).
 */
export interface BrokerEventNotice {
  /** The event's module; {@link UNKNOWN} for an unpublished one. */
  readonly type: BrokerEventType | typeof UNKNOWN
  readonly id: string
  /** The position to resume from after this event; opaque. */
  readonly position: string
  /** ISO 8601 with nanoseconds, as sent. */
  readonly time: string
  readonly version: string
  readonly payload: unknown
}

export interface BrokerEventsListener {
  onEvent(event: BrokerEventNotice): void
  onSubscribed(): void
  /**
   * The server no longer stores the events after the known position: some were missed, and the
   * reader has to fetch the state itself.
   */
  onGap(why: { readonly type: string; readonly reason: string }): void
  onLost(why: { readonly reason: string; readonly final: boolean }): void
  onHealth(report: ChannelReport): void
}

/** Stores the last position read for each type; losing it means a gap, never a duplicate. */
export interface PositionStore {
  load(): Promise<Readonly<Record<string, string>>>
  save(positions: Readonly<Record<string, string>>): Promise<void>
}

export interface BrokerEventsOptions {
  readonly address: SocketAddress
  readonly credentials: AppCredentials
  readonly positions: PositionStore
  readonly ports: EventStreamOptions['ports']
}

/**
 * The Broker API's event push: at least once, in order, resumed from the stored positions
 * (BROKER-3).
 */
export interface BrokerEvents {
  /** Subscribes to these types (all of them when empty) until disposed. */
  start(types: readonly BrokerEventType[], listener: BrokerEventsListener): Disposer
}

const reasonOf = (payload: string): string => {
  try {
    const parsed: unknown = JSON.parse(payload)
    return typeof parsed === 'object' &&
      parsed !== null &&
      'reason' in parsed &&
      typeof parsed.reason === 'string'
      ? cleanMessage(parsed.reason)
      : ''
  } catch {
    return ''
  }
}

const payloadOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const typeOf = (word: string): BrokerEventNotice['type'] =>
  (W_BROKER_EVENTS as readonly string[]).includes(word) ? (word as BrokerEventType) : UNKNOWN

/** Creates the event push; opens nothing before `start`. */
export function createBrokerEvents(options: BrokerEventsOptions): BrokerEvents {
  return {
    start(types, listener) {
      let stop: Disposer | null = null
      let stopped = false
      void options.positions.load().then((known) => {
        if (!stopped) {
          stop = subscribe(options, types.length === 0 ? W_BROKER_EVENTS : types, known, listener)
        }
      })
      return () => {
        stopped = true
        stop?.()
      }
    },
  }
}

/** The positions of one subscription; saved one write at a time, always the newest state. */
class SavedPositions {
  readonly #positions: Map<string, string>
  readonly #store: PositionStore
  readonly #log: LogPort
  #saving = false
  #unsaved = false

  constructor(known: Readonly<Record<string, string>>, store: PositionStore, log: LogPort) {
    this.#positions = new Map(Object.entries(known))
    this.#store = store
    this.#log = log
  }

  get(type: string): string | undefined {
    return this.#positions.get(type)
  }

  moveTo(type: string, position: string): void {
    if (position === '') return
    this.#positions.set(type, position)
    void this.#save()
  }

  /** An older stored position only causes repeated events, so a failed write is not retried. */
  async #save(): Promise<void> {
    this.#unsaved = true
    if (this.#saving) return
    this.#saving = true
    try {
      while (this.#unsaved) {
        this.#unsaved = false
        await this.#store.save(Object.fromEntries(this.#positions))
      }
    } catch (error) {
      this.#log.event('warn', 'provider.broker-positions-unsaved', causeFields(error))
    }
    this.#saving = false
  }
}

function subscribe(
  { address, credentials, positions: store, ports }: BrokerEventsOptions,
  types: readonly string[],
  known: Readonly<Record<string, string>>,
  listener: BrokerEventsListener,
): Disposer {
  const positions = new SavedPositions(known, store, ports.log)
  const reader = new BrokerEventReader(types, positions, listener)
  return runEventStream({
    address,
    method: SUBSCRIBE_METHOD,
    name: 'broker-events',
    credentials,
    ports,
    request: () =>
      toBinary(
        SubscribeRequestSchema,
        create(SubscribeRequestSchema, {
          timestamp: new Date(ports.clock.now()).toISOString(),
          events: types.map((eventType) => ({
            eventType,
            position: positions.get(eventType) ?? '',
          })),
        }),
      ),
    onMessage: (bytes, control) => reader.read(fromBinary(SubscribeResponseSchema, bytes), control),
    onLost: (why) => listener.onLost(why),
    onHealth: (report) => listener.onHealth(report),
  })
}

/** Reads the messages of one subscription and delivers their events once each. */
class BrokerEventReader {
  readonly #types: readonly string[]
  readonly #positions: SavedPositions
  readonly #listener: BrokerEventsListener
  readonly #isDuplicate = createDuplicateFilter()

  constructor(types: readonly string[], positions: SavedPositions, listener: BrokerEventsListener) {
    this.#types = types
    this.#positions = positions
    this.#listener = listener
  }

  read(answer: SubscribeResponse, control: StreamControl): void {
    const published = Date.parse(answer.timestamp)
    control.received(Number.isNaN(published) ? null : published)
    switch (answer.type) {
      case Type.SubscribeSuccess:
        control.accepted()
        return this.#onSubscribed(answer)
      case Type.Event:
        this.#onEvent(answer)
        return control.live()
      case Type.AuthError:
        return control.lost(
          message('channel.keyRefused', { reason: cleanMessage(answer.payload) }),
          true,
        )
      case Type.NumOfConnExceed:
        return control.limitExceeded()
      case Type.SubscribeExpired:
        return this.#onExpired(answer, control)
      case Type.Ping:
      default:
        return control.live()
    }
  }

  /** Stores the start position, so that a disconnect before the first event loses nothing. */
  #onSubscribed({ position }: SubscribeResponse): void {
    for (const type of this.#types) {
      if (this.#positions.get(type) === undefined) this.#positions.moveTo(type, position)
    }
    this.#listener.onSubscribed()
  }

  #onEvent(answer: SubscribeResponse): void {
    if (answer.id === '' || !this.#isDuplicate(answer.id)) {
      this.#listener.onEvent({
        type: typeOf(answer.eventType),
        id: answer.id,
        position: answer.position,
        time: answer.timestamp,
        version: answer.version,
        payload: payloadOf(answer.payload),
      })
    }
    // After the listener, so that an event that was not delivered is requested again.
    this.#positions.moveTo(answer.eventType, answer.position)
  }

  /**
   * Handles an expired position, which is replaced, and an unknown type, which ends the
   * subscription for good.
   */
  #onExpired(answer: SubscribeResponse, control: StreamControl): void {
    const reason = reasonOf(answer.payload)
    if (reason === 'EVENT_TYPE_UNKNOWN') {
      return control.lost(
        message('channel.unknownEventType', { type: cleanMessage(answer.eventType) }),
        true,
      )
    }
    if (answer.position !== '') {
      const behind = answer.eventType === '' ? this.#types : [answer.eventType]
      for (const type of behind) {
        this.#positions.moveTo(type, answer.position)
        this.#listener.onGap({ type, reason: reason === '' ? 'the subscription expired' : reason })
      }
    }
    return control.lost(message('channel.expired'), false)
  }
}
