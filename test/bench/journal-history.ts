import type { NewRecord } from '../../electron/core/orders/journal/journal-record.js'
import { encodeRecord } from '../../electron/adapters/journal/journal-record.js'

/** 2026-01-05, in ms. The orders of a history follow each other every second. */
const FIRST_AT = 1_767_600_000_000
const SYMBOLS = ['AAPL', 'MSFT', 'NVDA', 'AMZN', 'TSLA', 'SPY', 'QQQ', 'META'] as const

const draftOf = (index: number): Readonly<Record<string, unknown>> => ({
  accountId: `SIM${1 + (index % 3)}`,
  assetClass: 'stock',
  symbol: SYMBOLS[index % SYMBOLS.length],
  side: index % 2 === 0 ? 'buy' : 'sell',
  type: 'limit',
  timeInForce: 'day',
  session: 'core',
  size: { kind: 'quantity', quantity: String(1 + (index % 100)) },
  limitPrice: `${100 + (index % 50)}.25`,
  stopPrice: null,
  trail: null,
  expireDate: null,
})

const observationOf = (
  index: number,
  time: number,
  status: string,
  filled: string,
): Readonly<Record<string, unknown>> => {
  const { size, expireDate: _day, ...draft } = draftOf(index)
  const { quantity } = size as { readonly quantity: string }
  return {
    source: 'detail',
    ...draft,
    clientOrderId: idOf(index),
    orderId: `B${index}`,
    status,
    quantity,
    amount: null,
    filledQuantity: filled === 'all' ? quantity : filled,
    averageFillPrice: filled === 'all' ? `${100 + (index % 50)}.2` : null,
    fees: filled === 'all' ? '0.05' : null,
    placedAt: time,
    filledAt: filled === 'all' ? time : null,
    reason: null,
    observedAt: time,
  }
}

const idOf = (index: number): string => index.toString(16).padStart(32, '0')

/** Returns the four records of an order; of every tenth order one reports a cancel. */
function recordsOfOrder(index: number): readonly Readonly<Record<string, unknown>>[] {
  const time = FIRST_AT + index * 1_000
  const clientOrderId = idOf(index)
  const ends: readonly [string, string] = index % 10 === 0 ? ['cancelled', '0'] : ['filled', 'all']
  return [
    {
      kind: 'intent',
      ticket: `t-${idOf(index)}`,
      clientOrderId,
      draft: draftOf(index),
      at: time,
      placedAt: time,
    },
    {
      kind: 'outcome',
      of: clientOrderId,
      clientOrderId,
      outcome: 'acknowledged',
      at: time + 20,
      orderId: `B${index}`,
      code: null,
      reason: null,
    },
    { kind: 'observation', observation: observationOf(index, time + 30, 'working', '0') },
    { kind: 'observation', observation: observationOf(index, time + 400, ...ends) },
  ]
}

/** Returns this many records of an order journal, as a day trader leaves them. */
export function* orderRecords(records: number): Generator<NewRecord> {
  for (let index = 0, made = 0; made < records; index += 1) {
    for (const record of recordsOfOrder(index)) {
      if (made >= records) return
      yield record as NewRecord
      made += 1
    }
  }
}

/** Returns the lines of an order journal with this many records. */
export function* orderJournalLines(records: number): Generator<string> {
  for (const record of orderRecords(records)) yield JSON.stringify({ v: 1, ...record })
}

/** Returns the bytes of a journal file in parts of about a megabyte. */
export function* journalBytes(lines: Iterable<string>): Generator<Uint8Array> {
  let part: Uint8Array[] = []
  let size = 0
  for (const line of lines) {
    const record = encodeRecord(line)
    part.push(record)
    size += record.length
    if (size < 1_048_576) continue
    yield Buffer.concat(part)
    part = []
    size = 0
  }
  yield Buffer.concat(part)
}
