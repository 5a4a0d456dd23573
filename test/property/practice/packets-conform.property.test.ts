import { create, toBinary } from '@bufbuild/protobuf'
import fc from 'fast-check'
import { generate } from 'mqtt-packet'
import { expect, it } from 'vitest'
import { epochMs } from '../../../shared/domain/time.js'
import { TickSchema } from '../../../shared/wire/gen/market-data_pb.js'
import { SESSION_CODES } from '../../../electron/practice/model/figures.js'
import { scaledPrice, scaledSize } from '../../../electron/practice/model/product-figures.js'
import { packet, tickPacket } from '../../../electron/practice/mqtt/encode.js'
import { STOCK_SCALE } from '../../../electron/practice/model/units.js'

const standard = (topic: string, payload: Uint8Array): Buffer =>
  generate({
    cmd: 'publish',
    topic,
    payload: Buffer.from(payload),
    qos: 0,
    dup: false,
    retain: false,
  })
const scale = fc.constantFrom(
  STOCK_SCALE,
  { price: 6, size: 5, multiplier: 1_000 },
  { price: 4, size: 8, multiplier: 1 },
)

it('the exchange frames a payload of any length as the MQTT library does', () => {
  const length = fc.oneof(
    fc.integer({ min: 0, max: 300 }),
    fc.constantFrom(120, 121, 16_370, 16_378, 16_379, 2_097_140, 2_097_145, 2_097_146),
  )
  fc.assert(
    fc.property(
      fc.constantFrom('tick', 'quote', 'event-snapshot'),
      length,
      fc.nat(255),
      (topic, bytes, filling) => {
        const payload = new Uint8Array(bytes).fill(filling)
        expect(packet(topic, payload).equals(standard(topic, payload))).toBe(true)
      },
    ),
    { numRuns: 60 },
  )
})

it('the exchange encodes any trade as the protobuf library does', () => {
  const name = fc.oneof(
    fc.string({ minLength: 1, maxLength: 12 }),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }),
    fc.string({ minLength: 100, maxLength: 200 }),
    fc.constant(''),
  )
  fc.assert(
    fc.property(
      name,
      name,
      scale,
      fc.integer({ min: -5_000_000_000, max: Number.MAX_SAFE_INTEGER }),
      fc.maxSafeNat(),
      fc.boolean(),
      fc.constantFrom('pre', 'regular', 'post', 'overnight' as const),
      fc.maxSafeNat(),
      fc.maxSafeNat(),
      (symbol, instrumentId, instrumentScale, price, size, buy, session, time, now) => {
        const trade = { aggressor: buy ? ('buy' as const) : ('sell' as const), price, size }
        const got = tickPacket(
          { symbol, instrumentId, scale: instrumentScale },
          { symbol, time: epochMs(time), session: session as 'pre', bids: [], asks: [], trade },
          trade,
          now,
        )
        const expected = toBinary(
          TickSchema,
          create(TickSchema, {
            basic: {
              symbol,
              instrumentId,
              timestamp: String(now),
              tradingSession: SESSION_CODES[session as 'pre'],
            },
            time: String(time),
            price: scaledPrice(price, instrumentScale),
            volume: scaledSize(size, instrumentScale),
            side: buy ? 'B' : 'S',
          }),
        )
        expect(got.equals(standard('tick', expected))).toBe(true)
      },
    ),
    { numRuns: 150 },
  )
})
