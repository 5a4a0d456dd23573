import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../shared/domain/time.js'
import { AuthFixture, type Run } from './auth-fixture.js'
import { writtenOut } from '../../harness/written-out.js'

/**
 * Every lifetime of AUTH-1, with the program's own client and the sign-in of the practice exchange,
 * in virtual time.
 */

/** Starts a run and signs in. */
async function signedIn(fixture: AuthFixture): Promise<Run> {
  const run = fixture.start()
  await run.session.start()
  expect(await run.session.signIn()).toBe(true)
  return run
}
const token = (run: Run): Promise<string | null> => run.session.tokens.accessToken()
/** Calls the provider as its client does: a refused token is replaced once. */
const canCall = async (fixture: AuthFixture, run: Run): Promise<boolean> => {
  const first = await token(run)
  if (isAccepted(fixture, first)) return true
  run.session.tokens.rejected(first ?? '')
  return isAccepted(fixture, await token(run))
}
/** True while the exchange would accept this access token. */
const isAccepted = (fixture: AuthFixture, access: string | null): boolean =>
  access !== null && fixture.grants.userOf(access, fixture.serverNow()) === 'U1'

describe('SEC-14: the code of 60 seconds', () => {
  const waiting = (fixture: AuthFixture, ms: number): void => {
    fixture.approve = async (url) => {
      const query = fixture.codeFor(url)
      await new Promise<void>((resolve) => fixture.time.schedule(ms, resolve, -1))
      return query
    }
  }
  it('is valid after 59 s', async () => {
    const fixture = new AuthFixture()
    waiting(fixture, 59 * SECOND_MS)
    const run = fixture.start()
    const signing = run.session.signIn()
    await fixture.advance(MINUTE_MS)
    expect(await signing).toBe(true)
    expect(run.session.view()).toMatchObject({ phase: 'signed-in', problem: null })
  })

  it('is refused after 61 s, not sent twice, and a new attempt with a new state works', async () => {
    const fixture = new AuthFixture()
    const states: (string | null)[] = []
    waiting(fixture, 61 * SECOND_MS)
    const run = fixture.start()
    const signing = run.session.signIn()
    await fixture.advance(MINUTE_MS + 2 * SECOND_MS)
    expect(await signing).toBe(false)
    expect(writtenOut(run.session.view())).toMatchObject({
      phase: 'attention',
      problem: expect.stringContaining('expired') as string,
    })
    expect(fixture.count('connect.token')).toBe(1)
    fixture.approve = (url) => {
      states.push(url.searchParams.get('state'))
      return Promise.resolve(fixture.codeFor(url))
    }
    expect(await run.session.signIn()).toBe(true)
    expect(fixture.count('connect.token')).toBe(2)
    expect(states[0]).toMatch(/^[0-9a-f]{64}$/)
  })

  it('is never repeated: after a lost answer, a new attempt uses another code', async () => {
    const fixture = new AuthFixture()
    const codes: string[] = []
    fixture.transformAnswer = (request, answer) => {
      const code = new URLSearchParams(
        new TextDecoder().decode(request.body ?? new Uint8Array()),
      ).get('code')
      if (code !== null) codes.push(code)
      return codes.length === 1
        ? { ok: false, error: { kind: 'reset', phase: 'sent', detail: 'ECONNRESET' } }
        : answer
    }
    const run = fixture.start()
    expect(await run.session.signIn()).toBe(false)
    expect(await run.session.signIn()).toBe(true)
    expect(new Set(codes).size).toBe(2)
    expect(codes).toHaveLength(2)
  })
})

describe('the access token of 30 minutes', () => {
  it('is renewed two to three minutes early at varying moments, and is valid all day', async () => {
    const fixture = new AuthFixture()
    const run = await signedIn(fixture)
    const renewals: number[] = []
    let last = await token(run)
    for (let second = 0; second < 6 * 3_600; second += 10) {
      await fixture.advance(10 * SECOND_MS)
      const next = await token(run)
      expect(isAccepted(fixture, next)).toBe(true)
      if (next !== last) renewals.push(fixture.time.now)
      last = next
    }
    const lives = renewals.map((time, index) => time - (renewals[index - 1] ?? 0))
    expect(renewals.length).toBeGreaterThanOrEqual(12)
    for (const life of lives) {
      expect(life).toBeGreaterThanOrEqual(27 * MINUTE_MS - 10 * SECOND_MS)
      expect(life).toBeLessThanOrEqual(28 * MINUTE_MS + 10 * SECOND_MS)
    }
    expect(new Set(lives).size).toBeGreaterThan(1)
    expect(run.session.view().phase).toBe('signed-in')
  })

  it('is replaced once when it is refused before its end', async () => {
    const fixture = new AuthFixture()
    const run = await signedIn(fixture)
    const first = await token(run)
    for (let caller = 0; caller < 20; caller += 1) run.session.tokens.rejected(first ?? '')
    const seconds = await Promise.all(Array.from({ length: 20 }, () => token(run)))
    expect(new Set(seconds).size).toBe(1)
    expect(seconds[0]).not.toBe(first)
    expect(fixture.count('connect.token')).toBe(2)
  })
})

describe('the refresh token of 15 days', () => {
  it('signs the program in after 14 days and 23 hours without the person', async () => {
    const fixture = new AuthFixture()
    ;(await signedIn(fixture)).stop()
    fixture.sleep(14 * DAY_MS + 23 * HOUR_MS)
    const run = fixture.start()
    expect(await run.session.start()).toBe(true)
    expect(isAccepted(fixture, await token(run))).toBe(true)
    // The new token was stored, so another 15 days begin here.
    run.stop()
    fixture.sleep(14 * DAY_MS + 23 * HOUR_MS)
    expect(await fixture.start().session.start()).toBe(true)
  })

  it.each([
    ['by the computer’s clock, without a request', 0],
    ['by the provider’s answer, when the computer’s clock is slow', -2 * MINUTE_MS],
  ])(
    'expires after 15 days and a second: one banner %s, and signing in works',
    async (_how, skew) => {
      const fixture = new AuthFixture()
      ;(await signedIn(fixture)).stop()
      const stored = fixture.vault.stored.get('oauth-tokens')
      fixture.sleep(15 * DAY_MS + SECOND_MS)
      fixture.skew = skew
      const run = fixture.start()
      expect(await run.session.start()).toBe(false)
      await fixture.advance(HOUR_MS)
      expect(run.phases).toEqual(['attention'])
      expect(run.session.view().phase).toBe('attention')
      expect(fixture.count('connect.token')).toBe(skew === 0 ? 1 : 2)
      // Nothing is removed before the person has signed in.
      expect(fixture.vault.stored.get('oauth-tokens')).toBe(stored)
      expect(await run.session.signIn()).toBe(true)
      expect(run.session.view()).toMatchObject({ phase: 'signed-in', problem: null })
      expect(isAccepted(fixture, await token(run))).toBe(true)
    },
  )

  it('causes one request and no loop when it expired while the program ran', async () => {
    const fixture = new AuthFixture()
    const run = await signedIn(fixture)
    fixture.sleep(15 * DAY_MS + SECOND_MS)
    run.session.wake()
    await fixture.advance(HOUR_MS)
    for (let call = 0; call < 50; call += 1) expect(await token(run)).toBeNull()
    expect(run.phases).toEqual(['attention', 'signing-in', 'signed-in', 'attention'])
    expect(fixture.count('connect.token')).toBe(1)
    expect(await run.session.signIn()).toBe(true)
    expect(isAccepted(fixture, await token(run))).toBe(true)
  })

  it('is requested once after its family was revoked, then the person must sign in', async () => {
    const fixture = new AuthFixture()
    const run = await signedIn(fixture)
    fixture.grants.revokeAll()
    run.session.tokens.rejected((await token(run)) ?? '')
    for (let call = 0; call < 50; call += 1) expect(await token(run)).toBeNull()
    await fixture.advance(DAY_MS)
    expect(fixture.count('connect.token')).toBe(2)
    expect(writtenOut(run.session.view())).toMatchObject({
      phase: 'attention',
      problem: expect.stringContaining('revoked') as string,
    })
    expect(await run.session.signIn()).toBe(true)
  })

  it('is tried once more after a lost answer, and the person signs in when it was spent', async () => {
    const fixture = new AuthFixture()
    const run = await signedIn(fixture)
    fixture.faults.add({ kind: 'drop-after-effect', operation: 'connect.token' })
    await fixture.advance(31 * MINUTE_MS)
    // The exchange rotates tokens: the old one is invalid, so the second attempt ends the session.
    expect(fixture.count('connect.token')).toBe(3)
    expect(run.session.view().phase).toBe('attention')
    expect(await run.session.signIn()).toBe(true)
    fixture.faults.add({ kind: 'drop-before-effect', operation: 'connect.token' })
    await fixture.advance(29 * MINUTE_MS)
    expect(run.session.view()).toMatchObject({ phase: 'signed-in', problem: null })
    expect(isAccepted(fixture, await token(run))).toBe(true)
  })

  it('REL-34: survives five hours without a network, and is renewed as soon as it is back', async () => {
    const fixture = new AuthFixture()
    const run = await signedIn(fixture)
    fixture.online = false
    await fixture.advance(5 * HOUR_MS)
    expect(run.session.view().phase).toBe('signed-in')
    expect(await token(run)).toBeNull()
    fixture.online = true
    await fixture.advance(5 * SECOND_MS)
    // Renewed within five seconds, before anything asks for it.
    expect(run.session.view().accessTokenExpiresAt ?? 0).toBeGreaterThan(fixture.serverNow())
    expect(isAccepted(fixture, await token(run))).toBe(true)
  })
})

describe('clocks', () => {
  it.each([10, -10])(
    'clocks that are %d minutes wrong change no lifetime, which is counted from the request',
    async (minutes) => {
      const fixture = new AuthFixture()
      const run = await signedIn(fixture)
      run.stop()
      // Requests are signed with a time, so no sign-in works with a grossly wrong clock; granted
      // tokens keep their own lifetime.
      fixture.skew = minutes * MINUTE_MS
      const restarted = fixture.start()
      const first = await (await restarted.session.start(), token(restarted))
      expect(isAccepted(fixture, first)).toBe(true)
      await fixture.advance(10 * MINUTE_MS)
      expect(isAccepted(fixture, await token(restarted))).toBe(true)
      fixture.skew = 0
      for (let minute = 0; minute < 60; minute += 1) {
        await fixture.advance(MINUTE_MS)
        expect(await canCall(fixture, restarted)).toBe(true)
      }
    },
  )

  it('clocks that are set while the program runs neither extend a lifetime nor end the sign-in', async () => {
    for (const jump of [10 * MINUTE_MS, -10 * MINUTE_MS, HOUR_MS, -HOUR_MS]) {
      const fixture = new AuthFixture()
      const run = await signedIn(fixture)
      await fixture.advance(5 * MINUTE_MS)
      fixture.skew = jump
      run.session.wake()
      await fixture.advance(10 * MINUTE_MS)
      fixture.skew = 0
      for (let minute = 0; minute < 60; minute += 1) {
        await fixture.advance(MINUTE_MS)
        expect(isAccepted(fixture, await token(run)), `${jump} after ${minute} minutes`).toBe(true)
      }
      expect(run.session.view().phase).toBe('signed-in')
    }
  })

  it('a clock whose monotonic part stopped for six hours of sleep renews the token on waking', async () => {
    const fixture = new AuthFixture()
    const run = await signedIn(fixture)
    const before = await token(run)
    await fixture.advance(5 * MINUTE_MS)
    fixture.sleep(6 * HOUR_MS)
    expect(isAccepted(fixture, before)).toBe(false)
    run.session.wake()
    expect(isAccepted(fixture, await token(run))).toBe(true)
    expect(fixture.count('connect.token')).toBe(2)
    await fixture.advance(SECOND_MS)
    expect(run.session.view()).toMatchObject({ phase: 'signed-in', problem: null })
    expect(run.session.view().accessTokenExpiresAt ?? 0).toBeGreaterThan(
      fixture.serverNow() + 29 * MINUTE_MS,
    )
  })

  it('a clock that ran on while the network was away retries on waking until it is back', async () => {
    const fixture = new AuthFixture()
    const run = await signedIn(fixture)
    fixture.online = false
    fixture.sleep(6 * HOUR_MS)
    run.session.wake()
    await fixture.advance(90 * SECOND_MS)
    expect(await token(run)).toBeNull()
    fixture.online = true
    await fixture.advance(31 * SECOND_MS)
    expect(isAccepted(fixture, await token(run))).toBe(true)
    expect(run.session.view().phase).toBe('signed-in')
  })

  it('clocks that slept for a short time change nothing', async () => {
    const fixture = new AuthFixture()
    const run = await signedIn(fixture)
    const before = await token(run)
    fixture.sleep(MINUTE_MS)
    run.session.wake()
    expect(await token(run)).toBe(before)
    expect(fixture.count('connect.token')).toBe(1)
  })

  it.each(['America/New_York', 'Europe/Berlin'])(
    'clocks that change from summer time have no effect, since lifetimes are in UTC (%s)',
    async (zone) => {
      const before = process.env['TZ']
      process.env['TZ'] = zone
      try {
        const fixture = new AuthFixture()
        // Half an hour before the clocks change: in Europe on 25 October 2026, in New York on 1
        // November.
        fixture.sleep(Date.parse('2026-10-25T00:30:00Z') - fixture.serverNow())
        if (zone === 'America/New_York') {
          fixture.sleep(Date.parse('2026-11-01T05:30:00Z') - fixture.serverNow())
        }
        const offset = new Date(fixture.serverNow()).getTimezoneOffset()
        const run = await signedIn(fixture)
        for (let minute = 0; minute < 90; minute += 1) {
          await fixture.advance(MINUTE_MS)
          expect(isAccepted(fixture, await token(run))).toBe(true)
        }
        expect(new Date(fixture.serverNow()).getTimezoneOffset()).not.toBe(offset)
        expect(fixture.count('connect.token')).toBe(4)
      } finally {
        if (before === undefined) delete process.env['TZ']
        else process.env['TZ'] = before
      }
    },
  )
})
