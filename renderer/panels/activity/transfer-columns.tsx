import type {
  Transfer,
  TransferCash,
  TransferHolding,
} from '../../../shared/domain/account/activity.js'
import { transferTotals } from '../../../shared/domain/account/transfer-groups.js'
import type { PanelText } from '../../../shared/messages/window-text.js'
import { ownExact, ownMoney, ownQuantity } from '../../format/own.js'
import { formatBrokerTerm } from '../../format/broker-term.js'
import type { RecordSection } from '../../ui/records/record-detail.js'
import {
  fieldsOf,
  numberColumn,
  timeColumn,
  type AccountName,
} from '../../ui/records/record-columns.js'
import type { Column } from '../../ui/table/column.js'
import { dayColumn, textColumn } from '../../ui/table/columns/simple-columns.js'
import { toolsColumn } from '../../ui/table/tools-column.js'
import type { TransferRow } from './transfer-rows.js'

/** One line of the file: a transfer with one of the things that it moves. */
export interface TransferLine {
  readonly transfer: Transfer
  readonly cash: TransferCash | null
  readonly holding: TransferHolding | null
}

const directionText = ({ direction, parts }: TransferRow, { records }: PanelText): string =>
  parts !== undefined && direction === 'unknown'
    ? records.allDirections
    : records.directions[direction]

/** Returns the status of a record, or how many records of a transfer have settled. */
function statusText({ status, parts }: TransferRow, { records }: PanelText): string {
  if (parts === undefined || status !== 'unknown') return records.statuses[status]
  const settled = parts.filter((part) => part.status === 'completed').length
  return records.settledOf(settled, parts.length)
}

function extentText({ extent, parts }: TransferRow, { records }: PanelText): string | null {
  if (parts !== undefined) return records.parts(parts.length)
  return extent === null ? null : records.extents[extent]
}

/** The members that the list has. */
const listColumns = <T,>(
  text: PanelText,
  accountName: AccountName,
  transferOf: (row: T) => TransferRow,
): readonly Column<T>[] => {
  const { heads, methods } = text.records
  return [
    timeColumn(
      {
        id: 'created',
        head: heads.created,
        headLabel: heads.createdLong,
        width: 122,
        pinned: true,
      },
      (row) => transferOf(row).createdAt,
    ),
    textColumn(
      { id: 'method', head: heads.method, width: 76 },
      (row) => methods[transferOf(row).method],
    ),
    textColumn({ id: 'direction', head: heads.direction, width: 90 }, (row) =>
      directionText(transferOf(row), text),
    ),
    textColumn({ id: 'status', head: heads.status, width: 104 }, (row) =>
      statusText(transferOf(row), text),
    ),
    dayColumn('settles', heads.settles, (row) => transferOf(row).settlementDate),
    textColumn({ id: 'extent', head: heads.extent, width: 80 }, (row) =>
      extentText(transferOf(row), text),
    ),
    textColumn(
      { id: 'failure', head: heads.failure, width: 200, grow: 2 },
      (row) => transferOf(row).failure,
    ),
    textColumn(
      { id: 'group', head: heads.group, width: 110, grow: 0.4 },
      (row) => transferOf(row).group,
    ),
    timeColumn(
      { id: 'updated', head: heads.updated, headLabel: heads.updatedLong, width: 104 },
      (row) => transferOf(row).updatedAt,
    ),
    textColumn({ id: 'account', head: heads.account, width: 120, hidden: true }, (row) =>
      accountName(transferOf(row).accountId),
    ),
    textColumn({ id: 'transfer-id', head: heads.transferId, width: 220, hidden: true }, (row) =>
      transferOf(row).parts === undefined ? transferOf(row).transferId : null,
    ),
  ]
}

/** The columns of the transfers. */
export const transferColumns = (
  text: PanelText,
  accountName: AccountName,
): readonly Column<TransferRow>[] => [
  ...listColumns<TransferRow>(text, accountName, (row) => row),
  toolsColumn<TransferRow>(text),
]

const brokerColumns = (text: PanelText): readonly Column<Transfer>[] => {
  const { heads } = text.records
  return [
    textColumn({ id: 'control', head: heads.control, width: 0 }, (row) => row.controlNumber),
    textColumn(
      { id: 'broker', head: heads.broker, width: 0 },
      (row) => row.contraBroker?.name ?? null,
    ),
    textColumn(
      { id: 'dtc', head: heads.dtc, width: 0 },
      (row) => row.contraBroker?.dtcNumber ?? null,
    ),
    textColumn({ id: 'broker-account-type', head: heads.brokerAccountType, width: 0 }, (row) => {
      const type = row.contraBroker?.accountType ?? null
      return type === null ? null : formatBrokerTerm(type, text)
    }),
    textColumn(
      { id: 'broker-account', head: heads.brokerAccount, width: 0 },
      (row) => row.contraBroker?.accountNumber ?? null,
    ),
  ]
}

const chainColumns = ({ records: { heads } }: PanelText): readonly Column<Transfer>[] => [
  textColumn({ id: 'hash', head: heads.hash, width: 0 }, (row) => row.transactionHash),
  textColumn({ id: 'from', head: heads.fromAddress, width: 0 }, (row) => row.fromAddress),
  textColumn({ id: 'to', head: heads.toAddress, width: 0 }, (row) => row.toAddress),
]

const cashColumnsOf = ({ records: { heads } }: PanelText): readonly Column<TransferCash>[] => [
  numberColumn(
    { id: 'amount', head: heads.amount, width: 0 },
    (row) => row.amount,
    (value, row) => ownMoney(value, row.currency === 'USD' ? 'USD' : null),
  ),
  textColumn({ id: 'currency', head: heads.currency, width: 0 }, (row) => row.currency),
  textColumn(
    { id: 'cash-settles', head: heads.assetSettles, width: 0 },
    (row) => row.settlementDate,
  ),
]

const holdingColumns = ({
  records: { heads, assets },
}: PanelText): readonly Column<TransferHolding>[] => [
  textColumn({ id: 'asset', head: heads.asset, width: 0 }, (row) => row.symbol),
  textColumn(
    { id: 'asset-class', head: heads.assetClass, width: 0 },
    (row) => assets[row.assetClass],
  ),
  textColumn({ id: 'asset-name', head: heads.assetName, width: 0 }, (row) => row.name),
  textColumn({ id: 'cusip', head: heads.cusip, width: 0 }, (row) => row.cusip),
  numberColumn({ id: 'quantity', head: heads.quantity, width: 0 }, (row) => row.quantity),
  numberColumn({ id: 'fee', head: heads.fee, width: 0 }, (row) => row.feeQuantity),
  numberColumn({ id: 'total', head: heads.total, width: 0 }, (row) => row.totalQuantity),
  numberColumn({ id: 'cost', head: heads.cost, width: 0 }, (row) => row.price),
  textColumn(
    { id: 'holding-settles', head: heads.assetSettles, width: 0 },
    (row) => row.settlementDate,
  ),
]

/** Reads a column of one part of a line. */
const within = <T, Part>(columns: readonly Column<Part>[], partOf: (row: T) => Part | null) =>
  columns.map(
    ({ id, head, data }): Column<T> => ({
      id,
      head,
      width: 0,
      cell: () => null,
      data: (row) => {
        const part = partOf(row)
        return part === null ? '' : (data?.(part) ?? '')
      },
    }),
  )

/** Every field of a transfer and of what it moves, for the file. */
export const transferLineColumns = (
  text: PanelText,
  accountName: AccountName,
): readonly Column<TransferLine>[] => [
  ...listColumns<TransferLine>(text, accountName, (row) => row.transfer),
  ...within([...brokerColumns(text), ...chainColumns(text)], (row: TransferLine) => row.transfer),
  ...within(cashColumnsOf(text), (row: TransferLine) => row.cash),
  ...within(holdingColumns(text), (row: TransferLine) => row.holding),
]

/** Returns the lines of a transfer: one for each amount and each holding, at least one. */
export function transferLines(transfer: Transfer): readonly TransferLine[] {
  const lines = [
    ...transfer.cash.map((cash) => ({ transfer, cash, holding: null })),
    ...transfer.positions.map((holding) => ({ transfer, cash: null, holding })),
  ]
  return lines.length > 0 ? lines : [{ transfer, cash: null, holding: null }]
}

/** Returns the fields of a transfer, by what they are about; without empty sections. */
export function transferSections(
  text: PanelText,
  accountName: AccountName,
  transfer: Transfer,
): readonly RecordSection[] {
  const { sections } = text.records
  return [
    { title: null, fields: fieldsOf(transferColumns(text, accountName), transfer) },
    { title: sections.broker, fields: fieldsOf(brokerColumns(text), transfer) },
    { title: sections.chain, fields: fieldsOf(chainColumns(text), transfer) },
    ...transfer.cash.map((cash) => ({
      title: sections.assets,
      fields: fieldsOf(cashColumnsOf(text), cash),
    })),
    ...transfer.positions.map((holding) => ({
      title: sections.assets,
      fields: fieldsOf(holdingColumns(text), holding),
    })),
  ].filter(({ fields }) => fields.length > 0)
}

/** Returns what the settled records of a transfer moved in all; null where none has settled. */
function totalSection(text: PanelText, parts: readonly Transfer[]): RecordSection | null {
  const fields = transferTotals(parts).map(({ name, isCash, amount }) => ({
    name,
    shown: isCash ? ownMoney(amount, name === 'USD' ? 'USD' : null) : ownQuantity(amount),
    exact: ownExact(amount),
  }))
  return fields.length === 0 ? null : { title: text.records.sections.total, fields }
}

/** Returns a transfer of several records as one, and each of its records below, oldest first. */
export function groupSections(
  text: PanelText,
  accountName: AccountName,
  row: TransferRow,
  parts: readonly Transfer[],
): readonly RecordSection[] {
  const { partTitle } = text.records
  const total = totalSection(text, parts)
  return [
    { title: null, fields: fieldsOf(transferColumns(text, accountName), row) },
    ...(total === null ? [] : [total]),
    ...parts
      .toReversed()
      .flatMap((part, index) =>
        transferSections(text, accountName, part).map((section, place) =>
          place === 0 ? { ...section, title: partTitle(index + 1, parts.length) } : section,
        ),
      ),
  ]
}
