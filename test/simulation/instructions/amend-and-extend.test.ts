import { describe, expect, it } from 'vitest'
import { judgePolicy } from '../../../electron/core/instructions/judge.js'
import { asMoney, asPrice, asQuantity, dec } from '../../../shared/domain/decimal.js'
import type { Amendment } from '../../../shared/domain/instruction.js'
import { epochMs } from '../../../shared/domain/time.js'
import { DeskWorld, draft, market, RICH } from './desk-world.js'

const amend = async (at: DeskWorld, amendment: Amendment): Promise<string> => {
  const done = await at.desk.amend(at.card().id, at.card().digest, amendment)
  return done.ok ? 'ok' : done.error.code
}
const seven = { quantity: asQuantity(dec('7')) }

describe('a counter-offer: the person changes size or price before they approve', () => {
  it('brings a new preview, a new digest and the whole disarmed time; what was changed is kept as data', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    const before = at.decision()
    at.door.price = ({ size }) => (size.kind === 'quantity' && `${size.quantity as unknown as string}` === '7' ? '1309.00' : '1875.00')
    expect(await amend(at, { ...seven, limitPrice: asPrice(dec('187')) })).toBe('ok')
    expect(at.door.previews.at(-1)).toMatchObject({ size: { quantity: seven.quantity }, limitPrice: asPrice(dec('187')) })
    expect(at.card()).toMatchObject({ amended: true, line: 'BUY 7 AAPL, limit 187.00, day', moved: null })
    expect(at.card().compare.map(({ id, before: old, value }) => [id, old, value])).toEqual([['edit-quantity', '10', '7'], ['edit-limitPrice', '187.5', '187']])
    expect(at.card().digest).not.toBe(before.digest)
    expect((await at.desk.decide(before)).ok).toBe(false)
    await at.look()
    expect(at.card().arming.armsInMs).toBe(1_500)
    await at.pass(1_500)
    expect(await at.approve()).toBe('ok')
    expect(at.sent[0]?.draft).toMatchObject({ size: { quantity: seven.quantity }, limitPrice: asPrice(dec('187')) })
    expect(at.only()).toMatchObject({ amendment: { quantity: seven.quantity, limitPrice: asPrice(dec('187')) }, action: { draft: draft() } })
    expect(at.counted).toContain('edited')
    expect(at.kinds('amended')).toHaveLength(1)
    await at.restart()
    expect(at.only().amendment).toEqual({ quantity: seven.quantity, limitPrice: asPrice(dec('187')) })
  })

  it('back to what was asked is no change', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    await amend(at, seven)
    await amend(at, { quantity: asQuantity(dec('10.0')) })
    expect(at.card()).toMatchObject({ amended: false, compare: [] })
    expect(at.only().amendment).toBeNull()
  })

  it.each([['nothing', { quantity: asQuantity(dec('0')) }], ['less than nothing', { limitPrice: asPrice(dec('-1')) }], ['an amount of an order by number', { amount: asMoney(dec('5')) }], ['a stop it does not have', { stopPrice: asPrice(dec('5')) }]] as const)('refuses %s', async (_what, amendment) => {
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
    expect(await at.desk.amend(id, digest, seven)).toMatchObject({ ok: false, error: { code: 'instruction/changed' } })
  })

  it('while it is being written down nothing can be decided', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    let go = (): void => undefined
    at.disk = () => new Promise((resolve) => { go = resolve })
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

  it.each(['store', 'audit'] as const)('that cannot be written down (%s) changes nothing, and the card can still be decided', async (which) => {
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
  })
})

describe('more time, by the person', () => {
  it('before it is over: a new time from now, a re-quote, and disarmed again', async () => {
    const at = await new DeskWorld().start()
    await at.ready('k1', market())
    await at.pass(100_000)
    await at.look()
    const [before, previews] = [at.only().expiresAt, at.door.previews.length]
    expect((await at.desk.extend(at.card().id)).ok).toBe(true)
    expect(at.only().expiresAt).toBeGreaterThan(before + 60_000)
    expect(at.door.previews.length).toBe(previews + 1)
    await at.look()
    expect(at.card().arming.armed).toBe(false)
    await at.pass(60_000)
    expect(at.only().status).toBe('PENDING')
    expect(at.kinds('extended')).toHaveLength(1)
  })

  it('not when it is over, and not past the trading day', async () => {
    const late = await new DeskWorld().start()
    await late.ready('k1', market())
    const { id } = late.card()
    await late.pass(120_000)
    expect(await late.desk.extend(id)).toMatchObject({ ok: false, error: { code: 'instruction/ended' } })
    expect(late.desk.get(id)?.status).toBe('EXPIRED')
  })
})

describe('let through by a rule', () => {
  const rule = { symbol: draft().symbol, maxOrder: asMoney(dec('2000')), until: epochMs(9_000_000_000_000) }
  const desk = async (over: Partial<typeof rule> = {}, environment: DeskWorld['environment'] = 'practice'): Promise<DeskWorld> => {
    const at = new DeskWorld()
    at.environment = environment
    at.judge = judgePolicy
    at.facts = { balance: RICH }
    at.policy = { allow: [{ ...rule, ...over }] }
    await at.restart()
    return at
  }

  it('in practice and sandbox: sent at once, on the record as that, and once for any number of calls', async () => {
    for (const environment of ['practice', 'sandbox'] as const) {
      const at = await desk({}, environment)
      await at.ask('k1')
      await at.ask('k1')
      await at.pass(10)
      expect(at.sent).toHaveLength(1)
      expect(at.only()).toMatchObject({ status: 'APPROVED', ending: { why: 'allowed-by-rule' }, outcome: { state: 'acknowledged' } })
      expect(at.kinds('decided')[0]?.body).toMatchObject({ by: 'rule', shown: null })
      expect(at.desk.confirm.get().card).toBeNull()
    }
  })

  it.each([
    ['over its limit', { maxOrder: asMoney(dec('1874.99')) }, 'practice'], ['after its end', { until: epochMs(1_000) }, 'practice'], ['never in production', {}, 'production'],
  ] as const)('%s it is asked', async (_what, over, environment) => {
    const at = await desk(over, environment)
    await at.ask('k1')
    await at.pass(1_000)
    expect([at.sent.length, at.only().status]).toEqual([0, 'PENDING'])
  })

  it('a rule that was taken back while the request was being written down lets nothing through', async () => {
    const at = await desk()
    let writes = 0
    at.disk = async () => {
      writes += 1
      if (writes === 2) at.policy = {}
      await Promise.resolve()
    }
    await at.ask('k1')
    await at.pass(1_000)
    expect([at.sent.length, at.only().status]).toEqual([0, 'PENDING'])
  })
})

describe('when something cannot be written', () => {
  it('a request that cannot be kept is not taken, and can be made again', async () => {
    const at = await new DeskWorld().start()
    at.storeFails = true
    expect(await at.ask('k1')).toMatchObject({ ok: false, error: { code: 'unavailable' } })
    expect(at.desk.confirm.get().card).toBeNull()
    at.storeFails = false
    at.auditFails = 'asked'
    expect(await at.ask('k1')).toMatchObject({ ok: false, error: { code: 'unavailable' } })
    at.auditFails = null
    expect((await at.ask('k1')).ok).toBe(true)
  })

  it('an approval that the file does not take is not sent, and is over', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    at.storeFails = true
    await at.approve()
    expect(at.sent).toEqual([])
    expect(at.only()).toMatchObject({ status: 'REJECTED', ending: { why: 'withdrawn' } })
    at.storeFails = false
    await at.restart()
    expect(at.only().status).toBe('REJECTED')
    expect(at.sent).toEqual([])
  })

  it('an outcome that is not kept is found out about again', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    at.door.manner = 'hold'
    const done = at.approve()
    await at.pass(10)
    at.storeFails = true
    at.door.release()
    await done
    expect(at.only().outcome?.state).toBe('acknowledged')
    at.storeFails = false
    await at.restart()
    await at.pass(3_000)
    expect(at.only().outcome?.state).toBe('acknowledged')
    expect(at.sent).toHaveLength(1)
  })
})

describe('what the policy says of a card that is read', () => {
  it('what it does not allow any more is withdrawn, with the reason', async () => {
    const at = await new DeskWorld().start()
    at.judge = judgePolicy
    await at.ready()
    at.policy = { maxOrder: asMoney(dec('100')) }
    await at.desk.requote(at.card().id)
    expect(at.card()).toMatchObject({ state: 'withdrawn', result: expect.stringContaining('over the limit of $100.00 per order') as string })
    expect(at.only()).toMatchObject({ status: 'REJECTED', ending: { why: 'withdrawn' } })
  })

  it('what cannot be valued at this moment waits, and is only not decided on', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    at.verdict = { result: 'deny', refusal: { code: 'unavailable', message: 'There is no price' } }
    const before = at.decision()
    expect((await at.desk.decide(before)).ok).toBe(false)
    await at.pass(10_000)
    expect(at.only().status).toBe('PENDING')
    expect(at.card().arming.armed).toBe(false)
    at.verdict = {}
    await at.look(5_000)
    await at.look(3_000)
    expect(await at.approve()).toBe('ok')
  })
})
