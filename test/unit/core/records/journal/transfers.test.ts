import { describe, expect, it } from 'vitest'
import type { Transfer, TransferHolding } from '../../../../../shared/domain/account/activity.js'
import { asPrice, asQuantity, dec, decimalText } from '../../../../../shared/domain/decimal.js'
import { symbol } from '../../../../../shared/domain/ids.js'
import type { InstrumentKey } from '../../../../../shared/domain/instruments/instrument-key.js'
import { err, ok } from '../../../../../shared/domain/result.js'
import { message } from '../../../../../shared/messages/make-message.js'
import {
  providerFailure,
  type ProviderFailure,
} from '../../../../../electron/core/provider-failure.js'
import type { RecordedTransfer } from '../../../../../electron/core/records/journal/journal-records.js'
import {
  accountJournal,
  lotsOf,
  reportOf,
} from '../../../../../electron/core/records/journal/report.js'
import { readTransfers } from '../../../../../electron/core/records/journal/transfer-reader.js'
import type { RecordsPort } from '../../../../../electron/core/records/records-port.js'
import {
  parseJournalRecords,
  writeJournalRecords,
} from '../../../../../electron/core/records/journal/journal-file.js'
import { ACCOUNT, finished, holding, noon, recordsOf } from './record-builder.js'

const ALL = { from: null, to: null }
const RANGE = { from: noon('2020-01-01'), to: null, now: noon('2026-12-31') }

const part = (
  name: string,
  units: string,
  more: Partial<TransferHolding> = {},
): TransferHolding => ({
  assetClass: 'stock',
  symbol: symbol(name),
  name: null,
  cusip: null,
  quantity: asQuantity(dec(units)),
  feeQuantity: null,
  totalQuantity: null,
  price: null,
  settlementDate: null,
  ...more,
})

const transfer = (transferId: string, more: Partial<Transfer> = {}): Transfer => ({
  transferId,
  accountId: ACCOUNT,
  method: 'acats',
  direction: 'in',
  status: 'completed',
  failure: null,
  group: null,
  extent: null,
  createdAt: noon('2026-03-01'),
  updatedAt: noon('2026-03-09'),
  settlementDate: '2026-03-09',
  controlNumber: null,
  contraBroker: null,
  transactionHash: null,
  fromAddress: null,
  toAddress: null,
  cash: [],
  positions: [],
  ...more,
})

/** Reads a broker's transfers, and counts the details that are requested. */
function reading(broker: readonly Transfer[], failure: ProviderFailure | null = null) {
  const details: string[] = []
  const port = {
    transfers: () =>
      Promise.resolve(
        failure === null ? ok({ rows: broker, cursor: null, unreadable: 0 }) : err(failure),
      ),
    transfer: (_account: unknown, id: string) => {
      details.push(id)
      const found = broker.find(({ transferId }) => transferId === id)
      return Promise.resolve(found === undefined ? err(failure) : ok(found))
    },
  } as unknown as RecordsPort
  const readWith = async (stored: readonly RecordedTransfer[] = []) =>
    readTransfers(
      ACCOUNT,
      port,
      async (list) => {
        const page = await list(port, null)
        return page.ok ? ok(page.value.rows) : page
      },
      { range: RANGE, stored },
    )
  return { details, read: readWith }
}

describe('JOURNAL: reading transfers', () => {
  it('reads the holdings of settled ones, each once', async () => {
    const cost = { price: asPrice(dec('50')) }
    const { details, read } = reading([
      transfer('t2', { updatedAt: noon('2026-04-01'), positions: [part('PEP', '3')] }),
      transfer('t1', { positions: [part('KO', '10', cost)] }),
      transfer('t3', { status: 'pending', positions: [part('KO', '1')] }),
      transfer('t4', { status: 'rejected', positions: [part('KO', '1')] }),
    ])

    const first = await read()
    const stored = first.ok ? first.value.transfers : []
    const second = await read(stored)

    expect(details).toEqual(['t2', 't1'])
    expect(stored.map(({ transferId }) => transferId)).toEqual(['t1', 't2'])
    expect(stored[0]?.moved[0]).toMatchObject({ key: 'stock KO', quantity: '10', price: '50' })
    expect(stored[1]?.moved[0]?.price).toBeNull()
    expect(second.ok && second.value.transfers).toEqual(stored)
  })

  it('counts what the network took of coins that were sent as gone', async () => {
    const sent = part('BTCUSD', '0.5', {
      assetClass: 'crypto',
      feeQuantity: asQuantity(dec('0.01')),
      totalQuantity: asQuantity(dec('0.51')),
    })
    const { read } = reading([transfer('t1', { direction: 'out', positions: [sent] })])

    const found = await read()

    const [moved] = found.ok ? (found.value.transfers[0]?.moved ?? []) : []
    expect(moved).toMatchObject({ key: 'crypto BTCUSD', quantity: '-0.51', price: null })
  })

  it('counts a bond, which is no instrument here, and an adjusted option as not understood', async () => {
    const { read } = reading([
      transfer('t1', {
        positions: [
          part('912828', '1', { assetClass: 'bond' }),
          part('KO1261218C00060000', '1', { assetClass: 'option' }),
          part('KO261218C00060000', '2', { assetClass: 'option' }),
        ],
      }),
    ])

    const found = await read()

    expect(found.ok && found.value.unreadable).toBe(2)
    expect(found.ok && found.value.transfers[0]?.moved.map(({ key }) => key)).toEqual([
      'option KO261218C00060000',
    ])
  })

  it('has none where the broker offers no list, and fails where it cannot be reached', async () => {
    const why = message('session.notOffered')
    const refused = await reading([], providerFailure('not-entitled', why)).read()
    expect(refused).toEqual(ok({ transfers: [], unreadable: 0 }))
    const lost = await reading([], providerFailure('timeout', why)).read()
    expect(lost.ok).toBe(false)
  })
})

const moved = (id: string, day: string, units: string, price: string | null): RecordedTransfer => ({
  transferId: id,
  time: noon(day),
  moved: [
    {
      key: 'stock KO' as InstrumentKey,
      quantity: dec(units),
      price: price === null ? null : asPrice(dec(price)),
      multiplier: dec('1'),
    },
  ],
})
const sale = (id: string, day: string, units: string, price: string) => ({
  id,
  day,
  key: 'stock KO',
  quantity: `-${units}`,
  price,
})

describe('JOURNAL: transfers as events', () => {
  it('bring in lots at the cost that the broker states, without a day of purchase', () => {
    const records = {
      ...recordsOf([sale('o1', '2026-04-01', '10', '60')]),
      transfers: [moved('t1', '2026-03-09', '10', '50')],
    }

    const [lot, ...more] = lotsOf(finished(accountJournal(records)), ALL)

    expect(more).toEqual([])
    expect(lot).toMatchObject({ cost: '500.00', proceeds: '600.00', acquired: null, term: null })
  })

  it('bring in lots without a cost where none is stated: they are in no figure', () => {
    const records = {
      ...recordsOf([sale('o1', '2026-04-01', '10', '60')]),
      transfers: [moved('t1', '2026-03-09', '10', null)],
    }
    const journal = finished(accountJournal(records))

    expect(lotsOf(journal, ALL)[0]).toMatchObject({ cost: null, pnl: null, proceeds: '600.00' })
    const report = reportOf(journal, ALL)
    expect(report.uncosted).toEqual(['stock KO'])
    expect(report.figures.trips).toBe(0)
    expect(report.days).toEqual([])
  })

  it('take the oldest lots out, and realize nothing', () => {
    const bought = (id: string, day: string, price: string) => ({
      id,
      day,
      key: 'stock KO',
      quantity: '10',
      price,
    })
    const records = {
      ...recordsOf(
        [
          bought('o1', '2026-01-05', '50'),
          bought('o2', '2026-01-06', '58'),
          sale('o3', '2026-04-01', '5', '60'),
        ],
        [],
        [holding('stock KO', '5')],
      ),
      transfers: [moved('t1', '2026-03-09', '-10', null)],
    }
    const journal = finished(accountJournal(records))

    expect(lotsOf(journal, ALL)).toHaveLength(1)
    expect(lotsOf(journal, ALL)[0]).toMatchObject({ cost: '290.00', pnl: '10.00' })
    expect(journal.open.map(({ quantity }) => decimalText(quantity))).toEqual(['5'])
  })

  it('are stored with the records', () => {
    const records = { ...recordsOf([]), transfers: [moved('t1', '2026-03-09', '10', '50')] }
    const text = writeJournalRecords(records)
    expect(parseJournalRecords(text, ACCOUNT)?.transfers).toEqual(records.transfers)
  })
})
