import fc from 'fast-check'
import { expect, test } from 'vitest'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { epochMs } from '../../../shared/domain/time.js'
import type { AuthFailure, TokenGrant } from '../../../electron/core/auth/auth-port.js'
import { TokenManager } from '../../../electron/core/auth/token-manager.js'
import type { VaultPort } from '../../../electron/core/ports.js'
import { foreign } from '../../../shared/messages/make-message.js'

/**
 * SEC-15 and SEC-16 with everything that may happen between a refresh request and its answer:
 * callers, refused tokens, sleeping and waking, signing out and in again, a lost answer, an
 * unreachable network, the end of the program.
 */

const LIFE_MS = 1_800_000
const START = 1_797_000_000_000

/**
 * A provider that rotates tokens: every refresh token is valid once. It counts invalid requests.
 */
class Provider {
  readonly #now: () => number
  readonly validRefreshTokens = new Set<string>()
  readonly accessUntil = new Map<string, number>()
  serial = 0
  inFlight = 0
  maxInFlight = 0
  refreshCount = 0
  fault: 'none' | 'lost' | 'away' = 'none'

  constructor(now: () => number) {
    this.#now = now
  }

  grant(): TokenGrant {
    this.serial += 1
    this.validRefreshTokens.add(`refresh-${this.serial}`)
    this.accessUntil.set(`access-${this.serial}`, this.#now() + LIFE_MS)
    return {
      accessToken: `access-${this.serial}`,
      refreshToken: `refresh-${this.serial}`,
      accessExpiresInMs: LIFE_MS,
      refreshExpiresInMs: 1_296_000_000,
      createdAt: null,
      user: 'U1',
    }
  }

  refresh(token: string): Result<TokenGrant, AuthFailure> {
    this.refreshCount += 1
    if (this.fault === 'away') return err({ kind: 'unreachable', message: foreign('away') })
    if (!this.validRefreshTokens.delete(token)) {
      return err({ kind: 'invalid-grant', message: foreign('spent') })
    }
    const made = this.grant()
    return this.fault === 'lost' ? err({ kind: 'lost', message: foreign('reset') }) : ok(made)
  }
}

type Step =
  | { readonly kind: 'call' }
  | { readonly kind: 'refuse' }
  | { readonly kind: 'sleep'; readonly ms: number }
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'sign-out' }
  | { readonly kind: 'sign-in' }
  | { readonly kind: 'fault'; readonly fault: Provider['fault'] }
  | { readonly kind: 'end' }

const ms = fc.integer({ min: 1, max: 2 * LIFE_MS })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Step>({ kind: 'call' }) },
  { weight: 3, arbitrary: fc.constant<Step>({ kind: 'refuse' }) },
  { weight: 2, arbitrary: ms.map((length): Step => ({ kind: 'sleep', ms: length })) },
  { weight: 2, arbitrary: ms.map((length): Step => ({ kind: 'pass', ms: length })) },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'sign-out' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'sign-in' }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<Provider['fault']>('none', 'lost', 'away')
      .map((fault): Step => ({ kind: 'fault', fault })),
  },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'end' }) },
)

test('SEC-15: refreshes one at a time, uses only stored tokens, and stays signed out', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(step, { minLength: 1, maxLength: 25 }),
      async (scheduler, steps) => {
        let wall = 0
        let mono = 0
        const provider = new Provider(() => wall)
        const vaultContent = new Map<string, string>()
        const everStored = new Set<string>()
        let inVault = 0
        const vault: VaultPort = {
          backend: 'key-store',
          keyStore: 'test',
          read: (name) => Promise.resolve(ok(vaultContent.get(name) ?? null)),
          // A vault takes time, and the caller has to write one thing after the other.
          write: async (name, secret) => {
            inVault += 1
            expect(inVault).toBe(1)
            await scheduler.schedule(Promise.resolve(), 'vault write')
            vaultContent.set(name, secret)
            everStored.add((JSON.parse(secret) as { accessToken: string }).accessToken)
            inVault -= 1
            return ok(undefined)
          },
          remove: async (name) => {
            await scheduler.schedule(Promise.resolve(), 'vault removal')
            vaultContent.delete(name)
            return ok(undefined)
          },
        }
        const make = () =>
          new TokenManager({
            auth: {
              refresh: async (token) => {
                provider.inFlight += 1
                provider.maxInFlight = Math.max(provider.maxInFlight, provider.inFlight)
                await scheduler.schedule(Promise.resolve(), 'question')
                const answer = provider.refresh(token)
                await scheduler.schedule(Promise.resolve(), 'answer')
                provider.inFlight -= 1
                return answer
              },
            },
            vault,
            clock: { now: () => epochMs(START + wall), monotonic: () => mono },
            timers: { after: () => () => undefined, every: () => () => undefined },
            random: { bytes: (count) => new Uint8Array(count), fraction: () => 0.5 },
            log: { event: () => undefined },
          })
        const manager = make()
        let signedOut = true
        let ended = false
        const waiting: Promise<unknown>[] = []
        /**
         * Calls with a token, which is stored and either valid or about to be refused; reports a
         * refused one.
         */
        const call = async (): Promise<void> => {
          const token = await manager.accessToken()
          if (token !== null) expect(everStored.has(token)).toBe(true)
        }
        const does: Record<Step['kind'], (step: Step) => void> = {
          call: () => void waiting.push(call()),
          refuse: () =>
            void waiting.push(
              manager.accessToken().then((token) => {
                if (token !== null) manager.rejected(token)
              }),
            ),
          sleep: (it) => {
            wall += it.kind === 'sleep' ? it.ms : 0
            manager.wake()
          },
          pass: (it) => {
            const length = it.kind === 'pass' ? it.ms : 0
            wall += length
            mono += length
          },
          'sign-out': () => {
            signedOut = true
            waiting.push(manager.clear())
          },
          'sign-in': () => {
            if (ended) return
            signedOut = false
            waiting.push(manager.adopt(provider.grant(), mono))
          },
          fault: (it) => {
            provider.fault = it.kind === 'fault' ? it.fault : 'none'
          },
          end: () => {
            ended = true
            manager.dispose()
          },
        }
        does['sign-in']({ kind: 'sign-in' })
        for (const it of steps) {
          waiting.push(scheduler.schedule(Promise.resolve(), it.kind).then(() => does[it.kind](it)))
        }
        await scheduler.waitFor(Promise.all(waiting))
        while (waiting.length > 0) await scheduler.waitFor(Promise.all(waiting.splice(0)))

        expect(provider.maxInFlight).toBeLessThanOrEqual(1)
        // No loop: each caller and each wake-up may cause one request, and a lost answer one more.
        expect(provider.refreshCount).toBeLessThanOrEqual(2 * steps.length + 2)
        if (signedOut) {
          expect([...vaultContent.keys()]).toEqual([])
          // At once: nothing runs what is still scheduled.
          const answers: (string | null)[] = []
          void manager.accessToken().then((token) => answers.push(token))
          for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
          expect(answers).toEqual([null])
          return
        }
        // The next run finds the token that is in use.
        const text = vaultContent.get('oauth-tokens')
        expect(text).toBeDefined()
        const stored = JSON.parse(text ?? '{}') as { accessToken: string; refreshToken: string }
        provider.fault = 'none'
        const waitForRetry = (): void => {
          mono += 60_000
          wall += 60_000
        }
        waitForRetry()
        // If the computer slept during a request, a token may be older than it seems: the provider
        // refuses it and one more request brings a valid one.
        const first = await scheduler.waitFor(manager.accessToken())
        if (first !== null && (provider.accessUntil.get(first) ?? 0) <= wall) {
          manager.rejected(first)
        }
        // The answer may say that the network has no connection, which is tried later.
        if (first === null) waitForRetry()
        const token = await scheduler.waitFor(manager.accessToken())
        if (token !== null) {
          const now = JSON.parse(vaultContent.get('oauth-tokens') ?? '{}') as {
            accessToken: string
          }
          expect(now.accessToken).toBe(token)
          expect((provider.accessUntil.get(token) ?? 0) > wall).toBe(true)
        } else expect(provider.validRefreshTokens.has(stored.refreshToken)).toBe(false)
      },
    ),
    { numRuns: 1000 },
  )
})
