import { describe, expect, it } from 'vitest'
import { createTradeGateway } from '../../../../electron/provider/orders/trade-gateway.js'
import { outcomeOfAnswer } from '../../../../electron/core/instructions/queue/gateway/dispatch-outcome.js'
import { asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { accountId, clientOrderId, symbol } from '../../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { agreementOf } from '../../../../shared/domain/reference/agreements.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { answer, callerFixture } from '../fake-http.js'

const ADDRESS = 'https://www.webull.com/agreements/events?account=1'
const ID = clientOrderId('1'.repeat(32))
const clock = { now: () => epochMs(1_797_000_000_000), monotonic: () => 0 }
const EVENT: OrderDraft = {
  accountId: accountId('ACC-1'),
  assetClass: 'event',
  symbol: symbol('KXPRESPARTY-28NOV07-D'),
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  session: 'core',
  size: { kind: 'quantity', quantity: asQuantity(dec('1')) },
  limitPrice: asPrice(dec('0.10')),
  stopPrice: null,
  trail: null,
  expireDate: null,
  terms: { outcome: 'yes' },
}

/** Places an order that the broker refuses with this text; returns the refusal. */
async function refusalOf(text: string, draft: OrderDraft = EVENT) {
  const refusal = answer(417, { error_code: 'OPENAPI_TRADE_ORDER_NO_PERMISSION', message: text })
  const gateway = createTradeGateway(callerFixture([refusal]).caller, clock)
  const outcome = await gateway.place(draft, ID, () => true)
  if (outcome.outcome !== 'rejected') throw new Error(outcome.outcome)
  return outcome
}

describe('REL-52: an event contract whose agreement is not signed', () => {
  it('is refused with words and the address where it is signed', async () => {
    const { reason, code } = await refusalOf(ADDRESS)
    expect(code).toBe('OPENAPI_TRADE_ORDER_NO_PERMISSION')
    expect(agreementOf(reason)).toBe(ADDRESS)
    expect(inEnglish(reason)).toMatch(/No order exists\. Open the agreement .* sign it/)
  })

  it('reads to an assistant as words and a code, without the address', async () => {
    const { reason, code } = await refusalOf(ADDRESS)
    const reported = outcomeOfAnswer({
      ok: true,
      value: { outcome: 'rejected', order: null, code, reason },
    })
    expect(reported.state).toBe('rejected')
    expect(reported.text).toContain('(event-agreement)')
    expect(reported.text).not.toMatch(/https?:|webull/)
  })

  it.each([
    ['a sentence', 'You have no permission.'],
    ['a sentence with an address', `Sign at ${ADDRESS} first`],
    ['an address without encryption', 'http://www.webull.com/agreements'],
    ['another scheme', 'javascript:alert(1)'],
    ['an address with a backslash', 'https://www.webull.com\\@evil.example/'],
    ['nothing', ''],
  ])('stays the refusal that it was with %s', async (_, text) => {
    expect(agreementOf((await refusalOf(text)).reason)).toBeNull()
  })

  it('is named for event contracts alone', async () => {
    const { terms: _terms, ...stock } = EVENT
    const draft = { ...stock, assetClass: 'stock', symbol: symbol('AAPL') } as OrderDraft
    expect(agreementOf((await refusalOf(ADDRESS, draft)).reason)).toBeNull()
  })
})
