import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCloser } from '../../../electron/core/orders/closer.js'
import type { Position } from '../../../shared/domain/account/account.js'
import { asPrice, asQuantity, dec, fromInteger } from '../../../shared/domain/decimal.js'
import { symbol, type ClientOrderId } from '../../../shared/domain/ids.js'
import type { Listing } from '../../../shared/domain/instruments/listing.js'
import type { ComboDraft, OrderDraft } from '../../../shared/domain/orders/order.js'
import { ok } from '../../../shared/domain/result.js'
import { runs } from '../../harness/system/effort.js'
import { leg } from '../../unit/core/instructions/policy/policy-fixture.js'
import { ACCOUNT, draft } from '../../unit/core/session/session-fixture.js'
import {
  ACKNOWLEDGED,
  GatewayFixture,
  UNKNOWN,
} from '../../unit/core/orders/gateway/gateway-fixture.js'

const HELD = 10
const units = (count: number) => asQuantity(fromInteger(count))

/** A product with how it is listed, held and sold. */
interface Product {
  readonly assetClass: OrderDraft['assetClass']
  readonly position: Partial<Position>
  readonly sale: Partial<OrderDraft>
}
const CALL = leg('sell', 'call', '100')
const PRODUCTS: readonly Product[] = [
  { assetClass: 'stock', position: {}, sale: {} },
  { assetClass: 'futures', position: {}, sale: {} },
  { assetClass: 'crypto', position: {}, sale: { timeInForce: 'gtc' } },
  {
    assetClass: 'event',
    position: { outcome: 'yes' },
    sale: { terms: { outcome: 'yes' }, limitPrice: asPrice(dec('0.5')) },
  },
  {
    assetClass: 'option',
    position: {
      strategy: 'single',
      legs: [{ ...CALL, legId: '1', quantity: null }] as unknown as Position['legs'],
    },
    sale: { terms: { strategy: 'single', legs: [CALL], intent: 'sell-to-close' } },
  },
]

const listingOf = (assetClass: OrderDraft['assetClass']): Listing => ({
  assetClass,
  tradable: 'yes',
  shortable: true,
  fractionable: true,
  currency: 'USD',
  multiplier: dec('1'),
  parts: [{ symbol: symbol('AAPL'), ratio: dec('1'), multiplier: dec('1') }],
  steps: [],
  priceBounds: null,
  quantity: { min: null, max: null },
  amount: { min: null, max: null },
})

function saleOf({ assetClass, sale }: Product, count: number): OrderDraft {
  const size = { kind: 'quantity', quantity: units(count) } as const
  const legs = sale.terms?.legs?.map((saleLeg) => ({ ...saleLeg, quantity: units(count) }))
  return draft({
    assetClass,
    side: 'sell',
    limitPrice: asPrice(dec('100')),
    ...sale,
    size,
    ...(legs === undefined ? {} : { terms: { ...sale.terms, legs } }),
  })
}

/** One sale that a window requests: a close, an ordinary sale, or two of which one fill cancels. */
const request = fc.record({
  kind: fc.constantFrom('close' as const, 'sale' as const, 'linked' as const),
  count: fc.integer({ min: 1, max: HELD }),
  startsAt: fc.integer({ min: 0, max: 150 }),
})
type Request = typeof request extends fc.Arbitrary<infer Value> ? Value : never
const pauses = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 8, maxLength: 8 })
const answers = fc.array(fc.boolean(), { minLength: 4, maxLength: 4 })

/** A request with the moments that matter; `sentAt` is null until it has left this computer. */
interface Traced extends Request {
  readonly ticket: string
  began: number
  sentAt: number | null
  answeredAt: number
}

/** An account at a broker that answers after random pauses; it says what was sent and when. */
class TracedAccount {
  readonly desk: GatewayFixture
  readonly #product: Product
  readonly #pauses: readonly number[]
  #pauseCount = 0
  readonly #requests: readonly Traced[]

  constructor(
    product: Product,
    requests: readonly Request[],
    random: { readonly pauses: readonly number[]; readonly lost: readonly boolean[] },
  ) {
    this.#product = product
    this.#pauses = random.pauses
    this.#requests = requests.map((requested, index) => ({
      ...requested,
      kind: requested.kind === 'linked' && product.assetClass !== 'stock' ? 'sale' : requested.kind,
      ticket: `t${index}`,
      began: 0,
      sentAt: null,
      answeredAt: Infinity,
    }))
    const { assetClass } = product
    const isSecurity = assetClass === 'stock' || assetClass === 'option'
    this.desk = new GatewayFixture({
      limits: { duplicateWindowMs: 0 },
      listing: async () => ok(listingOf(assetClass)),
      account: () => ({
        product: isSecurity ? 'securities' : assetClass === 'event' ? 'events' : assetClass,
      }),
    }).started()
    const last = product.sale.limitPrice ?? asPrice(dec('100'))
    this.desk.prices = { last, bid: last, ask: last }
    this.desk.beforeQuote = () => this.#pause()
    this.desk.beforeLeaving = () => this.#pause()
    let count = 0
    this.desk.answer = async () => {
      const traced = this.#tracedOf(this.desk.sent.at(-1)?.ids[0])
      traced.sentAt = this.desk.simulation.now
      const lost = random.lost[count % random.lost.length] === true
      count += 1
      await this.#pause()
      traced.answeredAt = this.desk.simulation.now
      return lost ? UNKNOWN : ACKNOWLEDGED
    }
  }

  async run(): Promise<readonly Traced[]> {
    const { desk } = this
    const close = createCloser({
      positions: () => this.#positions(),
      projection: desk.projection,
      orders: desk.service,
    })
    await desk.wait(
      Promise.all(
        this.#requests.map(async (traced) => {
          await this.#wait(traced.startsAt)
          traced.began = desk.simulation.now
          const sale = saleOf(this.#product, traced.count)
          if (traced.kind === 'close') await close(traced.ticket, sale)
          else if (traced.kind === 'sale') await desk.service.submit(traced.ticket, sale)
          else await desk.service.submitCombo(traced.ticket, eitherOf(sale))
        }),
      ),
    )
    return this.#requests
  }

  #tracedOf(id: ClientOrderId | undefined): Traced {
    const { ticket } = this.desk.records('intent').find((row) => row.clientOrderId === id) ?? {}
    const traced = this.#requests.find(
      (candidate) => candidate.ticket === ticket?.replace(/#.*/, ''),
    )
    if (traced === undefined) throw new Error('an order without a request was sent')
    return traced
  }

  async #positions() {
    await this.#pause()
    const position = {
      ...this.#product.position,
      accountId: ACCOUNT,
      symbol: symbol('AAPL'),
      assetClass: this.#product.assetClass,
      quantity: units(HELD),
    } as Position
    return ok({ positions: [position], unreadable: [] })
  }

  #pause(): Promise<void> {
    this.#pauseCount += 1
    return this.#wait(this.#pauses[this.#pauseCount % this.#pauses.length] ?? 0)
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.desk.simulation.timers().after(ms, resolve)
    })
  }
}

const eitherOf = (sale: OrderDraft): ComboDraft => ({
  accountId: ACCOUNT,
  orders: [
    { role: 'oco', draft: sale },
    { role: 'oco', draft: { ...sale, limitPrice: asPrice(dec('101')) } },
  ],
})

/**
 * Returns the orders that sent more than is held: a close that did, or an ordinary sale that was
 * requested before the response to a close had arrived.
 */
function oversold(requests: readonly Traced[]): readonly Traced[] {
  const sent = requests
    .filter((traced) => traced.sentAt !== null)
    .toSorted((a, b) => (a.sentAt ?? 0) - (b.sentAt ?? 0))
  return sent.filter((traced, index) => {
    const before = sent.slice(0, index)
    const overlapsClose = before.some(
      ({ kind, answeredAt }) => kind === 'close' && answeredAt > traced.began,
    )
    if (traced.kind !== 'close' && !overlapsClose) return false
    return before.reduce((total, { count }) => total + count, traced.count) > HELD
  })
}

describe('REL-42: a proof is repeated at the instant of sending', () => {
  test.each(PRODUCTS.map((product) => [product.assetClass, product] as const))(
    'no interleaving of sales of %s beside a close sends more than is held',
    async (_name, product) => {
      const counts = { closed: 0, kept: 0 }
      await fc.assert(
        fc.asyncProperty(
          fc.array(request, { minLength: 2, maxLength: 4 }),
          pauses,
          answers,
          async (requests, times, lost) => {
            const traced = await new TracedAccount(product, requests, { pauses: times, lost }).run()
            expect(oversold(traced)).toEqual([])
            counts.kept += traced.filter(({ sentAt }) => sentAt === null).length
            counts.closed += traced.filter(
              ({ kind, sentAt }) => kind === 'close' && sentAt !== null,
            ).length
          },
        ),
        { numRuns: runs(60, 3_000) },
      )
      // Without closing orders, and without refused ones, the rule would hold for nothing.
      expect(counts.closed).toBeGreaterThan(0)
      expect(counts.kept).toBeGreaterThan(0)
    },
  )
})
