import { describe, expect, it } from 'vitest'
import type { InstructionId } from '../../../../shared/domain/instructions/instruction.js'
import { asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { settle } from '../../core/simulation.js'
import { ASSISTANT, InstructionFixture, draft } from '../harness/instruction-fixture.js'

const SEVEN = { quantity: asQuantity(dec('7')) }
/** Why the last decision was refused, as it stands in the chain. */
const why = (fixture: InstructionFixture): string | undefined =>
  fixture.auditRecords('decided').findLast(({ body }) => body['refused'] === true)?.line
const code = (
  answer:
    | { readonly ok: true }
    | { readonly ok: false; readonly error: { readonly code: string; readonly message: string } },
): string => (answer.ok ? 'ok' : `${answer.error.code}: ${answer.error.message}`)
const CHANGED = 'instruction/changed: What the card shows has changed. Look at it again.'
const ENDED = 'instruction/ended: This instruction is not waiting any more.'
/** A disk on which nothing arrives until it is let go on. */
function stuck(fixture: InstructionFixture): () => Promise<void> {
  let go: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  fixture.diskGate = () => gate
  return async () => {
    fixture.diskGate = null
    go()
    await settle()
  }
}

describe('sec-024: a decision is taken by what it names, and each refusal says which part was wrong', () => {
  it('another card is armed: an approval of one that is not shown counts for nothing, though it names it rightly', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm('k1')
    const first = fixture.card()
    await fixture.request('k2', draft('180'))
    fixture.service.defer(first.id)
    await fixture.drawCards(3_400)
    const second = fixture.card()
    fixture.service.show(first.id)
    await fixture.drawCards(3_400)
    expect([fixture.card().id, fixture.card().arming.armed]).toEqual([first.id, true])
    expect(await fixture.approve(second)).toBe('instruction/refused')
    expect([fixture.sent.length, why(fixture)]).toEqual([
      0,
      'Refused: this card is not the one that is shown',
    ])
    expect(await fixture.approve()).toBe('ok')
  })

  it('the card that is shown, but not drawn as it is now', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.request('k1')
    await fixture.advance(3_400)
    expect(await fixture.approve()).toBe('instruction/refused')
    expect(why(fixture)).toBe('Refused: this card is not the one that is shown')
    await fixture.drawCards(1_000)
    expect(await fixture.approve()).toBe('instruction/refused')
    expect(why(fixture)).toBe('Refused: approve is not armed yet')
  })

  it.each(['approve', 'decline'] as const)(
    '%s: a nonce that was never given out, or one that was given out with another digest',
    async (decision) => {
      const fixture = await new InstructionFixture().start()
      await fixture.requestAndArm()
      for (const over of [{ nonce: '0'.repeat(32) }, { digest: '0'.repeat(64) }]) {
        expect(await fixture.decide({ decision, ...over })).toBe('instruction/changed')
        expect([fixture.latest().status, why(fixture)]).toEqual([
          'PENDING',
          'Refused: it names something else than this card',
        ])
      }
      expect(fixture.sent).toEqual([])
    },
  )

  it('what was shown before, even when the card has come to say the same again: an approval counts only with the newest nonce', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    const before = fixture.card()
    fixture.facts = { session: 'closed' }
    await fixture.service.requote(before.id)
    expect(await fixture.approve(before)).toBe('instruction/changed')
    expect(why(fixture)).toBe('Refused: it names an older state of this card')
    fixture.facts = {}
    await fixture.service.requote(before.id)
    await fixture.drawCards(3_400)
    expect([
      fixture.card().digest === before.digest,
      fixture.card().arming.nonce === before.arming.nonce,
    ]).toEqual([true, false])
    expect(await fixture.approve(before)).toBe('instruction/changed')
    expect([why(fixture), fixture.sent.length]).toEqual([
      'Refused: it names an older state of this card',
      0,
    ])
    // To decline it, any state of it will do that was ever shown.
    expect(await fixture.decline({}, before)).toBe('ok')
  })

  it('an instruction that nobody knows', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    const id = 'f'.repeat(32) as InstructionId
    expect([
      code(await fixture.service.decide(fixture.decision({ id }))),
      code(await fixture.service.amend(id, fixture.card().digest, SEVEN)),
      code(await fixture.service.requote(id)),
      code(await fixture.service.extend(id)),
    ]).toEqual([ENDED, ENDED, ENDED, ENDED])
    expect(why(fixture)).toBe('Refused: it is not waiting any more')
  })
})

describe('sec-024: while something is being written down', () => {
  it('a change: nothing is decided, changed or extended on the card', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    const { id, digest } = fixture.card()
    const decision = fixture.decision()
    const go = stuck(fixture)
    const changing = fixture.service.amend(id, digest, SEVEN)
    await settle()
    const deciding = fixture.service.decide(decision)
    expect([
      code(await fixture.service.amend(id, digest, SEVEN)),
      code(await fixture.service.extend(id)),
    ]).toEqual([CHANGED, CHANGED])
    await go()
    expect([code(await deciding), code(await changing), why(fixture), fixture.sent.length]).toEqual(
      [CHANGED, 'ok', 'Refused: it is being changed', 0],
    )
    await fixture.drawCards(3_400)
    expect(await fixture.approve()).toBe('ok')
  })

  it('the decision itself: it is not waiting any more, and is sent once', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    const { id, digest } = fixture.card()
    const decision = fixture.decision()
    const go = stuck(fixture)
    const sending = fixture.service.decide(decision)
    await settle()
    expect([
      code(await fixture.service.amend(id, digest, SEVEN)),
      code(await fixture.service.extend(id)),
      code(await fixture.service.requote(id)),
      fixture.card().state,
    ]).toEqual([ENDED, ENDED, ENDED, 'sending'])
    const repeated = fixture.service.decide(decision)
    await go()
    expect([code(await repeated), code(await sending), why(fixture), fixture.sent.length]).toEqual([
      ENDED,
      'ok',
      'Refused: it is not waiting any more',
      1,
    ])
  })

  it('more time: what ended meanwhile has ended', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    await fixture.advance(60_000)
    const { id } = fixture.card()
    const go = stuck(fixture)
    const extending = fixture.service.extend(id)
    await settle()
    const withdrawing = fixture.service.withdraw('paused', ASSISTANT)
    await go()
    await withdrawing
    expect([code(await extending), fixture.latest().status]).toEqual([ENDED, 'REJECTED'])
  })

  it('more time that could not be written down is no more time', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    await fixture.advance(60_000)
    const { expiresAt } = fixture.latest()
    fixture.storeFails = true
    expect([
      code(await fixture.service.extend(fixture.card().id)),
      fixture.latest().expiresAt,
    ]).toEqual(['storage/failed: The longer time could not be written down.', expiresAt])
  })

  it('more time than the trading day has is refused, also when not a moment less is left', async () => {
    const fixture = new InstructionFixture()
    // Ten minutes before the end of the day: less than an instruction waits.
    fixture.exchangeAhead = Date.UTC(2026, 10, 20, 20, 50) - fixture.wall()
    await fixture.start()
    await fixture.requestAndArm('k1', draft('187.50', '10', { session: 'core' }))
    const { expiresAt } = fixture.latest()
    expect(expiresAt - fixture.latest().createdAt).toBe(600_000)
    expect([
      code(await fixture.service.extend(fixture.card().id)),
      fixture.latest().expiresAt,
    ]).toEqual(['instruction/refused: It cannot wait any longer: the trading day ends.', expiresAt])
  })
})

describe('sec-024: what the policy says at the last moment', () => {
  it('a connection that is not active any more ends it, in the words of the desk', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    fixture.state = 'paused'
    expect(await fixture.approve()).toBe('instruction/refused')
    expect(fixture.latest()).toMatchObject({
      status: 'REJECTED',
      ending: {
        why: 'withdrawn',
        detail: 'Not allowed any more: The connection is not active any more.',
      },
    })
    expect([fixture.sent.length, fixture.auditRecords('ended').at(-1)?.line]).toEqual([
      0,
      'The connection is not active any more.',
    ])
  })

  it('a denial ends it, and however long its reason is it fits into the records', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    fixture.verdict = { result: 'deny', refusal: { code: 'over-limit', message: 'x'.repeat(900) } }
    const done = await fixture.service.decide(fixture.decision())
    expect([
      fixture.latest().ending?.detail.length,
      fixture.auditRecords('ended').at(-1)?.line.length,
      fixture.sent.length,
    ]).toEqual([500, 300, 0])
    expect(code(done)).toMatch(/^instruction\/refused: x+$/)
    expect(fixture.latest().ending?.detail).toMatch(/^Not allowed any more: x+$/)
  })

  it('what cannot be valued at this moment is disarmed and stays', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    fixture.verdict = { result: 'deny', refusal: { code: 'unavailable', message: 'no price' } }
    expect(await fixture.approve()).toBe('instruction/changed')
    expect([fixture.latest().status, fixture.card().arming.armed, fixture.sent.length]).toEqual([
      'PENDING',
      false,
      0,
    ])
  })

  it('a change that the policy denies stays undone and says why; one that cannot be valued at this moment is taken', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    const amend = async () =>
      code(await fixture.service.amend(fixture.card().id, fixture.card().digest, SEVEN))
    fixture.verdict = { result: 'deny', refusal: { code: 'over-limit', message: 'too much' } }
    expect(await amend()).toBe('instruction/refused: It stays as it was: too much.')
    fixture.verdict = { result: 'deny', refusal: null }
    expect(await amend()).toBe(
      'instruction/refused: It stays as it was: the policy does not allow it.',
    )
    expect(fixture.latest().amendment).toBeNull()
    fixture.verdict = { result: 'deny', refusal: { code: 'unavailable', message: 'no price' } }
    expect([await amend(), fixture.latest().amendment]).toEqual(['ok', SEVEN])
  })
})
