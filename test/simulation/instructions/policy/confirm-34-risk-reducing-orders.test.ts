import { describe, expect, it } from 'vitest'
import { evaluatePolicy } from '../../../../electron/core/instructions/policy/policy-engine.js'
import { asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { clientOrderId, symbol } from '../../../../shared/domain/ids.js'
import { SessionFixture, draft as byHand } from '../../../unit/core/session/session-fixture.js'
import { ASSISTANT, InstructionFixture } from '../harness/instruction-fixture.js'
import { orderRow, draft } from '../harness/fake-order-gateway.js'
import { foreign } from '../../../../shared/messages/make-message.js'
import { writtenOut } from '../../../harness/written-out.js'

const quote = {
  symbol: symbol('AAPL'),
  bid: asPrice(dec('187.40')),
  ask: asPrice(dec('187.50')),
  last: asPrice(dec('187.45')),
} as never
const position = {
  accountId: draft().accountId,
  symbol: symbol('AAPL'),
  assetClass: 'stock',
  quantity: asQuantity(dec('10')),
} as never
const sale = byHand({ side: 'sell', type: 'market', limitPrice: null })

describe("CONFIRM-34: the person's own risk-reducing orders", () => {
  it('are sent in unarmed production: cancels and closing orders, and nothing else', async () => {
    const fixture = new SessionFixture({ environment: 'production' })
    await fixture.start()
    fixture.session.trading.arm()
    const placed = await fixture.wait(
      fixture.session.orders.submit('ticket-1', byHand({ limitPrice: asPrice(dec('90')) })),
    )
    if (!placed.ok || placed.value.outcome !== 'acknowledged') throw new Error('not placed')
    const { clientOrderId: id, accountId } = placed.value.order
    const restarted = await fixture.restart()
    expect(restarted.trading.armed).toBe(false)
    expect(writtenOut(await fixture.wait(restarted.orders.submit('ticket-2', sale)))).toMatchObject(
      {
        value: { outcome: 'denied', reasons: [expect.stringMatching(/not-armed/) as string] },
      },
    )
    expect(
      await fixture.wait(
        restarted.orders.replace(accountId, id, { limitPrice: asPrice(dec('91')) }),
      ),
    ).toMatchObject({ value: { outcome: 'denied' } })
    expect(await fixture.wait(restarted.orders.close('ticket-3', sale))).toMatchObject({
      value: { outcome: 'acknowledged' },
    })
    const row = restarted.streams.orders.all().find((order) => order.clientOrderId === id)
    if (row?.status !== 'filled') {
      expect(await fixture.wait(restarted.orders.cancel(accountId, id))).toMatchObject({ ok: true })
    }
  })

  it('are sent while trading is halted', async () => {
    const fixture = new SessionFixture()
    await fixture.start()
    await fixture.session.trading.set('halted', foreign('the test'))
    expect(
      writtenOut(await fixture.wait(fixture.session.orders.submit('ticket-2', sale))),
    ).toMatchObject({
      value: { outcome: 'denied', reasons: [expect.stringMatching(/halted/) as string] },
    })
    expect(await fixture.wait(fixture.session.orders.close('ticket-3', sale))).toMatchObject({
      value: { outcome: 'acknowledged' },
    })
  })
})

describe("CONFIRM-34: an assistant's requests pass its policy, whatever their effect on risk", () => {
  async function createFixture(): Promise<InstructionFixture> {
    const fixture = new InstructionFixture()
    fixture.evaluatePolicy = evaluatePolicy
    fixture.facts = { quote, price: quote, position }
    return fixture.start()
  }
  const cancelOf = (fixture: InstructionFixture, key: string) =>
    fixture.service.intake.instruct(ASSISTANT, {
      key,
      reason: '',
      action: {
        kind: 'cancel',
        accountId: draft().accountId,
        clientOrderId: clientOrderId('own1'),
      },
    })

  it('a cancel needs approval, and gets no card when the policy forbids it', async () => {
    const fixture = await createFixture()
    fixture.gateway.setOrder(orderRow(draft(), 'own1'))
    expect(await cancelOf(fixture, 'k1')).toMatchObject({
      ok: true,
      value: [{ status: 'PENDING' }],
    })
    await fixture.advance(5_000)
    expect(fixture.gateway.changes).toEqual([])
    fixture.policy = { may: { place: true, replace: true, cancel: false } }
    await fixture.service.endings.withdraw('next')
    expect(await cancelOf(fixture, 'k2')).toMatchObject({
      ok: false,
      error: { code: 'not-allowed' },
    })
  })

  it('a closing sale needs approval, counts against the limits, and is refused in a halt', async () => {
    const fixture = await createFixture()
    const close = draft('187.50', '10', { side: 'sell' })
    expect(await fixture.request('k1', close)).toMatchObject({
      ok: true,
      value: [{ status: 'PENDING' }],
    })
    fixture.policy = { maxOrder: dec('1') as never }
    expect(await fixture.request('k2', draft('187.40', '10', { side: 'sell' }))).toMatchObject({
      ok: false,
      error: { code: 'over-limit' },
    })
    fixture.halt()
    expect(await fixture.request('k3', draft('187.30', '10', { side: 'sell' }))).toMatchObject({
      ok: false,
      error: { code: 'halted' },
    })
    expect(fixture.sent).toEqual([])
  })
})
