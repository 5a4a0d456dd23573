import { describe, expect, it } from 'vitest'
import { judgePolicy } from '../../../electron/core/instructions/judge.js'
import { asMoney, asPrice, asQuantity, dec } from '../../../shared/domain/decimal.js'
import type { Amendment } from '../../../shared/domain/instruction.js'
import { DeskWorld, draft, RICH } from './desk-world.js'

const amend = async (at: DeskWorld, amendment: Amendment): Promise<string> => {
  const done = await at.desk.amend(at.card().id, at.card().digest, amendment)
  return done.ok ? 'ok' : done.error.code
}
const seven = { quantity: asQuantity(dec('7')) }

describe('rule 25: a counter-offer: the person changes size or price before they approve', () => {
  it('brings a new preview, a new digest and the whole disarmed time; what was changed is kept as data', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    const before = at.decision()
    at.door.price = ({ size }) =>
      size.kind === 'quantity' && `${size.quantity as unknown as string}` === '7'
        ? '1309.00'
        : '1875.00'
    expect(await amend(at, { ...seven, limitPrice: asPrice(dec('187')) })).toBe('ok')
    expect(at.door.previews.at(-1)).toMatchObject({
      size: { quantity: seven.quantity },
      limitPrice: asPrice(dec('187')),
    })
    expect(at.card()).toMatchObject({
      amended: true,
      line: 'BUY 7 AAPL, limit 187.00, day',
      moved: null,
    })
    expect(at.card().compare.map(({ id, before: old, value }) => [id, old, value])).toEqual([
      ['edit-quantity', '10', '7'],
      ['edit-limitPrice', '187.5', '187'],
    ])
    expect(at.card().digest).not.toBe(before.digest)
    expect((await at.desk.decide(before)).ok).toBe(false)
    await at.look()
    expect(at.card().arming.armsInMs).toBe(1_500)
    await at.pass(1_500)
    expect(await at.approve()).toBe('ok')
    expect(at.sent[0]?.draft).toMatchObject({
      size: { quantity: seven.quantity },
      limitPrice: asPrice(dec('187')),
    })
    expect(at.only()).toMatchObject({
      amendment: { quantity: seven.quantity, limitPrice: asPrice(dec('187')) },
      action: { draft: draft() },
    })
    expect(at.kinds('amended')).toHaveLength(1)
    await at.restart()
    expect(at.only().amendment).toEqual({
      quantity: seven.quantity,
      limitPrice: asPrice(dec('187')),
    })
  })

  it('back to what was asked is no change', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    await amend(at, seven)
    await amend(at, { quantity: asQuantity(dec('10.0')) })
    expect(at.card()).toMatchObject({ amended: false, compare: [] })
    expect(at.only().amendment).toBeNull()
  })

  it.each([
    ['nothing', { quantity: asQuantity(dec('0')) }],
    ['less than nothing', { limitPrice: asPrice(dec('-1')) }],
    ['an amount of an order by number', { amount: asMoney(dec('5')) }],
    ['a stop it does not have', { stopPrice: asPrice(dec('5')) }],
  ] as const)('refuses %s', async (_what, amendment) => {
    const at = await new DeskWorld().start()
    await at.ready()
    const { digest } = at.card()
    expect(await amend(at, amendment)).toBe('instruction/refused')
    expect(at.card().digest).toBe(digest)
    expect(await at.approve()).toBe('ok')
  })

  it('more than the assistant may is told, and the card stays as it was', async () => {
    const at = await new DeskWorld().start()
    at.judge = judgePolicy
    at.facts = { balance: RICH }
    await at.ready()
    expect(await amend(at, { quantity: asQuantity(dec('900')) })).toBe('instruction/refused')
    expect(at.card()).toMatchObject({ amended: false, state: 'open' })
    expect(await at.approve()).toBe('ok')
  })

  it('of something older than is shown is refused', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    const { id, digest } = at.card()
    at.cost = '1880.00'
    await at.desk.requote(id)
    expect(await at.desk.amend(id, digest, seven)).toMatchObject({
      ok: false,
      error: { code: 'instruction/changed' },
    })
  })

  it('while it is being written down nothing can be decided', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    let go = (): void => undefined
    at.disk = () =>
      new Promise((resolve) => {
        go = resolve
      })
    const done = amend(at, seven)
    await at.pass(1_000)
    at.disk = null
    expect(await at.approve()).toBe('instruction/changed')
    expect(await amend(at, { quantity: asQuantity(dec('8')) })).toBe('instruction/changed')
    go()
    await at.pass(10)
    expect(await done).toBe('ok')
    expect(at.sent).toEqual([])
  })

  it.each(['store', 'audit'] as const)(
    'that cannot be written down (%s) changes nothing, and the card can still be decided',
    async (which) => {
      const at = await new DeskWorld().start()
      await at.ready()
      if (which === 'store') at.storeFails = true
      else at.auditFails = 'amended'
      expect(await amend(at, seven)).toBe('storage/failed')
      expect(at.card().amended).toBe(false)
      at.storeFails = false
      at.auditFails = null
      await at.look(3_400)
      expect(await at.approve()).toBe('ok')
      expect(at.sent[0]?.draft).toEqual(draft())
    },
  )
})
