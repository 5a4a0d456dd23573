import type { Symbol } from '../../../shared/domain/ids.js'
import type { AnyInstrument } from '../../../shared/domain/instruments/any-instrument.js'
import type { AssetClass } from '../../../shared/domain/instruments/instrument.js'
import type { Result } from '../../../shared/domain/result.js'
import type { CompanyReader } from '../market/facts/company-reader.js'
import { splitRatioOf, type ReadSplit } from '../market/facts/split-ratio.js'

const ISO_DAY = 'yyyy-mm-dd'.length

interface Contract {
  readonly symbol: Symbol
  readonly assetClass: AssetClass
}

/** What the broker knows of instruments; `unread` where it did not answer. */
export interface ContractFacts {
  readonly split: ReadSplit
  /** Returns the last day on which a contract trades; null for none. */
  readonly lastDay: (contract: Contract) => Promise<string | null>
}

export interface ContractReads {
  readonly companies: Pick<CompanyReader, 'section'>
  readonly instrument: (symbol: Symbol) => Promise<Result<AnyInstrument | null, unknown>>
}

/** Reads splits from the corporate actions of companies and funds, and last days from listings. */
export const contractFacts = ({ companies, instrument }: ContractReads): ContractFacts => ({
  split: splitRatioOf(companies),
  lastDay: (contract) => lastDayOf(contract, instrument),
})

/** Returns the last day of a contract; stocks and coins have none, an option's is in its symbol. */
async function lastDayOf(
  { symbol, assetClass }: Contract,
  instrument: ContractReads['instrument'],
): Promise<string | null> {
  if (assetClass !== 'futures' && assetClass !== 'event') return null
  const listed = await instrument(symbol)
  // One that could not be read is read again at the end of the trade date and on the next.
  const contract = listed.ok ? listed.value : null
  if (contract?.assetClass === 'event') return dayOf(contract.lastTradingDate)
  // A continuous contract goes on with the next month.
  return contract?.assetClass === 'futures' && contract.kind === 'month'
    ? dayOf(contract.lastTradingDate)
    : null
}

/** Returns the day of a date that may have a time. */
const dayOf = (date: string | null): string | null => date?.slice(0, ISO_DAY) ?? null
