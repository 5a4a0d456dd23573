import { describe, expect, it } from 'vitest'
import type { InstructionId } from '../../../shared/domain/instruction.js'
import { asQuantity, dec } from '../../../shared/domain/decimal.js'
import { settle } from '../core/world.js'
import { ASSISTANT, DeskWorld, draft } from './desk-world.js'

const SEVEN = { quantity: asQuantity(dec('7')) }
/** Why the last decision was refused, as it stands in the chain. */
const why = (at: DeskWorld): string | undefined =>
  at.kinds('decided').findLast(({ body }) => body['refused'] === true)?.line
const code = (
  answer:
    | { readonly ok: true }
    | { readonly ok: false; readonly error: { readonly code: string; readonly message: string } },
): string => (answer.ok ? 'ok' : `${answer.error.code}: ${answer.error.message}`)
const CHANGED = 'instruction/changed: What the card shows has changed. Look at it again.'
const ENDED = 'instruction/ended: This instruction is not waiting any more.'
/** A disk on which nothing arrives until it is let go on. */
function stuck(at: DeskWorld): () => Promise<void> {
  let go: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  at.disk = () => gate
  return async () => {
    at.disk = null
    go()
    await settle()
  }
}

describe('sec-024: a decision is taken by what it names, and each refusal says which part was wrong', () => {
  it('another card is armed: an approval of one that is not shown counts for nothing, though it names it rightly', async () => {
    const at = await new DeskWorld().start()
    await at.ready('k1')
    const first = at.card()
    await at.ask('k2', draft('180'))
    at.desk.later(first.id)
    await at.look(3_400)
    const second = at.card()
    at.desk.show(first.id)
    await at.look(3_400)
    expect([at.card().id, at.card().arming.armed]).toEqual([first.id, true])
    expect(await at.approve(second)).toBe('instruction/refused')
    expect([at.sent.length, why(at)]).toEqual([
      0,
      'Refused: this card is not the one that is shown',
    ])
    expect(await at.approve()).toBe('ok')
  })

  it('the card that is shown, but not drawn as it is now', async () => {
    const at = await new DeskWorld().start()
    await at.ask('k1')
    await at.pass(3_400)
    expect(await at.approve()).toBe('instruction/refused')
    expect(why(at)).toBe('Refused: this card is not the one that is shown')
    await at.look(1_000)
    expect(await at.approve()).toBe('instruction/refused')
    expect(why(at)).toBe('Refused: approve is not armed yet')
  })

  it.each(['approve', 'decline'] as const)(
    '%s: a nonce that was never given out, or one that was given out with another digest',
    async (decision) => {
      const at = await new DeskWorld().start()
      await at.ready()
      for (const over of [{ nonce: '0'.repeat(32) }, { digest: '0'.repeat(64) }]) {
        expect(await at.decide({ decision, ...over })).toBe('instruction/changed')
        expect([at.only().status, why(at)]).toEqual([
          'PENDING',
          'Refused: it names something else than this card',
        ])
      }
      expect(at.sent).toEqual([])
    },
  )

  it('what was shown before, even when the card has come to say the same again: an approval counts only with the newest nonce', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    const before = at.card()
    at.facts = { session: 'closed' }
    await at.desk.requote(before.id)
    expect(await at.approve(before)).toBe('instruction/changed')
    expect(why(at)).toBe('Refused: it names an older state of this card')
    at.facts = {}
    await at.desk.requote(before.id)
    await at.look(3_400)
    expect([
      at.card().digest === before.digest,
      at.card().arming.nonce === before.arming.nonce,
    ]).toEqual([true, false])
    expect(await at.approve(before)).toBe('instruction/changed')
    expect([why(at), at.sent.length]).toEqual(['Refused: it names an older state of this card', 0])
    // To decline it, any state of it will do that was ever shown.
    expect(await at.decline({}, before)).toBe('ok')
  })

  it('an instruction that nobody knows', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    const id = 'f'.repeat(32) as InstructionId
    expect([
      code(await at.desk.decide(at.decision({ id }))),
      code(await at.desk.amend(id, at.card().digest, SEVEN)),
      code(await at.desk.requote(id)),
      code(await at.desk.extend(id)),
    ]).toEqual([ENDED, ENDED, ENDED, ENDED])
    expect(why(at)).toBe('Refused: it is not waiting any more')
  })
})

describe('sec-024: while something is being written down', () => {
  it('a change: nothing is decided, changed or extended on the card', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    const { id, digest } = at.card()
    const decision = at.decision()
    const go = stuck(at)
    const changing = at.desk.amend(id, digest, SEVEN)
    await settle()
    const deciding = at.desk.decide(decision)
    expect([code(await at.desk.amend(id, digest, SEVEN)), code(await at.desk.extend(id))]).toEqual([
      CHANGED,
      CHANGED,
    ])
    await go()
    expect([code(await deciding), code(await changing), why(at), at.sent.length]).toEqual([
      CHANGED,
      'ok',
      'Refused: it is being changed',
      0,
    ])
    await at.look(3_400)
    expect(await at.approve()).toBe('ok')
  })

  it('the decision itself: it is not waiting any more, and is sent once', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    const { id, digest } = at.card()
    const decision = at.decision()
    const go = stuck(at)
    const sending = at.desk.decide(decision)
    await settle()
    expect([
      code(await at.desk.amend(id, digest, SEVEN)),
      code(await at.desk.extend(id)),
      code(await at.desk.requote(id)),
      at.card().state,
    ]).toEqual([ENDED, ENDED, ENDED, 'sending'])
    const again = at.desk.decide(decision)
    await go()
    expect([code(await again), code(await sending), why(at), at.sent.length]).toEqual([
      ENDED,
      'ok',
      'Refused: it is not waiting any more',
      1,
    ])
  })

  it('more time: what ended meanwhile has ended', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    await at.pass(60_000)
    const { id } = at.card()
    const go = stuck(at)
    const extending = at.desk.extend(id)
    await settle()
    const withdrawing = at.desk.withdraw('paused', ASSISTANT)
    await go()
    await withdrawing
    expect([code(await extending), at.only().status]).toEqual([ENDED, 'REJECTED'])
  })

  it('more time that could not be written down is no more time', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    await at.pass(60_000)
    const { expiresAt } = at.only()
    at.storeFails = true
    expect([code(await at.desk.extend(at.card().id)), at.only().expiresAt]).toEqual([
      'storage/failed: The longer time could not be written down.',
      expiresAt,
    ])
  })

  it('more time than the trading day has is refused, also when not a moment less is left', async () => {
    const at = new DeskWorld()
    // Ten minutes before the end of the day: less than an instruction waits.
    at.exchangeAhead = Date.UTC(2026, 10, 20, 20, 50) - at.wall()
    await at.start()
    await at.ready('k1', draft('187.50', '10', { session: 'core' }))
    const { expiresAt } = at.only()
    expect(expiresAt - at.only().createdAt).toBe(600_000)
    expect([code(await at.desk.extend(at.card().id)), at.only().expiresAt]).toEqual([
      'instruction/refused: It cannot wait any longer: the trading day ends.',
      expiresAt,
    ])
  })
})

describe('sec-024: what the policy says at the last moment', () => {
  it('a connection that is not active any more ends it, in the words of the desk', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    at.state = 'paused'
    expect(await at.approve()).toBe('instruction/refused')
    expect(at.only()).toMatchObject({
      status: 'REJECTED',
      ending: {
        why: 'withdrawn',
        detail: 'Not allowed any more: The connection is not active any more.',
      },
    })
    expect([at.sent.length, at.kinds('ended').at(-1)?.line]).toEqual([
      0,
      'The connection is not active any more.',
    ])
  })

  it('a denial ends it, and however long its reason is it fits into the records', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    at.verdict = { result: 'deny', refusal: { code: 'over-limit', message: 'x'.repeat(900) } }
    const done = await at.desk.decide(at.decision())
    expect([
      at.only().ending?.detail.length,
      at.kinds('ended').at(-1)?.line.length,
      at.sent.length,
    ]).toEqual([500, 300, 0])
    expect(code(done)).toMatch(/^instruction\/refused: x+$/)
    expect(at.only().ending?.detail).toMatch(/^Not allowed any more: x+$/)
  })

  it('what cannot be valued at this moment is disarmed and stays', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    at.verdict = { result: 'deny', refusal: { code: 'unavailable', message: 'no price' } }
    expect(await at.approve()).toBe('instruction/changed')
    expect([at.only().status, at.card().arming.armed, at.sent.length]).toEqual([
      'PENDING',
      false,
      0,
    ])
  })

  it('a change that the policy denies stays undone and says why; one that cannot be valued at this moment is taken', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    const amend = async () => code(await at.desk.amend(at.card().id, at.card().digest, SEVEN))
    at.verdict = { result: 'deny', refusal: { code: 'over-limit', message: 'too much' } }
    expect(await amend()).toBe('instruction/refused: It stays as it was: too much.')
    at.verdict = { result: 'deny', refusal: null }
    expect(await amend()).toBe(
      'instruction/refused: It stays as it was: the policy does not allow it.',
    )
    expect(at.only().amendment).toBeNull()
    at.verdict = { result: 'deny', refusal: { code: 'unavailable', message: 'no price' } }
    expect([await amend(), at.only().amendment]).toEqual(['ok', SEVEN])
  })
})
