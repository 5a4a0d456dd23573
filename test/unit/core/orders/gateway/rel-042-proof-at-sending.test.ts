import { describe, expect, test } from 'vitest'
import { message } from '../../../../../shared/messages/make-message.js'
import { writtenOut } from '../../../../harness/written-out.js'
import { ACCOUNT, draft } from '../../session/session-fixture.js'
import { GatewayFixture, limit, price, quantity, size } from './gateway-fixture.js'

const sale = (count: string) => limit('100', { side: 'sell', ...size(count) })

/** A fixture in which the first order waits a second for its quote. */
function slowQuote(): GatewayFixture {
  const desk = new GatewayFixture().started()
  let isFirst = true
  desk.beforeQuote = async () => {
    if (!isFirst) return
    isFirst = false
    await new Promise<void>((resolve) => {
      desk.simulation.timers().after(1_000, resolve)
    })
  }
  return desk
}

describe('REL-42: a close that waits for its quote', () => {
  test('is not sent once an ordinary sale of the same shares was sent meanwhile', async () => {
    const desk = slowQuote()
    const close = desk.close('close', sale('10'))
    const sold = await desk.wait(desk.service.submit('sale', sale('10')))
    expect(sold).toMatchObject({ outcome: 'acknowledged' })
    expect(writtenOut(await desk.wait(close))).toEqual({
      outcome: 'denied',
      reasons: ['Only 0 of AAPL can still be closed (not-closing)'],
    })
    expect(desk.sent).toHaveLength(1)
  })

  test('is sent for what the ordinary sale leaves', async () => {
    const desk = slowQuote()
    const close = desk.close('close', sale('6'))
    await desk.wait(desk.service.submit('sale', sale('4')))
    expect(await desk.wait(close)).toMatchObject({ outcome: 'acknowledged' })
  })

  test('may be tried again under the same ticket when its proof did not hold', async () => {
    const desk = slowQuote()
    const close = desk.close('close', sale('10'))
    await desk.wait(desk.service.submit('sale', sale('10')))
    await desk.wait(close)
    expect(await desk.wait(desk.close('close', sale('10'), '20'))).toMatchObject({
      outcome: 'acknowledged',
    })
  })
})

describe('REL-42: an ordinary sale beside a close', () => {
  test('is not sent when it was requested before the close was sent', async () => {
    const desk = slowQuote()
    const sold = desk.service.submit('sale', sale('10'))
    expect(await desk.wait(desk.close('close', sale('10')))).toMatchObject({
      outcome: 'acknowledged',
    })
    expect(writtenOut(await desk.wait(sold))).toEqual({
      outcome: 'denied',
      reasons: [
        expect.stringMatching(/^An order that closes the position in AAPL .*\(closing-sent\)$/),
      ],
    })
    expect(desk.sent).toHaveLength(1)
  })

  test('is sent when it was requested after the close was answered', async () => {
    const desk = new GatewayFixture().started()
    await desk.wait(desk.close('close', sale('10')))
    await desk.pass(2_000)
    expect(await desk.wait(desk.service.submit('sale', sale('10')))).toMatchObject({
      outcome: 'acknowledged',
    })
  })
})

describe('REL-42: an order that waits to leave', () => {
  test('is not sent once the session may not trade any more', async () => {
    const desk = new GatewayFixture().started()
    let isArmed = true
    desk.service.setSessionBlock(() =>
      isArmed ? null : { code: 'not-armed', message: message('risk.notArmed') },
    )
    desk.beforeLeaving = async () => {
      isArmed = false
    }
    expect(writtenOut(await desk.wait(desk.service.submit('t1', draft())))).toMatchObject({
      outcome: 'denied',
      reasons: [expect.stringContaining('(not-armed)')],
    })
    expect(desk.sent).toEqual([])
  })

  test('is not sent at the market once its quote has become too old', async () => {
    const desk = new GatewayFixture({ limits: { staleQuoteMs: 5_000 } }).started()
    desk.beforeLeaving = () =>
      new Promise((resolve) => {
        desk.simulation.timers().after(6_000, resolve)
      })
    const market = draft({ type: 'market', limitPrice: null })
    expect(writtenOut(await desk.wait(desk.service.submit('t1', market)))).toMatchObject({
      reasons: [expect.stringContaining('(stale-quote)')],
    })
    expect(desk.sent).toEqual([])
  })
})

describe('REL-42: a change that waits', () => {
  test('is not sent once more has filled than it would leave', async () => {
    const desk = new GatewayFixture().started()
    const order = await desk.working()
    desk.beforeLeaving = async () =>
      desk.show(order.clientOrderId, {
        status: 'partially-filled',
        filledQuantity: quantity('6'),
        averageFillPrice: price('99.50'),
      })
    const change = { quantity: quantity('5') }
    expect(
      writtenOut(await desk.wait(desk.service.replace(ACCOUNT, order.clientOrderId, change))),
    ).toMatchObject({ value: { outcome: 'denied' } })
    expect(desk.sent).toEqual([])
  })

  test('is not sent once a cancel of the same order is on its way', async () => {
    const desk = new GatewayFixture().started()
    const order = await desk.working()
    desk.beforeQuote = async () => {
      desk.answer = () => new Promise(() => undefined)
      void desk.service.cancel(ACCOUNT, order.clientOrderId)
      await desk.pass(10)
    }
    const change = { limitPrice: price('99') }
    await desk.wait(desk.service.replace(ACCOUNT, order.clientOrderId, change))
    expect(desk.sent.map(({ kind }) => kind)).toEqual(['cancel'])
  })
})

describe('REL-30: a port that throws', () => {
  test('leaves the outcome unknown, and its cause in the log', async () => {
    const desk = new GatewayFixture().started()
    desk.answer = async () => {
      throw new TypeError('cannot read a field')
    }
    expect(await desk.wait(desk.service.submit('t1', draft()))).toMatchObject({
      outcome: 'unknown',
    })
    expect(desk.logged).toContainEqual([
      'error',
      'order.port-threw',
      expect.objectContaining({ error: 'TypeError: cannot read a field' }),
    ])
  })
})
