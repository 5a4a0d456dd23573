import { describe, expect, it } from 'vitest'
import { nodeCrypto } from '../../../../electron/adapters/crypto.js'
import { cardDigest } from '../../../../electron/core/instructions/confirm/card.js'
import { asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import type { Card } from '../../../../shared/domain/instructions/card.js'
import { InstructionFixture } from '../harness/instruction-fixture.js'
import { foreign } from '../../../../shared/messages/make-message.js'

/** Members that may change without a new decision: counters of main and ages. */
const NOT_DECIDED_ON: readonly (keyof Card)[] = ['digest', 'arming', 'asOf', 'quoteAgeMs']

/** Returns a different value of the same type. */
function other(value: unknown): unknown {
  if (typeof value === 'string') return `${value}x`
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (Array.isArray(value)) return [...(value as unknown[]), 'x']
  if (value === null) return 'x'
  return { ...value, more: 'x' }
}

describe('CONFIRM-2: a decision is bound to a digest of everything that is displayed', () => {
  it('covers each displayed member of a card', async () => {
    const fixture = await new InstructionFixture().start()
    fixture.facts = { quote: null, quoteAgeMs: 0 }
    await fixture.requestAndArm()
    const { digest, arming: _arming, asOf: _asOf, quoteAgeMs: _age, ...body } = fixture.shownCard()
    expect(cardDigest(nodeCrypto, body)).toBe(digest)
    const members = Object.keys(fixture.card()).filter(
      (name) => !NOT_DECIDED_ON.includes(name as keyof Card),
    ) as (keyof typeof body)[]
    expect(members.length).toBeGreaterThan(20)
    for (const name of members) {
      expect(cardDigest(nodeCrypto, { ...body, [name]: other(body[name]) }), name).not.toBe(digest)
    }
  })

  it.each([
    [
      'the estimate',
      (fixture: InstructionFixture) => {
        fixture.cost = '1890.00'
      },
    ],
    [
      'the dangers',
      (fixture: InstructionFixture) => {
        fixture.verdict = {
          dangers: [{ code: 'new', text: foreign('a new danger') }],
          tier: 'danger',
        }
      },
    ],
    [
      'the maximum loss',
      (fixture: InstructionFixture) => {
        fixture.verdict = { maxLoss: null }
      },
    ],
    [
      'the policy’s text',
      (fixture: InstructionFixture) => {
        fixture.verdict = {
          rules: [{ rule: 'per-day', text: foreign('$2 of $3 a day'), result: 'passed' }],
        }
      },
    ],
    [
      'the session',
      (fixture: InstructionFixture) => {
        fixture.facts = { session: 'closed' }
      },
    ],
    [
      'the kind of the quote',
      (fixture: InstructionFixture) => {
        fixture.facts = { delayed: true }
      },
    ],
    [
      'the account',
      (fixture: InstructionFixture) => {
        fixture.facts = {
          account: {
            accountId: fixture.card().account.accountId,
            accountNumber: '12345678',
            type: 'margin',
            product: 'securities',
            label: 'Mine',
          },
        }
      },
    ],
  ] as const)(
    'refuses the old digest and accepts the new one after a change of: %s',
    async (_what, change) => {
      const fixture = await new InstructionFixture().start()
      await fixture.requestAndArm()
      const before = fixture.card()
      change(fixture)
      await fixture.service.review.requote(before.id)
      expect(fixture.card().digest).not.toBe(before.digest)
      expect(await fixture.approve(before)).toBe('instruction/changed')
      expect(fixture.sent).toEqual([])
      expect(fixture.auditRecords('decided').at(-1)?.body).toMatchObject({
        refused: true,
        shown: before.digest,
      })
      await fixture.drawCards(3_400)
      expect(await fixture.decide({ acknowledged: ['new'] })).toBe('ok')
      expect(fixture.sent).toHaveLength(1)
    },
  )

  it('shows a change that approve itself finds before it accepts another decision', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    fixture.verdict = { dangers: [{ code: 'new', text: foreign('a new danger') }], tier: 'danger' }
    expect(await fixture.decide({ acknowledged: ['new'] })).toBe('instruction/changed')
    expect(fixture.card()).toMatchObject({ tier: 'danger', state: 'open' })
    expect(fixture.card().arming.armed).toBe(false)
    expect(fixture.sent).toEqual([])
  })

  it('records the digest that was displayed', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    const { digest, id } = fixture.card()
    await fixture.approve()
    expect(fixture.auditRecords('shown').at(-1)).toMatchObject({
      subject: id,
      body: { shown: digest },
    })
    expect(fixture.auditRecords('decided').at(-1)).toMatchObject({
      subject: id,
      body: { decision: 'approve', by: 'person', shown: digest },
    })
    expect(fixture.auditRecords('sent').at(-1)).toMatchObject({
      subject: id,
      body: { ticket: `i-${id}`, shown: digest },
    })
  })

  it('sends the numbers that the card displays', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    expect(fixture.card()).toMatchObject({
      line: 'BUY 10 AAPL, limit 187.50, day',
      editable: {
        quantity: asQuantity(dec('10')),
        limitPrice: asPrice(dec('187.50')),
        amount: null,
      },
    })
    await fixture.service.review.amend(fixture.card().id, fixture.card().digest, {
      quantity: asQuantity(dec('7')),
    })
    await fixture.drawCards(3_400)
    expect(fixture.card().line).toBe('BUY 7 AAPL, limit 187.50, day')
    expect(await fixture.approve()).toBe('ok')
    expect(fixture.sent[0]?.draft.size).toEqual({
      kind: 'quantity',
      quantity: asQuantity(dec('7')),
    })
  })
})
