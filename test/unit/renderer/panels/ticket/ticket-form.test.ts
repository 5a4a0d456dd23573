import { describe, expect, it } from 'vitest'
import { asPrice, dec } from '../../../../../shared/domain/decimal.js'
import { LOCALE, formAfter, typeOf, typed } from './fixtures.js'
import { reduceTicket } from '../../../../../renderer/ui/ticket/model/ticket-form.js'

describe('the ticket form', () => {
  it('falls back to an allowed session when the type changes, and loses no text', () => {
    const form = formAfter(
      typed('quantity', '7'),
      typed('limitPrice', '12.'),
      { kind: 'session', session: 'night' },
      typeOf('stop'),
    )
    expect(form).toMatchObject({ session: 'core', quantity: '7', limitPrice: '12.' })
  })
  it('switches to shares as soon as a dollar amount is not allowed', () => {
    const dollars = formAfter(
      typeOf('market'),
      { kind: 'size-kind', sizeKind: 'amount' },
      typed('amount', '500'),
    )
    expect(dollars.sizeKind).toBe('amount')
    expect(reduceTicket(dollars, { kind: 'side', side: 'short' }, LOCALE)).toMatchObject({
      sizeKind: 'quantity',
      amount: '500',
    })
    expect(reduceTicket(dollars, typeOf('limit'), LOCALE).sizeKind).toBe('quantity')
    expect(formAfter({ kind: 'size-kind', sizeKind: 'amount' }).sizeKind).toBe('quantity')
  })
  it('puts the marketable price into an empty limit field only', () => {
    const market = formAfter(typeOf('market'))
    expect(
      reduceTicket(
        market,
        { kind: 'type', type: 'limit', marketable: asPrice(dec('185.21')) },
        LOCALE,
      ).limitPrice,
    ).toBe('185.21')
    expect(
      reduceTicket(
        formAfter(typed('limitPrice', '1')),
        { kind: 'type', type: 'stop-limit', marketable: asPrice(dec('185.21')) },
        LOCALE,
      ).limitPrice,
    ).toBe('1')
  })
  it('fills in side, quantity and type to close a position', () => {
    const form = formAfter(typed('quantity', '1'), {
      kind: 'prefill',
      prefill: { side: 'sell', type: 'market', quantity: dec('150'), closing: true },
    })
    expect(form).toMatchObject({
      side: 'sell',
      type: 'market',
      quantity: '150',
      sizeKind: 'quantity',
      closing: true,
    })
    expect(reduceTicket(form, { kind: 'side', side: 'buy' }, LOCALE).closing).toBe(false)
  })
  it('accepts a price from the book: side and size stay, a market order becomes a limit order', () => {
    expect(
      formAfter({ kind: 'side', side: 'sell' }, typeOf('market'), typed('quantity', '3'), {
        kind: 'prefill',
        prefill: { limitPrice: dec('185.20') },
      }),
    ).toMatchObject({ side: 'sell', type: 'limit', quantity: '3', limitPrice: '185.20' })
    expect(
      formAfter(typeOf('stop-limit'), { kind: 'prefill', prefill: { limitPrice: dec('185.20') } })
        .type,
    ).toBe('stop-limit')
  })
})
