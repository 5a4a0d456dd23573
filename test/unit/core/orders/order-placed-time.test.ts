import { expect, test } from 'vitest'
import { asPrice, dec } from '../../../../shared/domain/decimal.js'
import { clientOrderId } from '../../../../shared/domain/ids.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { createProjection } from '../../../../electron/core/orders/order-projection.js'
import { JournalReplay } from '../../../../electron/core/orders/recovery.js'
import type { JournalRecord } from '../../../../electron/core/orders/journal/journal-record.js'
import { AAPL, SessionFixture, draft } from '../session/session-fixture.js'

const DAY_MS = 86_400_000

test("an order that was never sent has the exchange's time in the blotter, like all others", async () => {
  const desk = new SessionFixture()
  const session = await desk.start()
  desk.stream!.onQuote({
    symbol: AAPL,
    receivedAt: desk.simulation.wall(),
    last: asPrice(dec('100')),
    time: epochMs(desk.simulation.wall() - DAY_MS),
  })
  desk.disk.failing = true
  await desk.wait(session.orders.submit('ticket-0001', draft()))
  const [order] = session.streams.orders.all()
  expect(order?.status).toBe('not-placed')
  expect(Math.abs(order!.placedAt - (desk.simulation.wall() - DAY_MS))).toBeLessThan(5_000)
  expect(Math.abs(order!.updatedAt - desk.simulation.wall())).toBeLessThan(5_000)
})

function replayed(
  records: readonly JournalRecord[],
  projection: ReturnType<typeof createProjection>,
): void {
  const journalReplay = new JournalReplay()
  for (const record of records) journalReplay.apply(record)
  journalReplay.finish(projection)
}

test("the placed time is restored from the journal, else the journal record's time is used", () => {
  const id = clientOrderId('0123456789abcdef0123456789abcdef')
  const intent = {
    v: 1,
    kind: 'intent',
    ticket: 'ticket-0001',
    clientOrderId: id,
    draft: draft(),
    at: epochMs(2_000_000),
  } as const
  const projection = createProjection()
  replayed([{ ...intent, placedAt: epochMs(1_000_000) }], projection)
  expect(projection.get(id)).toMatchObject({ placedAt: 1_000_000, updatedAt: 2_000_000 })
  const older = createProjection()
  replayed([intent], older)
  expect(older.get(id)).toMatchObject({ placedAt: 2_000_000 })
})
