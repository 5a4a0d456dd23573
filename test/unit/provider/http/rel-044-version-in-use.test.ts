import { describe, expect, it } from 'vitest'
import { ApiHealth } from '../../../../electron/provider/http/api-health.js'
import { ACCOUNT_OPERATIONS } from '../../../../shared/wire/families/trading/accounts.js'
import { ORDER_OPERATIONS } from '../../../../shared/wire/families/trading/orders.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { answer, callerFixture, type Script } from '../fake-http.js'

const refusal = answer(417, {
  error_code: 'UNSUPPORTED_API_VERSION',
  message: 'x-version must be v2.',
})
const limiter = { tightest: () => null, budgets: () => [] }
const clock = { now: () => epochMs(1_797_000_000_000), monotonic: () => 0 }

function provider(script: Script[], version?: 'v2' | 'v3') {
  const health = new ApiHealth(clock, limiter, version)
  const fixture = callerFixture(script, {
    ...(version === undefined ? {} : { version }),
    onAttempt: (attempt) => health.attempted(attempt),
  })
  const sent = () => fixture.http.sent.map(({ headers }) => headers['x-version'])
  return { ...fixture, health, sent }
}

describe('REL-44: the version of the API', () => {
  it('is v3 unless the profile chooses another', async () => {
    const usual = provider([answer(200, [])])
    await usual.caller.call(ACCOUNT_OPERATIONS.listAccounts, {})
    expect(usual.sent()).toEqual(['v3'])
    const chosen = provider([answer(200, [])], 'v2')
    await chosen.caller.call(ACCOUNT_OPERATIONS.listAccounts, {})
    expect(chosen.sent()).toEqual(['v2'])
    expect(chosen.health.versions?.()).toEqual({ chosen: 'v2', used: 'v2', longLists: 'v2' })
  })

  it('is the other one from then on, and named, where the broker refuses the chosen one', async () => {
    const { caller, sent, health } = provider([refusal, answer(200, []), answer(200, [])])
    expect(await caller.call(ACCOUNT_OPERATIONS.listAccounts, {})).toMatchObject({ ok: true })
    expect(await caller.call(ACCOUNT_OPERATIONS.listAccounts, {})).toMatchObject({ ok: true })
    expect(sent()).toEqual(['v3', 'v2', 'v2'])
    expect(health.versions?.()).toEqual({ chosen: 'v3', used: 'v2', longLists: 'v2' })
  })

  it('is tried once more only, and never for an order', async () => {
    const reads = provider([refusal, refusal])
    expect(await reads.caller.call(ACCOUNT_OPERATIONS.listAccounts, {})).toMatchObject({
      error: { class: 'definitive', providerCode: 'UNSUPPORTED_API_VERSION' },
    })
    expect(reads.sent()).toEqual(['v3', 'v2'])
    const trades = provider([refusal, answer(200, [])])
    const cancel = { account_id: 'A', client_order_id: 'a'.repeat(32) }
    expect(await trades.caller.call(ORDER_OPERATIONS.cancelOrder, cancel)).toMatchObject({
      error: { class: 'definitive' },
    })
    expect(trades.sent()).toEqual(['v3'])
  })
})
