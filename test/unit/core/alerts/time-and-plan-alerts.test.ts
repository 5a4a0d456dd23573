import { describe, expect, it } from 'vitest'
import { decimalText, trim } from '../../../../shared/domain/decimal.js'
import { PERSON } from '../../../../shared/domain/drawings/drawings-view.js'
import { type Drawing } from '../../../../shared/domain/drawings/drawing.schema.js'
import { alertOutcome } from '../../../../shared/messages/alert-line.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { fakeDocument } from '../../../fakes/document.js'
import { openAlerts } from './alert-fixture.js'
import { drawingOf, drawingTerms, E0, KEY, LINE, MINUTE } from './drawing-fixture.js'

async function open(drawing: Drawing, options: Parameters<typeof openAlerts>[0] = {}) {
  const run = await openAlerts(options)
  await run.drawings.load()
  await run.drawings.edit(KEY, { kind: 'add', drawings: [drawing] }, PERSON)
  return run
}

const vertical = (minutes: number): Drawing => drawingOf('vertical', [[minutes, '100']])
const onTime = drawingTerms('vertical', { part: 'time', when: 'passes' })

describe('ALERT: an alert on a vertical line', () => {
  it('fires once when the exchange’s time passes the line, without any price', async () => {
    const run = await open(vertical(2))
    await run.create({ ...onTime, repeatMs: 60_000 })
    await run.time.advance(2 * MINUTE - 1_000)
    expect(run.events()).toHaveLength(0)
    await run.time.advance(2_000)
    expect(run.events()).toMatchObject([
      { what: 'fired', delay: 'current', valueTime: E0 + 2 * MINUTE, gap: null },
    ])
    const [event] = run.events()
    expect(event && inEnglish(alertOutcome(event))).toBe(
      'The time of the vertical line of AAPL passed',
    )
    await run.time.advance(2 * MINUTE)
    expect(run.events()).toHaveLength(1)
    expect(run.alerts.get().alerts[0]?.state).toBe('fired')
  })

  it('fires late after a time in which Countersign was closed, and says so', async () => {
    const [file, drawingsFile] = [fakeDocument(), fakeDocument()]
    const first = await open(vertical(5), { file, drawingsFile })
    await first.create(onTime)
    await first.alerts.dispose()
    await first.drawings.dispose()
    const startMs = first.time.now() + 10 * MINUTE
    const next = await openAlerts({ file, drawingsFile, startMs })
    await next.drawings.load()
    await next.time.advance(2_000)
    expect(next.events()).toMatchObject([
      { what: 'fired', delay: 'late', valueTime: E0 + 5 * MINUTE, gap: { why: 'closed' } },
    ])
  })

  it('follows the line, and ends with one that is moved to the past', async () => {
    const run = await open(vertical(2))
    await run.create(onTime)
    await run.drawings.edit(KEY, { kind: 'change', drawings: [vertical(4)] }, PERSON)
    await run.time.advance(3 * MINUTE)
    expect(run.events()).toHaveLength(0)
    await run.drawings.edit(KEY, { kind: 'change', drawings: [vertical(1)] }, PERSON)
    expect(run.events()).toMatchObject([{ what: 'ended', end: { why: 'line-ended' } }])
  })

  it('does not fire for a time that passed while the line was deleted', async () => {
    const run = await open(vertical(2))
    await run.create(onTime)
    await run.drawings.edit(KEY, { kind: 'remove', ids: [LINE] }, PERSON)
    await run.time.advance(3 * MINUTE)
    await run.drawings.edit(KEY, { kind: 'add', drawings: [vertical(2)] }, PERSON)
    await run.time.advance(2_000)
    expect(run.events().map((event) => event.what)).toEqual(['ended', 'ended'])
  })

  it('is refused for a time that is over', async () => {
    const run = await open(vertical(-1))
    const made = await run.alerts.edit({ kind: 'create', terms: onTime })
    expect(made.ok ? null : made.error.message.code).toBe('alerts.timeOver')
  })
})

const plan = drawingOf('long-position', [
  [0, '100'],
  [0, '110'],
  [0, '95'],
])

describe('ALERT: an alert on a planned position', () => {
  it('fires at entry, target and stop; a pause of one price hides no other', async () => {
    const run = await open(plan)
    await run.create(drawingTerms('long-position', { part: 'any' }, { repeatMs: 10 * MINUTE }))
    run.quote({ last: '102' })
    for (const last of ['100', '102', '100', '95', '110']) {
      run.quote({ last })
      await run.time.advance(10)
    }
    expect(
      run
        .events()
        .map(({ line, crossing }) => [
          line?.part,
          crossing,
          line === undefined ? null : decimalText(trim(line.price)),
        ]),
    ).toEqual([
      ['entry', 'down', '100'],
      ['stop', 'down', '95'],
      ['target', 'up', '110'],
    ])
  })

  it('fires at the one price that was chosen only', async () => {
    const run = await open(plan)
    await run.create(drawingTerms('long-position', { part: 'stop', when: 'below' }))
    for (const last of ['102', '100', '111', '95']) run.quote({ last })
    const [event, ...others] = run.events()
    expect(others).toEqual([])
    expect(event && inEnglish(alertOutcome(event))).toBe(
      'AAPL crossed below the stop of the long position at 95.00 (line at 95.00)',
    )
  })
})
