import { describe, expect, it } from 'vitest'
import { asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import { OrderDraft } from '../../../../../shared/domain/orders/order.js'
import { buildDraft } from '../../../../../renderer/ui/ticket/model/build-draft.js'
import { context, formAfter, instrument, typeOf, typed } from './fixtures.js'

const draftOf = (...args: Parameters<typeof buildDraft>) => {
  const built = buildDraft(...args)
  if (!built.ok) {
    throw new Error(`no draft: ${built.error.map((finding) => finding.problem).join(', ')}`)
  }
  expect(OrderDraft.safeParse(built.value).success).toBe(true)
  return built.value
}
const problems = (...args: Parameters<typeof buildDraft>) => {
  const built = buildDraft(...args)
  return built.ok ? [] : built.error.map((finding) => `${finding.field}: ${finding.problem}`)
}
const ten = typed('quantity', '10')

describe('the draft of a ticket', () => {
  it('is a market order', () => {
    expect(draftOf(formAfter(typeOf('market'), ten), context())).toMatchObject({
      type: 'market',
      side: 'buy',
      size: { kind: 'quantity', quantity: '10' },
      limitPrice: null,
      stopPrice: null,
      trail: null,
      timeInForce: 'day',
      session: 'core',
    })
  })
  it('is a market order by amount', () => {
    expect(
      draftOf(
        formAfter(
          typeOf('market'),
          { kind: 'size-kind', sizeKind: 'amount' },
          typed('amount', '1,500.50'),
        ),
        context(),
      ),
    ).toMatchObject({ size: { kind: 'amount', amount: '1500.50' } })
  })
  it('is a limit order, with session and time in force', () => {
    const form = formAfter(
      ten,
      typed('limitPrice', '185.20'),
      { kind: 'session', session: 'all' },
      { kind: 'time-in-force', timeInForce: 'gtc' },
      { kind: 'side', side: 'sell' },
    )
    expect(draftOf(form, context())).toMatchObject({
      type: 'limit',
      side: 'sell',
      limitPrice: '185.20',
      stopPrice: null,
      session: 'all',
      timeInForce: 'gtc',
    })
  })
  it('is a stop order', () => {
    expect(
      draftOf(formAfter(typeOf('stop'), ten, typed('stopPrice', '180')), context()),
    ).toMatchObject({ type: 'stop', stopPrice: '180', limitPrice: null })
  })
  it('is a stop limit order', () => {
    expect(
      draftOf(
        formAfter(
          typeOf('stop-limit'),
          ten,
          typed('stopPrice', '180'),
          typed('limitPrice', '179.5'),
        ),
        context(),
      ),
    ).toMatchObject({ type: 'stop-limit', stopPrice: '180', limitPrice: '179.5' })
  })
  it('is a trailing stop by percent, as a fraction', () => {
    expect(
      draftOf(formAfter(typeOf('trailing-stop'), ten, typed('trailPercent', '1.5')), context()),
    ).toMatchObject({
      trail: { kind: 'percent', step: '0.015' },
      limitPrice: null,
      stopPrice: null,
    })
  })
  it('is a trailing stop by amount', () => {
    expect(
      draftOf(
        formAfter(
          typeOf('trailing-stop'),
          ten,
          { kind: 'trail-kind', trailKind: 'amount' },
          typed('trailAmount', '2.50'),
        ),
        context(),
      ),
    ).toMatchObject({ trail: { kind: 'amount', step: '2.50' } })
  })
  it('is a short sale', () => {
    expect(
      draftOf(
        formAfter({ kind: 'side', side: 'short' }, ten, typed('limitPrice', '185')),
        context(),
      ),
    ).toMatchObject({ side: 'short' })
  })
  it('omits prices that the type does not use; the form keeps them', () => {
    const form = formAfter(ten, typed('limitPrice', '185.20'), typeOf('market'))
    expect(draftOf(form, context()).limitPrice).toBeNull()
    expect(form.limitPrice).toBe('185.20')
  })
  it('accepts fractions where the rules allow them', () => {
    expect(
      draftOf(formAfter(typeOf('market'), typed('quantity', '0.12345')), context()),
    ).toMatchObject({ size: { quantity: '0.12345' } })
  })
})

describe('the problems of a ticket', () => {
  it.each([
    [
      'nothing typed',
      formAfter(),
      context(),
      ['size: size-missing', 'limitPrice: limit-price-missing'],
    ],
    [
      'letters',
      formAfter(typed('quantity', 'ten'), typed('limitPrice', '1')),
      context(),
      ['size: not-a-number'],
    ],
    [
      'a comma that groups nothing',
      formAfter(ten, typed('limitPrice', '185,20')),
      context(),
      ['limitPrice: not-a-number'],
    ],
    [
      'zero',
      formAfter(typeOf('market'), typed('quantity', '0')),
      context(),
      ['size: quantity-not-positive'],
    ],
    [
      'less than nothing',
      formAfter(typeOf('market'), typed('quantity', '-5')),
      context(),
      ['size: quantity-not-positive'],
    ],
    [
      'six decimals',
      formAfter(typeOf('market'), typed('quantity', '0.123456')),
      context(),
      ['size: quantity-precision'],
    ],
    [
      'between two ticks',
      formAfter(ten, typed('limitPrice', '185.205')),
      context(),
      ['limitPrice: limit-price-tick'],
    ],
    [
      'a fraction with a stop',
      formAfter(typeOf('stop'), typed('quantity', '1.5'), typed('stopPrice', '180')),
      context(),
      ['size: quantity-whole'],
    ],
    [
      'a trail above 100 per cent',
      formAfter(typeOf('trailing-stop'), ten, typed('trailPercent', '101')),
      context(),
      ['trail: trail-too-large'],
    ],
    [
      'no account',
      formAfter(typeOf('market'), ten),
      context({ accountId: null }),
      ['symbol: account-missing'],
    ],
    [
      'an unknown instrument',
      formAfter(typeOf('market'), ten),
      context({ instrument: null }),
      ['symbol: instrument-unknown'],
    ],
    [
      'a short sale of what cannot be borrowed',
      formAfter({ kind: 'side', side: 'short' }, typeOf('market'), ten),
      context({ instrument: instrument({ shortable: false }) }),
      ['side: not-shortable'],
    ],
    [
      'opening what may only be closed',
      formAfter(typeOf('market'), ten),
      context({ instrument: instrument({ tradable: 'close-only' }) }),
      ['symbol: close-only'],
    ],
    [
      'what cannot be traded',
      formAfter(typeOf('market'), ten),
      context({ instrument: instrument({ tradable: 'no' }) }),
      ['symbol: not-tradable'],
    ],
  ])('are reported for: %s', (_name, form, given, expected) => {
    expect(problems(form, given)).toEqual(expected)
  })

  it('are none when a close-only position is closed', () => {
    expect(
      problems(
        formAfter({ kind: 'side', side: 'sell' }, typeOf('market'), ten),
        context({
          instrument: instrument({ tradable: 'close-only' }),
          held: asQuantity(dec('10')),
        }),
      ),
    ).toEqual([])
  })
})
