import { describe, expect, it } from 'vitest'
import { asPrice, dec } from '../../../shared/domain/decimal.js'
import { epochMs } from '../../../shared/domain/time.js'
import { DeskRig, draft } from './desk-rig.js'

const TICKET = (n: number): string => `ticket-${`${n}`.padStart(8, '0')}`

describe('a session that trades with real money', () => {
  it('denies every order and replace until it is armed, and nothing leaves', async () => {
    const rig = new DeskRig({ environment: 'production' })
    const session = await rig.up()
    expect(session.armed).toBe(false)
    const denied = await session.submit(TICKET(1), draft())
    expect(denied).toMatchObject({
      ok: true,
      value: { outcome: 'denied', reasons: [expect.stringContaining('not-armed')] },
    })
    expect(rig.exchange.orders.size).toBe(0)
    session.arm()
    expect(session.armed).toBe(true)
    const sent = session.submit(TICKET(2), draft())
    await rig.world.run(rig.world.now + 2_000)
    expect(await sent).toMatchObject({ ok: true, value: { outcome: 'acknowledged' } })
    expect(rig.exchange.orders.size).toBe(1)
  })

  it('is disarmed again by a restart', async () => {
    const rig = new DeskRig({ environment: 'production' })
    ;(await rig.up()).arm()
    expect((await rig.restart()).armed).toBe(false)
  })

  it('practice and sandbox need no arming', async () => {
    expect((await new DeskRig().up()).armed).toBe(true)
    expect((await new DeskRig({ environment: 'sandbox' }).up()).armed).toBe(true)
  })
})

describe('a session that is about to end', () => {
  it('takes no new orders but still cancels', async () => {
    const rig = new DeskRig()
    const session = await rig.up()
    const sent = session.submit(TICKET(1), draft())
    await rig.world.run(rig.world.now + 2_000)
    const outcome = await sent
    if (!outcome.ok || outcome.value.outcome !== 'acknowledged') throw new Error('not placed')
    const { accountId, clientOrderId } = outcome.value.order
    session.suspend()
    expect(await session.submit(TICKET(2), draft())).toMatchObject({
      ok: true,
      value: { outcome: 'denied', reasons: [expect.stringContaining('switching')] },
    })
    expect(
      await session.replace(accountId, clientOrderId, { limitPrice: asPrice(dec('99.40')) }),
    ).toMatchObject({ ok: true, value: { outcome: 'denied' } })
    const cancelled = session.cancel(accountId, clientOrderId)
    await rig.world.run(rig.world.now + 2_000)
    expect(await cancelled).toMatchObject({ ok: true, value: { outcome: 'acknowledged' } })
    expect(rig.exchange.orders.size).toBe(1)
  })

  it('settles at once with nothing open, and gives up waiting in time', async () => {
    const rig = new DeskRig()
    const session = await rig.up()
    expect(await session.settle(5_000)).toBe(0)
  })
})

describe('signing in by the app key alone', () => {
  it('waits while the code is entered on the phone, then goes live without any browser', async () => {
    const rig = new DeskRig({ way: 'key', nextToken: { kind: 'waiting', until: epochMs(300_000) } })
    const session = await rig.up()
    expect(session.sessionView()).toMatchObject({
      phase: 'signing-in',
      problem: expect.stringContaining('phone'),
    })
    expect(session.sessionView().accounts).toEqual([])
    rig.becomeToken({ kind: 'ready', expiresAt: null })
    await rig.world.run(rig.world.now + 3_000)
    expect(session.sessionView()).toMatchObject({ phase: 'ready', problem: null })
    expect(rig.authorized).toEqual([])
  })

  it('leads on when the token was not confirmed, and again when asked', async () => {
    const rig = new DeskRig({
      way: 'key',
      nextToken: { kind: 'failed', message: 'the token was not confirmed in time', final: true },
    })
    const session = await rig.up()
    expect(session.sessionView()).toMatchObject({
      phase: 'attention',
      problem: 'the token was not confirmed in time',
    })
    rig.nextToken = { kind: 'ready', expiresAt: null }
    const again = session.signIn()
    await rig.world.run(rig.world.now + 3_000)
    expect(await again).toMatchObject({ phase: 'ready' })
  })

  it('with both ways in, a token that nobody confirmed is told, and signing in asks for it alone', async () => {
    const rig = new DeskRig()
    const session = await rig.up()
    rig.becomeToken({ kind: 'failed', message: 'the network is away', final: false })
    expect(session.sessionView().phase).toBe('ready')
    rig.becomeToken({ kind: 'failed', message: 'the token was not confirmed in time', final: true })
    expect(session.sessionView()).toMatchObject({
      phase: 'attention',
      problem: 'the token was not confirmed in time',
    })
    const flows = rig.authorized.length
    const again = session.signIn()
    await rig.world.run(rig.world.now + 3_000)
    expect(await again).toMatchObject({ phase: 'ready', problem: null })
    expect(rig.authorized).toHaveLength(flows)
  })

  it('signing out forgets the token', async () => {
    const rig = new DeskRig({ way: 'key' })
    const session = await rig.up()
    expect(await session.signOut()).toMatchObject({ phase: 'signed-out' })
    expect(rig.calls['forget']).toBe(1)
  })
})

describe('signing out', () => {
  it.each(['browser', 'key'] as const)(
    'by %s ends everything in the background, shows nothing of the account, and signing in brings it back',
    async (way) => {
      const rig = new DeskRig({ way })
      const session = await rig.up()
      expect(session.sessionView().phase).toBe('ready')
      expect(session.streams.positions.get()).toHaveLength(1)
      expect(await session.signOut()).toMatchObject({ phase: 'signed-out' })
      expect([...rig.secrets.keys()]).toEqual([])
      // Both ways in may have tokens: the key's own goes too.
      expect(rig.calls['forget']).toBe(1)
      expect(rig.stream).toBeNull()
      expect([session.streams.positions.get(), session.streams.balance.get()]).toEqual([[], null])
      const before = { ...rig.calls }
      await rig.world.run(rig.world.now + 3_600_000)
      expect(rig.calls).toEqual(before)
      const again = session.signIn()
      await rig.world.run(rig.world.now + 5_000)
      expect(await again).toMatchObject({ phase: 'ready' })
      expect(rig.stream).not.toBeNull()
      expect(session.streams.positions.get()).toHaveLength(1)
      const sent = session.submit(TICKET(1), draft())
      await rig.world.run(rig.world.now + 2_000)
      expect(await sent).toMatchObject({ ok: true, value: { outcome: 'acknowledged' } })
    },
  )
})

describe('a computer that slept', () => {
  it('renews what ended meanwhile as soon as it wakes, and trading goes on', async () => {
    const rig = new DeskRig()
    const session = await rig.up()
    session.wake()
    await rig.world.run(rig.world.now + 1_000)
    expect(rig.calls['refresh'] ?? 0).toBe(0)
    rig.asleep += 6 * 3_600_000
    session.wake()
    await rig.world.run(rig.world.now + 1_000)
    expect(rig.calls['refresh']).toBe(1)
    expect(session.sessionView().phase).toBe('ready')
  })
})
