import { create, toBinary } from '@bufbuild/protobuf'
import { describe, expect, it } from 'vitest'
import { symbol } from '../../../../shared/domain/ids.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { ASSUMPTIONS } from '../../../../shared/wire/assumptions.js'
import {
  zLevel,
  zStockSnapshot,
  zStockTick,
  zWireBar,
} from '../../../../shared/wire/families/market-data/stock-data.js'
import { zCryptoSnapshot } from '../../../../shared/wire/families/products/crypto.js'
import {
  zEventDepth,
  zEventSnapshot,
} from '../../../../shared/wire/families/products/event-data.js'
import { zFuturesSnapshot } from '../../../../shared/wire/families/products/futures.js'
import { zOptionSnapshot } from '../../../../shared/wire/families/products/options.js'
import {
  EventQuoteSchema,
  EventSnapshotSchema,
  QuoteSchema,
  SnapshotSchema,
  TickSchema,
} from '../../../../shared/wire/gen/market-data_pb.js'
import type { QuotePatch } from '../../../../electron/core/market/market-port.js'
import { emptyQuote, mergeQuote } from '../../../../electron/core/market/merge-quote.js'
import { readMarketMessage } from '../../../../electron/provider/market-data/market-messages.js'
import { cryptoPatch } from '../../../../electron/provider/mapping/crypto.js'
import {
  eventPatch,
  toEventDepth,
  toEventSnapshot,
  yesBook,
} from '../../../../electron/provider/mapping/event-contracts.js'
import { futuresPatch } from '../../../../electron/provider/mapping/futures.js'
import { optionPatch } from '../../../../electron/provider/mapping/options.js'
import { quotedLevels, toBars } from '../../../../electron/provider/mapping/quoted.js'
import { toQuotePatch, toTicks } from '../../../../electron/provider/mapping/stock-data.js'

const AT = epochMs(1_797_000_000_000)
const NAME = 'X'

/** The prices and sizes of one message, by the names of this client. */
interface Sent {
  readonly last?: string
  readonly bid?: string
  readonly bidSize?: string
  readonly ask?: string
  readonly askSize?: string
  readonly open?: string
  readonly volume?: string
  readonly change?: string
}

const wire = (sent: Sent) => ({
  symbol: NAME,
  instrument_id: '1',
  price: sent.last,
  bid: sent.bid,
  bid_size: sent.bidSize,
  ask: sent.ask,
  ask_size: sent.askSize,
  open: sent.open,
  volume: sent.volume,
  change: sent.change,
})
const basic = { symbol: NAME, timestamp: '1797000000000' }

const side = (price: string | undefined, size: string | undefined) =>
  price === undefined ? [] : [{ price, size: size ?? '1' }]

/** Every mapping of a quote with a book, by product and way. */
const BOOKS: readonly (readonly [string, (sent: Sent) => QuotePatch | null])[] = [
  ['stock over HTTP', (sent) => toQuotePatch(zStockSnapshot.parse(wire(sent)), AT)],
  ['option over HTTP', (sent) => optionPatch(zOptionSnapshot.parse(wire(sent)), AT)],
  [
    'future over HTTP',
    (sent) => futuresPatch(zFuturesSnapshot.parse(wire(sent)), symbol(NAME), AT),
  ],
  ['coin over HTTP', (sent) => cryptoPatch(zCryptoSnapshot.parse(wire(sent)), AT)],
  [
    'event over HTTP',
    (sent) =>
      eventPatch(
        toEventSnapshot(
          zEventSnapshot.parse({
            symbol: NAME,
            price: sent.last,
            volume: sent.volume,
            yes_bid: sent.bid,
            yes_bid_size: sent.bidSize,
            yes_ask: sent.ask,
            yes_ask_size: sent.askSize,
          }),
          AT,
        ),
      ),
  ],
  [
    'quote of the stream',
    (sent) => {
      const message = create(QuoteSchema, {
        basic,
        bids: side(sent.bid, sent.bidSize),
        asks: side(sent.ask, sent.askSize),
      })
      const read = readMarketMessage('quote', toBinary(QuoteSchema, message), AT)
      return read?.kind === 'quote' ? read.patch : null
    },
  ],
  [
    'event snapshot of the stream',
    (sent) => {
      const message = create(EventSnapshotSchema, {
        basic,
        yesBid: sent.bid ?? '',
        yesBidSize: sent.bidSize ?? '',
        yesAsk: sent.ask ?? '',
        yesAskSize: sent.askSize ?? '',
      })
      const read = readMarketMessage('event-snapshot', toBinary(EventSnapshotSchema, message), AT)
      return read?.kind === 'snapshot' ? read.patch : null
    },
  ],
]

const table = BOOKS.flatMap(([way, read]) =>
  ASSUMPTIONS.noQuote.map((none) => [way, none, read] as const),
)

describe('REL-46: a quote that is sent as none', () => {
  it.each(table)('%s: an ask of "%s" beside a bid is no ask', (_way, none, read) => {
    const patch = read({ bid: '0.49', bidSize: '10', ask: none, askSize: '0' })
    expect(patch).toMatchObject({ bid: '0.49', bidSize: '10', ask: null, askSize: null })
  })

  it.each(table)('%s: a bid of "%s" beside an ask is no bid', (_way, none, read) => {
    const patch = read({ bid: none, bidSize: '0', ask: '0.49', askSize: '10' })
    expect(patch).toMatchObject({ bid: null, bidSize: null, ask: '0.49', askSize: '10' })
  })

  it.each(BOOKS)('%s: zeros on both sides remove the quote that was known', (_way, read) => {
    const known = read({ bid: '0.48', bidSize: '10', ask: '0.49', askSize: '10' })
    const none = read({ bid: '0', bidSize: '0', ask: '0', askSize: '0' })
    const merged = [known, none].reduce(
      (quote, patch) => mergeQuote(quote, patch!),
      emptyQuote(symbol(NAME), AT),
    )
    expect(merged.quote).toMatchObject({ bid: null, bidSize: null, ask: null, askSize: null })
  })

  it.each(BOOKS.filter(([way]) => way.includes('HTTP')))(
    '%s: a last price of 0 keeps the one that was known, and its change is none',
    (_way, read) => {
      const merged = [read({ last: '0.50', change: '0.01' }), read({ last: '0', change: '-0.49' })]
        .map((patch) => ({ ...patch! }))
        .reduce((quote, patch) => mergeQuote(quote, patch), emptyQuote(symbol(NAME), AT))
      expect(merged.quote.last).toBe('0.50')
      expect(merged.quote.change).not.toBe('-0.49')
    },
  )

  it('reads sizes, volumes and changes of zero as values', () => {
    const patch = toQuotePatch(
      zStockSnapshot.parse(
        wire({ last: '10', bid: '9.99', bidSize: '0', volume: '0', change: '0' }),
      ),
      AT,
    )
    expect(patch).toMatchObject({ bid: '9.99', bidSize: '0', volume: '0', change: '0' })
    expect(toQuotePatch(zStockSnapshot.parse(wire({ volume: '-1' })), AT)).not.toHaveProperty(
      'volume',
    )
  })

  it('keeps what was known where a message mentions neither side', () => {
    const patch = toQuotePatch(zStockSnapshot.parse(wire({ last: '10' })), AT)
    expect(patch).not.toHaveProperty('bid')
    expect(patch).not.toHaveProperty('ask')
  })

  it('has no ask of an event at its payout, which mirrors a bid of 0 for the other outcome', () => {
    const book = yesBook(
      toEventDepth(
        zEventDepth.parse({
          symbol: NAME,
          yes_bids: [{ price: '0', size: '5' }],
          yes_asks: [],
          no_bids: [{ price: '0', size: '5' }],
          no_asks: [],
        }),
        AT,
      ),
    )
    expect([book.bids, book.asks]).toEqual([[], []])
    const message = create(EventQuoteSchema, {
      basic,
      yesBids: [{ price: '0.40', size: '5' }],
      noBids: [{ price: '0', size: '0' }],
    })
    const read = readMarketMessage('event-quote', toBinary(EventQuoteSchema, message), AT)
    expect(read).toMatchObject({ patch: { bid: '0.40', ask: null } })
    expect(
      eventPatch(
        toEventSnapshot(zEventSnapshot.parse({ symbol: NAME, yes_bid: '0.40', yes_ask: '1' }), AT),
      ).ask,
    ).toBeNull()
  })

  it('has no level, no trade and no bar without a price', () => {
    const levels = [
      { price: '0', size: '0' },
      { price: '9.99', size: '--' },
      { price: '9.98', size: '3' },
    ].map((level) => zLevel.parse(level))
    expect(quotedLevels(levels)).toEqual([{ price: '9.98', size: '3' }])
    const ticks = ['0', '-1', '--', '5'].map((price) =>
      zStockTick.parse({ time: AT, price, volume: '1' }),
    )
    expect(toTicks(symbol(NAME), ticks).map(({ price }) => price)).toEqual(['5'])
    const bars = ['0', '--', '5'].map((close) =>
      zWireBar.parse({ time: AT, open: '5', high: '5', low: '5', close, volume: '-1' }),
    )
    expect(toBars(bars)).toMatchObject([{ close: '5', volume: '0' }])
  })

  it('reads no price of zero from the snapshots and trades of the stream', () => {
    const message = create(SnapshotSchema, { basic, price: '0', open: '0', preClose: '-1' })
    const snapshot = readMarketMessage('snapshot', toBinary(SnapshotSchema, message), AT)
    const patch = snapshot?.kind === 'snapshot' ? snapshot.patch : {}
    for (const member of ['last', 'open', 'previousClose']) expect(patch).not.toHaveProperty(member)
    const trade = create(TickSchema, { basic, time: '1797000000000', price: '0', volume: '5' })
    expect(readMarketMessage('tick', toBinary(TickSchema, trade), AT)).toBeNull()
  })
})
