import { describe, expect, it } from 'vitest'
import { judgePolicy } from '../../../electron/core/instructions/judge.js'
import { asPrice, asQuantity, dec } from '../../../shared/domain/decimal.js'
import { clientOrderId, symbol } from '../../../shared/domain/ids.js'
import { DeskRig, draft as byHand } from '../../unit/core/desk-rig.js'
import { ASSISTANT, DeskWorld, draft } from './desk-world.js'
import { orderRow } from './fake-door.js'

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

describe('rule 34: the person’s own way to less risk needs no arming', () => {
  it('in production that was not armed, a cancel and a closing order leave, and nothing else does', async () => {
    const rig = new DeskRig({ environment: 'production' })
    await rig.up()
    rig.session.arm()
    const placed = await rig.wait(
      rig.session.submit('ticket-1', byHand({ limitPrice: asPrice(dec('90')) })),
    )
    if (!placed.ok || placed.value.outcome !== 'acknowledged') throw new Error('not placed')
    const { clientOrderId: id, accountId } = placed.value.order
    const again = await rig.restart()
    expect(again.armed).toBe(false)
    expect(await rig.wait(again.submit('ticket-2', sale))).toMatchObject({
      value: { outcome: 'denied', reasons: [expect.stringMatching(/not-armed/) as string] },
    })
    expect(
      await rig.wait(again.replace(accountId, id, { limitPrice: asPrice(dec('91')) })),
    ).toMatchObject({ value: { outcome: 'denied' } })
    expect(await rig.wait(again.close('ticket-3', sale))).toMatchObject({
      value: { outcome: 'acknowledged' },
    })
    const row = again.streams.orders.all().find((order) => order.clientOrderId === id)
    if (row?.status !== 'filled') {
      expect(await rig.wait(again.cancel(accountId, id))).toMatchObject({ ok: true })
    }
  })

  it('and both pass while trading is halted', async () => {
    const rig = new DeskRig()
    await rig.up()
    await rig.session.setTrading('halted', 'the test')
    expect(await rig.wait(rig.session.submit('ticket-2', sale))).toMatchObject({
      value: { outcome: 'denied', reasons: [expect.stringMatching(/halted/) as string] },
    })
    expect(await rig.wait(rig.session.close('ticket-3', sale))).toMatchObject({
      value: { outcome: 'acknowledged' },
    })
  })
})

describe('rule 34: what an assistant wants goes through its policy, whatever it does to risk', () => {
  async function desk(): Promise<DeskWorld> {
    const at = new DeskWorld()
    at.judge = judgePolicy
    at.facts = { quote, price: quote, position }
    return at.start()
  }
  const cancelOf = (at: DeskWorld, key: string) =>
    at.desk.instruct(ASSISTANT, {
      key,
      reason: '',
      action: {
        kind: 'cancel',
        accountId: draft().accountId,
        clientOrderId: clientOrderId('own1'),
      },
    })

  it('a cancel waits for the person, and one that its policy does not allow makes no card', async () => {
    const at = await desk()
    at.door.row(orderRow(draft(), 'own1'))
    expect(await cancelOf(at, 'k1')).toMatchObject({ ok: true, value: [{ status: 'PENDING' }] })
    await at.pass(5_000)
    expect(at.door.changes).toEqual([])
    at.policy = { may: { place: true, replace: true, cancel: false } }
    await at.desk.withdraw('next')
    expect(await cancelOf(at, 'k2')).toMatchObject({ ok: false, error: { code: 'not-allowed' } })
  })

  it('a sale that closes what is held waits for the person, counts against its limits, and is refused in a halt', async () => {
    const at = await desk()
    const close = draft('187.50', '10', { side: 'sell' })
    expect(await at.ask('k1', close)).toMatchObject({ ok: true, value: [{ status: 'PENDING' }] })
    at.policy = { maxOrder: dec('1') as never }
    expect(await at.ask('k2', draft('187.40', '10', { side: 'sell' }))).toMatchObject({
      ok: false,
      error: { code: 'over-limit' },
    })
    at.halt()
    expect(await at.ask('k3', draft('187.30', '10', { side: 'sell' }))).toMatchObject({
      ok: false,
      error: { code: 'halted' },
    })
    expect(at.sent).toEqual([])
  })
})
