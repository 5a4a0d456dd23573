import { describe, expect, it } from 'vitest'
import { InstructionFixture } from '../harness/instruction-fixture.js'
import { draft } from '../harness/fake-order-gateway.js'

/**
 * Main decides whatever it cannot trust a page with; `isTrusted` and the start of a press are
 * tested in the page.
 */
describe('CONFIRM-15, main: a press that began before the card was displayed', () => {
  it('does not approve it, even with every value that main issued', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.request('k1')
    await fixture.advance(5_000)
    expect(await fixture.approve()).toBe('instruction/refused')
    fixture.service.markShown(fixture.card().id, fixture.card().digest, true)
    expect(await fixture.approve()).toBe('instruction/refused')
    expect(fixture.sent).toEqual([])
  })

  it('does not approve a card that waits behind the displayed one', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm('k1')
    await fixture.request('k2', draft('180'))
    await fixture.advance(10)
    const behind = fixture.instructions()[1]
    const front = fixture.decision()
    fixture.service.confirm.show(behind?.id ?? front.id)
    const back = fixture.decision()
    fixture.service.confirm.show(front.id)
    await fixture.drawCards(3_000)
    expect((await fixture.service.decisions.decide(back)).ok).toBe(false)
    expect(fixture.sent).toEqual([])
  })

  it('does not approve the card that followed', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm('k1')
    await fixture.request('k2', draft('180'))
    const first = fixture.decision()
    fixture.service.confirm.defer(first.id)
    await fixture.drawCards(3_000)
    expect(fixture.card().id).not.toBe(first.id)
    expect((await fixture.service.decisions.decide(first)).ok).toBe(false)
    expect((await fixture.service.decisions.decide({ ...first, id: fixture.card().id })).ok).toBe(
      false,
    )
    expect(
      (await fixture.service.decisions.decide({ ...fixture.decision(), nonce: first.nonce })).ok,
    ).toBe(false)
    expect(fixture.sent).toEqual([])
  })
})
