import { describe, expect, it } from 'vitest'
import { evaluatePolicy } from '../../../../electron/core/instructions/policy/policy-engine.js'
import { asMoney, asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import type { Amendment } from '../../../../shared/domain/instructions/instruction.schema.js'
import { InstructionFixture, RICH } from '../harness/instruction-fixture.js'
import { draft } from '../harness/fake-order-gateway.js'

const amend = async (fixture: InstructionFixture, amendment: Amendment): Promise<string> => {
  const done = await fixture.service.review.amend(
    fixture.card().id,
    fixture.card().digest,
    amendment,
  )
  return done.ok ? 'ok' : done.error.code
}
const seven = { quantity: asQuantity(dec('7')) }

describe('CONFIRM-25: the person amends size or price before approving', () => {
  it('requests a new preview and digest, disarms for the full time, and stores the amendment', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    const before = fixture.decision()
    fixture.gateway.price = ({ size }) =>
      size.kind === 'quantity' && `${size.quantity as unknown as string}` === '7'
        ? '1309.00'
        : '1875.00'
    expect(await amend(fixture, { ...seven, limitPrice: asPrice(dec('187')) })).toBe('ok')
    expect(fixture.gateway.previews.at(-1)).toMatchObject({
      size: { quantity: seven.quantity },
      limitPrice: asPrice(dec('187')),
    })
    expect(fixture.card()).toMatchObject({
      amended: true,
      line: 'BUY 7 AAPL, limit 187.00, day',
      moved: null,
    })
    expect(fixture.card().compare.map(({ id, before: old, value }) => [id, old, value])).toEqual([
      ['edit-quantity', '10', '7'],
      ['edit-limitPrice', '187.5', '187'],
    ])
    expect(fixture.card().digest).not.toBe(before.digest)
    expect((await fixture.service.decisions.decide(before)).ok).toBe(false)
    await fixture.drawCards()
    expect(fixture.card().arming.armsInMs).toBe(1_500)
    await fixture.advance(1_500)
    expect(await fixture.approve()).toBe('ok')
    expect(fixture.sent[0]?.draft).toMatchObject({
      size: { quantity: seven.quantity },
      limitPrice: asPrice(dec('187')),
    })
    expect(fixture.latest()).toMatchObject({
      amendment: { quantity: seven.quantity, limitPrice: asPrice(dec('187')) },
      action: { draft: draft() },
    })
    expect(fixture.auditRecords('amended')).toHaveLength(1)
    await fixture.restart()
    expect(fixture.latest().amendment).toEqual({
      quantity: seven.quantity,
      limitPrice: asPrice(dec('187')),
    })
  })

  it('does not call it a moved cost when the card is drawn during the new preview', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    fixture.gateway.price = ({ size }) => {
      if (size.kind !== 'quantity' || `${size.quantity as unknown as string}` !== '7') {
        return '1875.00'
      }
      const { card } = fixture.service.confirm.live.get()
      if (card !== null) fixture.service.markShown(card.id, card.digest, true)
      return '1312.50'
    }
    expect(await amend(fixture, seven)).toBe('ok')
    expect(fixture.card()).toMatchObject({ amended: true, moved: null })
    await fixture.drawCards()
    fixture.gateway.price = () => '1400.00'
    await fixture.service.review.requote(fixture.card().id)
    expect(fixture.card().moved).toMatchObject({ to: asMoney(dec('1400.00')) })
  })

  it('removes the amendment when the original values return', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    await amend(fixture, seven)
    await amend(fixture, { quantity: asQuantity(dec('10.0')) })
    expect(fixture.card()).toMatchObject({ amended: false, compare: [] })
    expect(fixture.latest().amendment).toBeNull()
  })

  it.each([
    ['a quantity of zero', { quantity: asQuantity(dec('0')) }],
    ['a negative price', { limitPrice: asPrice(dec('-1')) }],
    ['an amount for an order by quantity', { amount: asMoney(dec('5')) }],
    ['a stop price for an order without one', { stopPrice: asPrice(dec('5')) }],
  ] as const)('refuses %s', async (_what, amendment) => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    const { digest } = fixture.card()
    expect(await amend(fixture, amendment)).toBe('instruction/refused')
    expect(fixture.card().digest).toBe(digest)
    expect(await fixture.approve()).toBe('ok')
  })

  it("refuses more than the assistant's policy allows and leaves the card as it was", async () => {
    const fixture = await new InstructionFixture().start()
    fixture.evaluatePolicy = evaluatePolicy
    fixture.facts = { balance: RICH }
    await fixture.requestAndArm()
    expect(await amend(fixture, { quantity: asQuantity(dec('900')) })).toBe('instruction/refused')
    expect(fixture.card()).toMatchObject({ amended: false, state: 'open' })
    expect(await fixture.approve()).toBe('ok')
  })

  it('accepts an amendment that was typed while the market changed the card', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    const { id, digest } = fixture.card()
    fixture.cost = '1880.00'
    await fixture.service.review.requote(id)
    expect(fixture.card().digest).not.toBe(digest)
    expect(await fixture.service.review.amend(id, digest, seven)).toMatchObject({ ok: true })
    expect(fixture.card()).toMatchObject({ amended: true, line: expect.stringContaining('BUY 7') })
    expect(fixture.sent).toEqual([])
  })

  it('refuses an amendment of a card that was amended since, and of one that it never was', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    const { id, digest } = fixture.card()
    expect(await amend(fixture, seven)).toBe('ok')
    for (const older of [digest, 'f'.repeat(digest.length)]) {
      expect(
        await fixture.service.review.amend(id, older, { quantity: asQuantity(dec('9')) }),
      ).toMatchObject({ ok: false, error: { code: 'instruction/changed' } })
    }
    expect(fixture.card().line).toContain('BUY 7')
  })

  it('allows no decision while the amendment is being written', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    let go = (): void => undefined
    fixture.diskGate = () =>
      new Promise((resolve) => {
        go = resolve
      })
    const done = amend(fixture, seven)
    await fixture.advance(1_000)
    fixture.diskGate = null
    expect(await fixture.approve()).toBe('instruction/changed')
    expect(await amend(fixture, { quantity: asQuantity(dec('8')) })).toBe('instruction/changed')
    go()
    await fixture.advance(10)
    expect(await done).toBe('ok')
    expect(fixture.sent).toEqual([])
  })

  it.each(['store', 'audit'] as const)(
    'changes nothing when it cannot be written (%s), and the card can be decided',
    async (which) => {
      const fixture = await new InstructionFixture().start()
      await fixture.requestAndArm()
      if (which === 'store') fixture.storeFails = true
      else fixture.auditFails = 'amended'
      expect(await amend(fixture, seven)).toBe('storage/failed')
      expect(fixture.card().amended).toBe(false)
      fixture.storeFails = false
      fixture.auditFails = null
      await fixture.drawCards(3_400)
      expect(await fixture.approve()).toBe('ok')
      expect(fixture.sent[0]?.draft).toEqual(draft())
    },
  )
})
