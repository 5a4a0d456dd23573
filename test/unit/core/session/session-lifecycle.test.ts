import { describe, expect, it } from 'vitest'
import { asPrice, dec } from '../../../../shared/domain/decimal.js'
import { ok } from '../../../../shared/domain/result.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { SessionFixture, draft } from './session-fixture.js'
import { foreign } from '../../../../shared/messages/make-message.js'
import { writtenOut } from '../../../harness/written-out.js'

const TICKET = (index: number): string => `ticket-${`${index}`.padStart(8, '0')}`

describe('a session in production', () => {
  it('denies every order and replace until it is armed', async () => {
    const desk = new SessionFixture({ environment: 'production' })
    const session = await desk.start()
    expect(session.trading.armed).toBe(false)
    const denied = await session.orders.submit(TICKET(1), draft())
    expect(writtenOut(denied)).toMatchObject({
      ok: true,
      value: { outcome: 'denied', reasons: [expect.stringContaining('not-armed')] },
    })
    expect(desk.exchange.orders.size).toBe(0)
    session.trading.arm()
    expect(session.trading.armed).toBe(true)
    const sent = session.orders.submit(TICKET(2), draft())
    await desk.simulation.run(desk.simulation.now + 2_000)
    expect(await sent).toMatchObject({ ok: true, value: { outcome: 'acknowledged' } })
    expect(desk.exchange.orders.size).toBe(1)
  })

  it('is unarmed after a restart', async () => {
    const desk = new SessionFixture({ environment: 'production' })
    ;(await desk.start()).trading.arm()
    expect((await desk.restart()).trading.armed).toBe(false)
  })

  it('needs no arming in practice and sandbox', async () => {
    expect((await new SessionFixture().start()).trading.armed).toBe(true)
    expect((await new SessionFixture({ environment: 'sandbox' }).start()).trading.armed).toBe(true)
  })
})

describe('a session that is about to end', () => {
  it('refuses new orders but still cancels', async () => {
    const desk = new SessionFixture()
    const session = await desk.start()
    const sent = session.orders.submit(TICKET(1), draft())
    await desk.simulation.run(desk.simulation.now + 2_000)
    const outcome = await sent
    if (!outcome.ok || outcome.value.outcome !== 'acknowledged') throw new Error('not placed')
    const { accountId, clientOrderId } = outcome.value.order
    session.trading.suspend()
    expect(writtenOut(await session.orders.submit(TICKET(2), draft()))).toMatchObject({
      ok: true,
      value: { outcome: 'denied', reasons: [expect.stringContaining('switching')] },
    })
    expect(
      await session.orders.replace(accountId, clientOrderId, { limitPrice: asPrice(dec('99.40')) }),
    ).toMatchObject({ ok: true, value: { outcome: 'denied' } })
    const cancelled = session.orders.cancel(accountId, clientOrderId)
    await desk.simulation.run(desk.simulation.now + 2_000)
    expect(await cancelled).toMatchObject({ ok: true, value: { outcome: 'acknowledged' } })
    expect(desk.exchange.orders.size).toBe(1)
  })

  it('settles at once when no order is open', async () => {
    const desk = new SessionFixture()
    const session = await desk.start()
    expect(await session.orders.settle(5_000)).toBe(0)
  })
})

describe('what a session does not know yet', () => {
  it('is said with the reason, and read again within seconds', async () => {
    const desk = new SessionFixture()
    desk.accountsFail = true
    const starting = desk.session.connection.start()
    await desk.simulation.run(desk.simulation.now + 100)
    expect(desk.session.connection.view()).toMatchObject({
      phase: 'starting',
      problem: { params: { text: 'down' } },
    })
    desk.accountsFail = false
    desk.balanceFails = true
    await desk.simulation.run(desk.simulation.now + 5_000)
    await starting
    expect(desk.session.connection.view()).toMatchObject({ phase: 'ready', problem: null })
    expect(writtenOut(desk.session.connection.view().unread)).toEqual({
      positions: null,
      balance: 'down',
    })
    desk.balanceFails = false
    await desk.simulation.run(desk.simulation.now + 5_500)
    expect(desk.session.connection.view().unread.balance).toBeNull()
    expect(desk.session.streams.balance.get()).not.toBeNull()
  })
})

describe('signing in by the app key alone', () => {
  it('waits while the code is entered on the phone, then is ready without a browser', async () => {
    const desk = new SessionFixture({
      way: 'key',
      nextToken: { kind: 'waiting', until: epochMs(300_000) },
    })
    const session = await desk.start()
    expect(writtenOut(session.connection.view())).toMatchObject({
      phase: 'signing-in',
      problem: expect.stringContaining('phone'),
    })
    expect(session.connection.view().accounts).toEqual([])
    desk.setToken({ kind: 'ready', expiresAt: null })
    await desk.simulation.run(desk.simulation.now + 3_000)
    expect(session.connection.view()).toMatchObject({ phase: 'ready', problem: null })
    expect(desk.authorizeUrls).toEqual([])
  })

  it('needs attention when the token was not confirmed, and requests one again on sign-in', async () => {
    const desk = new SessionFixture({
      way: 'key',
      nextToken: {
        kind: 'failed',
        message: foreign('the token was not confirmed in time'),
        final: true,
      },
    })
    const session = await desk.start()
    expect(writtenOut(session.connection.view())).toMatchObject({
      phase: 'attention',
      problem: 'the token was not confirmed in time',
    })
    desk.nextToken = { kind: 'ready', expiresAt: null }
    const signedInAgain = session.connection.signIn()
    await desk.simulation.run(desk.simulation.now + 3_000)
    expect(await signedInAgain).toMatchObject({ phase: 'ready' })
  })

  it('signing in over Connect shows the token that waits, and goes on without it', async () => {
    const desk = new SessionFixture({ access: 'connect' })
    const session = await desk.start()
    desk.setToken({ kind: 'waiting', until: epochMs(300_000) })
    expect(session.streams.signIn.get()).toMatchObject({
      way: 'connect',
      token: { state: 'waiting', until: 300_000 },
    })
    expect(session.connection.inspect().tokens.map(({ kind }) => kind)).toContain('app')
    expect(session.connection.view().phase).toBe('ready')
    const message = foreign('the code was not confirmed')
    desk.setToken({ kind: 'failed', message, final: true })
    expect(session.streams.signIn.get().token).toMatchObject({ state: 'failed', message })
    expect(session.connection.view()).toMatchObject({ phase: 'ready', problem: null })
    const flows = desk.authorizeUrls.length
    expect(await session.connection.signIn()).toMatchObject({ phase: 'ready' })
    expect(session.streams.signIn.get().token.state).toBe('ready')
    expect(desk.authorizeUrls).toHaveLength(flows)
  })

  it('requests only the app token again when just that one was not confirmed', async () => {
    const desk = new SessionFixture()
    const session = await desk.start()
    desk.setToken({ kind: 'failed', message: foreign('the network is away'), final: false })
    expect(session.connection.view().phase).toBe('ready')
    desk.setToken({
      kind: 'failed',
      message: foreign('the token was not confirmed in time'),
      final: true,
    })
    expect(writtenOut(session.connection.view())).toMatchObject({
      phase: 'attention',
      problem: 'the token was not confirmed in time',
    })
    const flows = desk.authorizeUrls.length
    const signedInAgain = session.connection.signIn()
    await desk.simulation.run(desk.simulation.now + 3_000)
    expect(await signedInAgain).toMatchObject({ phase: 'ready', problem: null })
    expect(desk.authorizeUrls).toHaveLength(flows)
  })

  it('forgets the token when signing out', async () => {
    const desk = new SessionFixture({ way: 'key' })
    const session = await desk.start()
    expect(await session.connection.signOut()).toMatchObject({ phase: 'signed-out' })
    expect(desk.calls['forget']).toBe(1)
  })
})

describe('signing out', () => {
  it.each(['browser', 'key'] as const)(
    'signing out by %s stops all activity and clears the account until the next sign-in',
    async (way) => {
      const desk = new SessionFixture({ way })
      const session = await desk.start()
      expect(session.connection.view().phase).toBe('ready')
      expect(session.streams.positions.get()).toHaveLength(1)
      expect(await session.connection.signOut()).toMatchObject({ phase: 'signed-out' })
      expect([...desk.secrets.keys()]).toEqual([])
      // The browser sign-in may have an app token too: it is forgotten as well.
      expect(desk.calls['forget']).toBe(1)
      expect(desk.stream).toBeNull()
      expect([session.streams.positions.get(), session.streams.balance.get()]).toEqual([null, null])
      const stateOf = (channel: string) =>
        session.streams.health.get().channels.find((health) => health.channel === channel)?.state
      expect([stateOf('events'), stateOf('market')]).toEqual(['stopped', 'stopped'])
      const before = { ...desk.calls }
      await desk.simulation.run(desk.simulation.now + 3_600_000)
      expect(desk.calls).toEqual(before)
      const signedInAgain = session.connection.signIn()
      await desk.simulation.run(desk.simulation.now + 5_000)
      expect(await signedInAgain).toMatchObject({ phase: 'ready' })
      expect(desk.stream).not.toBeNull()
      expect(session.streams.positions.get()).toHaveLength(1)
      const sent = session.orders.submit(TICKET(1), draft())
      await desk.simulation.run(desk.simulation.now + 2_000)
      expect(await sent).toMatchObject({ ok: true, value: { outcome: 'acknowledged' } })
    },
  )
})

describe('a computer that slept', () => {
  it('renews an expired token as soon as it wakes, and trading goes on', async () => {
    const desk = new SessionFixture()
    const session = await desk.start()
    session.connection.wake()
    await desk.simulation.run(desk.simulation.now + 1_000)
    expect(desk.calls['refresh'] ?? 0).toBe(0)
    desk.sleptMs += 6 * 3_600_000
    session.connection.wake()
    await desk.simulation.run(desk.simulation.now + 1_000)
    expect(desk.calls['refresh']).toBe(1)
    expect(session.connection.view().phase).toBe('ready')
  })
})

describe('a session over a long order journal', () => {
  it('says how much of it was read while it starts, and nothing once it was read', async () => {
    const desk = new SessionFixture()
    const seen: string[] = []
    const port = desk.disk.port()
    desk.disk.port = () => ({
      ...port,
      readEach: async (_onLine, onProgress) => {
        for (const share of [0.25, 0.259, 0.5]) onProgress?.(share)
        return ok({ tailCut: false })
      },
    })
    desk.session = desk.createSession()
    desk.session.streams.session.subscribe(() => {
      const { problem } = writtenOut(desk.session.connection.view())
      if (problem !== null) seen.push(String(problem))
    })
    await desk.start()
    expect(seen).toEqual([
      expect.stringContaining('Reading the order journal, 25%'),
      expect.stringContaining('Reading the order journal, 50%'),
    ])
    expect(desk.session.connection.view()).toMatchObject({ phase: 'ready', problem: null })
  })
})
