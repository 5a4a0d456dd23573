import { describe, expect, test } from 'vitest'
import {
  ClosingRun,
  type ClosingRunDeps,
} from '../../../../../electron/core/instructions/kill-switch/closing-run.js'
import { asPrice, dec } from '../../../../../shared/domain/decimal.js'
import { clientOrderId } from '../../../../../shared/domain/ids.js'
import { ok } from '../../../../../shared/domain/result.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { foreign, message } from '../../../../../shared/messages/make-message.js'
import { draft, order } from '../policy/policy-fixture.js'

const CLOSED = clientOrderId('closed')
const OPENING = draft({ side: 'short', type: 'market', limitPrice: null })
const ROW = {
  accountId: OPENING.accountId,
  symbol: OPENING.symbol,
  line: foreign('SELL SHORT'),
  note: null,
}

/** Opens the opposite position after a filled closing order; returns what was submitted. */
async function submittedBy(stalePrice: boolean): Promise<readonly unknown[]> {
  const submitted: unknown[][] = []
  const filled = {
    ...order('closed'),
    clientOrderId: CLOSED,
    status: 'filled',
    side: 'sell',
  } as const
  const deps = {
    session: {
      orders: {
        submit: (...call: unknown[]) => {
          submitted.push(call)
          return Promise.resolve(ok({ outcome: 'denied', reasons: [] }))
        },
      },
      streams: { orders: { all: () => [filled], subscribe: () => () => undefined } },
    },
    timers: { after: () => () => undefined },
    clock: { now: () => epochMs(7_000) },
  } as unknown as ClosingRunDeps
  const price = { last: asPrice(dec('100')), bid: null, ask: null, ageMs: 20_000 }
  const opening = {
    row: ROW,
    draft: OPENING,
    ...(stalePrice ? { stalePrice: { ...price, draft: OPENING } } : {}),
  }
  const closed = { outcome: 'acknowledged', clientOrderId: CLOSED, text: message('orders.timeout') }
  await new ClosingRun(deps, 'plan').open(opening, closed as never, 3_000)
  return submitted[0] ?? []
}

describe('REL-46: the second order of a reverse', () => {
  test('carries the price that its plan showed, where that is not current', async () => {
    expect(await submittedBy(true)).toEqual([
      'f-plan-open',
      OPENING,
      undefined,
      {
        prices: [expect.objectContaining({ draft: OPENING, ageMs: 20_000 })],
        shownAt: 3_000,
        confirmedAt: 7_000,
      },
    ])
  })

  test('carries none while its price is current', async () => {
    expect(await submittedBy(false)).toEqual(['f-plan-open', OPENING])
  })
})
