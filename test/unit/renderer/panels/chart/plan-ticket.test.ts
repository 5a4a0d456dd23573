import { describe, expect, it } from 'vitest'
import { plannedTicket } from '../../../../../renderer/panels/chart/drawings/plan-ticket.js'
import { emptyForm, reduceTicket } from '../../../../../renderer/ui/ticket/model/ticket-form.js'
import { asMoney, dec } from '../../../../../shared/domain/decimal.js'
import type { DrawingKind } from '../../../../../shared/domain/drawings/drawing-kinds.js'
import { symbol, type Symbol } from '../../../../../shared/domain/ids.js'
import type { Listing } from '../../../../../shared/domain/instruments/listing.js'
import { anchor, drawing, drawingTerms } from '../../../core/drawings/drawing-fixture.js'

const listing = (multiplier: string): Listing => ({ multiplier: dec(multiplier) }) as Listing
const planned = (kind: DrawingKind, about: Symbol, multiplier = '1') => {
  const [target, stop] = kind === 'long-position' ? ['192.00', '183.00'] : ['183.00', '192.00']
  const anchors = [anchor(0, '186.00'), anchor(10, target), anchor(10, stop)]
  const terms = drawingTerms(kind, anchors, { risk: asMoney(dec('600')) })
  return plannedTicket(drawing(1, terms), about, listing(multiplier))
}
const filled = (about: Symbol, ticket: ReturnType<typeof planned>) =>
  reduceTicket(emptyForm(about), { kind: 'prefill', prefill: ticket?.prefill ?? {} }, 'en-US')

describe('a planned position in the ticket', () => {
  it('is a limit entry with its target and stop for a stock', () => {
    const about = symbol('AAPL')
    const ticket = planned('long-position', about)
    expect(ticket?.hasExits).toBe(true)
    expect(filled(about, ticket)).toMatchObject({
      side: 'buy',
      type: 'limit',
      quantity: '200',
      limitPrice: '186.00',
      exits: true,
      takeProfit: '192.00',
      stopLoss: '183.00',
    })
  })

  it('counts contracts of an option by the hundred', () => {
    const ticket = planned('long-position', symbol('AAPL261218C00190000'), '100')
    expect(ticket?.prefill).toMatchObject({ quantity: '2', takeProfit: '192.00' })
  })

  it('sells for a short position', () => {
    expect(planned('short-position', symbol('AAPL'))?.prefill).toMatchObject({
      side: 'sell',
      takeProfit: '183.00',
      stopLoss: '192.00',
    })
  })

  it('is the entry alone where the product has no exits', () => {
    const about = symbol('BTCUSD')
    const ticket = planned('long-position', about)
    expect(ticket?.hasExits).toBe(false)
    expect(filled(about, ticket)).toMatchObject({ limitPrice: '186.00', exits: false })
  })

  it('has no quantity while the multiplier is not known', () => {
    const terms = drawingTerms('long-position', [anchor(0, '2'), anchor(1, '3'), anchor(1, '1')])
    expect(plannedTicket(drawing(1, terms), symbol('AAPL'), null)?.prefill.quantity).toBeUndefined()
  })
})
