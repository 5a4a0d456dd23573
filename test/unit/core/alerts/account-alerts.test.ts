import { describe, expect, it } from 'vitest'
import type { AccountFigure } from '../../../../shared/domain/alerts/alert.js'
import type { AlertTerms } from '../../../../shared/domain/alerts/alert.schema.js'
import type { AccountId } from '../../../../shared/domain/ids.js'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../shared/domain/time.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { openAlerts, priceTerms, T0 } from './alert-fixture.js'
import { type FakeBroker, MAIN, money, OTHER } from './fake-broker.js'

const terms = (
  figure: AccountFigure,
  when: 'above' | 'below',
  amount: string,
  accountId: AccountId = MAIN,
): AlertTerms =>
  priceTerms('1', 'through', {
    condition: {
      kind: 'account',
      account: { accountId, name: '' },
      figure,
      when,
      amount: money(amount),
      currency: 'USD',
    },
  })

type OpenAlerts = Awaited<ReturnType<typeof openAlerts>>

/** Reports figures of an account and lets them be compared. */
async function report(
  desk: OpenAlerts,
  figures: Parameters<FakeBroker['setBalance']>[1],
  accountId: AccountId = MAIN,
): Promise<void> {
  desk.broker.setBalance(accountId, figures, desk.time.now())
  await desk.time.advance(SECOND_MS)
}

describe('an alert on an account', () => {
  it('fires when the day P&L falls to a loss, and names the account', async () => {
    const desk = await openAlerts()
    await report(desk, { dayPnl: money('-100') })
    await desk.create(terms('dayPnl', 'below', '-500'))
    await report(desk, { dayPnl: money('-499.99') })
    expect(desk.fired).toEqual([])
    await report(desk, { dayPnl: money('-620.50') })
    expect(desk.events()).toMatchObject([{ value: '-620.50', crossing: 'down', gap: null }])
    expect(inEnglish(desk.fired[0]?.summary ?? { code: '' })).toBe(
      'Day P&L of Individual Margin ···0048 fell to −$620.50',
    )
  })

  it('begins the day P&L of a new day at zero', async () => {
    const desk = await openAlerts()
    await report(desk, { dayPnl: money('-100') })
    await desk.create({ ...terms('dayPnl', 'below', '-500'), repeatMs: SECOND_MS })
    await report(desk, { dayPnl: money('-600') })
    // From a Friday to the next trading day.
    await desk.time.advance(72 * HOUR_MS)
    await report(desk, { dayPnl: money('-700') })
    expect(desk.events()).toMatchObject([{ value: '-600' }, { value: '-700' }])
  })

  it.each([
    ['netLiquidation', 'below', '9000', { netLiquidation: money('8999') }, '8999'],
    ['cash', 'below', '100', { totalCash: money('99') }, '99'],
    ['unrealizedPnl', 'above', '50', { unrealizedPnl: money('51') }, '51'],
    ['marginExcess', 'below', '1000', { maintenanceMargin: money('9500') }, '500'],
    ['marginCalls', 'above', '1', { openMarginCalls: ['call-1'] }, '1'],
  ] as const)('compares %s', async (figure, when, amount, figures, value) => {
    const desk = await openAlerts()
    await report(desk, { unrealizedPnl: money('0') })
    await desk.create(terms(figure, when, amount))
    await report(desk, { unrealizedPnl: money('0'), ...figures })
    expect(desk.events()).toMatchObject([{ value }])
  })

  it('reads other accounts only while an alert needs one', async () => {
    const desk = await openAlerts()
    await report(desk, {})
    const ownAlert = await desk.create(terms('cash', 'below', '100'))
    expect(desk.broker.watchers).toBe(0)
    const other = await desk.create(terms('cash', 'below', '100', OTHER))
    expect(desk.broker.watchers).toBe(1)
    expect(desk.alerts.get().alerts[1]?.hold).toMatchObject({ why: 'unknown' })
    await report(desk, {}, OTHER)
    await report(desk, { totalCash: money('50') }, OTHER)
    expect(desk.events()).toMatchObject([{ alertId: other.id, value: '50' }])
    expect(desk.broker.watchers).toBe(0)
    await desk.alerts.edit({ kind: 'remove', id: ownAlert.id })
  })

  it('is not evaluated while offline, and says so with the crossing that it finds', async () => {
    const desk = await openAlerts()
    await report(desk, {})
    await desk.create(terms('cash', 'below', '100'))
    const from = desk.exchangeNow()
    desk.broker.setState('api', 'down')
    await report(desk, { totalCash: money('50') })
    expect(desk.fired).toEqual([])
    expect(desk.alerts.get().alerts[0]?.hold).toEqual({ why: 'offline', from })
    await desk.time.advance(MINUTE_MS)
    desk.broker.setState('api', 'live')
    const gap = { why: 'offline', from, to: desk.exchangeNow() }
    expect(desk.events()).toMatchObject([{ value: '50', gap }])
  })

  it('is not evaluated by a balance that is not read any more', async () => {
    const desk = await openAlerts()
    await report(desk, {})
    await desk.create(terms('cash', 'below', '100'))
    await desk.time.advance(10 * MINUTE_MS)
    expect(desk.alerts.get().alerts[0]?.hold?.why).toBe('unknown')
  })

  it('finds after a restart what was passed while Countersign was closed', async () => {
    const first = await openAlerts()
    await report(first, {})
    await first.create(terms('cash', 'below', '100'))
    await first.time.advance(MINUTE_MS)
    const from = first.exchangeNow()
    await first.alerts.dispose()

    const second = await openAlerts({ file: first.file, startMs: T0 + HOUR_MS })
    expect(second.alerts.get().alerts[0]?.hold).toEqual({ why: 'closed', from })
    await report(second, { totalCash: money('50') })
    expect(second.events()).toMatchObject([{ value: '50', gap: { why: 'closed', from } }])
  })

  it('is refused for an unknown account and for a figure that is not reported', async () => {
    const desk = await openAlerts()
    await report(desk, { maintenanceMargin: null })
    for (const wrong of [
      terms('cash', 'below', '1', 'A9' as AccountId),
      terms('marginExcess', 'below', '1'),
    ]) {
      expect((await desk.alerts.edit({ kind: 'create', terms: wrong })).ok).toBe(false)
    }
  })
})
