import { describe, expect, test } from 'vitest'
import { KillTargets } from '../../../../../electron/core/instructions/kill-switch/kill-targets.js'
import { err, ok, type Result } from '../../../../../shared/domain/result.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { appError, type AppError } from '../../../../../shared/domain/app/app-error.js'
import type { TradeOutcome } from '../../../../../shared/domain/orders/trade-outcome.js'
import { foreign } from '../../../../../shared/messages/make-message.js'
import { settle } from '../../../../simulation/core/simulation.js'
import { order } from '../policy/policy-fixture.js'

type CancelAnswer = Result<TradeOutcome, AppError>
const NO_ANSWER: CancelAnswer = err(appError('provider/unavailable', foreign('no answer')))
const HELD_BACK: CancelAnswer = ok({ outcome: 'denied', reasons: [foreign('no place')] })

/** A kill of working orders whose cancellations are answered when the test says so. */
function killOf(count: number) {
  const rows = Array.from({ length: count }, (_, index) => order(`o${index}`))
  const waiting = new Map<string, (answer: CancelAnswer) => void>()
  const state = { sent: [] as string[], queried: 0, most: 0, time: 0, isActive: true }
  const targets = new KillTargets(
    {
      instructions: () => [],
      clock: { now: () => epochMs(0), monotonic: () => state.time },
      log: { event: () => undefined },
      session: {
        streams: { orders: { all: () => rows } },
        orders: {
          cancel: (_account: unknown, id: string) => {
            state.sent.push(id)
            return new Promise<CancelAnswer>((resolve) => {
              waiting.set(id, resolve)
              state.most = Math.max(state.most, waiting.size)
            })
          },
        },
        queries: {
          order: () => {
            state.queried += 1
            return Promise.resolve(NO_ANSWER)
          },
        },
      },
    } as unknown as ConstructorParameters<typeof KillTargets>[0],
    null,
  )
  targets.collect('all', true)
  const done = targets.pursue(() => state.isActive)
  return {
    state,
    done,
    /** Answers the oldest cancellations, from `first` on. */
    async answer(number: number, answer: CancelAnswer = NO_ANSWER, first = 0) {
      for (const [id, resolve] of [...waiting].slice(first, first + number)) {
        waiting.delete(id)
        resolve(answer)
      }
      await settle()
    },
    onTheirWay: () => waiting.size,
  }
}

describe('REL-36: the cancellations of a kill', () => {
  test('the cancellations of 115 orders are all sent before the first one is answered', async () => {
    const kill = killOf(115)
    await settle()
    expect(new Set(kill.state.sent).size).toBe(115)
    expect(kill.state.queried).toBe(0)
    await kill.answer(115)
    await kill.done
    expect(kill.state.sent).toHaveLength(115)
  })

  test('the cancellations of more orders follow one by one, and none waits for the slowest', async () => {
    const kill = killOf(400)
    await settle()
    expect(kill.onTheirWay()).toBe(128)
    // The first cancellation stays without an answer until every other one was sent.
    while (kill.state.sent.length < 400) await kill.answer(20, NO_ANSWER, 1)
    expect([new Set(kill.state.sent).size, kill.state.most]).toEqual([400, 128])
    await kill.answer(400)
    await kill.done
  })

  test('are 32 at once after the limit of the broker held one back', async () => {
    const kill = killOf(400)
    await settle()
    await kill.answer(128, HELD_BACK)
    expect(kill.onTheirWay()).toBe(32)
    await kill.answer(8)
    expect(kill.onTheirWay()).toBe(32)
    kill.state.isActive = false
    await kill.answer(32)
    await kill.done
  })

  test('end with the kill', async () => {
    const kill = killOf(400)
    await settle()
    kill.state.isActive = false
    await kill.answer(128)
    await kill.done
    expect(kill.state.sent).toHaveLength(128)
  })

  test('are sent beside the queries, which begin after the first answers', async () => {
    const kill = killOf(400)
    await settle()
    await kill.answer(31)
    expect(kill.state.queried).toBe(0)
    await kill.answer(1)
    expect(kill.state.queried).toBeGreaterThan(0)
    kill.state.isActive = false
    await kill.answer(400)
    await kill.done
  })
})
