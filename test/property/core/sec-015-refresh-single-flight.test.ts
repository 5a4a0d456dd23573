import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { epochMs } from '../../../shared/domain/time.js'
import type { AuthFailure, TokenGrant } from '../../../electron/core/auth/auth-port.js'
import { TokenManager } from '../../../electron/core/auth/token-manager.js'
import type { FileError, VaultPort } from '../../../electron/core/ports.js'
import { foreign } from '../../../shared/messages/make-message.js'

const grant = (n: number, more: Partial<TokenGrant> = {}): TokenGrant => ({
  accessToken: `access-${n}`,
  refreshToken: `refresh-${n}`,
  accessExpiresInMs: 1_800_000,
  refreshExpiresInMs: 1_296_000_000,
  createdAt: null,
  user: 'U1',
  ...more,
})

interface FixtureState {
  now: number
  readonly vaultLog: string[]
  readonly refreshedTokens: string[]
  vaultFails: boolean
  /** Every timer that was set, in sequence; the test fires them. */
  readonly timers: { readonly ms: number; readonly call: () => void }[]
}

function createFixture(
  refresh: (token: string, state: FixtureState) => Promise<Result<TokenGrant, AuthFailure>>,
  vaultWrite: (write: () => Result<void, FileError>) => Promise<Result<void, FileError>> = async (
    write,
  ) => write(),
) {
  const state: FixtureState = {
    now: 0,
    vaultLog: [],
    refreshedTokens: [],
    vaultFails: false,
    timers: [],
  }
  const stored = new Map<string, string>()
  const vault: VaultPort = {
    backend: 'key-store',
    keyStore: 'test',
    read: async (name) => ok(stored.get(name) ?? null),
    write: (name, secret) =>
      vaultWrite(() => {
        if (state.vaultFails) return err({ kind: 'full', message: 'full' })
        stored.set(name, secret)
        state.vaultLog.push(secret)
        return ok(undefined)
      }),
    remove: async (name) => {
      stored.delete(name)
      return ok(undefined)
    },
  }
  const manager = new TokenManager({
    auth: {
      refresh: (token) => {
        state.refreshedTokens.push(token)
        return refresh(token, state)
      },
    },
    vault,
    clock: { now: () => epochMs(1_763_735_400_000 + state.now), monotonic: () => state.now },
    timers: {
      after: (ms, call) => {
        state.timers.push({ ms, call })
        return () => undefined
      },
      every: () => () => undefined,
    },
    random: { bytes: (n) => new Uint8Array(n), fraction: () => 0.5 },
    log: { event: () => undefined },
  })
  return { state, manager, stored }
}

describe('SEC-15: refresh', () => {
  test('runs once for 100 concurrent callers in any interleaving, and all get the new token', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const { manager, state } = createFixture(
          (token) =>
            scheduler.schedule(
              Promise.resolve(ok(grant(state.refreshedTokens.length + 1))),
              `refresh ${token}`,
            ),
          (write) => scheduler.schedule(Promise.resolve(), 'vault').then(write),
        )
        const adopted = manager.adopt(grant(1), 0)
        await scheduler.waitFor(adopted)
        state.now = 1_790_000
        state.refreshedTokens.length = 0
        const callers = Array.from({ length: 100 }, (_, index) =>
          scheduler
            .schedule(Promise.resolve(), `caller ${index}`)
            .then(() => manager.accessToken()),
        )
        const tokens = await scheduler.waitFor(Promise.all(callers))
        expect(state.refreshedTokens).toEqual(['refresh-1'])
        expect(new Set(tokens)).toEqual(new Set(['access-2']))
      }),
      { numRuns: 100 },
    )
  })

  test('leaves callers the token that is still valid while a refresh gets no answer', async () => {
    const { manager, state } = createFixture(() => new Promise(() => undefined))
    await manager.adopt(grant(1), 0)
    state.now = 1_700_000
    expect(await manager.accessToken()).toBe('access-1')
    expect(await manager.accessToken()).toBe('access-1')
    expect(state.refreshedTokens).toEqual(['refresh-1'])
  })

  test('delays callers by a second at most in the last seconds of a token', async () => {
    const { manager, state } = createFixture(() => new Promise(() => undefined))
    await manager.adopt(grant(1), 0)
    state.now = 1_790_000
    const pending = manager.accessToken()
    const { ms, call } = state.timers.at(-1) ?? expect.fail('no timer')
    expect(ms).toBeLessThanOrEqual(1_000)
    call()
    expect(await pending).toBe('access-1')
  })

  test('replaces a refused token once, however many callers report it', async () => {
    const { manager, state } = createFixture(async () => ok(grant(2)))
    await manager.adopt(grant(1), 0)
    for (let caller = 0; caller < 10; caller += 1) manager.rejected('access-1')
    expect(await Promise.all(Array.from({ length: 10 }, () => manager.accessToken()))).toEqual(
      Array(10).fill('access-2'),
    )
    manager.rejected('access-1')
    expect(await manager.accessToken()).toBe('access-2')
    expect(state.refreshedTokens).toEqual(['refresh-1'])
  })

  test('keeps no caller waiting after a sign-out for a refresh without an answer', async () => {
    const { manager, state } = createFixture(() => new Promise(() => undefined))
    await manager.adopt(grant(1), 0)
    state.now = 1_800_000
    const pending = manager.accessToken()
    await manager.clear()
    expect(await manager.accessToken()).toBeNull()
    expect(state.refreshedTokens).toEqual(['refresh-1'])
    void pending
  })

  test('hands out no refused token of a sign-in during the refresh of an earlier one', async () => {
    const answers: ((answer: Result<TokenGrant, AuthFailure>) => void)[] = []
    const { manager, state } = createFixture(
      () => new Promise((resolve) => void answers.push(resolve)),
    )
    await manager.adopt(grant(1), 0)
    state.now = 1_800_000
    const waiting = manager.accessToken()
    await manager.adopt(grant(2), state.now)
    manager.rejected('access-2')
    answers[0]?.(ok(grant(3)))
    await expect.poll(() => answers.length).toBe(2)
    answers[1]?.(ok(grant(4)))
    expect(await waiting).toBe('access-4')
    expect(state.refreshedTokens).toEqual(['refresh-1', 'refresh-2'])
  })

  test("measures a token's life by the monotonic clock from the moment of the request", async () => {
    const { manager, state } = createFixture(async () => ok(grant(2)))
    state.now = 20_000
    await manager.adopt(grant(1, { accessExpiresInMs: 600_000 }), 0)
    expect(manager.status().accessExpiresAt).toBe(1_763_735_400_000 + 600_000)
    state.now = 300_000
    expect(await manager.accessToken()).toBe('access-1')
    state.now = 590_000
    expect(await manager.accessToken()).toBe('access-2')
  })
})

describe('SEC-16: a new refresh token is durable before it is used', () => {
  test('returns the new access token only after the vault has its refresh token', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const { manager, state } = createFixture(
          async () => ok(grant(2)),
          (write) => scheduler.schedule(Promise.resolve(), 'vault').then(write),
        )
        await scheduler.waitFor(manager.adopt(grant(1), 0))
        state.now = 1_790_000
        const seen = manager.accessToken().then((token) => {
          if (token === 'access-2') expect(state.vaultLog.at(-1)).toContain('refresh-2')
          return token
        })
        expect(await scheduler.waitFor(seen)).toBe('access-2')
      }),
      { numRuns: 30 },
    )
  })

  test('keeps using the old token, reports the problem and does not loop when the vault fails', async () => {
    const { manager, state } = createFixture(async () => ok(grant(2)))
    const problems: (string | null)[] = []
    await manager.adopt(grant(1), 0)
    manager.onChange((problem) => problems.push(problem?.kind ?? null))
    state.vaultFails = true
    state.now = 1_700_000
    expect(await manager.accessToken()).toBe('access-1')
    await manager.ensure()
    expect(await manager.accessToken()).toBe('access-1')
    expect(problems).toEqual(['storage'])
    expect(state.refreshedTokens).toEqual(['refresh-1'])
    state.now = 1_900_000
    expect(await manager.accessToken()).toBeNull()
    expect(state.refreshedTokens).toEqual(['refresh-1'])
  })

  test('repeats a lost request once, and needs the person after invalid-grant', async () => {
    const { manager, state } = createFixture(async () =>
      state.refreshedTokens.length === 1
        ? err({ kind: 'lost', message: foreign('reset') })
        : err({ kind: 'invalid-grant', message: foreign('used') }),
    )
    const problems: (string | null)[] = []
    await manager.adopt(grant(1), 0)
    manager.onChange((problem) => problems.push(problem?.kind ?? null))
    state.now = 1_790_000
    for (let call = 0; call < 5; call += 1) await manager.accessToken()
    expect(state.refreshedTokens).toEqual(['refresh-1', 'refresh-1'])
    expect(problems).toEqual(['sign-in'])
  })

  test('leaves no token behind when the person signs out during a refresh', async () => {
    let answer: (value: Result<TokenGrant, AuthFailure>) => void = () => undefined
    const { manager, state, stored } = createFixture(
      () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    )
    await manager.adopt(grant(1), 0)
    state.now = 1_790_000
    const waiting = manager.ensure()
    await manager.clear()
    answer(ok(grant(2)))
    expect((await waiting).ok).toBe(false)
    expect(await manager.accessToken()).toBeNull()
    expect(stored.size).toBe(0)
  })
})
