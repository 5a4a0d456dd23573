import { expect, test } from 'vitest'
import { foreign } from '../../../../shared/messages/make-message.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { SessionFixture, draft } from './session-fixture.js'

const BY_HAND = foreign('by hand')
const RESUMED = foreign('resumed by hand')

const haltReasons = (desk: SessionFixture): readonly string[] =>
  desk.session.connection
    .view()
    .notices.filter(({ code }) => code === 'trading-halted')
    .map(({ detail }) => inEnglish(detail))

/** Sends nothing while halted. */
async function expectHalted(desk: SessionFixture): Promise<void> {
  const before = desk.exchange.sent.length
  expect(desk.session.connection.view().trading).toBe('halted')
  expect(await desk.wait(desk.session.orders.submit('ticket-halted', draft()))).toMatchObject({
    ok: true,
    value: { outcome: 'denied' },
  })
  expect(desk.exchange.sent).toHaveLength(before)
}

test('REL-36: a halt on a full disk is there after a restart, though the journal has no record', async () => {
  const desk = new SessionFixture()
  const session = await desk.start()
  await desk.wait(session.orders.submit('ticket-0001', draft()))
  desk.disk.failing = true
  await desk.wait(session.trading.set('halted', BY_HAND))
  desk.disk.failing = false
  await desk.restart()
  await expectHalted(desk)
  expect(haltReasons(desk)).toContain('by hand')
})

test('REL-36: a halt is there when the journal loses its last records', async () => {
  const desk = new SessionFixture()
  const session = await desk.start()
  await desk.wait(session.orders.submit('ticket-0001', draft()))
  const before = desk.disk.lines.length
  await desk.wait(session.trading.set('halted', BY_HAND))
  await desk.simulation.run(desk.simulation.now + 100)
  desk.disk.lines.splice(before)
  await desk.restart()
  await expectHalted(desk)
})

test('REL-36: a journal that is gone halts and says so, until the person resumes', async () => {
  const desk = new SessionFixture()
  const session = await desk.start()
  await desk.wait(session.orders.submit('ticket-0001', draft()))
  await desk.wait(session.connection.dispose())
  desk.disk.lines.length = 0
  await desk.restart()
  await expectHalted(desk)
  expect(haltReasons(desk).join(' ')).toContain('The order journal is missing or empty')
  await desk.wait(desk.session.trading.set('active', RESUMED))
  expect(desk.session.connection.view().trading).toBe('active')
  await desk.restart()
  expect(desk.session.connection.view().trading).toBe('active')
})

test('REL-36: a damaged journal record costs itself, never says "not sent", and halts until resumed', async () => {
  const ids: readonly string[] = ['ticket-0001', 'ticket-0002']
  const sample = new SessionFixture()
  const first = await sample.start()
  for (const id of ids) await sample.wait(first.orders.submit(id, draft()))
  for (const lost of sample.disk.lines.keys()) {
    const desk = new SessionFixture()
    const session = await desk.start()
    for (const id of ids) await desk.wait(session.orders.submit(id, draft()))
    await desk.wait(session.connection.dispose())
    const record = JSON.parse(desk.disk.lines[lost] ?? '{}') as { kind: string }
    desk.disk.damageRecord(lost)
    await desk.restart()
    await expectHalted(desk)
    expect(haltReasons(desk).join(' '), record.kind).toContain('orders.journal.damaged-1')
    // Every order is at the exchange: none may count as one that never reached it.
    await desk.simulation.run(desk.simulation.now + 30_000)
    const rows = desk.session.streams.orders.all()
    expect(rows.map(({ status }) => status)).not.toContain('not-placed')
    expect(rows.length, record.kind).toBeGreaterThanOrEqual(record.kind === 'intent' ? 1 : 2)
    // The halt outlives another start, where the journal itself has no damage any more.
    await desk.restart()
    await expectHalted(desk)
    await desk.wait(desk.session.trading.set('active', RESUMED))
    await desk.restart()
    expect(desk.session.connection.view().trading).toBe('active')
  }
})

test('REL-36: a first start without any file is active', async () => {
  const desk = new SessionFixture()
  await desk.start()
  expect(desk.session.connection.view().trading).toBe('active')
})

test('REL-36: a damaged record of the halt halts', async () => {
  const desk = new SessionFixture()
  await desk.start()
  desk.haltFile.content = '{"v":1,"halt":'
  await desk.restart()
  await expectHalted(desk)
  expect(haltReasons(desk).join(' ')).toContain('The record of the halt cannot be read')
})

test('REL-36: a halt whose end the disk does not take stays in effect', async () => {
  const desk = new SessionFixture()
  const session = await desk.start()
  await desk.wait(session.trading.set('halted', BY_HAND))
  desk.haltFile.failure = { kind: 'full', message: 'ENOSPC' }
  await desk.wait(session.trading.set('active', RESUMED))
  await expectHalted(desk)
})

test('REL-36: a halt that cannot be stored is shown, tried again, and known when quitting', async () => {
  const desk = new SessionFixture()
  const session = await desk.start()
  desk.haltFile.failure = { kind: 'full', message: 'ENOSPC' }
  await desk.wait(session.trading.set('halted', BY_HAND))
  await desk.simulation.run(desk.simulation.now + 100)
  const codes = (): readonly string[] =>
    desk.session.connection.view().notices.map(({ code }) => code)
  expect(codes()).toContain('halt-not-stored')
  expect(await desk.wait(session.trading.saveHalt())).toBe(false)
  desk.haltFile.failure = null
  await desk.simulation.run(desk.simulation.now + 5_000)
  expect(codes()).not.toContain('halt-not-stored')
  expect(await desk.wait(session.trading.saveHalt())).toBe(true)
  await desk.restart()
  await expectHalted(desk)
})
