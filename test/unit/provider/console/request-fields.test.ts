import { describe, expect, it } from 'vitest'
import { consoleSections } from '../../../../electron/provider/console/console-client.js'
import { buildRequest } from '../../../../electron/provider/console/request-fields.js'
import { BROKER_ORDER_OPERATIONS } from '../../../../shared/wire/families/broker/broker-orders.js'

describe('the forms of the institution console', () => {
  it('have JSON only where a list stands within a list, and for the data of account forms', () => {
    const names = consoleSections().flatMap(({ operations }) =>
      operations.flatMap(({ fields }) =>
        fields.filter(({ kind }) => kind === 'json').map(({ path }) => path.split('.').at(-1)),
      ),
    )
    expect([...new Set(names)].sort()).toEqual(['json_data', 'legs'])
  })

  it('take quantities and prices as they are typed', () => {
    const order = {
      combo_type: 'NORMAL',
      instrument_type: 'EQUITY',
      market: 'US',
      symbol: 'AAPL',
      side: 'BUY',
      order_type: 'LIMIT',
      time_in_force: 'GTC',
      entrust_type: 'QTY',
      quantity: '1',
      limit_price: '1.00',
    }
    const entered = Object.entries(order).map(([name, value]) => [`new_orders.0.${name}`, value])
    const fields = { account_id: 'A1', ...Object.fromEntries(entered) }
    expect(buildRequest(BROKER_ORDER_OPERATIONS.placeBrokerOrder, fields, () => 'id1')).toEqual({
      ok: true,
      request: { account_id: 'A1', new_orders: [{ client_order_id: 'id1', ...order }] },
    })
  })
})
