import { describe, expect, it } from 'vitest'
import {
  asPrice,
  asQuantity,
  dec,
  decimalText,
  ZERO_QUANTITY,
} from '../../../../../shared/domain/decimal.js'
import { exitEffect } from '../../../../../shared/domain/orders/effect/exit-effect.js'
import { stockListing } from '../../../../../shared/domain/instruments/listing.js'
import { buildDraft } from '../../../../../renderer/ui/ticket/model/build-draft.js'
import {
  buildExits,
  exitPrices,
  exitsOffer,
} from '../../../../../renderer/ui/ticket/model/exits.js'
import type {
  TicketAction,
  TicketForm,
} from '../../../../../renderer/ui/ticket/model/ticket-form.js'
import { context, formAfter, instrument, LOCALE, typed, typeOf } from './fixtures.js'

const HELD = asQuantity(dec('10'))
const SHORT = asQuantity(dec('-10'))
const side = (value: TicketForm['side']): TicketAction => ({ kind: 'side', side: value })
const attach: TicketAction = { kind: 'exits', attached: true }
const LIMIT_BUY = [typed('quantity', '10'), typed('limitPrice', '100'), attach] as const

const exitsOf = (form: TicketForm, held = ZERO_QUANTITY) => {
  const draft = buildDraft(form, context({ held }))
  if (!draft.ok) throw new Error(JSON.stringify(draft.error))
  return buildExits(form, draft.value, {
    held,
    listing: stockListing(instrument()),
    locale: LOCALE,
    last: asPrice(dec('101')),
  })
}
const ordersOf = (form: TicketForm, held = ZERO_QUANTITY) => {
  const combo = exitsOf(form, held)
  if (!combo.ok || combo.value === null) throw new Error(JSON.stringify(combo))
  return combo.value.orders.map(({ role, draft }) =>
    [role, draft.side, draft.type, draft.timeInForce, draft.limitPrice ?? draft.stopPrice].join(
      ' ',
    ),
  )
}
const problemsOf = (form: TicketForm, held = ZERO_QUANTITY) => {
  const combo = exitsOf(form, held)
  return combo.ok ? [] : combo.error.map(({ field, problem }) => `${field}: ${problem}`)
}

describe('the exits of the ticket', () => {
  it('are offered with an entry of a stock or an option by quantity', () => {
    const form = formAfter()
    expect(exitsOffer(form, ZERO_QUANTITY)).toBe('entry')
    expect(exitsOffer({ ...form, assetClass: 'option' }, ZERO_QUANTITY)).toBe('entry')
    expect(exitsOffer({ ...form, type: 'stop' }, ZERO_QUANTITY)).toBeNull()
    expect(exitsOffer({ ...form, algo: 'twap' }, ZERO_QUANTITY)).toBeNull()
    expect(exitsOffer({ ...form, sizeKind: 'amount' }, ZERO_QUANTITY)).toBeNull()
    expect(exitsOffer({ ...form, assetClass: 'futures' }, ZERO_QUANTITY)).toBeNull()
  })

  it('are a stop loss beside the limit order that closes a position', () => {
    const form = formAfter(side('sell'))
    expect(exitsOffer(form, HELD)).toBe('position')
    expect(exitsOffer({ ...form, type: 'market' }, HELD)).toBeNull()
    expect(exitsOffer(formAfter(), SHORT)).toBe('position')
    expect(exitsOffer({ ...formAfter(), assetClass: 'option' }, SHORT)).toBeNull()
  })

  it('are sent with the entry, on the other side and until canceled', () => {
    expect(
      ordersOf(formAfter(...LIMIT_BUY, typed('takeProfit', '120'), typed('stopLoss', '90'))),
    ).toEqual([
      'master buy limit day 100',
      'take-profit sell limit gtc 120',
      'stop-loss sell stop gtc 90',
    ])
    expect(ordersOf(formAfter(...LIMIT_BUY, side('short'), typed('stopLoss', '110')))).toEqual([
      'master short limit day 100',
      'stop-loss buy stop gtc 110',
    ])
  })

  it('the exits of a position are a protection when long, and an OCO of buys when short', () => {
    const stop = typed('stopLoss', '90')
    expect(ordersOf(formAfter(...LIMIT_BUY, side('sell'), stop), HELD)).toEqual([
      'take-profit sell limit day 100',
      'stop-loss sell stop day 90',
    ])
    expect(ordersOf(formAfter(...LIMIT_BUY, typed('stopLoss', '110')), SHORT)).toEqual([
      'oco buy limit day 100',
      'oco buy stop day 110',
    ])
  })

  it('need a price, and name the field that is wrong', () => {
    expect(problemsOf(formAfter(...LIMIT_BUY))).toEqual(['takeProfit: exit-missing'])
    expect(problemsOf(formAfter(...LIMIT_BUY, typed('takeProfit', 'x')))).toEqual([
      'takeProfit: not-a-number',
    ])
    expect(problemsOf(formAfter(...LIMIT_BUY, typed('takeProfit', '99')))).toEqual([
      'takeProfit: target-not-winning',
    ])
    expect(problemsOf(formAfter(...LIMIT_BUY, typed('stopLoss', '100')))).toEqual([
      'stopLoss: stop-not-losing',
    ])
    expect(problemsOf(formAfter(...LIMIT_BUY, typed('stopLoss', '90.001')))).toEqual([
      'stopLoss: stop-price-tick',
    ])
  })

  it('the exits of a market order are compared with the last price', () => {
    const market = [typeOf('market'), typed('quantity', '10'), attach] as const
    expect(problemsOf(formAfter(...market, typed('stopLoss', '102')))).toEqual([
      'stopLoss: stop-not-losing',
    ])
    expect(problemsOf(formAfter(...market, typed('stopLoss', '100')))).toEqual([])
  })

  it('change nothing while they are not attached, or the order can have none', () => {
    const typedOnly = formAfter(...LIMIT_BUY, typed('stopLoss', 'x'), {
      kind: 'exits',
      attached: false,
    })
    expect(exitsOf(typedOnly)).toEqual({ ok: true, value: null })
  })

  it('say what they bring or cost against the entry', () => {
    const combo = exitsOf(
      formAfter(...LIMIT_BUY, typed('takeProfit', '120'), typed('stopLoss', '90.5')),
    )
    if (!combo.ok || combo.value === null) throw new Error('no exits')
    const { takeProfit, stopLoss } = exitPrices(combo.value)
    const [master] = combo.value.orders
    const resultOf = (exit: typeof takeProfit) => {
      const entry = {
        draft: master!.draft,
        price: dec('100'),
        positions: [],
        multiplier: dec('1'),
      }
      const result = exit === null ? null : exitEffect(entry, exit).realized
      return result === null ? null : decimalText(result)
    }
    expect([resultOf(takeProfit), resultOf(stopLoss)]).toEqual(['200', '-95'])
  })
})
