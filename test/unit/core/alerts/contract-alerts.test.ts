import { describe, expect, it } from 'vitest'
import { asPrice, dec } from '../../../../shared/domain/decimal.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../shared/domain/time.js'
import { alertOutcome } from '../../../../shared/messages/alert-line.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { fakeDocument } from '../../../fakes/document.js'
import { openAlerts, priceTerms, T0 } from './alert-fixture.js'

/** From Friday until Monday. */
const WEEKEND_MS = 3 * DAY_MS

type Run = Awaited<ReturnType<typeof openAlerts>>

const noFacts = { split: () => Promise.resolve(null), lastDay: () => Promise.resolve(null) }
/** AAPL splits four for one on the Monday after the start of the tests. */
const split = {
  ...noFacts,
  split: (_name: string, day: string) =>
    Promise.resolve(day === '2026-11-23' ? { from: dec('1'), to: dec('4') } : null),
}
const lines = (run: Run): readonly string[] =>
  run.events().map((event) => inEnglish(alertOutcome(event)))

const SPLIT_LINE =
  'Paused: the stock split 4 for 1 on Nov 23, 2026, and this is in old prices: AAPL falls to 150.00 or below'

describe('an alert on a stock that splits', () => {
  it('does not fire by the adjustment after a night in which Countersign was closed', async () => {
    const file = fakeDocument()
    const first = await openAlerts({ file, contracts: split })
    first.quote({ last: '200' })
    await first.create(priceTerms('150', 'below'))
    await first.alerts.dispose()
    const next = await openAlerts({ file, startMs: T0 + WEEKEND_MS, contracts: split })
    next.quote({ last: '50' })
    await next.time.advance(1_000)
    expect(lines(next)).toEqual([SPLIT_LINE])
    expect(next.alerts.get().alerts[0]?.state).toBe('ended')
  })

  it('is paused on the day of the split while Countersign runs, before any price', async () => {
    const run = await openAlerts({ contracts: split })
    run.quote({ last: '200' })
    await run.create(priceTerms('150', 'below'))
    await run.time.advance(WEEKEND_MS)
    expect(lines(run)).toEqual([SPLIT_LINE])
    run.quote({ last: '50' })
    expect(run.events()).toHaveLength(1)
  })

  it('goes on in new prices once it was set again', async () => {
    const run = await openAlerts({ contracts: split })
    const { id } = await run.create(priceTerms('150', 'below'))
    await run.time.advance(WEEKEND_MS)
    await run.alerts.edit({ kind: 'change', id, terms: priceTerms('40', 'below') })
    run.quote({ last: '50' })
    run.quote({ last: '39' })
    await run.time.advance(WEEKEND_MS)
    expect(lines(run).slice(1)).toEqual(['AAPL fell to 39.00'])
  })

  it('fires once for a burst of prices while the split is read, and waits for no other alert', async () => {
    const answers: (() => void)[] = []
    const slow = {
      ...noFacts,
      split: () => new Promise<null>((resolve) => answers.push(() => resolve(null))),
    }
    const run = await openAlerts({ contracts: slow })
    run.quote({ last: '200' })
    await run.create({ ...priceTerms('250', 'above'), repeatMs: MINUTE_MS })
    await run.create({ ...priceTerms('150', 'below'), repeatMs: MINUTE_MS })
    await run.time.advance(WEEKEND_MS)
    // The first alert is being checked, the second waits behind it.
    expect(answers).toHaveLength(1)
    for (const last of ['149', '151', '148']) run.quote({ last })
    expect(run.events()).toEqual([])
    await run.time.advance(0)
    for (const answer of answers.slice(1)) answer()
    await run.time.advance(0)
    expect(lines(run)).toEqual(['AAPL fell to 149.00'])
  })

  it('fires without a delay where no split is known', async () => {
    const run = await openAlerts({ contracts: noFacts })
    await run.create(priceTerms('150', 'below'))
    run.quote({ last: '200' })
    run.quote({ last: '149' })
    expect(lines(run)).toEqual(['AAPL fell to 149.00'])
  })
})

describe('an alert on a contract that expires', () => {
  it.each([
    // The hours from Friday 11:00, by the exchange's clock, to the end of that day's last session.
    ['option', 'AAPL261120C00200000', 9],
    ['futures', 'ESX6', 6],
    ['event', 'KXRATE-26NOV20-T3', 13],
  ] as const)(
    'an alert on %s ends with the last session of its last day, with the day in the history',
    async (assetClass, name, hours) => {
      const lastDay = () => Promise.resolve('2026-11-20')
      const run = await openAlerts({ contracts: { ...noFacts, lastDay } })
      const terms = priceTerms('0.4', 'below')
      const instrument = { assetClass, symbol: symbol(name) }
      await run.create({
        ...terms,
        condition: { kind: 'price', instrument, when: 'below', price: asPrice(dec('0.4')) },
      })
      await run.time.advance(hours * HOUR_MS - 5 * MINUTE_MS)
      expect(run.events()).toEqual([])
      await run.time.advance(6 * MINUTE_MS)
      expect(lines(run)).toEqual([
        `The contract expired on Nov 20, 2026, so this alert ended: ${name} falls to 0.40 or below`,
      ])
    },
  )
})
