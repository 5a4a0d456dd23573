import type { ReferenceDataName } from '../domain/reference/reference-data.js'
import { COMPANY_ROWS } from './reference-data/companies.js'
import { FUND_ROWS } from './reference-data/funds.js'
import { INSTRUMENT_ROWS } from './reference-data/instruments.js'
import { MARKET_DATA_ROWS } from './reference-data/market-data.js'
import type { ReferenceDataRow, ReferenceDataTool } from './reference-data/reference-data-tool.js'
import { SCREENER_ROWS } from './reference-data/screeners.js'
import { WATCHLIST_ROWS } from './reference-data/watchlists.js'

const ROWS: Readonly<Record<ReferenceDataName, ReferenceDataRow>> = {
  ...MARKET_DATA_ROWS,
  ...INSTRUMENT_ROWS,
  ...SCREENER_ROWS,
  ...COMPANY_ROWS,
  ...FUND_ROWS,
  ...WATCHLIST_ROWS,
}

const MAX_ROWS = 200

/**
 * The tools for data that Countersign does not store itself. All of them only read; there is no
 * tool that changes watchlists.
 */
export const REFERENCE_DATA_TOOLS = Object.fromEntries(
  Object.entries(ROWS).map(([name, [title, description, operation, input, more]]) => [
    name,
    { title, description, operation, input, scope: 'market:read', maxRows: MAX_ROWS, ...more },
  ]),
) as Readonly<Record<ReferenceDataName, ReferenceDataTool>>

/**
 * Converts a tool's parameters to those of its operation: in a query every value becomes text;
 * undefined and false are left out.
 */
export function referenceDataRequest(
  { operation, wire = {} }: ReferenceDataTool,
  params: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const text = operation.encoding === 'query'
  return Object.fromEntries(
    Object.entries(params)
      .filter(([, value]) => value !== undefined && value !== false)
      .map(([name, value]) => {
        const list =
          name === 'symbols' && typeof value === 'string' ? value.replaceAll(/\s/g, '') : value
        return [wire[name] ?? name, text && typeof list !== 'string' ? String(list) : list]
      }),
  )
}
