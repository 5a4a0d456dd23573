import { describe, expect, it } from 'vitest'
import { InstructionFixture, OTHER } from './harness/instruction-fixture.js'
import { draft } from './harness/fake-order-gateway.js'

const requestAndDecline = async (
  fixture: InstructionFixture,
  key: string,
  order = draft(),
): Promise<void> => {
  const { card } = fixture.service.confirm.live.get()
  if (card !== null) fixture.service.confirm.defer(card.id)
  await fixture.advance(61_000)
  await fixture.requestAndArm(key, order)
}

describe('CONFIRM-32: declines can pause the assistant', () => {
  it('declines and pauses for 15 minutes when the person chooses both', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    await fixture.request('k2', draft('180'))
    expect(await fixture.decline({ why: 'I did not ask for this', pauseMinutes: 15 })).toBe('ok')
    expect(fixture.pauses).toMatchObject([{ minutes: 15 }])
    expect(
      fixture.instructions().map(({ status, ending }) => [status, ending?.why, ending?.detail]),
    ).toEqual([
      ['REJECTED', 'declined', 'I did not ask for this'],
      ['REJECTED', 'withdrawn', 'This assistant was paused'],
    ])
    expect(fixture.auditRecords('decided').at(-1)?.body).toMatchObject({
      decision: 'decline',
      by: 'person',
      why: 'I did not ask for this',
    })
  })

  it('does not pause after one decline', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    await fixture.decline()
    expect(fixture.pauses).toEqual([])
  })

  it('pauses after the second decline of the same order in a row, in any notation', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm('k1', draft('187.50'))
    await fixture.decline()
    await requestAndDecline(fixture, 'k2', draft('187.5'))
    await fixture.decline()
    expect(fixture.pauses).toMatchObject([
      { minutes: 15, why: 'The same order was declined twice in a row.' },
    ])
  })

  it('counts declines over a restart', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm('k1')
    await fixture.decline()
    await fixture.restart()
    await requestAndDecline(fixture, 'k2')
    await fixture.decline()
    expect(fixture.pauses).toHaveLength(1)
  })

  it('starts over after another order or an approval, but not after an expiry', async () => {
    for (const between of ['other', 'approved', 'expired'] as const) {
      const fixture = await new InstructionFixture().start()
      await fixture.requestAndArm('k1')
      await fixture.decline()
      await requestAndDecline(fixture, 'k2', between === 'expired' ? draft() : draft('180'))
      if (between === 'approved') expect(await fixture.approve()).toBe('ok')
      else if (between === 'other') await fixture.decline()
      else await fixture.advance(16 * 60_000)
      await requestAndDecline(fixture, 'k3')
      await fixture.decline()
      // An expired instruction is no decision: the two declines are still in a row.
      expect(fixture.pauses.length, between).toBe(between === 'expired' ? 1 : 0)
    }
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm('k1')
    await fixture.decline()
    fixture.service.confirm.defer(fixture.card().id)
    await fixture.request('k1', draft(), OTHER)
    await fixture.drawCards(3_400)
    await fixture.decline()
    expect(fixture.pauses).toEqual([])
  })

  it('counts two equal rows of one batch as one decline', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm('k1', [draft(), draft()])
    for (const row of [
      fixture.decision({ decision: 'decline' }, fixture.row(0)),
      fixture.decision({ decision: 'decline' }, fixture.row(1)),
    ]) {
      await fixture.service.decisions.decide(row)
    }
    expect(fixture.instructions().map(({ ending }) => ending?.why)).toEqual([
      'declined',
      'declined',
    ])
    expect(fixture.pauses).toEqual([])
  })
})
