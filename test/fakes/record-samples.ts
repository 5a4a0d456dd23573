import type { CashActivity, Execution, Transfer } from '../../shared/domain/account/activity.js'
import { asMoney, asPrice, asQuantity, dec } from '../../shared/domain/decimal.js'
import { accountId, clientOrderId, orderId, symbol } from '../../shared/domain/ids.js'
import { epochMs } from '../../shared/domain/time.js'
import type { RecordPage } from '../../electron/core/records/records-port.js'

const AT = epochMs(Date.parse('2026-11-20T15:00:00Z'))

export const SAMPLE_CASH_ACTIVITY: CashActivity = {
  id: '2026-11-20_117',
  accountId: accountId('ACC1'),
  kind: 'dividend',
  subKind: 'INCOME',
  symbol: symbol('KO'),
  currency: 'USD',
  market: 'US',
  amount: asMoney(dec('15.30')),
  tradeDate: '2026-11-20',
  time: AT,
}
export const SAMPLE_EXECUTION: Execution = {
  executionId: 'E1',
  orderId: orderId('O1'),
  clientOrderId: clientOrderId('finished-order-1'),
  symbol: symbol('AAPL'),
  side: 'buy',
  type: 'limit',
  completes: true,
  quantity: asQuantity(dec('10')),
  price: asPrice(dec('187.50')),
  leaves: asQuantity(dec('0')),
  cumulative: asQuantity(dec('10')),
  orderQuantity: asQuantity(dec('10')),
  limitPrice: asPrice(dec('187.60')),
  executionKind: null,
  time: AT,
}
export const SAMPLE_TRANSFER: Transfer = {
  transferId: 'T1',
  accountId: accountId('ACC1'),
  method: 'crypto',
  direction: 'out',
  status: 'completed',
  failure: null,
  group: null,
  extent: null,
  createdAt: AT,
  updatedAt: AT,
  settlementDate: '2026-11-20',
  controlNumber: null,
  contraBroker: null,
  transactionHash: '0xab',
  fromAddress: '0x01',
  toAddress: '0x02',
  cash: [],
  positions: [
    {
      assetClass: 'crypto',
      symbol: symbol('BTCUSD'),
      name: null,
      cusip: null,
      quantity: asQuantity(dec('0.002')),
      feeQuantity: asQuantity(dec('0.00002')),
      totalQuantity: asQuantity(dec('0.00202')),
      price: null,
      settlementDate: '2026-11-20',
    },
  ],
}

/** A page with one row, and no further one. */
export const recordPage = <T>(row: T): RecordPage<T> => ({
  rows: [row],
  cursor: null,
  unreadable: 0,
})
