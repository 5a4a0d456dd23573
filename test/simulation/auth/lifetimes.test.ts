import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../shared/domain/time.js'
import { AuthWorld, type Run } from './auth-world.js'

/**
 * Every life that contract/auth.md names, over the program's own client and the exchange's own
 * rooms, in virtual time.
 */

/** A run that is signed in by the person. */
async function signedIn(world: AuthWorld): Promise<Run> {
  const run = world.start()
  await run.session.start()
  expect(await run.session.signIn()).toBe(true)
  return run
}
const token = (run: Run): Promise<string | null> => run.session.tokens.accessToken()
/** What the client of the provider does with it: a token that is refused is replaced once. */
const used = async (world: AuthWorld, run: Run): Promise<boolean> => {
  const first = await token(run)
  if (good(world, first)) return true
  run.session.tokens.rejected(first ?? '')
  return good(world, await token(run))
}
/** Whether the exchange would still let this access token in. */
const good = (world: AuthWorld, access: string | null): boolean =>
  access !== null && world.grants.userOf(access, world.serverNow()) === 'U1'

describe('SEC-14: the code of 60 seconds', () => {
  const waiting = (world: AuthWorld, ms: number): void => {
    world.approve = async (url) => {
      const query = world.codeFor(url)
      await new Promise<void>((resolve) => world.time.schedule(ms, resolve, -1))
      return query
    }
  }
  it('is good after 59 s', async () => {
    const world = new AuthWorld()
    waiting(world, 59 * SECOND_MS)
    const run = world.start()
    const signing = run.session.signIn()
    await world.pass(MINUTE_MS)
    expect(await signing).toBe(true)
    expect(run.session.view()).toMatchObject({ phase: 'signed-in', problem: null })
  })

  it('is refused after 61 s, is not sent twice, and a new attempt with a new state works', async () => {
    const world = new AuthWorld()
    const states: (string | null)[] = []
    waiting(world, 61 * SECOND_MS)
    const run = world.start()
    const signing = run.session.signIn()
    await world.pass(MINUTE_MS + 2 * SECOND_MS)
    expect(await signing).toBe(false)
    expect(run.session.view()).toMatchObject({
      phase: 'attention',
      problem: expect.stringContaining('expired') as string,
    })
    expect(world.count('connect.token')).toBe(1)
    world.approve = (url) => {
      states.push(url.searchParams.get('state'))
      return Promise.resolve(world.codeFor(url))
    }
    expect(await run.session.signIn()).toBe(true)
    expect(world.count('connect.token')).toBe(2)
    expect(states[0]).toMatch(/^[0-9a-f]{64}$/)
  })

  it('is never replayed: a lost answer ends in a new attempt with another code', async () => {
    const world = new AuthWorld()
    const codes: string[] = []
    world.bend = (request, answer) => {
      const code = new URLSearchParams(
        new TextDecoder().decode(request.body ?? new Uint8Array()),
      ).get('code')
      if (code !== null) codes.push(code)
      return codes.length === 1
        ? { ok: false, error: { kind: 'reset', phase: 'sent', detail: 'ECONNRESET' } }
        : answer
    }
    const run = world.start()
    expect(await run.session.signIn()).toBe(false)
    expect(await run.session.signIn()).toBe(true)
    expect(new Set(codes).size).toBe(2)
    expect(codes).toHaveLength(2)
  })
})

describe('the access token of 30 minutes', () => {
  it('is renewed two to three minutes early, at another moment each time, and never lapses in a day', async () => {
    const world = new AuthWorld()
    const run = await signedIn(world)
    const renewals: number[] = []
    let last = await token(run)
    for (let second = 0; second < 6 * 3_600; second += 10) {
      await world.pass(10 * SECOND_MS)
      const next = await token(run)
      expect(good(world, next)).toBe(true)
      if (next !== last) renewals.push(world.time.now)
      last = next
    }
    const lives = renewals.map((at, index) => at - (renewals[index - 1] ?? 0))
    expect(renewals.length).toBeGreaterThanOrEqual(12)
    for (const life of lives) {
      expect(life).toBeGreaterThanOrEqual(27 * MINUTE_MS - 10 * SECOND_MS)
      expect(life).toBeLessThanOrEqual(28 * MINUTE_MS + 10 * SECOND_MS)
    }
    expect(new Set(lives).size).toBeGreaterThan(1)
    expect(run.session.view().phase).toBe('signed-in')
  })

  it('that is refused before its time is replaced once', async () => {
    const world = new AuthWorld()
    const run = await signedIn(world)
    const first = await token(run)
    for (let caller = 0; caller < 20; caller += 1) run.session.tokens.rejected(first ?? '')
    const seconds = await Promise.all(Array.from({ length: 20 }, () => token(run)))
    expect(new Set(seconds).size).toBe(1)
    expect(seconds[0]).not.toBe(first)
    expect(world.count('connect.token')).toBe(2)
  })
})

describe('the refresh token of 15 days', () => {
  it('opens the program again after 14 days and 23 hours, without the person', async () => {
    const world = new AuthWorld()
    ;(await signedIn(world)).stop()
    world.sleep(14 * DAY_MS + 23 * HOUR_MS)
    const run = world.start()
    expect(await run.session.start()).toBe(true)
    expect(good(world, await token(run))).toBe(true)
    // From here on another 15 days: the new one was kept.
    run.stop()
    world.sleep(14 * DAY_MS + 23 * HOUR_MS)
    expect(await world.start().session.start()).toBe(true)
  })

  it.each([
    ['by our own clock, without asking', 0],
    ['as the provider says, when our clock is slow', -2 * MINUTE_MS],
  ])(
    'has ended after 15 days and a second: one calm banner %s, and signing in works',
    async (_how, skew) => {
      const world = new AuthWorld()
      ;(await signedIn(world)).stop()
      const kept = world.shelf.kept.get('oauth-tokens')
      world.sleep(15 * DAY_MS + SECOND_MS)
      world.skew = skew
      const run = world.start()
      expect(await run.session.start()).toBe(false)
      await world.pass(HOUR_MS)
      expect(run.phases).toEqual(['attention'])
      expect(run.session.view().phase).toBe('attention')
      expect(world.count('connect.token')).toBe(skew === 0 ? 1 : 2)
      // Nothing is thrown away before the person has signed in.
      expect(world.shelf.kept.get('oauth-tokens')).toBe(kept)
      expect(await run.session.signIn()).toBe(true)
      expect(run.session.view()).toMatchObject({ phase: 'signed-in', problem: null })
      expect(good(world, await token(run))).toBe(true)
    },
  )

  it('that ended while the program ran asks once, does not loop, and leads on', async () => {
    const world = new AuthWorld()
    const run = await signedIn(world)
    world.sleep(15 * DAY_MS + SECOND_MS)
    run.session.wake()
    await world.pass(HOUR_MS)
    for (let call = 0; call < 50; call += 1) expect(await token(run)).toBeNull()
    expect(run.phases).toEqual(['attention', 'signing-in', 'signed-in', 'attention'])
    expect(world.count('connect.token')).toBe(1)
    expect(await run.session.signIn()).toBe(true)
    expect(good(world, await token(run))).toBe(true)
  })

  it('whose whole family was revoked is asked about once; then the person', async () => {
    const world = new AuthWorld()
    const run = await signedIn(world)
    world.grants.revokeAll()
    run.session.tokens.rejected((await token(run)) ?? '')
    for (let call = 0; call < 50; call += 1) expect(await token(run)).toBeNull()
    await world.pass(DAY_MS)
    expect(world.count('connect.token')).toBe(2)
    expect(run.session.view()).toMatchObject({
      phase: 'attention',
      problem: expect.stringContaining('revoked') as string,
    })
    expect(await run.session.signIn()).toBe(true)
  })

  it('whose answer was lost is tried once more, and when it was spent, the person signs in', async () => {
    const world = new AuthWorld()
    const run = await signedIn(world)
    world.faults.add({ kind: 'drop-after-effect', operation: 'connect.token' })
    await world.pass(31 * MINUTE_MS)
    // The exchange rotates: the old one is dead, so the second try ends it (safety 3).
    expect(world.count('connect.token')).toBe(3)
    expect(run.session.view().phase).toBe('attention')
    expect(await run.session.signIn()).toBe(true)
    world.faults.add({ kind: 'drop-before-effect', operation: 'connect.token' })
    await world.pass(29 * MINUTE_MS)
    expect(run.session.view()).toMatchObject({ phase: 'signed-in', problem: null })
    expect(good(world, await token(run))).toBe(true)
  })

  it('waits out a network that is away for five hours', async () => {
    const world = new AuthWorld()
    const run = await signedIn(world)
    world.online = false
    await world.pass(5 * HOUR_MS)
    expect(run.session.view().phase).toBe('signed-in')
    expect(await token(run)).toBeNull()
    world.online = true
    await world.pass(MINUTE_MS)
    expect(good(world, await token(run))).toBe(true)
  })
})

describe('clocks', () => {
  it.each([10, -10])(
    'a clock %d minutes wrong changes no life: they count from the question, not from a date',
    async (minutes) => {
      const world = new AuthWorld()
      const run = await signedIn(world)
      run.stop()
      // Requests are signed with a time, so a grossly wrong clock signs nobody in; what was granted
      // lives on by its own measure.
      world.skew = minutes * MINUTE_MS
      const again = world.start()
      const first = await (await again.session.start(), token(again))
      expect(good(world, first)).toBe(true)
      await world.pass(10 * MINUTE_MS)
      expect(good(world, await token(again))).toBe(true)
      world.skew = 0
      for (let minute = 0; minute < 60; minute += 1) {
        await world.pass(MINUTE_MS)
        expect(await used(world, again)).toBe(true)
      }
    },
  )

  it('a clock that is set while the program runs neither lengthens a life nor ends the sign-in', async () => {
    for (const jump of [10 * MINUTE_MS, -10 * MINUTE_MS, HOUR_MS, -HOUR_MS]) {
      const world = new AuthWorld()
      const run = await signedIn(world)
      await world.pass(5 * MINUTE_MS)
      world.skew = jump
      run.session.wake()
      await world.pass(10 * MINUTE_MS)
      world.skew = 0
      for (let minute = 0; minute < 60; minute += 1) {
        await world.pass(MINUTE_MS)
        expect(good(world, await token(run)), `${jump} after ${minute} minutes`).toBe(true)
      }
      expect(run.session.view().phase).toBe('signed-in')
    }
  })

  it('six hours asleep with a monotonic clock that stood still: waking renews at once', async () => {
    const world = new AuthWorld()
    const run = await signedIn(world)
    const before = await token(run)
    await world.pass(5 * MINUTE_MS)
    world.sleep(6 * HOUR_MS)
    expect(good(world, before)).toBe(false)
    run.session.wake()
    expect(good(world, await token(run))).toBe(true)
    expect(world.count('connect.token')).toBe(2)
    await world.pass(SECOND_MS)
    expect(run.session.view()).toMatchObject({ phase: 'signed-in', problem: null })
    expect(run.session.view().accessTokenExpiresAt ?? 0).toBeGreaterThan(
      world.serverNow() + 29 * MINUTE_MS,
    )
  })

  it('waking to a network that is not back yet tries on until it is', async () => {
    const world = new AuthWorld()
    const run = await signedIn(world)
    world.online = false
    world.sleep(6 * HOUR_MS)
    run.session.wake()
    await world.pass(90 * SECOND_MS)
    expect(await token(run)).toBeNull()
    world.online = true
    await world.pass(31 * SECOND_MS)
    expect(good(world, await token(run))).toBe(true)
    expect(run.session.view().phase).toBe('signed-in')
  })

  it('a short nap changes nothing', async () => {
    const world = new AuthWorld()
    const run = await signedIn(world)
    const before = await token(run)
    world.sleep(MINUTE_MS)
    run.session.wake()
    expect(await token(run)).toBe(before)
    expect(world.count('connect.token')).toBe(1)
  })

  it.each(['America/New_York', 'Europe/Berlin'])(
    'the change of summer time is no event: every life is in UTC (%s)',
    async (zone) => {
      const before = process.env['TZ']
      process.env['TZ'] = zone
      try {
        const world = new AuthWorld()
        // Early on the day of the change in November 2025, an hour before it happens there.
        world.sleep(Date.parse('2026-10-25T00:30:00Z') - world.serverNow())
        if (zone === 'America/New_York') {
          world.sleep(Date.parse('2026-11-01T05:30:00Z') - world.serverNow())
        }
        const offset = new Date(world.serverNow()).getTimezoneOffset()
        const run = await signedIn(world)
        for (let minute = 0; minute < 90; minute += 1) {
          await world.pass(MINUTE_MS)
          expect(good(world, await token(run))).toBe(true)
        }
        expect(new Date(world.serverNow()).getTimezoneOffset()).not.toBe(offset)
        expect(world.count('connect.token')).toBe(4)
      } finally {
        if (before === undefined) delete process.env['TZ']
        else process.env['TZ'] = before
      }
    },
  )
})
