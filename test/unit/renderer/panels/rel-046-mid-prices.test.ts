import { describe, expect, it } from 'vitest'
import { asPrice, dec } from '../../../../shared/domain/decimal.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { STOCK_STEPS } from '../../../../shared/domain/instruments/price-steps.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { emptyQuote } from '../../../../electron/core/market/merge-quote.js'
import { middle as ticketMiddle } from '../../../../renderer/panels/ticket/fields/price-field.js'
import { midPrice } from '../../../../shared/domain/market/quoted-price.js'

const quote = (bid: string | null, ask: string | null): Quote => ({
  ...emptyQuote(symbol('AAPL'), epochMs(1)).quote,
  bid: bid === null ? null : asPrice(dec(bid)),
  ask: ask === null ? null : asPrice(dec(ask)),
})

describe('REL-46: the price between bid and ask', () => {
  it.each([
    ['a bid of 0', '0', '10.05'],
    ['an ask of 0', '10.00', '0'],
    ['no bid', null, '10.05'],
    ['no quote', null, null],
  ])('is absent with %s', (_name, bid, ask) => {
    expect(ticketMiddle(quote(bid, ask), STOCK_STEPS)).toBeNull()
    expect(midPrice(quote(bid, ask))).toBeNull()
  })

  it('is on the steps of the listing, towards the bid', () => {
    expect(ticketMiddle(quote('10.00', '10.05'), STOCK_STEPS)).toBe('10.02')
    const tiny = [{ from: asPrice(dec('0')), step: dec('0.00000001') }]
    expect(ticketMiddle(quote('0.00001213', '0.00001216'), tiny)).toBe('0.00001214')
  })
})
