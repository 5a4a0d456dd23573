import { create, toBinary } from '@bufbuild/protobuf'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalText, eq, fromInteger, parseDecimal } from '../../../shared/domain/decimal.js'
import { epochMs } from '../../../shared/domain/time.js'
import {
  isoTime,
  isoTimeOffset,
  parseWireTime,
  zOptionalDecimal,
  zOptionalTime,
  zWireDecimal,
} from '../../../shared/wire/fields.js'
import { QuoteSchema, SnapshotSchema, TickSchema } from '../../../shared/wire/gen/market-data_pb.js'
import { readMarketMessage } from '../../../electron/provider/market-data/market-messages.js'

const AT = epochMs(1_797_000_000_000)
const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: 0, max: 10 }))
  .map(([value, scale]) => fromInteger(value, scale))

describe('numbers and times of the wire', () => {
  it('keep plain decimals unchanged', () => {
    fc.assert(
      fc.property(decimals, (value) => {
        expect(decimalText(zWireDecimal.parse(decimalText(value)))).toBe(decimalText(value))
      }),
    )
  })

  it('keep the value of scientific notation', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -999_999, max: 999_999 }),
        fc.integer({ min: -12, max: 12 }),
        (mantissa, exponent) => {
          const value = zWireDecimal.parse(`${mantissa}E${exponent}`)
          const plain =
            exponent >= 0
              ? fromInteger(BigInt(mantissa) * 10n ** BigInt(exponent))
              : fromInteger(mantissa, -exponent)
          expect(eq(value, plain)).toBe(true)
        },
      ),
    )
    expect(decimalText(zWireDecimal.parse('2.32435219E8'))).toBe('232435219')
  })

  it('refuse other text, and read absence as null', () => {
    for (const bad of ['NaN', 'Infinity', '0x10', '1,5', '--1', '1e999', 'abc', ' ']) {
      expect(zWireDecimal.safeParse(bad).success, bad).toBe(false)
    }
    expect(zWireDecimal.safeParse(1.5).success).toBe(false)
    for (const none of [null, undefined, '']) expect(zOptionalDecimal.parse(none)).toBeNull()
    expect(zOptionalTime.parse(undefined)).toBeNull()
    fc.assert(
      fc.property(fc.string(), (text) => {
        const parsed = zWireDecimal.safeParse(text)
        if (parsed.success) expect(parseDecimal(decimalText(parsed.data))).not.toBeNull()
      }),
    )
  })

  it('accept all forms of a time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_000_000_000_000, max: 4_000_000_000_000 }), (ms) => {
        const time = epochMs(ms)
        for (const form of [
          ms,
          String(ms),
          isoTime(time),
          isoTimeOffset(time),
          isoTime(time).replace('Z', '+00:00'),
        ]) {
          expect(parseWireTime(form)).toBe(ms)
        }
      }),
    )
    expect(parseWireTime('2026-11-20T10:40:35.524-0500')).toBe(
      Date.parse('2026-11-20T15:40:35.524Z'),
    )
    for (const bad of ['', 'yesterday', '2026-13-40T99:99:99Z', '20261120', 1.5, Number.NaN]) {
      expect(parseWireTime(bad)).toBeNull()
    }
  })
})

describe('market stream messages', () => {
  const basic = {
    symbol: 'AAPL',
    instrumentId: '1',
    timestamp: '1797000000000',
    tradingSession: 'RTH',
  }

  it('are read as snapshots, quotes and ticks, without empty members', () => {
    const snapshot = readMarketMessage(
      'snapshot',
      toBinary(
        SnapshotSchema,
        create(SnapshotSchema, {
          basic,
          price: '185.20',
          preClose: '184.00',
          tradeTime: '1796999999000',
          volume: '1E6',
        }),
      ),
      AT,
    )
    expect(snapshot).toEqual({
      kind: 'snapshot',
      publishedAt: AT,
      patch: {
        symbol: 'AAPL',
        receivedAt: AT,
        last: '185.20',
        previousClose: '184.00',
        change: '1.2',
        changeRatio: '0.006522',
        volume: '1000000',
        session: 'regular',
        time: 1_796_999_999_000,
      },
    })
    const quote = readMarketMessage(
      'quote',
      toBinary(
        QuoteSchema,
        create(QuoteSchema, {
          basic,
          bids: [
            { price: '185.19', size: '100' },
            { price: 'bad', size: '1' },
          ],
          asks: [],
        }),
      ),
      AT,
    )
    expect(quote).toMatchObject({
      kind: 'quote',
      depth: { symbol: 'AAPL', bids: [{ price: '185.19', size: '100' }], asks: [] },
      patch: { bid: '185.19', bidSize: '100' },
    })
    expect(quote?.kind === 'quote' && quote.patch.ask).toBeNull()
    const tick = readMarketMessage(
      'tick',
      toBinary(
        TickSchema,
        create(TickSchema, {
          basic,
          time: '1797000000001',
          price: '185.20',
          volume: '3',
          side: 'S',
        }),
      ),
      AT,
    )
    expect(tick).toMatchObject({
      kind: 'tick',
      tick: {
        symbol: 'AAPL',
        price: '185.20',
        size: '3',
        side: 'sell',
        session: 'regular',
        time: 1_797_000_000_001,
      },
    })
  })

  it('use the newest of regular, extended and overnight trades as the last price', () => {
    const readQuote = (change: object) =>
      readMarketMessage(
        'snapshot',
        toBinary(
          SnapshotSchema,
          create(SnapshotSchema, { basic, price: '1', tradeTime: '1797000000000', ...change }),
        ),
        AT,
      )
    expect(readQuote({ extPrice: '2', extTradeTime: '1797000000001' })).toMatchObject({
      patch: { last: '2' },
    })
    expect(readQuote({ extPrice: '2', extTradeTime: '1796999999999' })).toMatchObject({
      patch: { last: '1' },
    })
    expect(
      readQuote({
        ovnPrice: '3',
        ovnTradeTime: '1797000000002',
        extPrice: '2',
        extTradeTime: '1797000000001',
      }),
    ).toMatchObject({ patch: { last: '3' } })
  })

  it('have no change of another price than the last, such as of the regular session', () => {
    const payload = toBinary(
      SnapshotSchema,
      create(SnapshotSchema, {
        basic,
        price: '100',
        change: '1.5',
        changeRatio: '0.0152',
        tradeTime: '1797000000000',
        extPrice: '104',
        extChange: '4',
        extChangeRatio: '0.04',
        extTradeTime: '1797000000001',
        ovnPrice: '90',
        ovnChange: '-14',
        ovnTradeTime: '1797000000002',
      }),
    )
    const message = readMarketMessage('snapshot', payload, AT)
    expect(message).toMatchObject({ patch: { last: '90' } })
    expect(message).not.toHaveProperty('patch.change')
    expect(message).not.toHaveProperty('patch.changeRatio')
  })

  it('have no price for a side of a whole book that nobody is on', () => {
    const book = (bids: readonly object[]) =>
      readMarketMessage(
        'quote',
        toBinary(
          QuoteSchema,
          create(QuoteSchema, { basic, bids: [...bids], asks: [{ price: '2', size: '5' }] }),
        ),
        AT,
      )
    expect(book([{ price: '1', size: '3' }])).toMatchObject({ patch: { bid: '1', ask: '2' } })
    expect(book([])).toMatchObject({ patch: { bid: null, bidSize: null, ask: '2' } })
  })

  it('never throw, whatever bytes come', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('snapshot', 'quote', 'tick', 'notice', 'echo', 'other'),
        fc.uint8Array({ maxLength: 200 }),
        (topic, bytes) => {
          const message = readMarketMessage(topic, bytes, AT)
          expect(message === null || typeof message.kind === 'string').toBe(true)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
