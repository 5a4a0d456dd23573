import { create, toBinary } from '@bufbuild/protobuf'
import { QuoteSchema, SnapshotSchema, TickSchema } from '../../../shared/wire/gen/market-data_pb.js'
import type { DepthView } from '../exchange/api/exchange-api.js'
import { SESSION_CODES, ratioText } from '../model/figures.js'
import { scaledPrice, scaledSize } from '../model/product-figures.js'
import type { SnapshotData } from '../market/securities/market-types.js'
import type { MarketStep } from '../model/market-step.js'
import type { Scale } from '../model/units.js'

/**
 * Encodes MQTT frames and protobuf text fields by hand. For messages of about a hundred bytes,
 * general encoders take several times as long as creating the fields, and up to tens of thousands
 * of trades are published per second.
 */

const PUBLISH = 0x30
/** A length below this takes one byte, in protobuf as in MQTT. */
const ONE_BYTE = 0x80

/** Encodes a PUBLISH packet of MQTT 3.1.1 (3.3), QoS 0, not retained. `topic` is ASCII. */
function publishFrame(topic: string, payload: Uint8Array): Buffer {
  const remainingLength = 2 + topic.length + payload.length
  const frame = Buffer.allocUnsafe(
    1 +
      (remainingLength < ONE_BYTE
        ? 1
        : remainingLength < 0x4000
          ? 2
          : remainingLength < 0x20_0000
            ? 3
            : 4) +
      remainingLength,
  )
  let offset = 0
  frame[offset++] = PUBLISH
  for (let left = remainingLength; ; left = Math.floor(left / ONE_BYTE)) {
    frame[offset++] = left < ONE_BYTE ? left : (left % ONE_BYTE) | ONE_BYTE
    if (left < ONE_BYTE) break
  }
  offset = frame.writeUInt16BE(topic.length, offset)
  offset += frame.write(topic, offset, 'latin1')
  frame.set(payload, offset)
  return frame
}

/** Encodes a PUBLISH packet whose payload has one byte per character of a string. */
function publishBytes(topic: string, payload: string): Buffer {
  const remainingLength = 2 + topic.length + payload.length
  return remainingLength < ONE_BYTE || remainingLength >= 0x4000
    ? publishFrame(topic, Buffer.from(payload, 'latin1'))
    : Buffer.from(
        String.fromCharCode(
          PUBLISH,
          (remainingLength % ONE_BYTE) | ONE_BYTE,
          Math.floor(remainingLength / ONE_BYTE),
          0,
          topic.length,
        ) +
          topic +
          payload,
        'latin1',
      )
}

const SHORT_ASCII = /^[\u0001-\u007f]{1,127}$/

/** True when {@link field} can encode the text. */
const isPlain = (text: string): boolean => SHORT_ASCII.test(text)

/**
 * Encodes a text or nested message as a protobuf field, one byte per character. At most 127 bytes,
 * not empty.
 */
const field = (number: number, text: string): string =>
  String.fromCharCode((number << 3) | 2, text.length) + text

/** Symbol, instrument id and scale that an instrument is published with. */
export interface Shown {
  readonly symbol: string
  readonly instrumentId: string
  readonly scale: Scale
  readonly withoutVolume?: boolean
}

/**
 * Encodes one PUBLISH packet. Topics are constant names; the symbol is in the payload (MARKET-10).
 */
export const packet = publishFrame

type Session = MarketStep['session']
const basic = (listing: Shown, now: number, session: Session) => ({
  symbol: listing.symbol,
  instrumentId: listing.instrumentId,
  timestamp: String(now),
  tradingSession: SESSION_CODES[session],
})

/**
 * Caches the first fields of every message per instrument; null when symbol and id are unfit for
 * {@link field}.
 */
const names = new WeakMap<Shown, string | null>()

function namesOf(listing: Shown): string | null {
  let fields = names.get(listing)
  if (fields === undefined) {
    // With time and session added, Basic must stay below 128 bytes.
    fields =
      isPlain(listing.symbol) &&
      isPlain(listing.instrumentId) &&
      listing.symbol.length + listing.instrumentId.length < 90
        ? field(1, listing.symbol) + field(2, listing.instrumentId)
        : null
    names.set(listing, fields)
  }
  return fields
}

/**
 * Encodes the trade of a step as one MQTT packet; `now` is the publish time in epoch milliseconds.
 */
export function tickPacket(
  listing: Shown,
  step: MarketStep,
  trade: NonNullable<MarketStep['trade']>,
  now: number,
): Buffer {
  const nameFields = namesOf(listing)
  const [price, volume, side] = [
    scaledPrice(trade.price, listing.scale),
    scaledSize(trade.size, listing.scale),
    trade.aggressor === 'buy' ? 'B' : 'S',
  ]
  if (nameFields === null) {
    return packet(
      'tick',
      toBinary(
        TickSchema,
        create(TickSchema, {
          basic: basic(listing, now, step.session),
          time: String(step.time),
          price,
          volume,
          side,
        }),
      ),
    )
  }
  const head = field(1, nameFields + field(3, String(now)) + field(4, SESSION_CODES[step.session]))
  return publishBytes(
    'tick',
    head + field(2, String(step.time)) + field(3, price) + field(4, volume) + field(5, side),
  )
}

/** Encodes the book as one MQTT packet, best level first. */
export function quotePacket(
  listing: Shown,
  depth: DepthView,
  session: Session,
  now: number,
): Buffer {
  const level = ({ price, size }: DepthView['bids'][number]) => ({
    price: scaledPrice(price, listing.scale),
    size: scaledSize(size, listing.scale),
  })
  return packet(
    'quote',
    toBinary(
      QuoteSchema,
      create(QuoteSchema, {
        basic: basic(listing, now, session),
        asks: depth.asks.map(level),
        bids: depth.bids.map(level),
      }),
    ),
  )
}

/**
 * Encodes the day's figures as one MQTT packet. Missing values are empty strings because proto3
 * strings cannot be absent.
 */
export function snapshotPacket(listing: Shown, data: SnapshotData, now: number): Buffer {
  const { extended, overnight } = data
  const { scale } = listing
  const price = (value: number | null): string => (value === null ? '' : scaledPrice(value, scale))
  const message = create(SnapshotSchema, {
    basic: basic(listing, now, data.session),
    tradeTime: data.lastTime === null ? '' : String(data.lastTime),
    price: price(data.last),
    open: price(data.open),
    high: price(data.high),
    low: price(data.low),
    preClose: price(data.previousClose),
    volume: listing.withoutVolume === true ? '' : scaledSize(data.volume, scale),
    change: price(data.change),
    changeRatio: ratioText(data.change, data.previousClose) ?? '',
    ...(extended === null
      ? {}
      : {
          extTradeTime: String(extended.lastTime),
          extPrice: price(extended.last),
          extHigh: price(extended.high),
          extLow: price(extended.low),
          extVolume: scaledSize(extended.volume, scale),
          extChange: price(extended.change),
          extChangeRatio: ratioText(extended.change, extended.last - extended.change) ?? '',
        }),
    ...(overnight === null
      ? {}
      : {
          ovnTradeTime: String(overnight.lastTime),
          ovnPrice: price(overnight.last),
          ovnHigh: price(overnight.high),
          ovnLow: price(overnight.low),
          ovnVolume: scaledSize(overnight.volume, scale),
          ovnChange: price(overnight.change),
          ovnChangeRatio: ratioText(overnight.change, overnight.last - overnight.change) ?? '',
        }),
  })
  return packet('snapshot', toBinary(SnapshotSchema, message))
}

/** Encodes the server's stream status; `drop` and `sent` count messages of this connection. */
export const noticePacket = (drop: number, sent: number): Buffer =>
  packet('notice', Buffer.from(JSON.stringify({ type: 'status', rtt: 0, drop, sent }), 'utf8'))
