import { randomUUID } from 'node:crypto'
import { until } from '../../harness/system/until.js'
import type { SeededRandom } from '../../simulation/system/time/seeded-random.js'
import type { Program } from '../program/program.js'
import { fillField, textOf } from '../program/page-scripts.js'
import type { Drafts, TypedOrder } from './drafts.js'

/** Presses in the first moments of the review do not count. */
const REVIEW_MS = 700
const FORM = '[data-testid=ticket]'

/** What became of an order that the person handed in, as far as the person saw it. */
export type HandedIn = 'sent' | 'unseen' | { readonly refused: string }

/** An order that the window offers to cancel. */
export interface OpenOrder {
  readonly accountId: string
  readonly clientOrderId: string
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

/**
 * The person at the main window: stock orders by hand in the ticket, other products over the
 * ticket's channel.
 */
export class Person {
  readonly #program: Program
  readonly #random: SeededRandom
  readonly #drafts: Drafts

  constructor(program: Program, random: SeededRandom, drafts: Drafts) {
    this.#program = program
    this.#random = random
    this.#drafts = drafts
  }

  /** Hands in one order. Rejects when the program or its page is gone meanwhile. */
  handIn(): Promise<HandedIn> {
    return this.#random.chance(0.5) ? this.#type(this.#drafts.typed()) : this.#submit()
  }

  /** Cancels an order as the button of its row does. */
  async cancel(order: OpenOrder): Promise<void> {
    await this.#program.call('orders.cancel', order)
  }

  /** Lifts a halt of trading, as after every fault that the person has understood. */
  async resume(): Promise<void> {
    const reply = await this.#program.call('session.get', {})
    const view = reply.value as { readonly trading?: string; readonly phase?: string } | undefined
    if (view?.trading !== 'halted') return
    await this.#program.call('session.set-trading', { state: 'active', why: 'checked by hand' })
  }

  async #submit(): Promise<HandedIn> {
    const reply = await this.#program.call('orders.submit', {
      ticket: randomUUID(),
      draft: this.#drafts.channel(),
    })
    const outcome = (reply.value as { readonly outcome?: string } | undefined)?.outcome
    return outcome === 'acknowledged' || outcome === 'unknown'
      ? 'sent'
      : { refused: JSON.stringify(reply.error ?? reply.value) }
  }

  /** Types an order into the ticket, reviews it and sends it. */
  async #type(order: TypedOrder): Promise<HandedIn> {
    if (!(await this.#choose(order.symbol))) return 'unseen'
    await this.#click(`${FORM} [role=radio][data-value=${order.side}]`)
    await this.#fill('ticket-type', order.type)
    await this.#fill('ticket-quantity', order.quantity)
    if (order.limitPrice !== null) await this.#fill('ticket-limitPrice', order.limitPrice)
    if (order.stopPrice !== null) await this.#fill('ticket-stopPrice', order.stopPrice)
    await this.#click('[data-testid=ticket-submit]')
    const review = await until(
      'the review opens',
      () => this.#program.inPage('main', textOf, '[data-testid=ticket-send]'),
      { ms: 4_000 },
    ).catch(() => null)
    if (review === null) {
      const form = await this.#program.inPage('main', textOf, FORM).catch(() => null)
      return { refused: `the ticket opens no review: ${form?.slice(-90) ?? ''}` }
    }
    await pause(REVIEW_MS)
    await this.#click('[data-testid=ticket-send]')
    const outcome = await until(
      'the ticket shows the outcome',
      () => this.#program.inPage('main', textOf, '[data-testid=ticket-outcome]'),
      { ms: 6_000 },
    ).catch(() => null)
    await this.#click('[data-testid=ticket-outcome] button')
    if (outcome === null) return 'unseen'
    return /rejected|not sent|denied/i.test(outcome) ? { refused: outcome } : 'sent'
  }

  async #choose(symbol: string): Promise<boolean> {
    await this.#program.click('main', {
      selector: '[role=grid][aria-label=Watchlist] [role=gridcell]',
      text: symbol,
    })
    return until(
      'the ticket shows the symbol',
      async () =>
        (await this.#program.inPage('main', textOf, `form[aria-label="Order for ${symbol}"]`)) !==
        null,
      { ms: 4_000 },
    ).catch(() => false)
  }

  async #click(selector: string): Promise<void> {
    await this.#program.click('main', { selector })
  }

  async #fill(name: string, value: string): Promise<void> {
    await this.#program.inPage('main', fillField, { selector: `[data-testid=${name}]`, value })
  }
}
