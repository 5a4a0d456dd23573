import { expect, test } from '@playwright/test'
import { cardBody } from '../../../electron/core/instructions/confirm/card.js'
import type { Estimate } from '../../../electron/core/instructions/confirm/fields/card-fields.js'
import { evaluatePolicy } from '../../../electron/core/instructions/policy/policy-engine.js'
import type { CardFacts } from '../../../electron/core/instructions/policy/policy-types.js'
import type { Account, Balance, Position } from '../../../shared/domain/account/account.js'
import { dec } from '../../../shared/domain/decimal.js'
import { symbol } from '../../../shared/domain/ids.js'
import type { Instruction } from '../../../shared/domain/instructions/instruction.js'
import type { InstructionAction } from '../../../shared/domain/instructions/instruction.schema.js'
import type { Instrument } from '../../../shared/domain/instruments/instrument.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import { epochMs } from '../../../shared/domain/time.js'
import { message } from '../../../shared/messages/make-message.js'
import {
  draft,
  leg,
  money,
  NO_USAGE,
  OPEN_POLICY,
  option,
  order as workingOrder,
  position,
  price,
  quantity,
  quote,
  shares,
} from '../../unit/core/instructions/policy/policy-fixture.js'
import type { Language } from '../../../shared/messages/languages.js'
import { overflows } from '../support/overflow.js'
import { waitForAnimations } from '../support/settle.js'
import type { FakeConfirmControls } from './confirm-app/fake-confirm-service.js'
import { openConfirm, sampleCard, viewOf, type ConfirmRun } from './confirm-page.js'

const balance = {
  currency: 'USD',
  netLiquidation: money('100000'),
  currencies: [{ currency: 'USD', buyingPower: money('50000'), optionBuyingPower: money('20000') }],
} as unknown as Balance

const optionPosition = (
  contracts: string,
  type: 'call' | 'put',
  strike: string,
  cost: string,
): Position =>
  position(contracts, {
    assetClass: 'option',
    multiplier: quantity('100'),
    averageCost: price(cost),
    lastPrice: price(cost),
    legs: [
      {
        legId: '1',
        symbol: symbol('AAPL'),
        quantity: quantity(contracts),
        option: { type, strike: price(strike), expiration: '2027-01-15' } as never,
        settles: null,
      },
    ],
  })
const named = (order: OrderDraft, strategy: NonNullable<OrderDraft['terms']>['strategy']) => ({
  ...order,
  terms: { ...order.terms, strategy },
})

/** An order for a million of a coin that costs little. */
const coin = (terms: Partial<OrderDraft>): OrderDraft =>
  draft({ assetClass: 'crypto', symbol: symbol('SHIBUSD'), ...shares('1000000'), ...terms })

interface Sample {
  readonly name: string
  readonly order: OrderDraft
  /** What is requested; a new order where absent. */
  readonly action?: InstructionAction
  readonly cost: string
  readonly facts: Partial<CardFacts>
}

const event = draft({
  assetClass: 'event',
  symbol: symbol('KXHIGHCHI-26NOV27-B44.5'),
  limitPrice: price('0.39'),
  terms: { outcome: 'yes' },
  ...shares('20'),
})
const EVENT_NAME = 'Highest temperature in Chicago on Nov 27, 2026?'

/** An order of each product, and orders of options that are easily misread. */
const SAMPLES: readonly Sample[] = [
  {
    name: 'volatile-shares',
    order: draft({ side: 'buy', limitPrice: price('100'), ...shares('10') }),
    cost: '1000',
    facts: {
      instrument: {
        name: 'Apple Inc.',
        exchange: 'NASDAQ',
        intradayMarginLong: dec('0.25'),
        maintenanceMarginLong: dec('0.4'),
      } as Instrument,
      spot: price('100'),
    },
  },
  {
    name: 'covered-call',
    order: option('sell', [leg('sell', 'call', '110')], '2'),
    cost: '200',
    facts: {
      multiplier: '100',
      spot: price('100'),
      positions: [position('103', { lastPrice: price('100') })],
    },
  },
  {
    name: 'close-vertical',
    order: named(
      option('sell', [leg('sell', 'call', '100', '2'), leg('buy', 'call', '105', '2')], '4', '2'),
      'vertical',
    ),
    cost: '800',
    facts: {
      multiplier: '100',
      spot: price('104'),
      positions: [
        optionPosition('2', 'call', '100', '5'),
        optionPosition('-2', 'call', '105', '2'),
      ],
    },
  },
  {
    name: 'roll',
    order: named(
      option(
        'sell',
        [leg('buy', 'put', '663'), leg('sell', 'put', '663', '1', '2027-02-19')],
        '4.95',
      ),
      'calendar',
    ),
    cost: '495',
    facts: {
      multiplier: '100',
      spot: price('670'),
      positions: [optionPosition('-1', 'put', '663', '7.90')],
    },
  },
  {
    name: 'butterfly',
    order: named(
      option(
        'buy',
        [leg('buy', 'call', '95'), leg('sell', 'call', '100', '2'), leg('buy', 'call', '105')],
        '0.54',
      ),
      'butterfly',
    ),
    cost: '54',
    facts: { multiplier: '100', spot: price('100') },
  },
  {
    name: 'event',
    order: event,
    cost: '7.80',
    facts: {
      listed: {
        assetClass: 'event',
        name: `${EVENT_NAME} 44° to 45°`,
        eventName: EVENT_NAME,
      } as never,
    },
  },
  {
    name: 'future',
    order: draft({
      assetClass: 'futures',
      symbol: symbol('MESZ6'),
      limitPrice: price('6700.25'),
      ...shares('2'),
    }),
    cost: '2640',
    facts: {
      multiplier: '5',
      listed: {
        assetClass: 'futures',
        name: 'Micro E-mini S&P 500 Dec 2026',
        month: '2026-12',
      } as never,
    },
  },
  {
    name: 'coin',
    order: draft({
      assetClass: 'crypto',
      symbol: symbol('BTCUSD'),
      limitPrice: price('96563.05'),
      ...shares('0.015'),
    }),
    cost: '1448.45',
    facts: { listed: { assetClass: 'crypto', name: 'Bitcoin' } as never },
  },
]

const entry = draft({ limitPrice: price('100') })
const stopped = draft({ side: 'sell', type: 'stop', limitPrice: null, stopPrice: price('95') })
const target = draft({ side: 'sell', limitPrice: price('112.5') })
const held10 = position('10', { lastPrice: price('100'), marketValue: money('1000') })
const trailing = draft({
  side: 'sell',
  type: 'trailing-stop',
  limitPrice: null,
  trail: { kind: 'percent', step: quantity('0.02') },
})
const working = workingOrder('w1', {
  side: 'sell',
  type: 'stop',
  limitPrice: null,
  stopPrice: price('95'),
  quantity: quantity('10'),
})

/** The other requests: protected entries, linked orders, trailing stops, changes, cancellations. */
const REQUESTS: readonly Sample[] = [
  {
    name: 'protected',
    order: entry,
    action: {
      kind: 'place',
      draft: entry,
      exits: [
        { role: 'take-profit', draft: target },
        { role: 'stop-loss', draft: stopped },
      ],
    },
    cost: '1000',
    facts: { tick: quantity('0.01') },
  },
  {
    name: 'linked-coin',
    order: coin({ limitPrice: price('0.0000121') }),
    action: {
      kind: 'place',
      draft: coin({ limitPrice: price('0.0000121') }),
      linked: [
        { role: 'otoco', draft: coin({ side: 'sell', limitPrice: price('0.000013') }) },
        {
          role: 'otoco',
          draft: coin({
            side: 'sell',
            type: 'stop',
            limitPrice: null,
            stopPrice: price('0.0000119'),
          }),
        },
      ],
    },
    cost: '12.10',
    facts: {
      tick: quantity('0.00000001'),
      price: {
        last: price('0.00001214'),
        bid: price('0.00001213'),
        ask: price('0.00001215'),
        ageMs: 400,
      } as never,
      listed: { assetClass: 'crypto', name: 'Shiba Inu' } as never,
    },
  },
  {
    name: 'trailing-stop',
    order: trailing,
    cost: '980',
    facts: { position: held10, positions: [held10], tick: quantity('0.01') },
  },
  {
    name: 'replace',
    order: stopped,
    action: {
      kind: 'replace',
      accountId: working.accountId,
      clientOrderId: working.clientOrderId,
      change: { stopPrice: price('97.5') },
      before: working,
    },
    cost: '975',
    facts: { position: held10, positions: [held10], tick: quantity('0.01') },
  },
  {
    name: 'cancel',
    order: stopped,
    action: {
      kind: 'cancel',
      accountId: working.accountId,
      clientOrderId: working.clientOrderId,
      before: working,
    },
    cost: '0',
    facts: { position: held10, positions: [held10], tick: quantity('0.01') },
  },
]

const estimateOf = (cost: string): Estimate => ({
  cost: money(cost),
  fees: money('0.13'),
  currency: 'USD',
  source: message('card.fromPreview'),
  problem: null,
})

function bodyOf({ order, cost, facts: over, action = { kind: 'place', draft: order } }: Sample) {
  const facts: CardFacts = {
    instrument: null,
    quote: quote(),
    price: { last: price('100'), bid: price('99.98'), ask: price('100.02'), ageMs: 400 } as never,
    quoteAgeMs: 400,
    position: null,
    positions: [],
    balance,
    multiplier: '1',
    currency: 'USD',
    session: 'regular',
    account: { type: 'margin', label: 'Individual Margin', accountNumber: '10010048' } as Account,
    delayed: false,
    tick: null,
    agedMs: 0,
    ...over,
  }
  const verdict = evaluatePolicy({
    environment: 'practice',
    policy: OPEN_POLICY,
    action,
    facts,
    usage: NO_USAGE,
    halted: false,
    now: epochMs(0),
  })
  const {
    money: amounts,
    payoff,
    effect,
    market,
    compare,
    line,
    side,
  } = cardBody({
    instruction: {
      id: 'i',
      action,
      amendment: null,
      connectionName: 'Research assistant',
      source: 'local',
      reason: 'It fits the plan.',
    } as unknown as Instruction,
    facts,
    estimate: estimateOf(cost),
    verdict,
    orders: [],
    environment: 'practice',
    firstSeenAt: epochMs(0),
    ordersToday: 4,
    limitToday: 50,
    quoteAgeMs: 400,
    moved: null,
    grounding: [],
    state: 'open',
    result: null,
  })
  return { money: amounts, payoff, effect, market, compare, line, side, symbol: order.symbol }
}

let run: ConfirmRun
test.beforeAll(async () => {
  run = await openConfirm('confirm-products')
})
test.afterAll(async () => {
  await run?.close()
})

const choose = (language: Language): Promise<void> =>
  run.app.evaluate((_electron, name) => {
    ;(globalThis as unknown as { confirmTest: FakeConfirmControls }).confirmTest.language(name)
  }, language)

for (const sample of [...SAMPLES, ...REQUESTS]) {
  test(`CONFIRM-50: the card of ${sample.name} is readable in both languages`, async () => {
    await run.put(viewOf({ ...sampleCard(), ...bodyOf(sample) } as never), true)
    const page = await run.confirm()
    for (const [language, theme] of [
      ['en', 'light'],
      ['es', 'dark'],
    ] as const) {
      await choose(language)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await page.evaluate((name) => {
        document.documentElement.dataset['theme'] = name
      }, theme)
      await waitForAnimations(page)
      expect(await overflows(page)).toEqual([])
      await run.screenshot(`${sample.name}-${language}`, page)
    }
  })
}

test('CONFIRM-50: the card of several cancellations counts cancellations in both languages', async () => {
  const cancel = REQUESTS.find(({ name }) => name === 'cancel')
  if (cancel === undefined) throw new Error('no cancellation among the samples')
  const batch = Array.from({ length: 6 }, (_, index) => ({
    ...sampleCard(),
    ...bodyOf(cancel),
    action: 'cancel' as const,
    batch: { batchId: 'b1', index, count: 6 },
  }))
  await run.put(viewOf(batch[0] as never, { batch: batch as never }), true)
  const page = await run.confirm()
  for (const [language, theme, summary] of [
    ['en', 'light', /6 cancellations/],
    ['es', 'dark', /6 cancelaciones/],
  ] as const) {
    await choose(language)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await page.evaluate((name) => {
      document.documentElement.dataset['theme'] = name
    }, theme)
    await waitForAnimations(page)
    await expect(page.locator('body')).toContainText(summary)
    expect(await overflows(page)).toEqual([])
    await run.screenshot(`cancellations-${language}`, page)
  }
})
