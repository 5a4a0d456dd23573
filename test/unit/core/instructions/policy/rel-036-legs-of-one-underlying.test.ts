import { describe, expect, test } from 'vitest'
import { createCardFacts } from '../../../../../electron/core/instructions/policy/card-facts.js'
import { asPrice, asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import { symbol } from '../../../../../shared/domain/ids.js'
import type { Listing } from '../../../../../shared/domain/instruments/listing.js'
import type { DraftLeg } from '../../../../../shared/domain/orders/order-terms.js'
import { ok } from '../../../../../shared/domain/result.js'
import { draft as order, SessionFixture } from '../../session/session-fixture.js'
import { evaluateDraft, leg, option, type PolicyOverrides } from './policy-fixture.js'
import { inEnglish } from '../../../../../shared/messages/format-message.js'

const facts: PolicyOverrides = { facts: { multiplier: '100' } }
const legOn = (root: string, draftLeg: DraftLeg): DraftLeg => ({
  ...draftLeg,
  symbol: symbol(root),
})
const spread = (sold: string, bought: string) =>
  option(
    'sell',
    [legOn(sold, leg('sell', 'call', '100')), legOn(bought, leg('buy', 'call', '105'))],
    '1',
  )

describe('REL-36: a leg covers another one only on the same underlying', () => {
  test("refuses a cheap underlying's call as cover for an expensive one's, whatever its symbol", () => {
    const verdict = evaluateDraft(spread('TSLA', 'F'), facts)
    expect(verdict).toMatchObject({
      result: 'deny',
      refusal: {
        code: 'invalid',
        message: 'The legs are on different underlyings: none of them covers another',
      },
    })
    expect(evaluateDraft(spread('AAPL', 'AAPL'), facts)).toMatchObject({
      result: 'ask',
      maxLoss: '400',
    })
  })

  test.each([
    ['SPX', 'SPXW', 'ask'],
    ['SPXW', 'SPX', 'ask'],
    ['AAPL', 'AAPL1', 'deny'],
    ['AAPL7', 'AAPL', 'deny'],
    ['AAPL1', 'AAPL2', 'deny'],
    ['SPX', 'SPXWW', 'deny'],
    ['AAPL1', 'AAPL1', 'ask'],
  ])('a written call on %s and a bought one on %s: %s', (sold, bought, result) => {
    expect(evaluateDraft(spread(sold, bought), facts).result).toBe(result)
  })

  test('refuses shares as cover for an adjusted contract', () => {
    const covered = (root: string) =>
      option(
        'buy',
        [
          { symbol: symbol('AAPL'), side: 'buy', quantity: asQuantity(dec('100')), option: null },
          legOn(root, leg('sell', 'call', '110')),
        ],
        '95',
      )
    expect([
      evaluateDraft(covered('AAPL'), facts).result,
      evaluateDraft(covered('AAPL1'), facts).result,
    ]).toEqual(['ask', 'deny'])
  })

  test('uses the root of a contract that is named by its own symbol', () => {
    expect(evaluateDraft(spread('AAPL270115C00100000', 'AAPL'), facts).result).toBe('ask')
  })
})

describe('REL-36: contracts of different sizes have no common multiplier', () => {
  const fetchMultiplier = async (multipliers: readonly string[]) => {
    const desk = new SessionFixture({ environment: 'sandbox' })
    await desk.start()
    const part = (multiplier: string, index: number) => ({
      symbol: symbol(`P${index}`),
      ratio: dec('1'),
      multiplier: dec(multiplier),
    })
    const listing = {
      assetClass: 'option',
      tradable: 'yes',
      currency: 'USD',
      multiplier: dec(multipliers[0] ?? '1'),
      parts: multipliers.map(part),
      steps: [],
    } as unknown as Listing
    const session = {
      environment: desk.session.environment,
      streams: desk.session.streams,
      connection: desk.session.connection,
      market: { instruments: () => Promise.resolve(ok([])) },
      queries: {
        balance: desk.session.queries.balance.bind(desk.session.queries),
        positions: desk.session.queries.positions.bind(desk.session.queries),
        quote: desk.session.queries.quote.bind(desk.session.queries),
        exchangeNow: desk.session.queries.exchangeNow.bind(desk.session.queries),
        market: () => Promise.resolve(ok({ listing, price: null, quote: null, step: null })),
      },
    }
    const facts = await desk.wait(
      createCardFacts(session, { clock: desk.simulation.clock, timers: desk.simulation.timers() })({
        kind: 'place',
        draft: {
          ...order({ symbol: symbol('AAPL') }),
          assetClass: 'option',
          limitPrice: asPrice(dec('1')),
        },
      }),
    )
    if (!facts.ok) throw new Error(inEnglish(facts.error.message))
    return facts.value.multiplier
  }

  test('reports the multiplier as unknown for a mini contract beside a standard one', async () => {
    expect([
      await fetchMultiplier(['100']),
      await fetchMultiplier(['100', '100.0']),
      await fetchMultiplier(['10', '100']),
    ]).toEqual(['100', '100', ''])
    expect(evaluateDraft(spread('AAPL', 'AAPL'), { facts: { multiplier: '' } }).refusal).toEqual({
      code: 'unavailable',
      message: 'It is not known how much one contract of AAPL is',
    })
  })
})
