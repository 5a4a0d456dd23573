import { toComboBody, toPlaceBody } from '../../../../electron/provider/mapping/orders.js'
import type { PlaceBody } from '../../../../electron/practice/exchange/api/exchange-api.js'
import { clientOrderId, type ClientOrderId } from '../../../../shared/domain/ids.js'
import type { Simulation } from '../simulation.js'
import type { SeededRandom } from '../time/seeded-random.js'
import type { DraftMaker } from './draft-maker.js'

type Product = Parameters<DraftMaker['resting']>[0]

/** Another client of the same accounts: its orders appear without this client's doing. */
export class OtherClient {
  readonly #simulation: Simulation
  readonly #random: SeededRandom
  readonly #drafts: DraftMaker
  #orders = 0
  readonly #placed: { readonly accountId: string; readonly id: ClientOrderId }[] = []

  constructor(simulation: Simulation, random: SeededRandom, drafts: DraftMaker) {
    this.#simulation = simulation
    this.#random = random
    this.#drafts = drafts
  }

  /** Places working orders before this client starts: most of them far from the market. */
  placeMany(count: number): void {
    for (let index = 0; index < count; index += 1) {
      const far = this.#drafts.stock('far')
      const draft = { ...far, side: 'buy' as const, size: FEW, session: 'core' as const }
      this.#place(toPlaceBody({ ...draft, accountId: draft.accountId }, this.#nextId()))
    }
    this.#persist()
  }

  /** Places this many orders of a product that rest; returns how many the exchange accepted. */
  placeResting(product: Product, count: number): number {
    const before = this.#placed.length
    for (let index = 0; index < count; index += 1) {
      this.#place(toPlaceBody(this.#drafts.resting(product), this.#nextId()))
    }
    this.#persist()
    return this.#placed.length - before
  }

  place(): void {
    this.#place(toPlaceBody(this.#drafts.any(), this.#nextId()))
    this.#persist()
  }

  placeCombination(): void {
    const combination = this.#drafts.combination()
    const ids = combination.orders.map(() => this.#nextId())
    this.#place(toComboBody(combination, this.#nextId(), ids))
    this.#persist()
  }

  cancel(): void {
    const order = this.#random.pick(this.#placed)
    if (order === undefined) return
    const done = this.#simulation.exchange.exchange.cancel({
      account_id: order.accountId,
      client_order_id: order.id,
    })
    this.#simulation.trace.add(`other client cancels ${order.id} ${done.ok}`)
    this.#persist()
  }

  #place(body: PlaceBody): void {
    const { exchange, trace } = this.#simulation
    const placed = exchange.exchange.place(body)
    trace.add(
      `other client places ${body.new_orders[0]?.client_order_id ?? ''} ${placed.ok ? 'ok' : placed.error.message}`,
    )
    if (!placed.ok) return
    for (const order of body.new_orders) {
      this.#placed.push({ accountId: body.account_id, id: clientOrderId(order.client_order_id) })
    }
  }

  #persist(): void {
    this.#simulation.exchange.process.services.persist('orders').catch(() => undefined)
  }

  #nextId(): ClientOrderId {
    this.#orders += 1
    return clientOrderId(`OTHER${String(this.#orders).padStart(8, '0')}`)
  }
}

const FEW = { kind: 'quantity', quantity: '1' } as unknown as ReturnType<
  DraftMaker['stock']
>['size']
