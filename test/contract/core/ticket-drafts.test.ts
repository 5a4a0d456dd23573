import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  asPrice,
  dec,
  decimalText,
  mul,
  ZERO_QUANTITY,
  type Decimal,
} from '../../../shared/domain/decimal.js'
import { symbol, type Symbol } from '../../../shared/domain/ids.js'
import type { AccountProduct } from '../../../shared/domain/instruments/account-products.js'
import type { AnyInstrument } from '../../../shared/domain/instruments/any-instrument.js'
import { listingOf } from '../../../shared/domain/instruments/listing.js'
import { ALGO_KINDS } from '../../../shared/domain/orders/order-types.js'
import { buildDraft } from '../../../renderer/ui/ticket/model/build-draft.js'
import {
  mayUseAlgo,
  sessionsOf,
  sizeKindsOf,
  timesOf,
  typesOf,
} from '../../../renderer/ui/ticket/model/product-terms.js'
import { onStep, STOCK_STEPS } from '../../../shared/domain/instruments/price-steps.js'
import {
  emptyForm,
  reduceTicket,
  type TicketAction,
  type TicketForm,
} from '../../../renderer/ui/ticket/model/ticket-form.js'
import { expectOk } from '../../harness/system/expect-ok.js'
import { writtenOut } from '../../harness/written-out.js'
import { SessionFixture } from './session-fixture.js'

const LOCALE = 'en-US'
/** Far enough from a market that moves, near enough for every limit of an order. */
const [ABOVE, BELOW] = [dec('1.02'), dec('0.98')]

let desk: SessionFixture
beforeAll(async () => {
  desk = await SessionFixture.open(undefined, 'off')
})
afterAll(() => desk.close())

const apply = (form: TicketForm, ...actions: readonly TicketAction[]): TicketForm =>
  actions.reduce((before, action) => reduceTicket(before, action, LOCALE), form)
const typed = (
  field: Extract<TicketAction, { kind: 'type-text' }>['field'],
  value: string | Decimal,
): TicketAction => ({
  kind: 'type-text',
  field,
  text: typeof value === 'string' ? value : decimalText(value),
})

/**
 * Returns every buy that the ticket offers, with each choice as the form offers it. The night
 * session is left out, because the exchange accepts its orders at night only.
 */
function offeredForms(start: TicketForm): readonly TicketForm[] {
  const withType = typesOf(start.assetClass).map((type) =>
    apply(start, { kind: 'type', type, marketable: null }),
  )
  const withAlgo = withType.flatMap((form) => [
    form,
    ...(mayUseAlgo(form) ? ALGO_KINDS.map((algo) => apply(form, { kind: 'algo', algo })) : []),
  ])
  const withSize = withAlgo.flatMap((form) =>
    sizeKindsOf(form).map((sizeKind) => apply(form, { kind: 'size-kind', sizeKind })),
  )
  const withTime = withSize.flatMap((form) =>
    timesOf(form).map((timeInForce) => apply(form, { kind: 'time-in-force', timeInForce })),
  )
  return withTime.flatMap((form) =>
    sessionsOf(form)
      .filter((session) => session !== 'night')
      .map((session) => apply(form, { kind: 'session', session })),
  )
}

/** Types prices near the market on the instrument's steps: a limit below it, a stop above it. */
async function priced(form: TicketForm, instrument: AnyInstrument): Promise<TicketForm> {
  const { bid, ask } = await desk.quote(instrument.symbol)
  const own = listingOf(instrument, 'yes')?.steps ?? []
  const steps = own.length === 0 ? STOCK_STEPS : own
  const above = onStep(asPrice(mul(ask as Decimal, ABOVE)), steps)
  const limit =
    form.type === 'stop-limit' ? above : onStep(asPrice(mul(bid as Decimal, BELOW)), steps)
  return apply(form, typed('limitPrice', limit), typed('stopPrice', above))
}

async function outcomeOf(form: TicketForm, instrument: AnyInstrument, product: AccountProduct) {
  const built = buildDraft(await priced(form, instrument), {
    accountId: desk.account(product),
    instrument,
    held: ZERO_QUANTITY,
    locale: LOCALE,
  })
  const { type, timeInForce, session, sizeKind, algo } = form
  const choice = [type, sizeKind, timeInForce, session, algo].join(' ')
  if (!built.ok) return `${choice}: ${JSON.stringify(built.error)}`
  const outcome = expectOk(await desk.session.orders.submit(desk.ticket(), built.value))
  return outcome.outcome === 'acknowledged'
    ? null
    : `${choice}: ${JSON.stringify(writtenOut(outcome))}`
}

const month = async (): Promise<Symbol> => (await desk.future('MES')).symbol

const TRADED = [
  ['a stock', 'securities', () => Promise.resolve(symbol('MSFT')), '2'],
  ['an option', 'securities', async () => (await desk.contracts('call'))[0]?.symbol, '1'],
  ['a future', 'futures', month, '1'],
  ['a coin', 'crypto', () => Promise.resolve(symbol('BTCUSD')), '0.00112345'],
  ['an event', 'events', () => Promise.resolve(symbol('KXPRESPARTY-28NOV07-D')), '3'],
] as const

describe('every order that the ticket offers', () => {
  test.each(TRADED)('is accepted by the exchange, for %s', async (_name, product, find, units) => {
    const name = (await find()) ?? symbol('none')
    const instrument = expectOk(await desk.session.market.describeInstrument(name))
    if (instrument === null) throw new Error(`${name} is not listed`)
    const start = apply(
      emptyForm(name, instrument.assetClass),
      typed('quantity', units),
      typed('amount', '25'),
      typed('trailPercent', '2'),
      typed('expireDate', '2027-06-30'),
      typed('algoShare', '5'),
    )
    const refused: string[] = []
    for (const form of offeredForms(start)) {
      const outcome = await outcomeOf(form, instrument, product)
      if (outcome !== null) refused.push(outcome)
    }
    expect(refused).toEqual([])
  })
})
