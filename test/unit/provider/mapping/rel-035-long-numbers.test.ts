import { create, toBinary } from '@bufbuild/protobuf'
import { describe, expect, it } from 'vitest'
import { toOrderEvent } from '../../../../electron/provider/mapping/trade-events.js'
import { readMarketMessage } from '../../../../electron/provider/market-data/market-messages.js'
import type { UnreadableRow } from '../../../../electron/provider/payload/readable-rows.js'
import { isDecimalText } from '../../../../shared/domain/decimal.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { ACCOUNT_OPERATIONS } from '../../../../shared/wire/families/trading/accounts.js'
import { QuoteSchema, SnapshotSchema } from '../../../../shared/wire/gen/market-data_pb.js'
import { expectOk } from '../../../harness/system/expect-ok.js'
import { answer, callerFixture } from '../fake-http.js'

const AT = epochMs(1_797_000_000_000)
const basic = { symbol: 'AAPL', timestamp: '1797000000000' }
const LONGEST = ['1'.repeat(40), `0.${'1'.repeat(40)}`, '1e39']
const TOO_LONG = ['1'.repeat(41), `0.${'1'.repeat(41)}`, '1e40', '1e-41']

async function positionsWith(quantity: string) {
  const position = (symbol: string, size: string) => ({
    position_id: `P-${symbol}`,
    instrument_type: 'EQUITY',
    symbol,
    currency: 'USD',
    quantity: size,
  })
  const rows = [position('AAPL', '1'), position('NVDA', quantity)]
  const unreadable: UnreadableRow[] = []
  const result = await callerFixture([answer(200, rows)]).caller.call(
    ACCOUNT_OPERATIONS.listPositions,
    { account_id: 'ACC' },
    { onUnreadable: (set) => unreadable.push(...set) },
  )
  return { symbols: expectOk(result).map(({ symbol }) => symbol), unreadable }
}

const eventWith = (filled: string) =>
  toOrderEvent(
    JSON.stringify({
      account_id: 'ACC',
      client_order_id: '0f8fad5bd9cb469fa16570867728950e',
      symbol: 'AAPL',
      order_status: 'PARTIAL_FILLED',
      scene_type: 'FILLED',
      filled_qty: filled,
    }),
    AT,
  )

describe('REL-35: a number of the wire with more than 40 digits on a side', () => {
  it.each(TOO_LONG)('costs its row over HTTP, which is said: %s', async (text) => {
    const { symbols, unreadable } = await positionsWith(text)
    expect(symbols).toEqual(['AAPL'])
    expect(unreadable).toEqual([{ symbol: 'NVDA', fault: expect.stringContaining('quantity') }])
  })

  it.each(TOO_LONG)('costs its order event, so that the order is read instead: %s', (text) => {
    expect(eventWith('1')).not.toBeNull()
    expect(eventWith(text)).toBeNull()
  })

  it.each(TOO_LONG)(
    'is no price of the market stream, whose other members are read: %s',
    (text) => {
      const snapshot = create(SnapshotSchema, { basic, price: text, open: '2' })
      const read = readMarketMessage('snapshot', toBinary(SnapshotSchema, snapshot), AT)
      expect(read).toMatchObject({ kind: 'snapshot', patch: { open: '2' } })
      expect(JSON.stringify(read)).not.toContain(text)
      const quote = create(QuoteSchema, { basic, bids: [{ price: text, size: '1' }], asks: [] })
      const book = readMarketMessage('quote', toBinary(QuoteSchema, quote), AT)
      expect(JSON.stringify(book)).not.toContain(text)
    },
  )

  it.each(LONGEST)('is read with 40, and no window refuses it: %s', async (text) => {
    expect((await positionsWith(text)).unreadable).toEqual([])
    const filled = eventWith(text)?.observation.filledQuantity
    expect(isDecimalText(String(filled))).toBe(true)
  })
})
