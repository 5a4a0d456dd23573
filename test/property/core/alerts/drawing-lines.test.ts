import { MIN_REPEAT_MS } from '../../../../shared/domain/alerts/alert.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PERSON } from '../../../../shared/domain/drawings/drawings-view.js'
import { fakeDocument } from '../../../fakes/document.js'
import { openAlerts } from '../../../unit/core/alerts/alert-fixture.js'
import {
  drawingOf,
  drawingTerms,
  KEY,
  MINUTE,
  minuteBars,
} from '../../../unit/core/alerts/drawing-fixture.js'
import { FakeBroker } from '../../../unit/core/alerts/fake-broker.js'

/** What happens next: minutes pass, then a price arrives, the line is moved, or a restart. */
type Step =
  | { readonly kind: 'price'; readonly minutes: number; readonly cents: number }
  | { readonly kind: 'move'; readonly offset: number }
  | { readonly kind: 'restart' }

const START = 10_000
const text = (cents: number): string =>
  `${Math.floor(cents / 100)}.${`${cents % 100}`.padStart(2, '0')}`

/** A ray through whole cents each minute: its price in cents at minute 0, and its rise a minute. */
const rayOf = (offset: number, slope: number) =>
  drawingOf('ray', [
    [-40, text(offset - 40 * slope)],
    [-20, text(offset - 20 * slope)],
  ])

/** The crossings by their definition: after every minute, and at every price. */
function expectedFirings(first: number, slope: number, steps: readonly Step[]): readonly number[] {
  let [minute, price, offset] = [0, first, START]
  let side = Math.sign(first - START)
  const fired: number[] = []
  const compare = (): void => {
    const next = Math.sign(price - (offset + slope * minute))
    if ((side === -1 && next >= 0) || (side === 1 && next <= 0)) fired.push(minute)
    side = next
  }
  for (const step of steps) {
    if (step.kind === 'restart') continue
    if (step.kind === 'move') {
      offset = step.offset
      side = Math.sign(price - (offset + slope * minute))
      continue
    }
    for (let passed = 0; passed < step.minutes; passed += 1) {
      minute += 1
      compare()
    }
    price = step.cents
    compare()
  }
  return fired
}

/** Runs the steps and returns the minutes in which the alert fired. */
async function run(first: number, slope: number, steps: readonly Step[]) {
  const [file, drawingsFile] = [fakeDocument(), fakeDocument()]
  const start = async (startMs?: number) => {
    const broker = new FakeBroker()
    const opened = await openAlerts({
      file,
      drawingsFile,
      broker,
      ...(startMs === undefined ? {} : { startMs }),
    })
    broker.barsOf = minuteBars(() => opened.exchangeNow())
    await opened.drawings.load()
    await opened.time.advance(1)
    return opened
  }
  let desk = await start()
  await desk.drawings.edit(KEY, { kind: 'add', drawings: [rayOf(START, slope)] }, PERSON)
  await desk.create(drawingTerms('ray', {}, { repeatMs: MIN_REPEAT_MS }))
  await desk.time.advance(2)
  const began = desk.exchangeNow()
  const minuteOf = (time: number): number => Math.floor((time - began + 1_000) / MINUTE)
  const fired: number[] = []
  const collect = (): void => {
    for (const { time } of desk.events().slice(seen)) fired.push(minuteOf(time))
    seen = desk.events().length
  }
  let [seen, price] = [0, first]
  desk.quote({ last: text(first) })
  for (const step of steps) {
    if (step.kind === 'move') {
      const drawings = [rayOf(step.offset, slope)]
      await desk.drawings.edit(KEY, { kind: 'change', drawings }, PERSON)
    } else if (step.kind === 'restart') {
      collect()
      await desk.alerts.dispose()
      await desk.drawings.dispose()
      desk = await start(desk.time.now())
      seen = 0
      desk.quote({ last: text(price) })
      await desk.time.advance(1)
    } else {
      await desk.time.advance(step.minutes * MINUTE)
      price = step.cents
      desk.quote({ last: text(price) })
    }
    // A pause of the alert would hide the next crossing of this moment.
    await desk.time.advance(MIN_REPEAT_MS + 1)
  }
  collect()
  await desk.alerts.dispose()
  return fired
}

test('ALERT: a line that moves with time, is moved or goes through a restart fires as defined', async () => {
  const cents = fc.integer({ min: START - 12, max: START + 12 })
  const step: fc.Arbitrary<Step> = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('price' as const),
        minutes: fc.integer({ min: 0, max: 3 }),
        cents,
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('move' as const), offset: cents }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
  )
  await fc.assert(
    fc.asyncProperty(
      cents,
      fc.integer({ min: -2, max: 2 }),
      fc.array(step, { minLength: 1, maxLength: 15 }),
      async (first, slope, steps) => {
        expect(await run(first, slope, steps)).toEqual(expectedFirings(first, slope, steps))
      },
    ),
    { numRuns: 40 },
  )
})
