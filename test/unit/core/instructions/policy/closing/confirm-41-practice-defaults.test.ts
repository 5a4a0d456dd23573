import { describe, expect, it } from 'vitest'
import { DEFAULT_POLICIES } from '../../../../../../electron/core/instructions/connections/connection-file.js'
import { symbol } from '../../../../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../../../../shared/domain/orders/order.js'
import {
  draft,
  evaluateDraft,
  leg,
  option,
  price,
  quote,
  shares,
  type PolicyOverrides,
} from '../policy-fixture.js'

/** Evaluates a request by the limits that a new assistant has in practice. */
const byDefault = (order: OrderDraft, facts: PolicyOverrides['facts']) => {
  const { result, refusal, exposure } = evaluateDraft(order, {
    policy: DEFAULT_POLICIES.practice,
    facts,
  })
  return [result, refusal?.code ?? null, exposure]
}

describe('CONFIRM-41: the limits that a new assistant has in practice', () => {
  it('allow a request for one micro future, long or short', () => {
    const level = quote({ symbol: symbol('MESZ6'), bid: price('6760'), ask: price('6760.25') })
    const micro = draft({
      assetClass: 'futures',
      symbol: symbol('MESZ6'),
      ...shares('1'),
      limitPrice: price('6760'),
    })
    const facts = { quote: level, multiplier: '5' }
    expect(byDefault(micro, facts)).toEqual(['ask', null, '33800'])
    expect(byDefault({ ...micro, side: 'short' }, facts)[0]).toBe('ask')
  })

  it('allow a request for one cash-secured put', () => {
    const put = option('sell', [leg('sell', 'put', '270')], '5')
    expect(byDefault(put, { multiplier: '100' })).toEqual(['ask', null, '26500'])
  })
})
