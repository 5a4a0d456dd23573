import { describe, expect, it } from 'vitest'
import { nodeCrypto } from '../../../electron/adapters/crypto.js'
import { cardDigest } from '../../../electron/core/instructions/card.js'
import { asPrice, asQuantity, dec } from '../../../shared/domain/decimal.js'
import type { Card } from '../../../shared/ipc/instructions.js'
import { DeskWorld } from './desk-world.js'

/** Members that move without changing what is asked: they are main's own count, or ages. */
const NOT_DECIDED_ON: readonly (keyof Card)[] = ['digest', 'arming', 'asOf', 'quoteAgeMs']

/** The same value, but another one. */
function other(value: unknown): unknown {
  if (typeof value === 'string') return `${value}x`
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (Array.isArray(value)) return [...(value as unknown[]), 'x']
  if (value === null) return 'x'
  return { ...value, more: 'x' }
}

describe('rule 2: the decision binds to a digest of everything that is shown', () => {
  it('each displayed member of a card is under the digest', async () => {
    const at = await new DeskWorld().start()
    at.facts = { quote: null, quoteAgeMs: 0 }
    await at.ready()
    const { digest, arming: _arming, asOf: _asOf, quoteAgeMs: _age, ...body } = at.card()
    expect(cardDigest(nodeCrypto, body)).toBe(digest)
    const members = Object.keys(at.card()).filter(
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
      (at: DeskWorld) => {
        at.cost = '1876.00'
      },
    ],
    [
      'a danger',
      (at: DeskWorld) => {
        at.verdict = { dangers: [{ code: 'new', text: 'a new danger' }], tier: 'danger' }
      },
    ],
    [
      'what can be lost',
      (at: DeskWorld) => {
        at.verdict = { worstCase: null }
      },
    ],
    [
      'the policy’s words',
      (at: DeskWorld) => {
        at.verdict = { rules: [{ rule: 'per-day', text: '$2 of $3 a day', result: 'passed' }] }
      },
    ],
    [
      'the session',
      (at: DeskWorld) => {
        at.facts = { session: 'closed' }
      },
    ],
    [
      'the label of the quote',
      (at: DeskWorld) => {
        at.facts = { quoteAgeMs: 60_000 }
      },
    ],
    [
      'the account',
      (at: DeskWorld) => {
        at.facts = {
          account: {
            accountId: at.card().account.accountId,
            accountNumber: '12345678',
            type: 'margin',
            product: 'securities',
            label: 'Mine',
          },
        }
      },
    ],
  ] as const)(
    '%s changed: the old digest is refused, the new one is not',
    async (_what, change) => {
      const at = await new DeskWorld().start()
      await at.ready()
      const before = at.card()
      change(at)
      await at.desk.requote(before.id)
      expect(at.card().digest).not.toBe(before.digest)
      expect(await at.approve(before)).toBe('instruction/changed')
      expect(at.sent).toEqual([])
      expect(at.kinds('decided').at(-1)?.body).toMatchObject({
        refused: true,
        shown: before.digest,
      })
      await at.look(3_400)
      expect(await at.decide({ acknowledged: ['new'] })).toBe('ok')
      expect(at.sent).toHaveLength(1)
    },
  )

  it('what approve itself finds to be different is shown first', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    at.verdict = { dangers: [{ code: 'new', text: 'a new danger' }], tier: 'danger' }
    expect(await at.decide({ acknowledged: ['new'] })).toBe('instruction/changed')
    expect(at.card()).toMatchObject({ tier: 'danger', state: 'open' })
    expect(at.card().arming.armed).toBe(false)
    expect(at.sent).toEqual([])
  })

  it('the digest on the record is the one that was on the screen', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    const { digest, id } = at.card()
    await at.approve()
    expect(at.kinds('shown').at(-1)).toMatchObject({ subject: id, body: { shown: digest } })
    expect(at.kinds('decided').at(-1)).toMatchObject({
      subject: id,
      body: { decision: 'approve', by: 'person', shown: digest },
    })
    expect(at.kinds('sent').at(-1)).toMatchObject({
      subject: id,
      body: { ticket: `i-${id}`, shown: digest },
    })
  })

  it('the numbers on the card are the ones that are sent', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    expect(at.card()).toMatchObject({
      line: 'BUY 10 AAPL, limit 187.50, day',
      editable: {
        quantity: asQuantity(dec('10')),
        limitPrice: asPrice(dec('187.50')),
        amount: null,
      },
    })
    await at.desk.amend(at.card().id, at.card().digest, { quantity: asQuantity(dec('7')) })
    await at.look(3_400)
    expect(at.card().line).toBe('BUY 7 AAPL, limit 187.50, day')
    expect(await at.approve()).toBe('ok')
    expect(at.sent[0]?.draft.size).toEqual({ kind: 'quantity', quantity: asQuantity(dec('7')) })
  })
})
