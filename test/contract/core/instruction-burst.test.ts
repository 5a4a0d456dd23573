import { ALWAYS_PRESSED } from '../../harness/assistant/always-pressed.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../../electron/adapters/clock.js'
import { nodeCrypto } from '../../../electron/adapters/crypto.js'
import { systemRandom } from '../../../electron/adapters/random.js'
import { systemTimers } from '../../../electron/adapters/timers.js'
import { DEFAULT_POLICIES } from '../../../electron/core/instructions/connections/connection-file.js'
import type { InstructionServiceDeps } from '../../../electron/core/instructions/queue/instruction-service-deps.js'
import { createCardFacts } from '../../../electron/core/instructions/policy/card-facts.js'
import { createInstructionService } from '../../../electron/core/instructions/instruction-service.js'
import type { InstructionService } from '../../../electron/core/instructions/queue/instruction-service-port.js'
import { evaluatePolicy } from '../../../electron/core/instructions/policy/policy-engine.js'
import { notReadyReason } from '../../../electron/core/instructions/assistant/not-ready-reason.js'
import { createRefusalLog } from '../../../electron/core/instructions/connections/refusal-log.js'
import { dec } from '../../../shared/domain/decimal.js'
import { symbol, type ConnectionId } from '../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import { ok } from '../../../shared/domain/result.js'
import { epochMs } from '../../../shared/domain/time.js'
import type { ConnectionView } from '../../../shared/domain/instructions/connection.js'
import { fairTime } from '../../harness/system/fair-time.js'
import { until } from '../../harness/system/until.js'
import { priceOf, SessionFixture } from './session-fixture.js'
import { message } from '../../../shared/messages/make-message.js'

const WHO = '00000000000000a1' as ConnectionId
let desk: SessionFixture
let instructions: InstructionService

beforeAll(async () => {
  desk = await SessionFixture.open()
  const { session } = desk
  const { queries } = session
  const policy = {
    ...DEFAULT_POLICIES.practice,
    hours: 'any' as const,
    maxPending: 50,
    maxPerMinute: 60,
  }
  const view: ConnectionView = {
    id: WHO,
    name: 'Helper',
    state: 'active',
    pausedUntil: null,
    pauseWhy: null,
    createdAt: epochMs(1),
    firstSeenAt: null,
    lastSeenAt: null,
    client: null,
    shadow: false,
    policy,
  }
  const lines: string[] = []
  let seq = 0
  const append = () => Promise.resolve(ok({ seq: (seq += 1), hash: '' }))
  const deps = {
    presses: ALWAYS_PRESSED,
    environment: 'practice',
    clock: systemClock,
    timers: systemTimers,
    random: systemRandom,
    crypto: nodeCrypto,
    log: { event: () => undefined },
    evaluatePolicy,
    fetchFacts: createCardFacts(session, { clock: systemClock, timers: systemTimers }),
    journal: {
      append: (line: string) => {
        lines.push(line)
        return Promise.resolve(ok(undefined))
      },
      read: () => Promise.resolve(ok({ lines: [], tailCut: false })),
      close: () => Promise.resolve(),
    },
    refusals: createRefusalLog({ audit: { append }, timers: systemTimers }),
    audit: { append, beginAll: () => ({ written: append(), proved: append() }) },
    connections: {
      get: (id: ConnectionId) => (id === WHO ? view : null),
      onChange: () => () => undefined,
    },
    orderGateway: session,
    exchangeNow: () => queries.exchangeNow(),
    notReadyReason: () => notReadyReason(session.connection.view()),
    halted: { get: () => false, subscribe: () => () => undefined },
    tolerance: () => ({ ratio: dec('0.005'), ticks: 5 }),
  } as unknown as InstructionServiceDeps
  instructions = createInstructionService(deps)
  await instructions.restore()
  instructions.confirm.setWindowState({
    visible: true,
    focused: true,
    isOccluded: false,
    bounds: { x: 0, y: 0, width: 500, height: 700 },
  })
  await until(
    'the exchange clock is heard',
    () => session.connection.view().exchangeOffsetMs !== null,
  )
})
afterAll(async () => {
  instructions.dispose()
  await desk.close()
})

const order = (limit: string): OrderDraft =>
  desk.draft({
    accountId: desk.account('securities'),
    assetClass: 'stock',
    symbol: symbol('AAPL'),
    limitPrice: priceOf(limit),
  })
const place = (key: string, ...drafts: OrderDraft[]) =>
  instructions.intake.instruct(WHO, { key, reason: 'at once', action: { kind: 'place', drafts } })
/** Runs an action and returns its duration and how many balance and position requests it caused. */
const measured = async (
  action: () => Promise<void>,
): Promise<{ readonly ms: number; readonly balance: number; readonly positions: number }> => {
  const [before, began] = [{ ...desk.requestCounts }, fairTime()]
  await action()
  began.stop()
  return {
    ms: began.ms(),
    balance: desk.requestCounts.balance - before.balance,
    positions: desk.requestCounts.positions - before.positions,
  }
}

/**
 * The provider answers two balance and two positions requests per two seconds. Five cards with two
 * requests each would take at least eight seconds; with shared answers they wait for one slot at
 * most, which the account view may just have used.
 */
const MAX_MS = 4_000

describe('five simultaneous instructions on one account', () => {
  test('price every row of one batch in time, with shared account queries', async () => {
    const took = await measured(async () => {
      expect(
        (await place('batch', ...['10.01', '10.02', '10.03', '10.04', '10.05'].map(order))).ok,
      ).toBe(true)
      await until(
        'five priced rows',
        () =>
          instructions.confirm.live.get().batch.filter(({ state }) => state === 'open').length ===
          5,
      )
    })
    expect(took.balance).toBeLessThanOrEqual(2)
    expect(took.positions).toBeLessThanOrEqual(2)
    expect(took.ms).toBeLessThan(MAX_MS)
    for (const card of instructions.confirm.live.get().batch) {
      expect(card.money[0]).toMatchObject({ id: 'cost', source: message('card.fromPreview') })
      expect(Date.now() - card.asOf).toBeLessThanOrEqual(5_000)
    }
  })

  test("instructions in five calls do not wait for each other's account queries", async () => {
    await instructions.endings.withdraw('next')
    const took = await measured(async () => {
      const answers = await Promise.all(
        ['11.01', '11.02', '11.03', '11.04', '11.05'].map((limit, index) =>
          place(`one-${index}`, order(limit)),
        ),
      )
      expect(answers.map(({ ok: taken }) => taken)).toEqual([true, true, true, true, true])
    })
    expect(took.balance).toBeLessThanOrEqual(2)
    expect(took.ms).toBeLessThan(MAX_MS)
  })
})
