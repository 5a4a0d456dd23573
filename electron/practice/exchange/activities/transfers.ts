import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { ASSUMPTIONS } from '../../../../shared/wire/assumptions.js'
import { CODES } from '../../../../shared/wire/errors.js'
import { isoTime } from '../../../../shared/wire/fields.js'
import { centsText } from '../../ledger/money.js'
import { priceText, sizeText } from '../../ledger/records.js'
import type { AcatsDetail, Transfer, TransferredCoins } from '../../ledger/transfers.js'
import type { TransferDetailRecord, TransferRecord, TransfersQuery } from '../api/activity-api.js'
import { conditionOf, page } from './activity-page.js'
import type { Slices } from '../state/exchange-state.js'
import type { PageRecord } from '../../model/wire-records.js'
import { accountDenied, type Refusal, refuse } from '../api/refusals.js'
import { readTimes } from './time-range.js'

const transferRecord = (transfer: Transfer): TransferRecord => ({
  account_id: transfer.accountId,
  transfer_method: transfer.method,
  transfer_id: transfer.transferId,
  direction: transfer.direction,
  status: transfer.status,
  ...(transfer.failureReason === null ? {} : { failure_reason: transfer.failureReason }),
  ...(transfer.acats === null
    ? {}
    : {
        acats_associated_number: transfer.acats.associatedNumber,
        acats_transfer_types: transfer.acats.type,
      }),
  create_time: isoTime(transfer.createdAt),
  update_time: isoTime(transfer.updatedAt),
  ...(transfer.settlementDay === null ? {} : { transfer_settlement_date: transfer.settlementDay }),
})

type Settled = { readonly settlement_date?: string }

function acatsMembers(
  { contra, controlNumber, cents, shares }: AcatsDetail,
  direction: Transfer['direction'],
  settled: Settled,
): Omit<TransferDetailRecord, keyof TransferRecord> {
  return {
    acats_control_number: controlNumber,
    contra_broker: {
      broker_name: contra.name,
      dtc_number: contra.dtcNumber,
      account_type: contra.accountType,
      account_number: contra.accountNumber,
    },
    cash: cents === 0 ? [] : [{ amount: centsText(cents), currency: 'USD', ...settled }],
    positions: shares.map(({ symbol, name, cusip, size, price }) => ({
      asset_type: 'EQUITY',
      symbol,
      name,
      cusip,
      quantity: sizeText(size),
      total_quantity: sizeText(size),
      ...(direction === 'INCOMING' ? { transfer_price: priceText(price) } : {}),
      ...settled,
    })),
  }
}

function coinMembers(
  { symbol, scale, size, feeSize, price, hash, from, to }: TransferredCoins,
  direction: Transfer['direction'],
  settled: Settled,
): Omit<TransferDetailRecord, keyof TransferRecord> {
  return {
    ...(hash === null ? {} : { crypto_transaction_hash: hash }),
    crypto_from_address: from,
    crypto_to_address: to,
    cash: null,
    positions: [
      {
        asset_type: 'CRYPTO',
        symbol,
        name: null,
        cusip: null,
        quantity: sizeText(size, scale),
        ...(direction === 'OUTGOING' ? { fee_quantity: sizeText(feeSize, scale) } : {}),
        total_quantity: sizeText(size + feeSize, scale),
        ...(price === null ? {} : { transfer_price: priceText(price, scale) }),
        ...settled,
      },
    ],
  }
}

function detailRecord(transfer: Transfer): TransferDetailRecord {
  const { acats, coins, direction, settlementDay } = transfer
  const settled = settlementDay === null ? {} : { settlement_date: settlementDay }
  return {
    ...transferRecord(transfer),
    positions: [],
    ...(acats === null ? {} : acatsMembers(acats, direction, settled)),
    ...(coins === null ? {} : coinMembers(coins, direction, settled)),
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
    allows(query.methods, entry.method) &&
    is(query.direction, entry.direction) &&
    allows(query.statuses, entry.status) &&
    allows(query.acatsTypes, entry.acats?.type ?? '') &&
    is(query.associatedNumber, entry.acats?.associatedNumber ?? '')
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
