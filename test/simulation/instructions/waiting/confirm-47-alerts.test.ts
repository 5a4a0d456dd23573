import { describe, expect, it } from 'vitest'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { foreign } from '../../../../shared/messages/make-message.js'
import { above, WaitingFixture } from './waiting-fixture.js'

const MINUTE = 60_000
const FIRED = foreign('AAPL rose to 101.00')

async function added(fixture: WaitingFixture) {
  const made = await fixture.add(above('100'))
  if (!made.ok) throw new Error(inEnglish(made.error.message))
  return made.value.id
}
const stateOf = (fixture: WaitingFixture, id: string) =>
  fixture.service.all().find((waiting) => waiting.id === id)

describe('CONFIRM-47: an alert of the person wakes a waiting instruction', () => {
  it('makes one request, however often alerts fire and whatever its own condition does', async () => {
    const fixture = await WaitingFixture.start()
    const id = await added(fixture)
    await fixture.within(fixture.service.alert(id, FIRED))
    await fixture.within(fixture.service.alert(id, FIRED))
    fixture.trade('105')
    await fixture.run(MINUTE)
    expect(fixture.wakes).toEqual([`waiting-${id}`])
    expect(stateOf(fixture, id)).toMatchObject({
      state: 'woken',
      detail: { code: 'waiting.alertFired' },
    })
  })

  it('does not wake while locked or paused, and wakes once that is over', async () => {
    const fixture = await WaitingFixture.start()
    const id = await added(fixture)
    fixture.locked = true
    await fixture.within(fixture.service.alert(id, FIRED))
    await fixture.run(MINUTE)
    expect(fixture.wakes).toEqual([])
    fixture.setConnection('paused')
    fixture.locked = false
    await fixture.run(MINUTE)
    expect(fixture.wakes).toEqual([])
    fixture.setConnection('active')
    await fixture.run(MINUTE)
    expect(fixture.wakes).toEqual([`waiting-${id}`])
  })

  it('remembers over a crash that the alert fired', async () => {
    const fixture = await WaitingFixture.start()
    const id = await added(fixture)
    fixture.locked = true
    await fixture.within(fixture.service.alert(id, FIRED))
    await fixture.run(MINUTE)
    await fixture.crash()
    fixture.locked = false
    await fixture.open()
    await fixture.run(MINUTE)
    expect(fixture.wakes).toEqual([`waiting-${id}`])
  })

  it('wakes nothing after a halt, a revoke, or a removal by the person', async () => {
    for (const end of ['halt', 'revoke', 'remove'] as const) {
      const fixture = await WaitingFixture.start()
      const id = await added(fixture)
      if (end === 'halt') fixture.setHalted(true)
      else if (end === 'revoke') fixture.setConnection('revoked')
      else await fixture.within(fixture.service.remove(id, 'person'))
      await fixture.run(MINUTE)
      await fixture.within(fixture.service.alert(id, FIRED))
      await fixture.run(MINUTE)
      expect(fixture.wakes).toEqual([])
    }
  })

  it('wakes nothing after its expiration', async () => {
    const fixture = await WaitingFixture.start()
    const id = await added(fixture)
    await fixture.run(24 * 60 * MINUTE)
    await fixture.within(fixture.service.alert(id, FIRED))
    await fixture.run(MINUTE)
    expect(fixture.wakes).toEqual([])
    expect(stateOf(fixture, id)?.state).toBe('expired')
  })
})
