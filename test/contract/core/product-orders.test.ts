import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  add,
  asMoney,
  asPrice,
  dec,
  eq,
  snap,
  sub,
  type Decimal,
} from '../../../shared/domain/decimal.js'
import { symbol, type AccountId } from '../../../shared/domain/ids.js'
import type { Order, OrderDraft } from '../../../shared/domain/orders/order.js'
import { expectOk } from '../../harness/system/expect-ok.js'
import { priceOf, quantity, SessionFixture } from './session-fixture.js'
import { writtenOut } from '../../harness/written-out.js'

let desk: SessionFixture
beforeAll(async () => {
  desk = await SessionFixture.open()
})
afterAll(() => desk.close())

const restart = async (): Promise<void> => {
  await desk.restart()
  expect(desk.session.connection.view()).toMatchObject({ phase: 'ready', trading: 'active' })
}
const cancel = async (accountId: AccountId, id: Order['clientOrderId']): Promise<void> => {
  const outcome = expectOk(await desk.session.orders.cancel(accountId, id))
  expect(outcome.outcome).toBe('acknowledged')
  await desk.until('cancelled', () => desk.row(id)?.status === 'cancelled')
}
const replaceTo = async (
  accountId: AccountId,
  id: Order['clientOrderId'],
  price: Decimal,
): Promise<void> => {
  const outcome = expectOk(
    await desk.session.orders.replace(accountId, id, { limitPrice: asPrice(price) }),
  )
  if (outcome.outcome !== 'acknowledged') throw new Error(JSON.stringify(outcome))
  await desk.until(
    'replaced',
    () =>
      desk.row(id)?.pending === null &&
      desk.row(id)?.limitPrice != null &&
      eq(desk.row(id)?.limitPrice as Decimal, price),
  )
}
/**
 * Takes an order through its life: working, found again with its terms after a restart, replaced,
 * and canceled.
 */
const life = async (order: OrderDraft, changed: Decimal): Promise<void> => {
  const id = await desk.placeWorking(order)
  const { terms } = desk.row(id) as Order
  await restart()
  await desk.until(
    'found again',
    () => desk.row(id)?.status === 'working' && desk.row(id)?.ours === true,
  )
  expect(desk.row(id)?.terms).toEqual(terms)
  await replaceTo(order.accountId, id, changed)
  await cancel(order.accountId, id)
}

describe('orders of every product in one session', () => {
  test('an option order rests, survives a restart, is replaced and canceled; another one fills', async () => {
    const [contract] = await desk.contracts('call')
    if (contract === undefined) throw new Error('no contract')
    const accountId = desk.account('securities')
    const base = desk.draft({
      accountId,
      assetClass: 'option',
      symbol: symbol('AAPL'),
      terms: { strategy: 'single', legs: [desk.leg(contract, 'buy')], intent: 'buy-to-open' },
    })
    await life({ ...base, limitPrice: priceOf('0.10') }, dec('0.20'))
    const preview = expectOk(
      await desk.session.queries.preview({ ...base, limitPrice: priceOf('0.10') }),
    )
    expect(preview).toMatchObject({ source: 'provider' })
    expect(eq(preview.cost, dec('10'))).toBe(true)
    const { ask } = await desk.quote(contract.symbol)
    const id = await desk.placeFilled({
      ...base,
      limitPrice: asPrice(snap(add<Decimal>(ask as Decimal, dec('0.05')), dec('0.05'), 'up')),
    })
    expect(desk.row(id)?.terms?.legs[0]?.option).toMatchObject({
      type: 'call',
      expiration: contract.expiration,
    })
    const off = expectOk(
      await desk.session.orders.submit(desk.ticket(), { ...base, limitPrice: priceOf('0.101') }),
    )
    expect(writtenOut(off)).toMatchObject({
      outcome: 'denied',
      reasons: [expect.stringContaining('draft-invalid') as string],
    })
  })

  test('a vertical rests, survives a restart, is replaced, canceled and filled', async () => {
    // Puts, because the market may have moved to the strike of the call that is held now.
    const [high, low] = await desk.contracts('put')
    if (low === undefined || high === undefined) throw new Error('no contracts')
    const accountId = desk.account('securities')
    await life(
      desk.draft({
        accountId,
        assetClass: 'option',
        symbol: symbol('AAPL'),
        size: quantity('2'),
        limitPrice: priceOf('0.05'),
        terms: {
          strategy: 'vertical',
          legs: [desk.leg(high, 'buy', '2'), desk.leg(low, 'sell', '2')],
        },
      }),
      dec('0.06'),
    )
    expect(
      desk.session.streams.orders
        .all()
        .some(
          (order) =>
            order.terms?.strategy === 'vertical' &&
            order.terms.legs.length === 2 &&
            order.status === 'cancelled',
        ),
    ).toBe(true)
  })

  test('a future rests and is replaced; a market order fills; the account refuses a stock order', async () => {
    const month = await desk.future('MES')
    if (month.minTick === null) throw new Error('no tick')
    const accountId = desk.account('futures')
    const { bid } = await desk.quote(month.symbol)
    const far = snap(sub<Decimal>(bid as Decimal, dec('100')), month.minTick, 'down')
    const base = desk.draft({
      accountId,
      assetClass: 'futures',
      symbol: month.symbol,
      limitPrice: asPrice(far),
    })
    await life(base, add<Decimal>(far, month.minTick))
    await desk.placeFilled({ ...base, type: 'market', limitPrice: null })
    const before = desk.sent.length
    const misplaced = expectOk(
      await desk.session.orders.submit(
        desk.ticket(),
        desk.draft({
          accountId,
          assetClass: 'stock',
          symbol: symbol('AAPL'),
          limitPrice: priceOf('10'),
        }),
      ),
    )
    expect(writtenOut(misplaced)).toMatchObject({
      outcome: 'denied',
      reasons: [
        expect.stringMatching(/^This account trades futures.*\(wrong-account\)$/) as string,
      ],
    })
    const foreign = expectOk(
      await desk.session.orders.submit(desk.ticket(), {
        ...base,
        accountId: desk.account('securities'),
      }),
    )
    expect(writtenOut(foreign)).toMatchObject({
      outcome: 'denied',
      reasons: [expect.stringMatching(/^This account trades stocks and options/) as string],
    })
    const off = expectOk(
      await desk.session.orders.submit(desk.ticket(), {
        ...base,
        limitPrice: asPrice(add<Decimal>(far, dec('0.01'))),
      }),
    )
    expect(writtenOut(off)).toMatchObject({
      outcome: 'denied',
      reasons: [expect.stringContaining('price steps') as string],
    })
    expect(desk.sent.length).toBe(before)
  })

  test('crypto rests, is canceled but not replaced, and fills by amount; its cost is estimated', async () => {
    const accountId = desk.account('crypto')
    const pair = expectOk(await desk.products.cryptoPairs()).find(
      (candidate) => candidate.symbol === 'BTCUSD',
    )
    const { bid } = await desk.quote('BTCUSD')
    const limitPrice = asPrice(
      snap(sub<Decimal>(bid as Decimal, dec('5000')), pair?.priceStep ?? dec('0.01'), 'down'),
    )
    const base = desk.draft({
      accountId,
      assetClass: 'crypto',
      symbol: symbol('BTCUSD'),
      timeInForce: 'gtc',
      size: quantity('0.001'),
      limitPrice,
    })
    const id = await desk.placeWorking(base)
    await restart()
    await desk.until(
      'found again',
      () => desk.row(id)?.status === 'working' && desk.row(id)?.ours === true,
    )
    expect(
      writtenOut(
        expectOk(
          await desk.session.orders.replace(accountId, id, { limitPrice: priceOf('50000') }),
        ),
      ),
    ).toMatchObject({
      outcome: 'denied',
      reasons: [expect.stringContaining('not-replaceable') as string],
    })
    await cancel(accountId, id)
    const byAmount = {
      ...base,
      type: 'market',
      timeInForce: 'ioc',
      limitPrice: null,
      size: { kind: 'amount', amount: asMoney(dec('50.00')) },
    } as const
    expect(expectOk(await desk.session.queries.preview(byAmount))).toMatchObject({
      cost: '50.00',
      fees: '0',
      source: 'countersign',
    })
    await desk.placeFilled(byAmount)
  })

  test('event contracts: "no" rests and is replaced, "yes" fills by contracts and by amount', async () => {
    const accountId = desk.account('events')
    const market = expectOk(
      await desk.products.eventMarkets({ series: symbol('KXPRESPARTY') }),
    ).find((candidate) => candidate.tradable === 'yes')
    if (market === undefined) throw new Error('no market')
    const base = desk.draft({
      accountId,
      assetClass: 'event',
      symbol: market.symbol,
      size: quantity('5'),
    })
    await life({ ...base, limitPrice: priceOf('0.02'), terms: { outcome: 'no' } }, dec('0.03'))
    const contracts = await desk.placeFilled({
      ...base,
      type: 'market',
      terms: { outcome: 'yes', tradeMode: 'by-contracts' },
    })
    expect(desk.row(contracts)?.terms).toMatchObject({ outcome: 'yes', tradeMode: 'by-contracts' })
    await desk.placeFilled({
      ...base,
      type: 'market',
      timeInForce: 'fok',
      size: { kind: 'amount', amount: asMoney(dec('10.00')) },
      terms: { outcome: 'yes', tradeMode: 'by-amount' },
    })
    const fullPayout = expectOk(
      await desk.session.orders.submit(desk.ticket(), {
        ...base,
        limitPrice: priceOf('1.00'),
        terms: { outcome: 'yes' },
      }),
    )
    expect(fullPayout.outcome).toBe('denied')
  })

  test.each([
    ['twap', {}],
    ['vwap', { maxPercent: dec('10') }],
    ['pov', { targetPercent: dec('5') }],
  ] as const)(
    'an algo order on a stock survives a restart, is replaced and canceled: %s',
    async (kind, more) => {
      const accountId = desk.account('securities')
      const id = await desk.placeWorking(
        desk.draft({
          accountId,
          assetClass: 'stock',
          symbol: symbol('AAPL'),
          size: quantity('20'),
          limitPrice: priceOf('10.00'),
          terms: { algo: { kind, ...more } },
        }),
      )
      await restart()
      await desk.until(
        'found again',
        () => desk.row(id)?.status === 'working' && desk.row(id)?.terms?.algo?.kind === kind,
      )
      await replaceTo(accountId, id, dec('11'))
      await cancel(accountId, id)
      expect(desk.row(id)).toMatchObject({ status: 'cancelled', terms: { algo: { kind } } })
    },
  )
})

describe('the description of a symbol', () => {
  const described = async (name: string) =>
    expectOk(await desk.session.market.describeInstrument(symbol(name)))

  test('is the instrument of whatever product lists it', async () => {
    const [call] = await desk.contracts('call')
    if (call === undefined) throw new Error('no call is listed')
    expect(await described(call.symbol)).toEqual(call)
    expect(await described('AAPL')).toMatchObject({ assetClass: 'stock', shortable: true })
    expect(await described('BTCUSD')).toMatchObject({ assetClass: 'crypto', currency: 'USD' })
    expect(await described('ESmain')).toMatchObject({ assetClass: 'futures', kind: 'continuous' })
    const market = await described('KXPRESPARTY-28NOV07-D')
    expect(market).toMatchObject({ assetClass: 'event', tradable: 'yes' })
  })

  test('is null for a symbol that no product lists', async () => {
    expect(await described('NOSUCH')).toBeNull()
    expect(await described('AAPL261218C99999000')).toBeNull()
    expect(await described('XXZ6')).toBeNull()
    expect(await described('KXNONE-26DEC31-T3')).toBeNull()
  })
})
