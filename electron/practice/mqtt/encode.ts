import { create, toBinary } from '@bufbuild/protobuf'
import { generate } from 'mqtt-packet'
import { QuoteSchema, SnapshotSchema, TickSchema } from '../../../shared/wire/gen/market-data_pb.js'
import type { DepthView } from '../exchange/exchange.js'
import { SESSION_WORDS, priceText, ratioText, sizeText } from '../http/figures.js'
import type { Listing, SnapshotData } from '../market/market.js'
import type { MarketStep } from '../market-step.js'

/** Topics are constant names; the symbol is in the payload (contract/market-data.md 10). */
const packet = (topic: string, payload: Uint8Array): Buffer =>
  generate({ cmd: 'publish', topic, payload: Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength), qos: 0, dup: false, retain: false })

type Session = MarketStep['session']
const basic = (listing: Listing, now: number, session: Session) =>
  ({ symbol: listing.symbol, instrumentId: listing.instrumentId, timestamp: String(now), tradingSession: SESSION_WORDS[session] })

/** The trade of a step as one MQTT packet; `now` is the publish time in epoch milliseconds. */
export function tickPacket(listing: Listing, step: MarketStep, trade: NonNullable<MarketStep['trade']>, now: number): Buffer {
  const message = create(TickSchema, {
    basic: basic(listing, now, step.session), time: String(step.time), price: priceText(trade.price), volume: sizeText(trade.size), side: trade.aggressor === 'buy' ? 'B' : 'S',
  })
  return packet('tick', toBinary(TickSchema, message))
}

/** The book as one MQTT packet, best level first. */
export function quotePacket(listing: Listing, depth: DepthView, session: Session, now: number): Buffer {
  const level = ({ price, size }: DepthView['bids'][number]) => ({ price: priceText(price), size: sizeText(size) })
  return packet('quote', toBinary(QuoteSchema, create(QuoteSchema, { basic: basic(listing, now, session), asks: depth.asks.map(level), bids: depth.bids.map(level) })))
}

const price = (value: number | null): string => (value === null ? '' : priceText(value))

/** The day's figures as one MQTT packet. What did not happen yet is empty text, as proto3 knows no absence of text. */
export function snapshotPacket(listing: Listing, data: SnapshotData, now: number): Buffer {
  const { extended } = data
  const message = create(SnapshotSchema, {
    basic: basic(listing, now, data.session), tradeTime: data.lastTime === null ? '' : String(data.lastTime), price: priceText(data.last), open: price(data.open),
    high: price(data.high), low: price(data.low), preClose: priceText(data.previousClose), volume: sizeText(data.volume), change: priceText(data.change),
    changeRatio: ratioText(data.change, data.previousClose) ?? '',
    ...(extended === null ? {} : {
      extTradeTime: String(extended.lastTime), extPrice: priceText(extended.last), extHigh: priceText(extended.high), extLow: priceText(extended.low),
      extVolume: sizeText(extended.volume), extChange: priceText(extended.change), extChangeRatio: ratioText(extended.change, extended.last - extended.change) ?? '',
    }),
  })
  return packet('snapshot', toBinary(SnapshotSchema, message))
}

/** The server's word on how the stream does; `drop` and `sent` count messages of this connection. */
export const noticePacket = (drop: number, sent: number): Buffer => packet('notice', Buffer.from(JSON.stringify({ type: 'status', rtt: 0, drop, sent }), 'utf8'))
