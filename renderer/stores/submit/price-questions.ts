import { createStore } from 'zustand/vanilla'
import {
  isPriceQuestion,
  type PriceQuestion,
} from '../../../shared/domain/orders/price-question.js'
import type { Denied } from '../../../shared/domain/orders/trade-outcome.js'
import type { AppError } from '../../../shared/domain/app/app-error.js'
import type { Result } from '../../../shared/domain/result.js'
import { message } from '../../../shared/messages/make-message.js'

/** Questions of main that one press answers, and what receives the answer. */
export interface PendingPrices {
  readonly questions: readonly PriceQuestion[]
  /** When the window received them, by the page's monotonic clock, in ms. */
  readonly receivedAt: number
  readonly settle: (isConfirmed: boolean) => void
}

export interface PriceQuestionsState {
  /** The first is shown; the others wait for it. */
  readonly pending: readonly PendingPrices[]
}

/** The result of an order that the person did not want to send without a current price. */
export const NOT_CONFIRMED: Denied = {
  outcome: 'denied',
  reasons: [message('orders.priceNotConfirmed')],
}

/**
 * Asks the person about prices that are not current, before their order is sent. Main decides what
 * is asked and accepts each answer once; the window only shows it.
 */
export class PriceQuestions {
  readonly state = createStore<PriceQuestionsState>(() => ({ pending: [] }))
  readonly #now: () => number

  /** @param now the page's monotonic clock, in ms */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Resolves with true once the person confirms these prices, with false where they do not. */
  ask(questions: readonly PriceQuestion[]): Promise<boolean> {
    return new Promise((resolve) => {
      const entry: PendingPrices = {
        questions,
        receivedAt: this.#now(),
        settle: (isConfirmed) => {
          this.state.setState(({ pending }) => ({
            pending: pending.filter((other) => other !== entry),
          }))
          resolve(isConfirmed)
        },
      }
      this.state.setState(({ pending }) => ({ pending: [...pending, entry] }))
    })
  }

  /**
   * Sends a request; where main answers with a question, asks the person, and sends it again with
   * their answer. Ends when nothing is asked any more, or the person does not confirm.
   *
   * @param onQuestion called with true as a question begins, and with false once it is confirmed
   */
  async send<T>(
    request: (confirmation: {
      readonly confirmation?: string
    }) => Promise<Result<T | PriceQuestion, AppError>>,
    onQuestion: (isQuestioned: boolean) => void = () => undefined,
  ): Promise<Result<Exclude<T, PriceQuestion> | Denied, AppError>> {
    let reply = await request({})
    while (reply.ok && isQuestion(reply.value)) {
      const { id } = reply.value
      onQuestion(true)
      if (!(await this.ask([reply.value]))) return { ok: true, value: NOT_CONFIRMED }
      onQuestion(false)
      reply = await request({ confirmation: id })
    }
    return reply as Result<Exclude<T, PriceQuestion>, AppError>
  }
}

const isQuestion = (value: unknown): value is PriceQuestion =>
  typeof value === 'object' &&
  value !== null &&
  'outcome' in value &&
  isPriceQuestion(value as { readonly outcome: string })
