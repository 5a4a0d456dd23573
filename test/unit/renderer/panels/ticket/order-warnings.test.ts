import { describe, expect, it } from 'vitest'
import { englishText } from '../../../../../renderer/language/window-text.js'
import { buildDraft } from '../../../../../renderer/ui/ticket/model/build-draft.js'
import {
  warningsOf,
  writeWarning,
  type WarningInput,
} from '../../../../../renderer/ui/ticket/model/order-warnings.js'
import type { TicketAction } from '../../../../../renderer/ui/ticket/model/ticket-form.js'
import { message } from '../../../../../shared/messages/make-message.js'
import { asMoney, asPrice, asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import { quote } from '../../samples.js'
import { context, formAfter, typeOf, typed } from './fixtures.js'

const MARKET = {
  ...quote('AAPL', '619.10'),
  bid: asPrice(dec('619.00')),
  ask: asPrice(dec('619.20')),
}

function draftOf(...actions: readonly TicketAction[]) {
  const built = buildDraft(formAfter(typed('quantity', '10'), ...actions), context())
  if (!built.ok) throw new Error(JSON.stringify(built.error))
  return built.value
}

const input = (
  draft: ReturnType<typeof draftOf>,
  more: Partial<WarningInput> = {},
): WarningInput => ({
  draft,
  quote: MARKET,
  cost: asMoney(dec('100')),
  powerAfter: asMoney(dec('900')),
  netLiquidation: asMoney(dec('10000')),
  reduces: false,
  flips: false,
  holding: null,
  ...more,
})
const kindsOf = (warning: WarningInput): readonly (readonly [string, boolean])[] =>
  warningsOf(warning).map(({ kind, blocks }) => [kind, blocks])
/** What the warnings are about. */
const AMD = { symbol: 'AMD', assetClass: 'stock' } as const
const buyAt = (price: string) => draftOf(typed('limitPrice', price))
const sellAt = (price: string) =>
  draftOf({ kind: 'side', side: 'sell' }, typed('limitPrice', price))

describe('what is unusual about an order', () => {
  it('is nothing for a limit near the market', () => {
    expect(kindsOf(input(buyAt('620.00')))).toEqual([])
    expect(kindsOf(input(sellAt('700.00')))).toEqual([])
    expect(kindsOf(input(buyAt('620.00'), { quote: undefined }))).toEqual([])
  })

  it('is a limit through the market, which cannot be right when it is far through', () => {
    expect(kindsOf(input(buyAt('640.00')))).toEqual([['through-market', false]])
    expect(kindsOf(input(buyAt('900.00')))).toEqual([['through-market', true]])
    expect(kindsOf(input(sellAt('600.00')))).toEqual([['through-market', false]])
    const [warning] = warningsOf(input(buyAt('900.00')))
    expect(
      warning &&
        writeWarning(warning, {
          side: 'buy',
          currency: 'USD',
          text: englishText.ticket,
          instrument: AMD,
        }),
    ).toBe(
      'The limit is 45.35% above the ask of 619.20: the order may fill at any price up to 900.00.',
    )
  })

  it('is a stop that is already reached', () => {
    const stop = typed('stopPrice', '630.00')
    expect(kindsOf(input(draftOf(typeOf('stop'), stop)))).toEqual([])
    const sell = draftOf({ kind: 'side', side: 'sell' }, typeOf('stop'), stop)
    expect(kindsOf(input(sell, { reduces: true }))).toEqual([['stop-reached', false]])
  })

  it('is an order above the buying power, which is not sent, unless it reduces a position', () => {
    const powerAfter = asMoney(dec('-4100000'))
    expect(kindsOf(input(buyAt('619.00'), { powerAfter }))).toEqual([['too-large', true]])
    expect(kindsOf(input(buyAt('619.00'), { powerAfter, reduces: true }))).toEqual([])
    const [warning] = warningsOf(input(buyAt('619.00'), { powerAfter }))
    expect(
      warning &&
        writeWarning(warning, {
          side: 'buy',
          currency: 'USD',
          text: englishText.ticket,
          instrument: AMD,
        }),
    ).toBe('Exceeds your buying power by $4,100,000.00.')
  })

  it('is a large share of the account, and what blocks comes first', () => {
    const cost = asMoney(dec('2500'))
    expect(kindsOf(input(buyAt('619.00'), { cost }))).toEqual([['share-of-equity', false]])
    expect(kindsOf(input(buyAt('619.00'), { cost, netLiquidation: null }))).toEqual([])
    expect(
      kindsOf(input(buyAt('640.00'), { cost, powerAfter: asMoney(dec('-1')), flips: true })),
    ).toEqual([
      ['too-large', true],
      ['through-market', false],
      ['flips', false],
    ])
  })
})

describe('an order that sells more than is held', () => {
  const oversells = (text: string, mayShort: boolean) =>
    ({ kind: 'oversells', held: asQuantity(dec(text)), mayShort, blocks: true }) as const
  const said = (more: Partial<WarningInput>) => {
    const [warning] = warningsOf(input(sellAt('619.00'), more))
    return (
      warning && [
        warning.blocks,
        writeWarning(warning, {
          side: 'sell',
          currency: 'USD',
          text: englishText.ticket,
          instrument: AMD,
        }),
      ]
    )
  }

  it('is blocked before the review, with the way to a short position where there is one', () => {
    expect(said({ holding: oversells('7', true) })).toEqual([
      true,
      'You hold 7, and one order sells no more than that. To go short, sell these first; once they are sold, sell the rest short.',
    ])
    expect(said({ holding: oversells('7', false) })).toEqual([
      true,
      'You hold 7, and no more than that can be sold here.',
    ])
    expect(said({ holding: oversells('0', true) })).toEqual([
      true,
      'You hold none of it. To sell what you do not hold, use Sell short.',
    ])
  })
})

describe('an order that a limit would refuse', () => {
  const fault = { code: 'max-notional', message: message('risk.halted'), field: 'size' } as const

  it('is blocked with the words of the refusal', () => {
    const [warning] = warningsOf(input(buyAt('619.00'), { faults: [fault] }))
    expect(
      warning &&
        writeWarning(warning, {
          side: 'buy',
          currency: 'USD',
          text: englishText.ticket,
          instrument: AMD,
        }),
    ).toBe('Trading is halted.')
    expect(kindsOf(input(buyAt('619.00'), { faults: [fault] }))).toEqual([['limit', true]])
  })

  it('names a price far through the market once', () => {
    const band = { ...fault, code: 'price-band' }
    expect(kindsOf(input(buyAt('900.00'), { faults: [band] }))).toEqual([['through-market', true]])
    expect(kindsOf(input(buyAt('640.00'), { faults: [band] }))).toEqual([
      ['limit', true],
      ['through-market', false],
    ])
  })
})
