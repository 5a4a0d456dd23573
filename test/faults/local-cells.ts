import type { TradeOutcome } from '../../shared/domain/orders/trade-outcome.js'
import type { Result } from '../../shared/domain/result.js'
import { FaultFixture } from './order-cells.js'
import type { Cell, FaultOutcome } from './faults.js'

const MINUTE_MS = 60_000

/** Runs a cell in which this process ends, or ends in the middle of a write. */
export async function runKill(cell: Cell): Promise<FaultOutcome> {
  const fixture = new FaultFixture(cell)
  const { desk, wire } = fixture
  const session = await fixture.start(cell.operation)
  const before = desk.exchange.sent.length
  let isStruck = false
  wire.arm(cell.fault === 'torn-write' ? null : cell)
  wire.onStrike = () => {
    isStruck = true
  }
  void fixture.send(session, cell.operation)
  if (cell.fault === 'torn-write') {
    // The record is being written, and nothing has been sent.
    await desk.simulation.run(desk.simulation.now + 1_000, () => desk.disk.isFlushing)
  } else await desk.simulation.run(desk.simulation.now + MINUTE_MS, () => isStruck)
  if (cell.phase === 'effect' || cell.phase === 'response') await fixture.run(100)
  wire.arm(null)
  await desk.restart()
  await fixture.run(4 * MINUTE_MS)
  fixture.expectTruth(desk.session)
  if (cell.phase === 'connect' && desk.exchange.sent.length !== before) {
    throw new Error('the next start sent something')
  }
  return 'recovered'
}

/** Runs a cell of a disk that is full or does not answer, before or after the intent is written. */
export async function runDisk(cell: Cell): Promise<FaultOutcome> {
  const fixture = new FaultFixture(cell)
  const { desk, wire } = fixture
  const session = await fixture.start(cell.operation)
  const isFull = cell.fault === 'disk-full'
  const strike = (): void => {
    if (isFull) desk.disk.failing = true
    else desk.disk.delayMs = 4_000
  }
  if (cell.phase === 'connect') strike()
  else {
    wire.arm({ ...cell, fault: 'clock-jump', phase: 'sent' })
    wire.onStrike = strike
  }
  const reply = await desk.wait(fixture.send(session, cell.operation), MINUTE_MS)
  wire.arm(null)
  // The record of the outcome is still being written.
  await fixture.run(100)
  desk.disk.failing = false
  desk.disk.delayMs = 0
  await fixture.run(30_000)
  fixture.expectTruth(session)
  if (isFull && session.connection.view().trading !== 'halted') throw new Error('trading went on')
  return outcomeOf(reply)
}

/** Runs a change after this computer's clock was set back. */
export async function runClockJump(cell: Cell): Promise<FaultOutcome> {
  const fixture = new FaultFixture(cell)
  const session = await fixture.start(cell.operation)
  fixture.desk.sleptMs = -3_600_000
  await fixture.run(6_000)
  const reply = await fixture.desk.wait(fixture.send(session, cell.operation))
  await fixture.run(5_000)
  fixture.expectTruth(session)
  return outcomeOf(reply)
}

function outcomeOf(reply: Result<TradeOutcome, unknown>): FaultOutcome {
  if (!reply.ok) throw new Error('the session refused the request')
  if (reply.value.outcome === 'denied') return 'denied'
  if (reply.value.outcome === 'acknowledged') return 'fine'
  throw new Error(`unexpected outcome ${reply.value.outcome}`)
}
