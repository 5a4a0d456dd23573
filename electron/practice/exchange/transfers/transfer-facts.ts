import type { ExchangeDay } from '../../../../shared/domain/market/exchange-time.js'
import type { AcatsDetail, ContraBroker } from '../../ledger/transfers.js'
import type { Slices } from '../state/exchange-state.js'

/** CUSIP numbers as printed on statements. */
export const CUSIPS: Readonly<Record<string, string>> = {
  AAPL: '037833100',
  MSFT: '594918104',
  NVDA: '67066G104',
  SPY: '78462F103',
  AMZN: '023135106',
  KO: '191216100',
  GOOGL: '02079K305',
  QQQ: '46090E103',
  JPM: '46625H100',
  TSLA: '88160R101',
  AMD: '007903107',
  F: '345370860',
  INTC: '458140100',
  XOM: '30231G102',
  WMT: '931142103',
}

export const CONTRA: ContraBroker = {
  name: 'Harborline Securities LLC',
  dtcNumber: '0998',
  accountType: 'INDIVIDUAL_MARGIN',
  accountNumber: 'HL-4471902',
}

/** Returns the control number of the next transfer of a day. */
export const controlNumber = (day: ExchangeDay, transfers: number): string =>
  `${day.slice(0, 4)}${String(8_100_377 + transfers * 41).padStart(10, '0')}`

/** Returns the number that groups the records of one transfer. */
export const associatedNumber = (transfers: number): string =>
  `A${String(20_500_000 + transfers * 977)}`

export const acatsOf = (
  day: ExchangeDay,
  transfers: number,
  detail: Pick<AcatsDetail, 'type' | 'cents' | 'shares'>,
): AcatsDetail => ({
  ...detail,
  associatedNumber: associatedNumber(transfers),
  controlNumber: controlNumber(day, transfers),
  contra: CONTRA,
})

const HEX_DIGITS = 16
/** More ids than the digits of one text need. */
const MAX_PARTS = 8

/** Returns hexadecimal digits that depend on the seed, the kind and the number. */
function hexOf(
  { ids }: Pick<Slices<'deps'>['deps'], 'ids'>,
  kind: 'transaction' | 'wallet',
  number: number,
  length: number,
): string {
  let hex = ''
  for (let part = 0; hex.length < length; part += 1) {
    const id = ids(kind, number * MAX_PARTS + part)
    for (const char of id) hex += ((char.codePointAt(0) ?? 0) % HEX_DIGITS).toString(HEX_DIGITS)
  }
  return hex.slice(0, length)
}

/** A transaction hash: 64 digits after 0x. */
export const transactionHash = ({ deps }: Slices<'deps'>, transfer: number): string =>
  `0x${hexOf(deps, 'transaction', transfer, 64)}`

/** The account's own address, which never changes. */
export const accountAddress = ({ deps }: Slices<'deps'>): string =>
  `0x${hexOf(deps, 'wallet', 0, 40)}`

/** The address of a wallet elsewhere; the numbers count from 1. */
export const outsideAddress = ({ deps }: Slices<'deps'>, wallet: number): string =>
  `0x${hexOf(deps, 'wallet', wallet, 40)}`
