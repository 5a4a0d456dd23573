import { describe, expect, test } from 'vitest'
import { createFacts } from '../../../../electron/core/instructions/facts.js'
import { asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { symbol } from '../../../../shared/domain/ids.js'
import type { Listing } from '../../../../shared/domain/listing.js'
import type { DraftLeg } from '../../../../shared/domain/order-terms.js'
import { ok } from '../../../../shared/domain/result.js'
import { draft as order, DeskRig } from '../desk-rig.js'
import { judge, leg, option, type Asking } from './judge-rig.js'

const facts: Asking = { facts: { multiplier: '100' } }
const on = (root: string, of: DraftLeg): DraftLeg => ({ ...of, symbol: symbol(root) })
const spread = (sold: string, bought: string) =>
  option('sell', [on(sold, leg('sell', 'call', '100')), on(bought, leg('buy', 'call', '105'))], '1')

describe('rel-036: a leg covers another one only where both are on the same', () => {
  test('a call on something cheap covers no call on something dear, whatever it is called', () => {
    const verdict = judge(spread('TSLA', 'F'), facts)
    expect(verdict).toMatchObject({
      result: 'deny',
      refusal: {
        code: 'invalid',
        message: 'The legs are on different things: none of them covers another',
      },
    })
    expect(judge(spread('AAPL', 'AAPL'), facts)).toMatchObject({ result: 'ask', worstCase: '500' })
  })

  test.each([
    ['SPX', 'SPXW', 'ask'],
    ['SPXW', 'SPX', 'ask'],
    ['AAPL', 'AAPL1', 'deny'],
    ['AAPL7', 'AAPL', 'deny'],
    ['AAPL1', 'AAPL2', 'deny'],
    ['SPX', 'SPXWW', 'deny'],
    ['AAPL1', 'AAPL1', 'ask'],
  ])('%s and %s: %s', (sold, bought, result) => {
    expect(judge(spread(sold, bought), facts).result).toBe(result)
  })

  test('shares cover no contract that delivers something else', () => {
    const covered = (root: string) =>
      option(
        'buy',
        [
          { symbol: symbol('AAPL'), side: 'buy', quantity: asQuantity(dec('100')), option: null },
          on(root, leg('sell', 'call', '110')),
        ],
        '95',
      )
    expect([judge(covered('AAPL'), facts).result, judge(covered('AAPL1'), facts).result]).toEqual([
      'ask',
      'deny',
    ])
  })

  test('a contract that is named by its own symbol stands for its root', () => {
    expect(judge(spread('AAPL270115C00100000', 'AAPL'), facts).result).toBe('ask')
  })
})

describe('rel-036: contracts of different sizes are not valued as one', () => {
  const look = async (multipliers: readonly string[]) => {
    const desk = new DeskRig({ environment: 'sandbox' })
    await desk.up()
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
      ...desk.session,
      instruments: () => Promise.resolve(ok([])),
      lookUps: {
        ...desk.session.lookUps,
        market: () => Promise.resolve(ok({ listing, price: null, quote: null, step: null })),
      },
    }
    const found = await desk.wait(
      createFacts(session, { clock: desk.world.clock, timers: desk.world.timers() })({
        kind: 'place',
        draft: {
          ...order({ symbol: symbol('AAPL') }),
          assetClass: 'option',
          limitPrice: asPrice(dec('1')),
        },
      }),
    )
    if (!found.ok) throw new Error(found.error.message)
    return found.value.multiplier
  }

  test('a mini contract beside a whole one: nobody says what one of them is', async () => {
    expect([await look(['100']), await look(['100', '100.0']), await look(['10', '100'])]).toEqual([
      '100',
      '100',
      '',
    ])
    expect(judge(spread('AAPL', 'AAPL'), { facts: { multiplier: '' } }).refusal).toEqual({
      code: 'unavailable',
      message: 'It is not known how much one contract of AAPL is',
    })
  })
})
