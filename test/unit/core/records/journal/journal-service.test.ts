import { describe, expect, it } from 'vitest'
import { message } from '../../../../../shared/messages/make-message.js'
import { err, ok, type Result } from '../../../../../shared/domain/result.js'
import { clientOrderId } from '../../../../../shared/domain/ids.js'
import { decimalText } from '../../../../../shared/domain/decimal.js'
import type { InstrumentKey } from '../../../../../shared/domain/instruments/instrument-key.js'
import { createCheckedFile } from '../../../../../electron/adapters/journal/checked-file.js'
import { systemTimers } from '../../../../../electron/adapters/timers.js'
import {
  providerFailure,
  type ProviderFailure,
} from '../../../../../electron/core/provider-failure.js'
import type { JournalRecords } from '../../../../../electron/core/records/journal/journal-records.js'
import { JournalService } from '../../../../../electron/core/records/journal/journal-service.js'
import type { TimerPort } from '../../../../../electron/core/ports.js'
import { fakeDocument } from '../../../../fakes/document.js'
import { settle, Simulation } from '../../../../simulation/core/simulation.js'
import { notesFixture } from './notes-fixture.js'
import { ACCOUNT, holding, recordsOf } from './record-builder.js'

const RECORDS = recordsOf([
  { id: 'order-0001', day: '2026-11-02', key: 'stock KO', quantity: '10', price: '60' },
  { id: 'order-0002', day: '2026-11-03', key: 'stock KO', quantity: '-10', price: '62' },
])
const BOUGHT_ONLY = recordsOf(
  [{ id: 'order-0001', day: '2026-11-02', key: 'stock KO', quantity: '10', price: '60' }],
  [],
  [holding('stock KO', '10', '60')],
)
const ALL = { from: null, to: null }

function fixture(answers: readonly Result<JournalRecords, ProviderFailure>[]) {
  const document = fakeDocument()
  const notes = notesFixture()
  const storedFiles: (JournalRecords | null)[] = []
  const open = (timers: TimerPort = systemTimers) =>
    new JournalService({
      reader: {
        read: (_account, stored, onRecords) => {
          storedFiles.push(stored)
          onRecords(2)
          return Promise.resolve(answers[storedFiles.length - 1] ?? ok(RECORDS))
        },
      },
      file: () => createCheckedFile(document),
      notes: notes.open(),
      timers,
      log: { event: () => undefined },
    })
  return { document, given: storedFiles, open }
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

  it('reads every few seconds while fills follow one another, and after the last one', async () => {
    const simulation = new Simulation(1)
    const { given, open } = fixture([])
    const service = open(simulation.timers())
    const leave = service.state(ACCOUNT).subscribe(() => undefined)
    await settle()
    const readsAfter = async (ms: number): Promise<number> => {
      const before = given.length
      await simulation.run(simulation.now + ms)
      return given.length - before
    }
    for (let fill = 0; fill < 10; fill += 1) {
      service.onFill(ACCOUNT)
      await simulation.run(simulation.now + 2_000)
    }
    // The first read happens at the beginning.
    expect(given.length - 1).toBeGreaterThanOrEqual(3)
    expect(await readsAfter(10_000)).toBeGreaterThanOrEqual(1)
    expect(await readsAfter(60_000)).toBe(0)
    service.onFill(ACCOUNT)
    leave()
    expect(await readsAfter(60_000)).toBe(0)
  })

  it('reads nothing again for another window, unless the records are old or an order filled', async () => {
    const simulation = new Simulation(1)
    const { given, open } = fixture([])
    const service = open(simulation.timers())
    const openPanel = async () => {
      const close = service.state(ACCOUNT).subscribe(() => undefined)
      await settle()
      return close
    }
    const first = await openPanel()
    first()
    await openPanel()
    expect(given).toHaveLength(1)
    await simulation.run(simulation.now + 31_000)
    const third = await openPanel()
    expect(given).toHaveLength(2)
    third()
    service.onFill(ACCOUNT)
    await openPanel()
    expect(given).toHaveLength(3)
    service.dispose()
  })

  it('REL-41: is behind from a fill until it was read again, and at the start', async () => {
    const simulation = new Simulation(1)
    const { open } = fixture([])
    const service = open(simulation.timers())
    const state = service.state(ACCOUNT)
    const seen: boolean[] = []
    const watch = state.subscribe(() => seen.push(state.get().isBehind))
    expect(state.get().isBehind).toBe(true)
    await settle()
    expect(state.get().isBehind).toBe(false)
    seen.length = 0
    service.onFill(ACCOUNT)
    expect(seen).toEqual([true])
    await simulation.run(simulation.now + 10_000)
    expect(state.get().isBehind).toBe(false)
    watch()
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

    service.nameAssistants(
      new Map([[clientOrderId('order-0001'), { kind: 'assistant' as const, name: 'Claude' }]]),
    )

    const trips = await service.trips({ accountId: ACCOUNT, ...ALL, cursor: null })
    expect(trips.ok && trips.value.rows[0]?.source).toEqual({ kind: 'assistant', name: 'Claude' })
    expect(service.state(ACCOUNT).get().revision).toBe(before + 1)
  })
})

describe('the open lots of the journal service', () => {
  const sizes = async (service: JournalService): Promise<readonly string[] | null> =>
    (await service.openLots(ACCOUNT))?.map(({ quantity }) => decimalText(quantity)) ?? null

  it('are not known, and nothing is read, where the journal was never read', async () => {
    const { given, open } = fixture([])
    expect(await sizes(open())).toBeNull()
    expect(given).toEqual([])
  })

  it('are read again at the next start, and after a fill', async () => {
    const { given, open } = fixture([ok(BOUGHT_ONLY), ok(BOUGHT_ONLY), ok(RECORDS)])
    await gain(open())

    const next = open()
    expect(await sizes(next)).toEqual(['10'])
    expect(await sizes(next)).toEqual(['10'])
    expect(given).toHaveLength(2)
    next.onFill(ACCOUNT)

    expect(await sizes(next)).toEqual([])
    expect(given).toHaveLength(3)
  })

  it('are not known while the broker cannot be reached: the records may be old', async () => {
    const failure = providerFailure('timeout', message('session.notOffered'))
    const { open } = fixture([ok(BOUGHT_ONLY), err(failure)])
    await gain(open())

    expect(await sizes(open())).toBeNull()
  })
})

describe('REL-38: the notes of the journal service', () => {
  const REF = { tripId: 'xorder-0001', key: 'stock KO' as InstrumentKey }

  it('survive a journal that is lost and read from the broker again', async () => {
    const { document, open } = fixture([])
    const service = open()
    expect((await service.notes.edit(ACCOUNT, REF, { note: 'Early', tags: ['gap'] })).ok).toBe(true)
    document.content = null

    const next = open()
    const trips = await next.trips({ accountId: ACCOUNT, ...ALL, cursor: null })
    const report = await next.report(ACCOUNT, ALL)

    expect(trips.ok && trips.value.rows[0]?.notes).toMatchObject({ note: 'Early', tags: ['gap'] })
    expect(report.ok && report.value.byTag.map(({ group }) => group)).toEqual(['gap'])
    expect(report.ok && report.value.unmatchedNotes).toBe(0)
    expect(next.state(ACCOUNT).get().notes).toMatchObject({ phase: 'ready', tags: ['gap'] })
  })

  it('are written while the broker cannot be reached', async () => {
    const failure = providerFailure('timeout', message('session.notOffered'))
    const { open } = fixture([ok(RECORDS), err(failure)])
    await gain(open())

    const offline = open()
    const edited = await offline.notes.edit(ACCOUNT, REF, { note: 'Typed offline' })

    expect(edited.ok && edited.value.note).toBe('Typed offline')
  })

  it('notes of a round trip that does not exist are refused', async () => {
    const { open } = fixture([])
    const edited = await open().notes.edit(ACCOUNT, { ...REF, tripId: 'x' }, { note: 'Lost' })
    expect(edited.ok ? '' : edited.error.code).toBe('provider/refused')
  })

  it('notes without a round trip stay stored, and are counted', async () => {
    const { open } = fixture([ok(RECORDS), ok(BOUGHT_ONLY)])
    const service = open()
    await service.notes.edit(ACCOUNT, REF, { note: 'Early' })
    service.refresh(ACCOUNT)
    await new Promise((resolve) => setTimeout(resolve, 20))

    const report = await service.report(ACCOUNT, ALL)

    expect(report.ok && report.value.unmatchedNotes).toBe(1)
  })
})
