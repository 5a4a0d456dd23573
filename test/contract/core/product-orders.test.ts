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
import type { Order, OrderDraft } from '../../../shared/domain/order.js'
import { good } from '../../harness/good.js'
import { at, quantity, SessionRig } from './session-rig.js'

let rig: SessionRig
beforeAll(async () => {
  rig = await SessionRig.open()
})
afterAll(() => rig.close())

const restart = async (): Promise<void> => {
  await rig.restart()
  expect(rig.session.sessionView()).toMatchObject({ phase: 'ready', trading: 'active' })
}
const cancel = async (accountId: AccountId, id: Order['clientOrderId']): Promise<void> => {
  const outcome = good(await rig.session.cancel(accountId, id))
  expect(outcome.outcome).toBe('acknowledged')
  await rig.until('cancelled', () => rig.row(id)?.status === 'cancelled')
}
const replaceTo = async (
  accountId: AccountId,
  id: Order['clientOrderId'],
  price: Decimal,
): Promise<void> => {
  const outcome = good(await rig.session.replace(accountId, id, { limitPrice: asPrice(price) }))
  if (outcome.outcome !== 'acknowledged') throw new Error(JSON.stringify(outcome))
  await rig.until(
    'replaced',
    () =>
      rig.row(id)?.pending === null &&
      rig.row(id)?.limitPrice != null &&
      eq(rig.row(id)?.limitPrice as Decimal, price),
  )
}
/**
 * A rested order: found again by the next life of the desk with its terms, changed, and cancelled.
 */
const life = async (order: OrderDraft, changed: Decimal): Promise<void> => {
  const id = await rig.resting(order)
  const { terms } = rig.row(id) as Order
  await restart()
  await rig.until(
    'found again',
    () => rig.row(id)?.status === 'working' && rig.row(id)?.ours === true,
  )
  expect(rig.row(id)?.terms).toEqual(terms)
  await replaceTo(order.accountId, id, changed)
  await cancel(order.accountId, id)
}

describe('orders of every product through one desk', () => {
  test('a single option rests, survives a restart, is replaced and cancelled; another fills', async () => {
    const [contract] = await rig.contracts('call')
    if (contract === undefined) throw new Error('no contract')
    const accountId = rig.account('securities')
    const base = rig.draft({
      accountId,
      assetClass: 'option',
      symbol: symbol('AAPL'),
      terms: { strategy: 'single', legs: [rig.leg(contract, 'buy')], intent: 'buy-to-open' },
    })
    await life({ ...base, limitPrice: at('0.10') }, dec('0.20'))
    const preview = good(await rig.session.preview({ ...base, limitPrice: at('0.10') }))
    expect(preview).toMatchObject({ source: 'provider' })
    expect(eq(preview.cost, dec('10'))).toBe(true)
    const { ask } = await rig.quote(contract.symbol)
    const id = await rig.filled({
      ...base,
      limitPrice: asPrice(snap(add<Decimal>(ask as Decimal, dec('0.05')), dec('0.05'), 'up')),
    })
    expect(rig.row(id)?.terms?.legs[0]?.option).toMatchObject({
      type: 'call',
      expiration: contract.expiration,
    })
    const off = good(await rig.session.submit(rig.ticket(), { ...base, limitPrice: at('0.101') }))
    expect(off).toMatchObject({
      outcome: 'denied',
      reasons: [expect.stringContaining('draft-invalid') as string],
    })
  })

  test('a vertical with its legs', async () => {
    const [low, high] = await rig.contracts('call')
    if (low === undefined || high === undefined) throw new Error('no contracts')
    const accountId = rig.account('securities')
    await life(
      rig.draft({
        accountId,
        assetClass: 'option',
        symbol: symbol('AAPL'),
        size: quantity('2'),
        limitPrice: at('0.05'),
        terms: {
          strategy: 'vertical',
          legs: [rig.leg(low, 'buy', '2'), rig.leg(high, 'sell', '2')],
        },
      }),
      dec('0.06'),
    )
    expect(
      rig.session.streams.orders
        .all()
        .some(
          (order) =>
            order.terms?.strategy === 'vertical' &&
            order.terms.legs.length === 2 &&
            order.status === 'cancelled',
        ),
    ).toBe(true)
  })

  test('a future rests and is replaced; a market order fills; a stock order does not belong there', async () => {
    const month = good(await rig.products.futuresContracts('MES')).find(
      (one) => one.kind === 'month' && one.tradable === 'yes',
    )
    if (month === undefined || month.minTick === null) throw new Error('no month')
    const accountId = rig.account('futures')
    const { bid } = await rig.quote(month.symbol)
    const far = snap(sub<Decimal>(bid as Decimal, dec('100')), month.minTick, 'down')
    const base = rig.draft({
      accountId,
      assetClass: 'futures',
      symbol: month.symbol,
      limitPrice: asPrice(far),
    })
    await life(base, add<Decimal>(far, month.minTick))
    await rig.filled({ ...base, type: 'market', limitPrice: null })
    const before = rig.sent.length
    const misplaced = good(
      await rig.session.submit(
        rig.ticket(),
        rig.draft({ accountId, assetClass: 'stock', symbol: symbol('AAPL'), limitPrice: at('10') }),
      ),
    )
    expect(misplaced).toMatchObject({
      outcome: 'denied',
      reasons: [
        expect.stringMatching(/^This account trades futures.*\(wrong-account\)$/) as string,
      ],
    })
    const foreign = good(
      await rig.session.submit(rig.ticket(), { ...base, accountId: rig.account('securities') }),
    )
    expect(foreign).toMatchObject({
      outcome: 'denied',
      reasons: [expect.stringMatching(/^This account trades stocks and options/) as string],
    })
    const off = good(
      await rig.session.submit(rig.ticket(), {
        ...base,
        limitPrice: asPrice(add<Decimal>(far, dec('0.01'))),
      }),
    )
    expect(off).toMatchObject({
      outcome: 'denied',
      reasons: [expect.stringContaining('price steps') as string],
    })
    expect(rig.sent.length).toBe(before)
  })

  test('crypto rests, cannot be replaced, is cancelled; by amount it fills; its estimate is ours', async () => {
    const accountId = rig.account('crypto')
    const pair = good(await rig.products.cryptoPairs()).find((one) => one.symbol === 'BTCUSD')
    const { bid } = await rig.quote('BTCUSD')
    const limitPrice = asPrice(
      snap(sub<Decimal>(bid as Decimal, dec('5000')), pair?.priceStep ?? dec('0.01'), 'down'),
    )
    const base = rig.draft({
      accountId,
      assetClass: 'crypto',
      symbol: symbol('BTCUSD'),
      timeInForce: 'gtc',
      size: quantity('0.001'),
      limitPrice,
    })
    const id = await rig.resting(base)
    await restart()
    await rig.until(
      'found again',
      () => rig.row(id)?.status === 'working' && rig.row(id)?.ours === true,
    )
    expect(
      good(await rig.session.replace(accountId, id, { limitPrice: at('50000') })),
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
    expect(good(await rig.session.preview(byAmount))).toMatchObject({
      cost: '50.00',
      fees: '0',
      source: 'desk',
    })
    await rig.filled(byAmount)
  })

  test('event contracts: no rests and is replaced, yes fills by contracts and by amount', async () => {
    const accountId = rig.account('events')
    const market = good(await rig.products.eventMarkets({ series: symbol('KXPRESPARTY') })).find(
      (one) => one.tradable === 'yes',
    )
    if (market === undefined) throw new Error('no market')
    const base = rig.draft({
      accountId,
      assetClass: 'event',
      symbol: market.symbol,
      size: quantity('5'),
    })
    await life({ ...base, limitPrice: at('0.02'), terms: { outcome: 'no' } }, dec('0.03'))
    const contracts = await rig.filled({
      ...base,
      type: 'market',
      terms: { outcome: 'yes', tradeMode: 'by-contracts' },
    })
    expect(rig.row(contracts)?.terms).toMatchObject({ outcome: 'yes', tradeMode: 'by-contracts' })
    await rig.filled({
      ...base,
      type: 'market',
      timeInForce: 'fok',
      size: { kind: 'amount', amount: asMoney(dec('10.00')) },
      terms: { outcome: 'yes', tradeMode: 'by-amount' },
    })
    const whole = good(
      await rig.session.submit(rig.ticket(), {
        ...base,
        limitPrice: at('1.00'),
        terms: { outcome: 'yes' },
      }),
    )
    expect(whole.outcome).toBe('denied')
  })

  test.each([
    ['twap', {}],
    ['vwap', { maxPercent: dec('10') }],
    ['pov', { targetPercent: dec('5') }],
  ] as const)('an algorithm on a stock: %s', async (kind, more) => {
    const accountId = rig.account('securities')
    const id = await rig.resting(
      rig.draft({
        accountId,
        assetClass: 'stock',
        symbol: symbol('AAPL'),
        size: quantity('20'),
        limitPrice: at('10.00'),
        terms: { algo: { kind, ...more } },
      }),
    )
    await restart()
    await rig.until(
      'found again',
      () => rig.row(id)?.status === 'working' && rig.row(id)?.terms?.algo?.kind === kind,
    )
    await replaceTo(accountId, id, dec('11'))
    await cancel(accountId, id)
    expect(rig.row(id)).toMatchObject({ status: 'cancelled', terms: { algo: { kind } } })
  })
})
