import {
  numberToType,
  withAmendment,
} from '../../../../electron/core/instructions/requests/action.js'
import type { CallContext } from '../../../../electron/handlers/handler.js'
import { asQuantity, decimalText, fromInteger } from '../../../../shared/domain/decimal.js'
import type { Card } from '../../../../shared/domain/instructions/card.js'
import type { Decision } from '../../../../shared/domain/instructions/instruction.schema.js'
import type { Order, OrderChange, OrderDraft } from '../../../../shared/domain/orders/order.js'
import { isFinal } from '../../../../shared/domain/orders/order-state.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { foreign } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'
import type { Simulation } from '../simulation.js'
import type { SeededRandom } from '../time/seeded-random.js'
import type { ClientProcess } from '../client/client.js'
import { ConfirmPage, shownCards } from './confirm-page.js'
import type { DraftMaker } from './draft-maker.js'

const CONTEXT: CallContext = { ref: 'simulation', surface: 'main', sender: 1 }
/** The person at the windows: ticket, table of orders, confirm window and kill switch. */
export class Person {
  readonly #simulation: Pick<
    Simulation,
    'exchange' | 'permissions' | 'time' | 'trace' | 'violations'
  >
  readonly #random: SeededRandom
  readonly #drafts: DraftMaker
  #tickets = 0
  #lastTicket: { readonly ticket: string; readonly draft: OrderDraft } | null = null
  /** Decisions that were made once; an impatient or confused person makes some again. */
  readonly #past: Decision[] = []
  readonly #pages = new WeakMap<ClientProcess, ConfirmPage>()

  constructor(
    simulation: Pick<Simulation, 'exchange' | 'permissions' | 'time' | 'trace' | 'violations'>,
    random: SeededRandom,
    drafts: DraftMaker,
  ) {
    this.#simulation = simulation
    this.#random = random
    this.#drafts = drafts
  }

  /** Submits an order; sometimes the same ticket again, as a double click or a retry does. */
  submit(client: ClientProcess): void {
    if (!this.#simulation.exchange.isRunning) return
    this.#tickets += 1
    const repeated = this.#random.chance(0.12) ? this.#lastTicket : null
    const { ticket, draft } = repeated ?? {
      ticket: `ticket-${String(this.#tickets).padStart(4, '0')}`,
      draft: this.#drafts.any(),
    }
    this.#lastTicket = { ticket, draft }
    this.#simulation.permissions.submit(ticket, draft)
    this.#call(`submit ${ticket} ${draft.assetClass} ${draft.type}`, () =>
      client.handlers['orders.submit']({ ticket, draft } as never, CONTEXT),
    )
    if (this.#random.chance(0.06)) {
      this.#call(`submit ${ticket} again`, () =>
        client.handlers['orders.submit']({ ticket, draft } as never, CONTEXT),
      )
    }
  }

  /** Submits linked orders; sometimes the same ticket again, as a double click does. */
  submitLinked(client: ClientProcess): void {
    if (!this.#simulation.exchange.isRunning) return
    this.#tickets += 1
    const ticket = `linked-${String(this.#tickets).padStart(4, '0')}`
    const combo = this.#drafts.combination()
    this.#simulation.permissions.submitLinked(ticket, combo)
    const submit = (): void =>
      this.#call(`submit ${ticket} ${combo.orders.map(({ role }) => role).join(' ')}`, () =>
        client.handlers['orders.submit-combo']({ ticket, combo } as never, CONTEXT),
      )
    submit()
    if (this.#random.chance(0.2)) submit()
  }

  /** Cancels a working order; one in this symbol when it is given. */
  cancel(client: ClientProcess, symbol?: string): void {
    const order = this.#working(client, symbol)
    if (order === undefined) return
    const { accountId, clientOrderId } = order
    this.#call(`cancel ${clientOrderId}`, () =>
      client.handlers['orders.cancel']({ accountId, clientOrderId }, CONTEXT),
    )
  }

  replace(client: ClientProcess): void {
    const order = this.#working(client)
    if (order === undefined) return
    const { accountId, clientOrderId, limitPrice } = order
    const change: OrderChange =
      limitPrice !== null && this.#random.chance(0.5)
        ? { limitPrice }
        : { quantity: asQuantity(fromInteger(1 + this.#random.index(25))) }
    this.#call(`replace ${clientOrderId}`, () =>
      client.handlers['orders.replace']({ accountId, clientOrderId, change } as never, CONTEXT),
    )
  }

  /** Reads the confirm window and decides some seconds later. */
  review(client: ClientProcess): void {
    if (client.assistants === null) return
    this.#pages.get(client)?.show()
    const { time } = this.#simulation
    time.schedule(this.#random.between(1_200, 6_000), () => this.#decide(client, 4), client.life)
  }

  /** Opens the confirm window of this process, notices new cards, and reviews most of them. */
  attend(client: ClientProcess): void {
    const { time } = this.#simulation
    this.#pages.set(client, new ConfirmPage(client, time))
    const service = client.assistants?.assistantSession.instructionService
    service?.confirm.onAttention(() => {
      if (!client.life.alive || !this.#random.chance(0.7)) return
      time.schedule(this.#random.between(20, 2_000), () => this.review(client), client.life)
    })
  }

  /** Makes an earlier decision again. It must have no effect. */
  decideAgain(client: ClientProcess): void {
    const decision = this.#random.pick(this.#past)
    if (decision === undefined || client.assistants === null) return
    this.#call(`decide again ${decision.id}`, () =>
      client.handlers['confirm.decide'](decision as never, CONTEXT),
    )
  }

  setTrading(client: ClientProcess, state: 'active' | 'halted'): void {
    this.#call(`trading ${state}`, () =>
      client.handlers['session.set-trading']({ state, why: 'simulated' }, CONTEXT),
    )
  }

  kill(client: ClientProcess, scope: 'assistants' | 'all'): void {
    const session = client.assistants?.assistantSession
    if (session === undefined) return
    this.#call(`kill switch ${scope}`, () => session.kill(foreign('simulated'), scope))
  }

  /** Lifts every halt: the kill switch, trading, and pauses of assistants. */
  resume(client: ClientProcess): void {
    const session = client.assistants?.assistantSession
    if (session === undefined) return
    this.#call('lift the kill switch', () => session.halt.lift())
    for (const { id, state } of session.connections.all()) {
      if (state !== 'paused') continue
      this.#call('resume an assistant', () => session.connections.resume(id))
    }
    this.setTrading(client, 'active')
  }

  #working(client: ClientProcess, symbol?: string): Order | undefined {
    return this.#random.pick(
      client.session.streams.orders
        .all()
        .filter(
          (order) => !isFinal(order.status) && (symbol === undefined || order.symbol === symbol),
        ),
    )
  }

  /** Decides on the cards that the window shows; mostly waits until approve is armed. */
  #decide(client: ClientProcess, patience: number): void {
    for (const card of shownCards(client)) {
      if (card.state !== 'open') continue
      if (!card.arming.armed && patience > 0 && this.#random.chance(0.85)) {
        const retry = (): void => this.#decide(client, patience - 1)
        return void this.#simulation.time.schedule(1_000, retry, client.life)
      }
      const decision = this.#decisionOn(client, card)
      this.#past.push(decision)
      if (decision.decision === 'approve') {
        this.#simulation.permissions.approve(card.id, card.digest)
      }
      this.#call(`${decision.decision} ${card.id}`, () =>
        client.handlers['confirm.decide'](decision as never, CONTEXT),
      )
    }
  }

  #decisionOn(client: ClientProcess, card: Card): Decision {
    const instruction = client.assistants?.assistantSession.instructionService.get(card.id)
    const typed = instruction == null ? null : numberToType(withAmendment(instruction))
    return {
      id: card.id,
      digest: card.digest,
      nonce: card.arming.nonce,
      decision: this.#random.chance(0.8) ? 'approve' : 'decline',
      acknowledged: card.dangers.map(({ code }) => code),
      typedQuantity: typed === null ? null : decimalText(typed),
      why: null,
      pauseMinutes: null,
    }
  }

  /** Calls the client and traces what it answers; an exception is a violation. */
  #call(text: string, run: () => Promise<unknown>): void {
    const { trace, violations, time } = this.#simulation
    trace.add(text)
    const began = time.now
    run().then(
      (answer) => trace.add(`${text}: ${outcomeOf(answer)} after ${(time.now - began).toFixed(0)}`),
      (error: unknown) => violations.add(`${text} threw ${String(error)}`),
    )
  }
}

/** Returns the outcome of an answer in a few words. */
function outcomeOf(answer: unknown): string {
  const { ok, value, error } = answer as {
    readonly ok?: boolean
    readonly value?: { readonly outcome?: string }
    readonly error?: { readonly code?: string; readonly kind?: string; readonly message?: Message }
  }
  if (ok === undefined) return 'done'
  if (ok) return value?.outcome ?? 'ok'
  if (error?.code === undefined) return `failed ${error?.kind ?? ''}`
  return `refused ${error.code} ${error.message === undefined ? '' : inEnglish(error.message)}`
}
