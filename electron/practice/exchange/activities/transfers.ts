import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { ASSUMPTIONS } from '../../../../shared/wire/assumptions.js'
import { CODES } from '../../../../shared/wire/errors.js'
import { isoTime } from '../../../../shared/wire/fields.js'
import { centsText } from '../../ledger/money.js'
import { priceText, sizeText } from '../../ledger/records.js'
import type { Transfer } from '../../ledger/transfers.js'
import type { TransferDetailRecord, TransferRecord, TransfersQuery } from '../api/activity-api.js'
import { conditionOf, page } from './activity-page.js'
import type { Slices } from '../state/exchange-state.js'
import type { PageRecord } from '../../model/wire-records.js'
import { accountDenied, type Refusal, refuse } from '../api/refusals.js'
import { readTimes } from './time-range.js'

/** The only transfer method of stock accounts. */
const METHOD = 'ACATS'

const transferRecord = (transfer: Transfer): TransferRecord => ({
  account_id: transfer.accountId,
  transfer_method: METHOD,
  transfer_id: transfer.transferId,
  direction: transfer.direction,
  status: transfer.status,
  ...(transfer.failureReason === null ? {} : { failure_reason: transfer.failureReason }),
  acats_associated_number: transfer.associatedNumber,
  acats_transfer_types: transfer.type,
  create_time: isoTime(transfer.createdAt),
  update_time: isoTime(transfer.updatedAt),
  ...(transfer.settlementDay === null ? {} : { transfer_settlement_date: transfer.settlementDay }),
})

function detailRecord(transfer: Transfer): TransferDetailRecord {
  const { contra, settlementDay } = transfer
  const settled = settlementDay === null ? {} : { settlement_date: settlementDay }
  return {
    ...transferRecord(transfer),
    acats_control_number: transfer.controlNumber,
    contra_broker: {
      broker_name: contra.name,
      dtc_number: contra.dtcNumber,
      account_type: contra.accountType,
      account_number: contra.accountNumber,
    },
    cash:
      transfer.cents === 0
        ? []
        : [{ amount: centsText(transfer.cents), currency: 'USD', ...settled }],
    positions: transfer.shares.map(({ symbol, name, cusip, size, price }) => ({
      asset_type: 'EQUITY',
      symbol,
      name,
      cusip,
      quantity: sizeText(size),
      total_quantity: sizeText(size),
      transfer_price: priceText(price),
      ...settled,
    })),
  }
}

const allows = (wanted: readonly string[], value: string): boolean =>
  wanted.length === 0 || wanted.includes(value)
const is = (wanted: string | undefined, value: string): boolean =>
  wanted === undefined || wanted === '' || wanted === value

/** List Transfer Activities (seed; TRADING-5), newest first. Without times, all of them. */
export function transfers(
  state: Slices<'ledger'>,
  query: TransfersQuery,
): Result<PageRecord<TransferRecord>, Refusal> {
  if (!state.ledger.accounts.has(query.accountId)) return err(accountDenied)
  const times = readTimes(query)
  if (!times.ok) return times
  const { start, end } = times.value
  const picks = (entry: Transfer): boolean =>
    (start === null || entry.createdAt >= start) &&
    (end === null || entry.createdAt <= end) &&
    allows(query.methods, METHOD) &&
    is(query.direction, entry.direction) &&
    allows(query.statuses, entry.status) &&
    allows(query.acatsTypes, entry.type) &&
    is(query.associatedNumber, entry.associatedNumber)
  return page(
    {
      rows: state.ledger.transfers
        .filter((entry) => entry.accountId === query.accountId)
        .sort((a, b) => b.createdAt - a.createdAt),
      idOf: (entry) => entry.transferId,
      record: (entry) => (picks(entry) ? transferRecord(entry) : null),
      pageSize: ASSUMPTIONS.pageSizes.activities,
      condition: conditionOf(
        'TRANSFERS',
        query.accountId,
        query.methods,
        query.direction,
        query.statuses,
        query.acatsTypes,
        query.associatedNumber,
        query.startTime,
        query.endTime,
      ),
    },
    query,
  )
}

/** Get Transfer Activity (seed; TRADING-5). */
export function transfer(
  state: Slices<'ledger'>,
  accountId: string,
  transferId: string,
): Result<TransferDetailRecord, Refusal> {
  if (!state.ledger.accounts.has(accountId)) return err(accountDenied)
  const found = state.ledger.transfers.find(
    (entry) => entry.accountId === accountId && entry.transferId === transferId,
  )
  return found === undefined
    ? err(refuse(CODES.invalidParameter, 'transfer_id is not known.'))
    : ok(detailRecord(found))
}
