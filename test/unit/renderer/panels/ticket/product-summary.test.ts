import { describe, expect, it } from 'vitest'
import type { Balance, Position } from '../../../../../shared/domain/account/account.js'
import { asMoney, asPrice, asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import { symbol } from '../../../../../shared/domain/ids.js'
import type { AnyInstrument } from '../../../../../shared/domain/instruments/any-instrument.js'
import { buildDraft } from '../../../../../renderer/ui/ticket/model/build-draft.js'
import { mirroredQuote } from '../../../../../renderer/ui/ticket/model/estimate.js'
import { heldQuantity } from '../../../../../renderer/ui/ticket/model/holding.js'
import { formatDraft } from '../../../../../renderer/format/order-draft.js'
import type { Preview } from '../../../../../renderer/stores/submit/previewer.js'
import { onStep, stepPrice } from '../../../../../shared/domain/instruments/price-steps.js'
import { summaryOf } from '../../../../../renderer/ui/ticket/model/summary-model.js'
import type { TicketAction } from '../../../../../renderer/ui/ticket/model/ticket-form.js'
import { englishText } from '../../../../../renderer/language/window-text.js'
import { quote } from '../../samples.js'
import { ACCOUNT, context, typed } from './fixtures.js'
import { CALL, COIN, formOf, FUTURE, MARKET, PUT, side } from './product-fixtures.js'

const BALANCE = {
  netLiquidation: asMoney(dec('100000')),
  currencies: [
    {
      currency: 'USD',
      buyingPower: asMoney(dec('50000')),
      optionBuyingPower: asMoney(dec('20000')),
    },
  ],
} as unknown as Balance

interface Given {
  readonly held?: string
  readonly preview?: Preview
  readonly bid?: string
  readonly ask?: string
  /** The last price of the underlying. */
  readonly spot?: string
}

function summarize(
  instrument: AnyInstrument,
  actions: readonly TicketAction[],
  overrides: Given = {},
) {
  const holding = asQuantity(dec(overrides.held ?? '0'))
  const built = buildDraft(formOf(instrument, ...actions), context({ instrument, held: holding }))
  if (!built.ok) throw new Error(JSON.stringify(built.error))
  const { bid, ask } = overrides
  const summary = summaryOf({
    draft: built.value,
    instrument,
    quote:
      bid === undefined || ask === undefined
        ? undefined
        : { ...quote(instrument.symbol, bid), bid: asPrice(dec(bid)), ask: asPrice(dec(ask)) },
    preview: overrides.preview ?? { phase: 'idle' },
    balance: BALANCE,
    spot: overrides.spot === undefined ? null : asPrice(dec(overrides.spot)),
    held: holding,
    currency: 'USD',
  })
  return { summary, text: formatDraft(built.value, englishText) }
}
const order = (quantity: string, limit: string): readonly TicketAction[] => [
  typed('quantity', quantity),
  typed('limitPrice', limit),
]
const kinds = (given: ReturnType<typeof summarize>) =>
  given.summary.warnings.map(({ kind, blocks }) => `${kind}${blocks ? ' blocks' : ''}`)

describe('the estimate of an option order', () => {
  it('costs its price times the multiplier, against the buying power of options', () => {
    const { summary, text } = summarize(CALL, order('2', '4.10'))
    expect(text).toBe('Buy to open 2 NVDA 18 Dec 26 190 C')
    expect(summary).toMatchObject({
      cost: '820',
      powerBefore: '20000',
      powerAfter: '19180',
      positionAfter: '2',
      notional: null,
    })
  })
  it.each([
    ['a bought call', CALL, 'buy', { maxGain: 'unlimited', maxLoss: '820', breakEven: '194.1' }],
    ['a bought put', PUT, 'buy', { maxGain: '37180', maxLoss: '820', breakEven: '185.9' }],
    ['a sold call', CALL, 'sell', { maxGain: '820', maxLoss: 'unlimited', breakEven: '194.1' }],
    ['a sold put', PUT, 'sell', { maxGain: '820', maxLoss: '37180', breakEven: '185.9' }],
  ] as const)('has the bounds of %s', (_name, contract, chosen, payoff) => {
    const { summary } = summarize(contract, [side(chosen), ...order('2', '4.10')])
    expect(summary.payoff).toMatchObject(payoff)
  })
  it('has no bounds when it closes, and warns of a loss without a limit when it is sold', () => {
    const sell = [side('sell'), ...order('2', '4.10')]
    const closing = summarize(CALL, sell, { held: '5' })
    expect([closing.text, closing.summary.payoff, kinds(closing)]).toEqual([
      'Sell to close 2 NVDA 18 Dec 26 190 C',
      null,
      [],
    ])
    const written = summarize(CALL, sell)
    expect(kinds(written)).toEqual(['unlimited-loss'])
    // The broker publishes no margin requirement of a sold option.
    expect(written.summary.powerAfter).toBeNull()
    // Ours: 20% of the underlying less what the call is out of the money, beside the premium.
    const estimated = summarize(CALL, sell, { spot: '189' }).summary
    expect(estimated).toMatchObject({ powerAfter: '12640', powerIsEstimated: true })
    expect(summarize(CALL, sell, { spot: '100' }).summary.powerAfter).toBe('18000')
  })
  it('may reach a few steps through a cheap market, and no more', () => {
    const boughtFor = (price: string) =>
      summarize(CALL, order('1', price), { bid: '0.05', ask: '0.06' })
    expect(kinds(boughtFor('0.11'))).toEqual([])
    expect(kinds(boughtFor('0.12'))).toEqual(['through-market blocks'])
  })
})

describe('the estimate of a futures order', () => {
  it('has its notional value, and a margin only from the broker', () => {
    const { summary } = summarize(FUTURE, order('2', '6000.25'))
    expect(summary).toMatchObject({ notional: '600025', cost: null, source: 'none' })
    const preview: Preview = {
      phase: 'ready',
      cost: asMoney(dec('30000')),
      fees: asMoney(dec('4')),
      currency: 'USD',
      source: 'provider',
      at: 0,
    }
    expect(summarize(FUTURE, order('2', '6000.25'), { preview }).summary).toMatchObject({
      cost: '30000',
      powerAfter: '19996',
      source: 'provider',
    })
  })

  it('releases the margin of what it closes, and takes only that of the rest', () => {
    const preview: Preview = {
      phase: 'ready',
      cost: asMoney(dec('30000')),
      fees: asMoney(dec('4')),
      currency: 'USD',
      source: 'provider',
      at: 0,
    }
    const sold = (held: string) =>
      summarize(FUTURE, [side('sell'), ...order('2', '6000.25')], { preview, held }).summary
    expect(sold('2')).toMatchObject({ cost: '30000', releasesMargin: true })
    expect(sold('5')).toMatchObject({ cost: '30000', releasesMargin: true })
    expect(sold('1')).toMatchObject({ cost: '15000', releasesMargin: false })
    expect(sold('0')).toMatchObject({ cost: '30000', releasesMargin: false })
  })
})

describe('the estimate of a crypto order', () => {
  it('is marked as Countersign’s own, also when main made it', () => {
    const preview: Preview = {
      phase: 'ready',
      cost: asMoney(dec('1234.57')),
      fees: asMoney(dec('0')),
      currency: 'USD',
      source: 'countersign',
      at: 0,
    }
    const { summary, text } = summarize(COIN, order('0.02', '60000.00'), { preview })
    expect(text).toBe('Buy 0.02 BTC/USD')
    expect(summary).toMatchObject({ source: 'ours', cost: '1234.57', positionAfter: '0.02' })
  })
})

describe('the estimate of an event order', () => {
  it('has its payout, and what it gains and loses at most', () => {
    const { summary, text } = summarize(MARKET, [
      { kind: 'outcome', outcome: 'no' },
      ...order('25', '0.43'),
    ])
    expect(text).toBe('Buy 25 KXRATECUT-26DEC31-T3 No')
    expect(summary).toMatchObject({
      cost: '10.75',
      payoff: { payout: '25', maxGain: '14.25', maxLoss: '10.75', breakEven: null },
    })
  })
  it('mirrors the quote of the other outcome', () => {
    const yes = { ...quote('X', '0.40'), bid: asPrice(dec('0.39')), ask: asPrice(dec('0.42')) }
    expect(mirroredQuote(yes)).toMatchObject({ last: '0.6', bid: '0.58', ask: '0.61' })
  })
})

describe('the units that an account holds', () => {
  const position = (change: Partial<Position>): Position => ({
    accountId: ACCOUNT,
    positionId: 'p',
    symbol: symbol('NVDA'),
    assetClass: 'stock',
    currency: 'USD',
    quantity: asQuantity(dec('10')),
    averageCost: null,
    multiplier: null,
    lastPrice: null,
    pricedAt: null,
    marketValue: null,
    unrealizedPnl: null,
    unrealizedPnlRatio: null,
    dayPnl: null,
    ...change,
  })
  const leg = (contract: string, quantity: string) => ({
    legId: contract,
    symbol: symbol(contract),
    quantity: asQuantity(dec(quantity)),
    option: {
      type: 'call' as const,
      style: null,
      strike: asPrice(dec('190')),
      expiration: '2026-12-18',
      multiplier: null,
      deliverable: null,
    },
    settles: null,
  })
  const traded = { accountId: ACCOUNT, symbol: CALL.symbol, outcome: 'yes' } as const
  const positions = [
    position({}),
    position({
      assetClass: 'option',
      strategy: 'single',
      quantity: asQuantity(dec('-3')),
      legs: [leg(CALL.symbol, '-3')],
    }),
    position({
      assetClass: 'option',
      strategy: 'vertical',
      quantity: asQuantity(dec('2')),
      legs: [leg(CALL.symbol, '2'), leg('NVDA261218C00200000', '-2')],
    }),
    position({
      assetClass: 'event',
      symbol: MARKET.symbol,
      outcome: 'no',
      quantity: asQuantity(dec('25')),
    }),
  ]
  it('are those of the contract, alone and in strategies; shares of its underlying do not count', () => {
    expect(heldQuantity(positions, { ...traded, assetClass: 'option' })).toBe('-1')
    expect(
      heldQuantity(positions, { ...traded, symbol: symbol('NVDA'), assetClass: 'stock' }),
    ).toBe('10')
  })
  it('are those of the outcome', () => {
    const event = { ...traded, symbol: MARKET.symbol, assetClass: 'event' } as const
    expect(heldQuantity(positions, event)).toBe('0')
    expect(heldQuantity(positions, { ...event, outcome: 'no' })).toBe('25')
  })
})

describe('the price steps of a contract', () => {
  const steps = [
    { from: asPrice(dec('0')), step: dec('0.01') },
    { from: asPrice(dec('3')), step: dec('0.05') },
  ]
  it.each([
    ['2.99', 1, '3.00'],
    ['3.00', 1, '3.05'],
    ['3.00', -1, '2.99'],
    ['3.02', -1, '3.00'],
  ] as const)('move %s by %s to %s', (from, direction, to) => {
    expect(stepPrice(dec(from), direction, 1, steps)).toBe(to)
  })
  it('round a mid price towards zero', () => {
    expect(onStep(asPrice(dec('4.075')), steps)).toBe('4.05')
  })
})
