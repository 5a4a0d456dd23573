import { describe, expect, it } from 'vitest'
import {
  formatLegging,
  leggingPosition,
  type DraftLegging,
} from '../../../../../renderer/format/order-draft.js'
import { legsOut } from '../../../../../renderer/panels/positions/legging.js'
import type { NamedPosition, Position } from '../../../../../shared/domain/account/account.js'
import { symbol, type AccountId } from '../../../../../shared/domain/ids.js'
import type { WindowText } from '../../../../../shared/messages/window-text.js'
import { text as english } from '../../../../../shared/messages/en/window/index.js'
import { text as spanish } from '../../../../../shared/messages/translations/es/window/index.js'
import {
  position,
  price,
  quantity,
  shares,
} from '../../../core/instructions/policy/policy-fixture.js'

const contract = (count: string, strike: string, legId = '1') => ({
  legId,
  symbol: symbol('AAPL'),
  quantity: quantity(count),
  option: { type: 'call', strike: price(strike), expiration: '2026-12-18' } as never,
  settles: null,
})
const call = (count: string): Position =>
  position(count, {
    positionId: 'P7',
    assetClass: 'option',
    strategy: 'single',
    multiplier: quantity('100'),
    legs: [contract(count, '250')],
  })
const INTO: DraftLegging = { direction: 'in', positionId: 'P7', strategy: 'vertical' }
const OUT: DraftLegging = { direction: 'out', positionId: 'P7' }
const ONE = shares('1')
const name = (
  legging: DraftLegging,
  found: NamedPosition | undefined,
  text: WindowText = english,
) => formatLegging(legging, ONE, found, text)

describe('the held position of an order that adds or removes a leg', () => {
  it('is named by quantity and instrument, in both languages', () => {
    expect(name(INTO, call('1'))).toBe('Leg into vertical with your 1 AAPL 18 Dec 26 250 C')
    expect(name(INTO, call('-1'))).toBe(
      'Leg into vertical with your short position of 1 AAPL 18 Dec 26 250 C',
    )
    expect(name(INTO, call('1'), spanish)).toMatch(/^Entrada de pata: .* con su posición de 1 AAPL/)
    expect(name(OUT, call('-1'), spanish)).toMatch(
      /^Salida de pata de la estrategia: su posición corta de 1 AAPL/,
    )
  })

  it('says which part of it the order needs', () => {
    expect(name(INTO, call('3'))).toBe('Leg into vertical with 1 of your 3 AAPL 18 Dec 26 250 C')
    const owned = position('250', { positionId: 'P7' })
    const covers: DraftLegging = { ...INTO, strategy: 'covered-stock' }
    expect(name(covers, owned)).toContain(`with 100 of your 250 ${owned.symbol} shares`)
    expect(name(covers, owned, spanish)).toContain(
      `con 100 de su posición de 250 acciones de ${owned.symbol}`,
    )
  })

  it('is a combination where the broker reports one, and each of its legs may leave', () => {
    const vertical = position('2', {
      positionId: 'P7',
      assetClass: 'option',
      strategy: 'vertical',
      multiplier: quantity('100'),
      legs: [contract('2', '250'), contract('-2', '255', '2')],
    })
    const out = legsOut(vertical)
    expect(out.map(({ order }) => [order.side, order.quantity, order.legOut])).toEqual([
      ['sell', quantity('2'), 'P7'],
      ['buy', quantity('2'), 'P7'],
    ])
    expect(name(OUT, vertical)).toBe(
      'Leg out of the strategy: your 2 AAPL 18 Dec 26 250/255 C vertical',
    )
  })

  it('is the leg with its id, once the broker reports both as one position', () => {
    const vertical = position('1', {
      positionId: 'V9',
      assetClass: 'option',
      strategy: 'vertical',
      legs: [contract('2', '250', 'P7'), contract('-2', '255', 'P8')],
    })
    const order = { accountId: vertical.accountId, terms: { legging: INTO } }
    const named = leggingPosition(order, [vertical])
    expect(formatLegging(INTO, ONE, named, english)).toBe(
      'Leg into vertical with 1 of your 2 AAPL 18 Dec 26 250 C',
    )
    const short = leggingPosition({ ...order, terms: { legging: { ...INTO, positionId: 'P8' } } }, [
      vertical,
    ])
    expect(formatLegging(OUT, ONE, short, english)).toBe(
      'Leg out of the strategy: your short position of 2 AAPL 18 Dec 26 255 C',
    )
  })

  it('is the shares of a covered call, once the broker reports both as one position', () => {
    const stock = { ...contract('100', '250', 'P7'), option: null }
    const covered = position('1', {
      positionId: 'V9',
      assetClass: 'option',
      strategy: 'covered-stock',
      legs: [stock, contract('-1', '255', 'P8')],
    })
    const order = { accountId: covered.accountId, terms: { legging: INTO } }
    expect(formatLegging(INTO, ONE, leggingPosition(order, [covered]), english)).toBe(
      'Leg into vertical with your 100 AAPL shares',
    )
  })

  it('keeps its id where the window does not hold it, and is none of another account', () => {
    expect(name(INTO, undefined)).toBe('Leg into vertical · position P7')
    const owned = call('1')
    const order = { accountId: owned.accountId, terms: { legging: INTO } }
    expect(leggingPosition(order, [owned])).toBe(owned)
    expect(leggingPosition({ ...order, accountId: 'other' as AccountId }, [owned])).toBeUndefined()
  })
})
