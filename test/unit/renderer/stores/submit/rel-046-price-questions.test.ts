import { describe, expect, it } from 'vitest'
import {
  NOT_CONFIRMED,
  PriceQuestions,
} from '../../../../../renderer/stores/submit/price-questions.js'
import type {
  OrderReply,
  PriceQuestion,
} from '../../../../../shared/domain/orders/price-question.js'
import type { Reply } from '../../../../../shared/ipc/envelope.js'

const question = (id: string): PriceQuestion => ({
  outcome: 'price-question',
  id,
  validMs: 60_000,
  prices: [],
})
const SENT = { outcome: 'denied', reasons: [] } as const

/** Sends one order that main answers with these, and collects what it was called with. */
function sending(...replies: readonly OrderReply[]) {
  const questions = new PriceQuestions(() => 0)
  const confirmations: (string | null)[] = []
  const answers = [...replies]
  const done = questions.send<OrderReply>(async ({ confirmation = null }) => {
    confirmations.push(confirmation)
    return { ok: true, value: answers.shift() ?? SENT } as Reply<OrderReply>
  })
  const press = async (isConfirmed: boolean): Promise<void> => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
    questions.state.getState().pending[0]?.settle(isConfirmed)
  }
  return { questions, confirmations, done, press }
}

describe('REL-46: a window that main asks about a price', () => {
  it('sends an order once where main asks nothing', async () => {
    const { confirmations, done, questions } = sending(SENT)
    expect(await done).toEqual({ ok: true, value: SENT })
    expect(confirmations).toEqual([null])
    expect(questions.state.getState().pending).toEqual([])
  })

  it('sends it again with the id of the question that the person confirmed', async () => {
    const { confirmations, done, press } = sending(question('q1'), SENT)
    await press(true)
    expect(await done).toEqual({ ok: true, value: SENT })
    expect(confirmations).toEqual([null, 'q1'])
  })

  it('asks again where main asks again', async () => {
    const { confirmations, done, press } = sending(question('q1'), question('q2'), SENT)
    await press(true)
    await press(true)
    await done
    expect(confirmations).toEqual([null, 'q1', 'q2'])
  })

  it('sends nothing further where the person does not confirm', async () => {
    const { confirmations, done, press, questions } = sending(question('q1'))
    await press(false)
    expect(await done).toEqual({ ok: true, value: NOT_CONFIRMED })
    expect(confirmations).toEqual([null])
    expect(questions.state.getState().pending).toEqual([])
  })
})
