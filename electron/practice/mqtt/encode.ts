import { create, toBinary } from '@bufbuild/protobuf'
import { QuoteSchema, SnapshotSchema, TickSchema } from '../../../shared/wire/gen/market-data_pb.js'
import type { DepthView } from '../exchange/api/exchange-api.js'
import { SESSION_CODES, ratioText } from '../model/figures.js'
import { scaledPrice, scaledSize } from '../model/product-figures.js'
import type { SnapshotData } from '../market/securities/market-types.js'
import type { MarketStep } from '../model/market-step.js'
import type { Scale } from '../model/units.js'
import { field, isPlain, publishBytes, publishFrame } from './frame.js'

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
