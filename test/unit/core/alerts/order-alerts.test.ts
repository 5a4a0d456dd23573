import { describe, expect, it } from 'vitest'
import type { AlertTerms } from '../../../../shared/domain/alerts/alert.schema.js'
import { type OrderAlertEvent, ORDER_ALERT_EVENTS } from '../../../../shared/domain/alerts/alert.js'
import { asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import type { TradingSymbol } from '../../../../shared/domain/ids.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import type { OrderTerms } from '../../../../shared/domain/orders/order-terms.js'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../shared/domain/time.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { message } from '../../../../shared/messages/make-message.js'
import { openAlerts, priceTerms, T0 } from './alert-fixture.js'
import { MAIN, OTHER } from './fake-broker.js'

const terms = (
  events: readonly OrderAlertEvent[] = ORDER_ALERT_EVENTS,
  part: Partial<Extract<AlertTerms['condition'], { readonly kind: 'order' }>> = {},
): AlertTerms =>
  priceTerms('1', 'through', {
    repeatMs: SECOND_MS,
    condition: { kind: 'order', events, account: null, symbol: null, ...part },
  })

const filled = (quantity: string): Partial<Order> => ({
  filledQuantity: asQuantity(dec(quantity)),
  averageFillPrice: asPrice(dec('187.20')),
})

const NO_TERMS: OrderTerms = {
  combo: null,
  strategy: null,
  legs: [],
  intent: null,
  legging: null,
  algo: null,
  outcome: null,
  tradeMode: null,
  expireDate: null,
}

const kinds = (desk: Awaited<ReturnType<typeof openAlerts>>) =>
  desk.events().map(({ order }) => order?.event)

describe('an alert on orders', () => {
  it('fires once per event, with the line of the order', async () => {
    const desk = await openAlerts()
    const now = () => desk.time.now()
    await desk.create(terms())
    desk.broker.report('1', {}, now())
    await desk.time.advance(SECOND_MS)
    desk.broker.report('1', { ...filled('4'), status: 'partially-filled' }, now())
    desk.broker.report('1', { ...filled('4'), status: 'partially-filled' }, now())
    desk.broker.report('1', { ...filled('10'), status: 'filled' }, now())
    desk.broker.report('1', { ...filled('10'), status: 'filled', fees: null }, now())
    expect(kinds(desk)).toEqual(['partially-filled', 'filled'])
    expect(desk.fired.map(({ summary }) => inEnglish(summary))).toEqual([
      'Partially filled: BUY 10 AAPL, limit 187.50; 4 of 10 filled at 187.20 (Individual Margin ···0048)',
      'Filled: BUY 10 AAPL, limit 187.50; 10 of 10 filled at 187.20 (Individual Margin ···0048)',
    ])
  })

  it('fires for the chosen events, account and instrument only', async () => {
    const desk = await openAlerts()
    await desk.create(terms(['filled'], { account: { accountId: OTHER, name: '' } }))
    await desk.create(terms(['filled'], { symbol: 'NVDA' as TradingSymbol }))
    await desk.create(terms(['rejected'], { account: { accountId: MAIN, name: '' } }))
    desk.broker.report('1', {}, desk.time.now())
    desk.broker.report('1', { ...filled('10'), status: 'filled' }, desk.time.now())
    desk.broker.report('2', {}, desk.time.now())
    desk.broker.report('2', { status: 'rejected' }, desk.time.now())
    expect(kinds(desk)).toEqual(['rejected'])
  })

  it('fires for a cancellation by the broker, and not for one that was requested here', async () => {
    const desk = await openAlerts()
    await desk.create(terms())
    const now = () => desk.time.now()
    const pending = { kind: 'cancel', state: 'sent', since: now() } as const
    for (const id of ['1', '2', '3']) desk.broker.report(id, {}, now())
    desk.broker.report('1', { pending }, now())
    // The request ended before the cancellation is reported.
    desk.broker.report('1', { pending: null }, now())
    desk.broker.report('1', { status: 'cancelled' }, now())
    desk.broker.report('2', { status: 'cancelled' }, now())
    desk.broker.report('3', { pending }, now())
    desk.broker.report('3', { pending: null, note: { code: 'orders.requestBroken' } }, now())
    desk.broker.report('3', { status: 'cancelled' }, now())
    expect(desk.events().map(({ order }) => order?.clientOrderId.at(-1))).toEqual(['2', '3'])
  })

  it('says which linked order filled, and which was canceled by that', async () => {
    const desk = await openAlerts()
    await desk.create(terms())
    const now = () => desk.time.now()
    const combo = (role: 'take-profit' | 'stop-loss'): Partial<Order> => ({
      side: 'sell',
      terms: { ...NO_TERMS, combo: { role, clientComboId: 'c', comboId: null } },
    })
    desk.broker.report('1', combo('take-profit'), now())
    desk.broker.report('2', combo('stop-loss'), now())
    desk.broker.report('2', { ...combo('stop-loss'), ...filled('10'), status: 'filled' }, now())
    const note = message('orders.filledInstead', {
      filled: 'stop-loss',
      quantity: dec('10'),
      price: dec('187.20'),
      canceled: 'take-profit',
    })
    desk.broker.report('1', { ...combo('take-profit'), note, status: 'cancelled' }, now())
    expect(desk.fired.map(({ summary }) => inEnglish(summary))).toEqual([
      'Stop loss filled: SELL 10 AAPL, limit 187.50; 10 of 10 filled at 187.20 (Individual Margin ···0048)',
      'Stop loss filled 10 at 187.20, take profit canceled: SELL 10 AAPL, limit 187.50 (Individual Margin ···0048)',
    ])
    await desk.alerts.dispose()
    const restarted = await openAlerts({ file: desk.file, broker: desk.broker })
    expect(restarted.alerts.get().history.map(({ order }) => order?.linked)).toEqual([
      { name: 'take-profit', instead: { filled: 'stop-loss', quantity: '10', price: '187.20' } },
      { name: 'stop-loss', instead: null },
    ])
  })

  it('names a cancellation after the end of the time in force an expiration', async () => {
    const desk = await openAlerts()
    await desk.create(terms())
    desk.broker.report('1', {}, desk.time.now())
    // The exchange's clock is an hour ahead: it is 11:00 there, and the close is at 16:00.
    await desk.time.advance(5 * HOUR_MS + MINUTE_MS)
    desk.broker.report('1', { status: 'cancelled' }, desk.time.now())
    expect(kinds(desk)).toEqual(['expired'])
  })

  it('fires after a restart for what happened while it was closed, once and with the gap', async () => {
    const first = await openAlerts()
    await first.create(terms())
    first.broker.report('1', {}, first.time.now())
    await first.time.advance(MINUTE_MS)
    const from = first.exchangeNow()
    await first.alerts.dispose()

    first.broker.areListsComplete = false
    const second = await openAlerts({
      file: first.file,
      broker: first.broker,
      startMs: T0 + HOUR_MS,
    })
    second.broker.report('1', { unconfirmed: true }, second.time.now())
    await second.time.advance(MINUTE_MS)
    expect(second.alerts.get().alerts[0]?.hold).toEqual({ why: 'closed', from })
    const end = { ...filled('10'), status: 'filled', unconfirmed: undefined } as const
    second.broker.report('1', end, second.time.now())
    second.broker.completeLists()
    expect(second.events()).toMatchObject([
      { order: { event: 'filled' }, gap: { why: 'closed', from, to: second.exchangeNow() } },
    ])
    expect(second.alerts.get().alerts[0]?.hold).toBeNull()
    await second.time.advance(MINUTE_MS)
    await second.alerts.dispose()

    const third = await openAlerts({
      file: first.file,
      broker: first.broker,
      startMs: T0 + 2 * HOUR_MS,
    })
    third.broker.report('1', end, third.time.now())
    expect(third.fired).toEqual([])
  })

  it('says of what is reported after a lost connection that it was not evaluated', async () => {
    const desk = await openAlerts()
    await desk.create(terms())
    desk.broker.report('1', {}, desk.time.now())
    const from = desk.exchangeNow()
    desk.broker.setState('events', 'down')
    await desk.time.advance(MINUTE_MS)
    desk.broker.setState('events', 'live')
    desk.broker.report('1', { ...filled('10'), status: 'filled' }, desk.time.now())
    expect(desk.events()).toMatchObject([{ gap: { why: 'offline', from } }])
    await desk.time.advance(MINUTE_MS)
    expect(desk.alerts.get().alerts[0]?.hold).toBeNull()
  })
})
