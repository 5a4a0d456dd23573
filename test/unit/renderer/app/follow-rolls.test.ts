import { describe, expect, it } from 'vitest'
import { rollsNow } from '../../../../renderer/app/follow-rolls.js'
import {
  instrumentName,
  orderInstrument,
  setKnownRolls,
} from '../../../../renderer/format/instrument-name.js'
import type { Position } from '../../../../shared/domain/account/account.js'
import { asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { symbol } from '../../../../shared/domain/ids.js'
import type { OrderLeg } from '../../../../shared/domain/orders/order-terms.js'
import { instrumentText } from '../../../../shared/messages/en/window/instruments.js'
import { order, position } from '../samples.js'

const leg = (side: 'buy' | 'sell', expiration: string): OrderLeg => ({
  legId: side,
  symbol: symbol('NVDA'),
  side,
  quantity: asQuantity(dec('1')),
  option: {
    type: 'call',
    style: null,
    strike: asPrice(dec('197.5')),
    expiration,
    multiplier: null,
    deliverable: null,
  },
})
const ROLL = order('roll', {
  assetClass: 'option',
  symbol: symbol('NVDA'),
  side: 'sell',
  quantity: asQuantity(dec('1')),
  terms: {
    combo: null,
    strategy: 'calendar',
    legs: [leg('buy', '2027-01-15'), leg('sell', '2027-01-22')],
    intent: null,
    legging: null,
    algo: null,
    outcome: null,
    tradeMode: null,
    expireDate: null,
  },
})
const SHORT_CALL: Position = {
  ...position('-1', '5', '5'),
  symbol: symbol('NVDA270115C00197500'),
  assetClass: 'option',
}

describe('an order that moves options to another day', () => {
  it('is a roll while it closes what is held, and a calendar where nothing is', () => {
    expect(rollsNow(ROLL, [SHORT_CALL])).toBe(true)
    expect(rollsNow(ROLL, [])).toBe(false)
    expect(rollsNow({ ...ROLL, status: 'filled' }, [SHORT_CALL])).toBe(false)
  })

  it('is named a roll with both days, in its fills too', () => {
    setKnownRolls((id) => id === ROLL.clientOrderId)
    const nameOf = (named: Parameters<typeof orderInstrument>[0]): string =>
      instrumentName(orderInstrument(named), instrumentText)
    expect(nameOf(ROLL)).toBe('NVDA 15 Jan 27 → 22 Jan 27 197.5 C roll')
    setKnownRolls(() => false)
    expect(nameOf(ROLL)).toBe('NVDA 15 Jan 27 → 22 Jan 27 197.5 C calendar')
  })
})
