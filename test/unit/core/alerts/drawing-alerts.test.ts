import { describe, expect, it } from 'vitest'
import { decimalText, trim } from '../../../../shared/domain/decimal.js'
import type { Drawing } from '../../../../shared/domain/drawings/drawing.schema.js'
import { PERSON } from '../../../../shared/domain/drawings/drawings-view.js'
import { fakeDocument } from '../../../fakes/document.js'
import { openAlerts } from './alert-fixture.js'
import { FakeBroker } from './fake-broker.js'
import {
  drawingOf,
  drawingTerms,
  E0,
  KEY,
  LINE,
  MINUTE,
  minuteBars,
  RISING,
} from './drawing-fixture.js'

type Run = Awaited<ReturnType<typeof openAlerts>>

async function open(drawing: Drawing | null, options: Parameters<typeof openAlerts>[0] = {}) {
  const broker = options.broker ?? new FakeBroker()
  const run = await openAlerts({ ...options, broker })
  broker.barsOf = minuteBars(() => run.exchangeNow())
  await run.drawings.load()
  if (drawing !== null) {
    await run.drawings.edit(KEY, { kind: 'add', drawings: [drawing] }, PERSON)
  }
  return run
}

const summary = ({ events }: Run) =>
  events().map(({ crossing, value, line, ...event }) => [
    event.what,
    crossing,
    value === null ? null : decimalText(trim(value)),
    line === undefined ? null : decimalText(trim(line.price)),
  ])

describe('ALERT: alerts on drawings', () => {
  it('fires when a price crosses a sloped line at the present bar', async () => {
    const run = await open(RISING)
    await run.create(drawingTerms('ray'))
    await run.time.advance(1)
    run.quote({ last: '102.99' })
    expect(run.events()).toHaveLength(0)
    run.quote({ last: '103.02' })
    expect(summary(run)).toEqual([['fired', 'up', '103.02', '103']])
    expect(run.alerts.get().alerts[0]?.state).toBe('fired')
  })

  it('fires by time alone: the line moves with each bar while the price stands still', async () => {
    const run = await open(RISING)
    await run.create(drawingTerms('ray', { when: 'below' }))
    await run.time.advance(1)
    run.quote({ last: '103.25' })
    await run.time.advance(2 * MINUTE)
    expect(run.events()).toHaveLength(0)
    await run.time.advance(MINUTE)
    expect(summary(run)).toEqual([['fired', 'down', '103.25', '103.3']])
    expect(run.events()[0]?.time).toBe(E0 + 3 * MINUTE)
    expect(run.events()[0]?.delay).toBe('current')
  })

  it('sets one timer for the next bar, and none without a line that moves', async () => {
    const level = await open(drawingOf('horizontal', [[0, '105']]))
    await level.create(drawingTerms('horizontal'))
    level.quote({ last: '104' })
    expect(level.broker.reads).toHaveLength(0)
    level.quote({ last: '105' })
    expect(summary(level)).toEqual([['fired', 'up', '105', '105']])
  })

  it('takes the side anew when the drawing is moved across the price', async () => {
    const run = await open(RISING)
    await run.create(drawingTerms('ray'))
    await run.time.advance(1)
    run.quote({ last: '102' })
    const above = drawingOf('ray', [
      [-30, '90'],
      [-10, '92'],
    ])
    await run.drawings.edit(KEY, { kind: 'change', drawings: [above] }, PERSON)
    run.quote({ last: '102.1' })
    expect(run.events()).toHaveLength(0)
    run.quote({ last: '92.9' })
    expect(summary(run)).toEqual([['fired', 'down', '92.9', '93']])
  })

  it('ends when the drawing is deleted, says by whom, and returns when that is undone', async () => {
    const run = await open(RISING)
    await run.create(drawingTerms('ray'))
    await run.time.advance(1)
    run.quote({ last: '102' })
    const assistant = { kind: 'assistant', name: 'Analyst' } as const
    await run.drawings.edit(KEY, { kind: 'remove', ids: [LINE] }, assistant)
    expect(run.alerts.get().alerts[0]?.state).toBe('ended')
    expect(run.events()[0]).toMatchObject({
      what: 'ended',
      end: { why: 'drawing-deleted', by: 'Analyst' },
    })
    run.quote({ last: '110' })
    await run.drawings.edit(KEY, { kind: 'add', drawings: [RISING] }, PERSON)
    expect(run.alerts.get().alerts[0]?.state).toBe('active')
    await run.time.advance(1)
    run.quote({ last: '110.1' })
    expect(run.events()).toHaveLength(1)
    run.quote({ last: '102' })
    expect(summary(run).at(-1)).toEqual(['fired', 'down', '102', '103'])
  })

  it('goes on for a hidden drawing, and says that, and who moved it', async () => {
    const run = await open(RISING)
    await run.create(drawingTerms('ray'))
    const hidden = { ...RISING, hidden: true }
    await run.drawings.edit(KEY, { kind: 'change', drawings: [hidden] }, PERSON)
    expect(run.alerts.get().alerts[0]?.drawn).toEqual({ hidden: true, movedBy: null })
    const moved = {
      ...hidden,
      anchors: drawingOf('ray', [
        [-30, '90'],
        [-10, '92'],
      ]).anchors,
    }
    const assistant = { kind: 'assistant', name: 'Analyst' } as const
    await run.drawings.edit(KEY, { kind: 'change', drawings: [moved] }, assistant)
    expect(run.alerts.get().alerts[0]?.drawn).toEqual({ hidden: true, movedBy: 'Analyst' })
  })

  it('finds a crossing of the time in which Countersign was closed, at the bar of it', async () => {
    const [file, drawingsFile] = [fakeDocument(), fakeDocument()]
    const first = await open(RISING, { file, drawingsFile })
    await first.create(drawingTerms('ray'))
    await first.time.advance(1)
    first.quote({ last: '102' })
    await first.alerts.dispose()
    await first.drawings.dispose()
    const broker = new FakeBroker()
    const startMs = first.time.now() + 10 * MINUTE
    const next = await openAlerts({ file, drawingsFile, broker, startMs })
    // Above the line only in the fifth minute, and below it refused afterwards.
    broker.barsOf = minuteBars(
      () => next.exchangeNow(),
      (minute) => (minute === 5 ? '110' : '102'),
    )
    await next.time.advance(1)
    next.quote({ last: '102' })
    await next.time.advance(1)
    next.quote({ last: '102' })
    expect(summary(next)).toEqual([['fired', 'up', '110', '103.5']])
    expect(next.events()[0]?.gap?.why).toBe('closed')
    expect(next.events()[0]?.valueTime).toBe(E0 + 6 * MINUTE)
  })

  it('evaluates after a time offline what was missed', async () => {
    const run = await open(RISING)
    await run.create(drawingTerms('ray'))
    await run.time.advance(1)
    run.quote({ last: '102' })
    run.market.setState('down')
    run.broker.barsOf = minuteBars(
      () => run.exchangeNow(),
      (minute) => (minute >= 2 ? '120' : '102'),
    )
    await run.time.advance(5 * MINUTE)
    expect(run.events()).toHaveLength(0)
    run.market.setState('live')
    run.quote({ last: '120' })
    await run.time.advance(1)
    expect(summary(run)).toEqual([['fired', 'up', '120', '103.2']])
    expect(run.events()[0]?.gap?.why).toBe('offline')
  })

  it('ends with its line, and refuses a line that has ended', async () => {
    const run = await open(
      drawingOf('trend-line', [
        [-30, '100'],
        [2, '103.2'],
      ]),
    )
    await run.create(drawingTerms('trend-line'))
    await run.time.advance(1)
    run.quote({ last: '102' })
    await run.time.advance(3 * MINUTE)
    expect(run.events()[0]).toMatchObject({ what: 'ended', end: { why: 'line-ended', by: null } })
    const refused = await run.alerts.edit({ kind: 'create', terms: drawingTerms('trend-line') })
    expect(refused.ok ? null : refused.error.message.code).toBe('alerts.lineEndedExtend')
    await run.create(drawingTerms('trend-line', { extended: true }))
    await run.time.advance(1)
    run.quote({ last: '104' })
    expect(summary(run).at(-1)).toEqual(['fired', 'up', '104', '103.3'])
  })

  it('enters and leaves the area of a channel, also in one step', async () => {
    const channel = drawingOf('channel', [
      [-30, '100'],
      [60, '100'],
      [-30, '110'],
    ])
    const run = await open(channel)
    const repeat = { repeatMs: 1 }
    await run.create(drawingTerms('channel', { part: 'area', when: 'enters' }, repeat))
    await run.create(drawingTerms('channel', { part: 'area', when: 'leaves' }, repeat))
    await run.time.advance(1)
    for (const last of ['95', '100', '105', '110', '110.01', '95']) {
      run.quote({ last })
      await run.time.advance(10)
    }
    expect(summary(run)).toEqual([
      ['fired', 'up', '100', '100'],
      ['fired', 'up', '110.01', '110'],
      ['fired', 'down', '95', '110'],
      ['fired', 'down', '95', '100'],
    ])
  })

  it('fires at any level of a retracement, at the one that was passed last', async () => {
    const run = await open(
      drawingOf('fib-retracement', [
        [-30, '100'],
        [-10, '200'],
      ]),
    )
    await run.create(drawingTerms('fib-retracement', { part: 'any' }))
    run.quote({ last: '170' })
    run.quote({ last: '149' })
    expect(summary(run)).toEqual([['fired', 'down', '149', '150']])
    expect(run.events()[0]?.line?.part).toBe('level')
  })

  it('refuses a kind without a price, and a part that the drawing does not have', async () => {
    const run = await open(drawingOf('text', [[0, '100']], { text: 'note' }))
    const note = await run.alerts.edit({ kind: 'create', terms: drawingTerms('text') })
    expect(note.ok ? null : note.error.message.code).toBe('alerts.drawingKind')
    await run.drawings.edit(KEY, { kind: 'remove', ids: [LINE] }, PERSON)
    const gone = await run.alerts.edit({ kind: 'create', terms: drawingTerms('ray') })
    expect(gone.ok ? null : gone.error.message.code).toBe('alerts.drawingGone')
    await run.drawings.edit(KEY, { kind: 'add', drawings: [RISING] }, PERSON)
    const part = await run.alerts.edit({
      kind: 'create',
      terms: drawingTerms('ray', { part: 'upper' }),
    })
    expect(part.ok ? null : part.error.message.code).toBe('alerts.drawingPart')
  })
})
