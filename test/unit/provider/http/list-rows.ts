/** Rows of lists as the wire has them, each with an id. */

export const order = (id: string) => ({
  orders: [
    {
      client_order_id: id,
      order_id: `O-${id}`,
      symbol: 'AAPL',
      instrument_type: 'STOCK',
      side: 'BUY',
      status: 'SUBMITTED',
      order_type: 'LIMIT',
      time_in_force: 'DAY',
      entrust_type: 'QTY',
      limit_price: '1',
      total_quantity: '1',
      filled_quantity: '0',
      place_time_at: '2026-11-27T14:30:00.000Z',
    },
  ],
})
export const execution = (id: string) => ({
  execution_id: id,
  order_id: `O-${id}`,
  client_order_id: id,
  symbol: 'AAPL',
  execution_time: '2026-11-27T14:30:00.000Z',
  status: 'FILLED',
  side: 'BUY',
  order_type: 'LIMIT',
  total_quantity: '1',
  filled_quantity: '1',
  filled_price: '1',
  leaves_qty: '0',
  total_filled_qty: '1',
})
export const cash = (id: string) => ({
  id,
  account_id: 'ACC',
  activity_type: 'TRADE',
  activity_sub_type: 'BUY',
  currency: 'USD',
  symbol: 'AAPL',
  trade_date: '2026-11-27',
  net_amount: '-1',
  biz_time: '2026-11-27T14:30:00.000Z',
})
export const transfer = (id: string) => ({
  account_id: 'ACC',
  transfer_method: 'ACH',
  transfer_id: id,
  direction: 'INCOMING',
  status: 'COMPLETED',
  create_time: '2026-11-27T14:30:00.000Z',
})
export const game = (id: string) => ({
  category: 'SPORTS',
  type: 'GAME',
  title: id,
  details: {},
  status: 'CLOSED',
  milestone_id: id,
  start_date: '2026-11-27T14:30:00.000Z',
  related_event_symbols: [],
  primary_event_symbols: [],
})

/** Returns the number in the id of a row, for ids that are numbers on the wire. */
export const numberOf = (id: string): number => Number(id.slice('row-'.length))
