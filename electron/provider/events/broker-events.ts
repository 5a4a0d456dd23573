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
import type { AppCredentials } from '../http/signing.js'

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
          stop = run(options, types.length === 0 ? W_BROKER_EVENTS : types, known, listener)
        }
      })
      return () => {
        stopped = true
        stop?.()
      }
    },
  }
}

function run(
  { address, credentials, positions: store, ports }: BrokerEventsOptions,
  types: readonly string[],
  known: Readonly<Record<string, string>>,
  listener: BrokerEventsListener,
): Disposer {
  const { log } = ports
  const positions = new Map(Object.entries(known))
  const isDuplicate = createDuplicateFilter()
  let saving = false
  let unsaved = false

  /**
   * Saves one write at a time, always the newest state. An older position only causes repeated
   * events.
   */
  const savePositions = (): void => {
    unsaved = true
    if (saving) return
    saving = true
    unsaved = false
    void store
      .save(Object.fromEntries(positions))
      .then(
        () => true,
        () => false,
      )
      .then((saved) => {
        saving = false
        if (!saved) log.event('warn', 'provider.broker-positions-unsaved')
        else if (unsaved) savePositions()
      })
  }

  const moveTo = (type: string, position: string): void => {
    if (position === '') return
    positions.set(type, position)
    savePositions()
  }

  const onEvent = (answer: SubscribeResponse, control: StreamControl): void => {
    if (answer.id === '' || !isDuplicate(answer.id)) {
      listener.onEvent({
        type: typeOf(answer.eventType),
        id: answer.id,
        position: answer.position,
        time: answer.timestamp,
        version: answer.version,
        payload: payloadOf(answer.payload),
      })
    }
    // After the listener, so that an event that was not delivered is requested again.
    moveTo(answer.eventType, answer.position)
    control.live()
  }

  /**
   * Handles an expired position, which is replaced, and an unknown type, which ends the
   * subscription for good.
   */
  const onExpired = (answer: SubscribeResponse, control: StreamControl): void => {
    const reason = reasonOf(answer.payload)
    if (reason === 'EVENT_TYPE_UNKNOWN') {
      return control.lost(`the event type ${cleanMessage(answer.eventType)} is not known`, true)
    }
    if (answer.position !== '') {
      const behind = answer.eventType === '' ? [...types] : [answer.eventType]
      for (const type of behind) {
        moveTo(type, answer.position)
        listener.onGap({ type, reason: reason === '' ? 'the subscription expired' : reason })
      }
    }
    return control.lost('the subscription expired', false)
  }

  const onAnswer = (answer: SubscribeResponse, control: StreamControl): void => {
    const published = Date.parse(answer.timestamp)
    control.received(Number.isNaN(published) ? null : published)
    switch (answer.type) {
      case Type.SubscribeSuccess:
        control.accepted()
        // Store the start position of a first subscription, so that a disconnect before the first
        // event loses nothing.
        for (const type of types) if (!positions.has(type)) moveTo(type, answer.position)
        return listener.onSubscribed()
      case Type.Event:
        return onEvent(answer, control)
      case Type.AuthError:
        return control.lost(`the key was refused: ${cleanMessage(answer.payload)}`.trim(), true)
      case Type.NumOfConnExceed:
        return control.limitExceeded()
      case Type.SubscribeExpired:
        return onExpired(answer, control)
      default:
        return control.live()
    }
  }

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
    onMessage: (bytes, control) => onAnswer(fromBinary(SubscribeResponseSchema, bytes), control),
    onLost: (why) => listener.onLost(why),
    onHealth: (report) => listener.onHealth(report),
  })
}
