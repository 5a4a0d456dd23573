import { describe, expect, it, vi } from 'vitest'
import { OrderTickets } from '../../../../electron/core/orders/gateway/order-tickets.js'
import { createJournal } from '../../../../electron/core/orders/order-journal.js'
import { createProjection } from '../../../../electron/core/orders/order-projection.js'
import { ticketOf } from '../../../../electron/core/orders/recovery.js'
import type {
  JournalRecord,
  NewRecord,
} from '../../../../electron/core/orders/journal/journal-record.js'
import { dec, type Quantity } from '../../../../shared/domain/decimal.js'
import { ArchivingDisk } from '../../../fakes/archiving-journal.js'
import { JournalHistory } from '../../../harness/journal-history.js'

const lineOf = (record: NewRecord): string => JSON.stringify({ v: 1, ...record })

/** Starts over a journal with these records. */
async function startOver(records: readonly NewRecord[]) {
  const disk = new ArchivingDisk()
  disk.lines = records.map(lineOf)
  const projection = createProjection()
  const anomalies: string[] = []
  projection.onAnomaly(({ what: anomaly }) => anomalies.push(anomaly.code))
  const recovered = await createJournal(disk.port()).recover(projection)
  if (!recovered.ok) throw new Error(recovered.error.message)
  return { projection, anomalies, recovered: recovered.value }
}

/** One order, and a report of more fills than were ordered. */
function contradictedOrder(): readonly NewRecord[] {
  const history = new JournalHistory(1)
  const records = history.extend(200)
  const intent = records.find((record) => record.kind === 'intent')
  const report = records.find((record) => record.kind === 'observation')
  if (intent?.kind !== 'intent' || report?.kind !== 'observation') throw new Error('no order')
  const { clientOrderId } = intent
  const observation = {
    ...report.observation,
    clientOrderId,
    status: 'working' as const,
    filledQuantity: dec('1000000') as Quantity,
  }
  return [intent, { kind: 'observation', observation }]
}

describe('REL-28: a start', () => {
  it('shows an old contradiction at its order, and does not halt for it a second time', async () => {
    const { projection, anomalies } = await startOver(contradictedOrder())
    expect(projection.orders.all()[0]?.note?.code).toBe('orders.moreFilled')
    expect(anomalies).toEqual([])
  })

  it("asks what became of a cancel of another client's order, whose reports it does not keep", async () => {
    const [, report] = contradictedOrder()
    if (report?.kind !== 'observation') throw new Error('no order')
    const { accountId, clientOrderId, observedAt } = report.observation
    const { projection, recovered } = await startOver([
      { kind: 'cancel', request: 'c-1', accountId, clientOrderId, at: observedAt },
    ])
    expect(recovered.open).toMatchObject([{ request: 'c-1', kind: 'cancel', clientOrderId }])

    const observation = { ...report.observation, filledQuantity: null }
    projection.apply({ fact: 'observed', observation })
    expect(projection.get(clientOrderId)?.pending).toMatchObject({ kind: 'cancel' })
  })

  it('stops checking an order that never reached the broker, once that is proved', async () => {
    const [intent] = contradictedOrder()
    if (intent?.kind !== 'intent') throw new Error('no order')
    const { clientOrderId, at: sentAt } = intent
    const { projection } = await startOver([intent])
    expect(projection.get(clientOrderId)).toMatchObject({ status: 'unknown', unconfirmed: true })

    projection.apply({
      fact: 'answer',
      clientOrderId,
      event: 'proved-absent',
      orderId: null,
      note: null,
      at: sentAt,
    })

    expect(projection.get(clientOrderId)?.status).toBe('not-placed')
    expect(projection.get(clientOrderId)?.unconfirmed).toBeUndefined()
  })

  it('holds no ticket in memory that the archive holds, and still sends none twice', async () => {
    const disk = new ArchivingDisk()
    const journal = createJournal(disk.port(), { maxLiveRecords: 500 })
    const projection = createProjection()
    const recovered = await journal.recover(projection)
    if (!recovered.ok) throw new Error(recovered.error.message)
    const gateway = new OrderTickets(projection)
    gateway.restore(recovered.value.tickets, recovered.value.archived)
    const history = new JournalHistory(3)
    for (const record of history.extend(4_000)) {
      await journal.append(record)
      const found = ticketOf({ v: 1, ...record } as JournalRecord)
      if (found !== null) gateway.set(found.ticket, found.entry)
    }
    await journal.close()
    const [first] = history.tickets
    if (first === undefined) throw new Error('no ticket')

    const next = await createJournal(disk.port()).recover(createProjection())
    expect(gateway.size).toBe(next.ok ? next.value.tickets.size : null)
    expect(gateway.size).toBeLessThan(history.tickets.length - 100)
    const place = vi.fn()
    expect(await gateway.run(first.ticket, first.draft, place)).toMatchObject({ outcome: 'denied' })
    expect(place).not.toHaveBeenCalled()
  })

  it('says that an order was sent whose ticket is older than the list of orders', async () => {
    const history = new JournalHistory(2)
    const { projection, recovered } = await startOver(history.extend(8_000))
    const shown = new Set<string>(projection.orders.all().map((order) => order.clientOrderId))
    const first = history.tickets.find(
      ({ ticket }) => ticket.startsWith('ticket-') && !shown.has(ticket.replace('ticket', 'order')),
    )
    if (first === undefined) throw new Error('every order is shown')
    const gateway = new OrderTickets(projection)
    gateway.restore(recovered.tickets, recovered.archived)
    expect(await gateway.outcome(first.ticket)).toEqual({
      outcome: 'denied',
      reasons: [{ code: 'orders.ticketOld' }],
    })
  })

  it('refuses a journal with a checkpoint that is not its first record', async () => {
    const history = new JournalHistory(3)
    const disk = new ArchivingDisk()
    const journal = createJournal(disk.port(), { maxLiveRecords: 20 })
    await journal.recover(createProjection())
    for (const record of history.extend(50)) await journal.append(record)
    await journal.close()
    const [checkpoint = '', ...rest] = disk.lines
    disk.lines = [...rest, checkpoint]
    expect(await createJournal(disk.port()).recover(createProjection())).toMatchObject({
      ok: false,
      error: { kind: 'damaged' },
    })
  })
})
