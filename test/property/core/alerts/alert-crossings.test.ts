import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openAlerts, priceTerms } from '../../../unit/core/alerts/alert-fixture.js'

const cents = (value: number): string =>
  `${Math.floor(value / 100)}.${`${value % 100}`.padStart(2, '0')}`

/** The crossings of a path, by its definition: one after another, without any state but a side. */
function expectedFirings(
  path: readonly number[],
  level: number,
  when: 'above' | 'below' | 'through',
): readonly number[] {
  const fired: number[] = []
  for (let index = 1; index < path.length; index += 1) {
    const price = path[index] ?? 0
    // Since the price last was at the level or passed it, it stayed on one side.
    const before = path.slice(0, index)
    const lastTouch = before.findLastIndex(
      (value, position) =>
        value === level ||
        (position > 0 &&
          Math.sign(value - level) !== Math.sign((before[position - 1] ?? 0) - level)),
    )
    const since = before.slice(Math.max(0, lastTouch)).filter((value) => value !== level)
    const wasBelow = since.some((value) => value < level)
    const wasAbove = since.some((value) => value > level)
    const isUp = wasBelow && !wasAbove && price >= level
    const isDown = wasAbove && !wasBelow && price <= level
    if ((isUp && when !== 'below') || (isDown && when !== 'above')) fired.push(index)
  }
  return fired
}

test('alerts fire exactly where a path reaches or passes their levels', async () => {
  const price = fc.integer({ min: 9_990, max: 10_010 })
  const alert = fc.record({
    level: price,
    when: fc.constantFrom('above' as const, 'below' as const, 'through' as const),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(price, { minLength: 2, maxLength: 30 }),
      fc.array(alert, { minLength: 1, maxLength: 6 }),
      async (path, alerts) => {
        const desk = await openAlerts()
        desk.quote({ last: cents(path[0] ?? 0) })
        const ids: string[] = []
        for (const { level, when } of alerts) {
          ids.push((await desk.create(priceTerms(cents(level), when, { repeatMs: 1_000 }))).id)
        }
        const fired = new Map<string, number[]>(ids.map((id) => [id, []]))
        for (const [index, value] of path.entries()) {
          if (index === 0) continue
          await desk.time.advance(1_500)
          const before = desk.fired.length
          desk.quote({ last: cents(value) })
          for (const { event } of desk.fired.slice(before)) fired.get(event.alertId)?.push(index)
        }
        for (const [position, { level, when }] of alerts.entries()) {
          expect(fired.get(ids[position] ?? '')).toEqual(expectedFirings(path, level, when))
        }
        await desk.alerts.dispose()
      },
    ),
    { numRuns: 60 },
  )
})
