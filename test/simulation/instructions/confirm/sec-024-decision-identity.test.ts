import { describe, expect, it } from 'vitest'
import type { InstructionId } from '../../../../shared/domain/ids.js'
import { asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { settle } from '../../core/simulation.js'
import { ASSISTANT, InstructionFixture } from '../harness/instruction-fixture.js'
import { draft } from '../harness/fake-order-gateway.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import type { Message } from '../../../../shared/messages/message.js'
import { foreign } from '../../../../shared/messages/make-message.js'

const SEVEN = { quantity: asQuantity(dec('7')) }
/** Returns why the last decision was refused, from the audit chain. */
const why = (fixture: InstructionFixture): string | undefined =>
  fixture.auditRecords('decided').findLast(({ body }) => body['refused'] === true)?.line
const code = (
  answer:
    | { readonly ok: true }
    | { readonly ok: false; readonly error: { readonly code: string; readonly message: Message } },
): string => (answer.ok ? 'ok' : `${answer.error.code}: ${inEnglish(answer.error.message)}`)
const CHANGED = 'instruction/changed: What the card shows has changed. Review it again.'
const ENDED = 'instruction/ended: This instruction is not pending any more.'
/** Holds all writes until the returned function is called. */
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

describe('SEC-24: a decision must name the displayed card, and each refusal says what is wrong', () => {
  it('refuses the approval of another card that is armed but not displayed', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm('k1')
    const first = fixture.card()
    await fixture.request('k2', draft('180'))
    fixture.service.confirm.defer(first.id)
    await fixture.drawCards(3_400)
    const second = fixture.card()
    fixture.service.confirm.show(first.id)
    await fixture.drawCards(3_400)
    expect([fixture.card().id, fixture.card().arming.armed]).toEqual([first.id, true])
    expect(await fixture.approve(second)).toBe('instruction/refused')
    expect([fixture.sent.length, why(fixture)]).toEqual([
      0,
      'Refused: this card is not the one that is shown',
    ])
    expect(await fixture.approve()).toBe('ok')
  })

  it('refuses the displayed card when it was not drawn as it is now', async () => {
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
    '%s: refuses an unknown nonce, and one that was issued with another digest',
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

  it('accepts an approval only with the newest nonce, even if the same content returns', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    const before = fixture.card()
    fixture.facts = { session: 'closed' }
    await fixture.service.review.requote(before.id)
    expect(await fixture.approve(before)).toBe('instruction/changed')
    expect(why(fixture)).toBe('Refused: it names an older state of this card')
    fixture.facts = {}
    await fixture.service.review.requote(before.id)
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
    // A decline is accepted for any state of the card that was ever displayed.
    expect(await fixture.decline({}, before)).toBe('ok')
  })

  it('refuses an unknown instruction', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    const id = 'f'.repeat(32) as InstructionId
    expect([
      code(await fixture.service.decisions.decide(fixture.decision({ id }))),
      code(await fixture.service.review.amend(id, fixture.card().digest, SEVEN)),
      code(await fixture.service.review.requote(id)),
      code(await fixture.service.review.extend(id)),
    ]).toEqual([ENDED, ENDED, ENDED, ENDED])
    expect(why(fixture)).toBe('Refused: it is not pending any more')
  })
})

describe('SEC-24: while something is being written', () => {
  it('an amendment: the card can be neither decided, amended nor extended', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    const { id, digest } = fixture.card()
    const decision = fixture.decision()
    const go = stuck(fixture)
    const changing = fixture.service.review.amend(id, digest, SEVEN)
    await settle()
    const deciding = fixture.service.decisions.decide(decision)
    expect([
      code(await fixture.service.review.amend(id, digest, SEVEN)),
      code(await fixture.service.review.extend(id)),
    ]).toEqual([CHANGED, CHANGED])
    await go()
    expect([code(await deciding), code(await changing), why(fixture), fixture.sent.length]).toEqual(
      [CHANGED, 'ok', 'Refused: it is being changed', 0],
    )
    await fixture.drawCards(3_400)
    expect(await fixture.approve()).toBe('ok')
  })

  it('the decision itself: it is no longer pending, and is sent once', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    const { id, digest } = fixture.card()
    const decision = fixture.decision()
    const go = stuck(fixture)
    const sending = fixture.service.decisions.decide(decision)
    await settle()
    expect([
      code(await fixture.service.review.amend(id, digest, SEVEN)),
      code(await fixture.service.review.extend(id)),
      code(await fixture.service.review.requote(id)),
      fixture.card().state,
    ]).toEqual([ENDED, ENDED, ENDED, 'sending'])
    const repeated = fixture.service.decisions.decide(decision)
    await go()
    expect([code(await repeated), code(await sending), why(fixture), fixture.sent.length]).toEqual([
      ENDED,
      'ok',
      'Refused: it is not pending any more',
      1,
    ])
  })

  it('an extension: an instruction that ends meanwhile stays ended', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    await fixture.advance(60_000)
    const { id } = fixture.card()
    const go = stuck(fixture)
    const extending = fixture.service.review.extend(id)
    await settle()
    const withdrawing = fixture.service.endings.withdraw('paused', ASSISTANT)
    await go()
    await withdrawing
    expect([code(await extending), fixture.latest().status]).toEqual([ENDED, 'REJECTED'])
  })

  it('an extension that fails: the time stays as it was', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    await fixture.advance(60_000)
    const { expiresAt } = fixture.latest()
    fixture.storeFails = true
    expect([
      code(await fixture.service.review.extend(fixture.card().id)),
      fixture.latest().expiresAt,
    ]).toEqual(['storage/failed: The longer time could not be saved.', expiresAt])
  })

  it("an extension beyond the trading day is refused, even with the day's full time left", async () => {
    const fixture = new InstructionFixture()
    // Ten minutes before the end of the day: less than the validity of an instruction.
    fixture.exchangeAhead = Date.UTC(2026, 10, 20, 20, 50) - fixture.wall()
    await fixture.start()
    await fixture.requestAndArm('k1', draft('187.50', '10', { session: 'core' }))
    const { expiresAt } = fixture.latest()
    expect(expiresAt - fixture.latest().createdAt).toBe(600_000)
    expect([
      code(await fixture.service.review.extend(fixture.card().id)),
      fixture.latest().expiresAt,
    ]).toEqual(['instruction/refused: It cannot be extended: the trading day ends.', expiresAt])
  })
})

describe('SEC-24: the policy at the moment of the decision', () => {
  it('ends an instruction whose connection is no longer active, with the reason', async () => {
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

  it('ends a denied instruction, with a reason cut to fit the records', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    fixture.verdict = {
      result: 'deny',
      refusal: {
        code: 'over-limit',
        message: { code: 'errors.foreign', params: { text: 'x'.repeat(900) } },
      },
    }
    const done = await fixture.service.decisions.decide(fixture.decision())
    expect([
      fixture.latest().ending?.detail.length,
      fixture.auditRecords('ended').at(-1)?.line.length,
      fixture.sent.length,
    ]).toEqual([500, 300, 0])
    expect(code(done)).toMatch(/^instruction\/refused: x+$/)
    expect(fixture.latest().ending?.detail).toMatch(/^Not allowed any more: x+$/)
  })

  it('disarms and keeps an instruction that cannot be valued at the moment', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    fixture.verdict = {
      result: 'deny',
      refusal: { code: 'unavailable', message: foreign('no price') },
    }
    expect(await fixture.approve()).toBe('instruction/changed')
    expect([fixture.latest().status, fixture.card().arming.armed, fixture.sent.length]).toEqual([
      'PENDING',
      false,
      0,
    ])
  })

  it('refuses an amendment that is denied, and accepts one that cannot be valued', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    const amend = async () =>
      code(await fixture.service.review.amend(fixture.card().id, fixture.card().digest, SEVEN))
    fixture.verdict = {
      result: 'deny',
      refusal: { code: 'over-limit', message: foreign('too much') },
    }
    expect(await amend()).toBe('instruction/refused: It stays as it was: too much.')
    fixture.verdict = { result: 'deny', refusal: null }
    expect(await amend()).toBe(
      'instruction/refused: It stays as it was: the policy does not allow it.',
    )
    expect(fixture.latest().amendment).toBeNull()
    fixture.verdict = {
      result: 'deny',
      refusal: { code: 'unavailable', message: foreign('no price') },
    }
    expect([await amend(), fixture.latest().amendment]).toEqual(['ok', SEVEN])
  })
})
