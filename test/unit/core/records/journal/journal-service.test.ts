import { describe, expect, it } from 'vitest'
import { message } from '../../../../../shared/messages/make-message.js'
import { err, ok, type Result } from '../../../../../shared/domain/result.js'
import { clientOrderId } from '../../../../../shared/domain/ids.js'
import { decimalText } from '../../../../../shared/domain/decimal.js'
import { createCheckedFile } from '../../../../../electron/adapters/journal/checked-file.js'
import { systemTimers } from '../../../../../electron/adapters/timers.js'
import {
  providerFailure,
  type ProviderFailure,
} from '../../../../../electron/core/provider-failure.js'
import type { JournalRecords } from '../../../../../electron/core/records/journal/journal-records.js'
import { JournalService } from '../../../../../electron/core/records/journal/journal-service.js'
import { fakeDocument } from '../../../../fakes/document.js'
import { notesFixture } from './notes-fixture.js'
import { ACCOUNT, recordsOf } from './record-builder.js'

const RECORDS = recordsOf([
  { id: 'order-0001', day: '2026-11-02', key: 'stock KO', quantity: '10', price: '60' },
  { id: 'order-0002', day: '2026-11-03', key: 'stock KO', quantity: '-10', price: '62' },
])
const ALL = { from: null, to: null }

function fixture(answers: readonly Result<JournalRecords, ProviderFailure>[]) {
  const document = fakeDocument()
  const given: (JournalRecords | null)[] = []
  const open = () =>
    new JournalService({
      reader: {
        read: (_account, stored, onRecords) => {
          given.push(stored)
          onRecords(2)
          return Promise.resolve(answers[given.length - 1] ?? ok(RECORDS))
        },
      },
      file: () => createCheckedFile(document),
      notes: notesFixture().open(),
      timers: systemTimers,
      log: { event: () => undefined },
    })
  return { document, given, open }
}

const gain = async (service: JournalService): Promise<string> => {
  const report = await service.report(ACCOUNT, ALL)
  return report.ok ? decimalText(report.value.figures.pnl) : report.error.code
}

describe('the journal service', () => {
  it('lets others pass while it computes: 2,000 trades do not hold the process', async () => {
    const plain = Array.from({ length: 2_000 }, (_, index) => ({
      id: `order-${index}`,
      day: '2026-11-02',
      key: 'stock KO',
      quantity: index % 2 === 0 ? '10' : '-10',
      price: '60',
    }))
    const { open } = fixture([ok(recordsOf(plain))])
    let turns = 0
    const counter = setInterval(() => {
      turns += 1
    }, 0)
    const report = await open().report(ACCOUNT, ALL)
    clearInterval(counter)
    expect(report.ok && report.value.figures.trips).toBe(1_000)
    expect(turns).toBeGreaterThan(20)
  })

  it('reads an account once and stores its records for the next start', async () => {
    const { given, open } = fixture([])
    expect(Number(await gain(open()))).toBe(20)

    const next = open()
    next.state(ACCOUNT).subscribe(() => undefined)
    expect(Number(await gain(next))).toBe(20)

    expect(given).toEqual([null, RECORDS])
  })

  it('reads everything from the broker again when the stored records are damaged', async () => {
    const { document, given, open } = fixture([])
    await gain(open())
    await new Promise((resolve) => setTimeout(resolve, 0))
    document.content = (document.content ?? '').replace('"60"', '"61"')

    expect(Number(await gain(open()))).toBe(20)

    expect(given).toEqual([null, null])
    expect(document.aside).toHaveLength(1)
  })

  it('says why an account could not be read, and reads it with the next request', async () => {
    const failure = providerFailure('timeout', message('session.notOffered'))
    const { open } = fixture([err(failure)])
    const service = open()

    expect(await gain(service)).toBe('provider/unavailable')
    expect(service.state(ACCOUNT).get()).toMatchObject({ phase: 'failed', readAt: null })
    expect(Number(await gain(service))).toBe(20)
    expect(service.state(ACCOUNT).get()).toMatchObject({ phase: 'ready', problem: null })
  })

  it('names the assistant of an order, also when its name is known later', async () => {
    const { open } = fixture([])
    const service = open()
    await gain(service)
    const before = service.state(ACCOUNT).get().revision

    service.nameAssistants(new Map([[clientOrderId('order-0001'), 'Claude']]))

    const trips = await service.trips({ accountId: ACCOUNT, ...ALL, cursor: null })
    expect(trips.ok && trips.value.rows[0]?.source).toEqual({ kind: 'assistant', name: 'Claude' })
    expect(service.state(ACCOUNT).get().revision).toBe(before + 1)
  })
})
