import { describe, expect, it } from 'vitest'
import { setLanguage } from '../../../../../renderer/language/language.js'
import {
  preparedFindings,
  writeFinding,
  type PreparedAccount,
} from '../../../../../renderer/ui/ticket/model/prepared-holding.js'
import { asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import type { Position } from '../../../../../shared/domain/account/account.js'
import { accountId, symbol } from '../../../../../shared/domain/ids.js'
import type { AnyInstrument } from '../../../../../shared/domain/instruments/any-instrument.js'
import type { Order, OrderDraft } from '../../../../../shared/domain/orders/order.js'
import type { DraftLeg, OrderTerms } from '../../../../../shared/domain/orders/order-terms.js'
import type { WindowText } from '../../../../../shared/messages/window-text.js'
import { text as english } from '../../../../../shared/messages/en/window/index.js'
import { text as spanish } from '../../../../../shared/messages/translations/es/window/index.js'
import { order, position, price } from '../../samples.js'

const ACCOUNT = accountId('A')
const units = (text: string) => asQuantity(dec(text))
const draft = (side: OrderDraft['side'], quantity: string, more: Partial<OrderDraft> = {}) =>
  ({
    accountId: ACCOUNT,
    assetClass: 'stock',
    symbol: symbol('AAPL'),
    side,
    type: 'limit',
    timeInForce: 'day',
    session: 'core',
    size: { kind: 'quantity', quantity: units(quantity) },
    limitPrice: price('2'),
    stopPrice: null,
    trail: null,
    expireDate: null,
    ...more,
  }) satisfies OrderDraft

const stock = (quantity: string, more: Partial<Position> = {}): Position => ({
  ...position(quantity, '1', '1'),
  ...more,
})
const call = (strike: string) =>
  ({ type: 'call', strike: price(strike), expiration: '2027-01-15' }) as const
const leg = (side: DraftLeg['side'], strike: string | null, quantity: string): DraftLeg => ({
  symbol: symbol('AAPL'),
  side,
  quantity: units(quantity),
  option: strike === null ? null : call(strike),
})
const combination = (quantity: string, ...legs: readonly DraftLeg[]) =>
  draft('sell', quantity, {
    assetClass: 'option',
    terms: { strategy: 'vertical', legs },
  })
const heldOption = (quantity: string, strike: string): Position =>
  stock(quantity, {
    assetClass: 'option',
    positionId: strike,
    strategy: 'single',
    legs: [
      {
        legId: '1',
        symbol: symbol('AAPL'),
        quantity: units(quantity),
        option: { ...call(strike), style: null, multiplier: null, deliverable: null },
        settles: null,
      },
    ],
  })
const VERTICAL = [heldOption('2', '190'), heldOption('-2', '200')]
const LEGLESS: OrderTerms = {
  combo: null,
  strategy: null,
  legs: [],
  intent: null,
  legging: null,
  algo: null,
  outcome: null,
  tradeMode: null,
  expireDate: null,
}

const account = (
  positions: readonly Position[] | null,
  orders: readonly Order[] = [],
  shortable = true,
): PreparedAccount => ({
  positions,
  orders,
  type: 'margin',
  instrumentOf: () => ({ assetClass: 'stock', shortable }) as AnyInstrument,
})
const said = (drafts: readonly OrderDraft[], shown: PreparedAccount, text: WindowText = english) =>
  preparedFindings(drafts, shown).map((finding) =>
    finding === null ? null : [writeFinding(finding, text), finding.warning.blocks],
  )

describe('the orders of a basket compared with what is held', () => {
  it('blocks a sale beyond what is held, and offers a short sale where none is', () => {
    expect(said([draft('sell', '11')], account([stock('10')]))).toEqual([
      [expect.stringContaining('You hold 10, and one order sells no more than that.'), true],
    ])
    expect(said([draft('sell', '1')], account([]))).toEqual([
      ['You hold none of it. To sell what you do not hold, use Sell short.', true],
    ])
    expect(said([draft('sell', '1')], account([], [], false))).toEqual([
      [expect.stringContaining('it cannot be sold short in this account'), true],
    ])
  })

  it('blocks a short sale while shares are held', () => {
    expect(said([draft('short', '1')], account([stock('10')]))).toEqual([
      [expect.stringContaining('the broker accepts a short sale only once you hold none'), true],
    ])
  })

  it('blocks a sale of what a working order sells already', () => {
    const working = order('w', { side: 'sell', quantity: units('6') })
    expect(said([draft('sell', '8')], account([stock('10')], [working]))).toEqual([
      ['A working order already sells 6 of your 10, so only 4 can be sold.', true],
    ])
  })

  it('counts what the orders above sell', () => {
    const sales = [draft('sell', '6'), draft('sell', '4'), draft('sell', '1')]
    expect(said(sales, account([stock('10')]))).toEqual([
      null,
      null,
      ['The orders above sell 10 of your 10, so there is nothing left to sell.', true],
    ])
    expect(said([draft('sell', '6'), draft('sell', '6')], account([stock('10')]))).toEqual([
      null,
      ['The orders above sell 6 of your 10, so only 4 can be sold.', true],
    ])
  })

  it('warns without blocking where the excess opens a position', () => {
    const buys = [draft('buy', '6'), draft('buy', '6')]
    expect(said(buys, account([stock('-10')]))).toEqual([
      null,
      [expect.stringContaining('the excess opens a long position'), false],
    ])
  })

  it('finds nothing in buys, in orders of other accounts and while positions are not known', () => {
    expect(said([draft('buy', '500')], account([stock('10')]))).toEqual([null])
    expect(said([draft('sell', '11')], account(null))).toEqual([null])
  })
})

describe('the legs of a strategy compared with what is held', () => {
  const close = combination('2', leg('sell', '190', '2'), leg('buy', '200', '2'))

  it('allows a close of what is held', () => {
    expect(said([close], account(VERTICAL))).toEqual([null])
  })

  it('names the leg that a working order closes already', () => {
    const working = order('w', {
      assetClass: 'option',
      side: 'buy',
      quantity: units('1'),
      terms: { ...LEGLESS, legs: [{ legId: '1', ...leg('buy', '200', '1') } as never] },
    })
    expect(said([close], account(VERTICAL, [working]))).toEqual([
      [
        'AAPL 15 Jan 27 200 C: A working order already buys back 1 of the 2 that you are short, so only 1 can be bought back.',
        true,
      ],
    ])
  })

  it('blocks a leg that would close more than is held, and a second close of the same legs', () => {
    const larger = combination('3', leg('sell', '190', '3'), leg('buy', '200', '3'))
    expect(said([larger], account(VERTICAL))).toEqual([
      ['AAPL 15 Jan 27 190 C: You hold 2, and one order sells no more than that.', true],
    ])
    expect(said([close, close], account(VERTICAL))[1]).toEqual([
      'AAPL 15 Jan 27 190 C: The orders above sell 2 of your 2, so there is nothing left to sell.',
      true,
    ])
  })

  it('blocks the shares of a covered stock that are not held', () => {
    const covered = combination('1', leg('sell', null, '100'), leg('buy', '200', '1'))
    expect(said([covered], account([heldOption('-1', '200'), stock('40')]))).toEqual([
      [expect.stringMatching(/^AAPL: You hold 40/), true],
    ])
  })

  it('leaves a strategy that opens alone, in Spanish too', async () => {
    await setLanguage('es')
    expect(said([close], account([]), spanish)).toEqual([null])
    expect(said([close, close], account(VERTICAL), spanish)[1]).toEqual([
      expect.stringContaining('Las órdenes de arriba venden 2 de sus 2'),
      true,
    ])
    await setLanguage('en')
  })
})
