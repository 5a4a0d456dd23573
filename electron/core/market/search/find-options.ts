import { abs, cmp, sub, type Decimal } from '../../../../shared/domain/decimal.js'
import type { InstrumentMatch } from '../../../../shared/domain/instruments/instrument-match.js'
import { OPTION_TYPES, type OptionType } from '../../../../shared/domain/instruments/option.js'
import type {
  ChainExpiry,
  ChainRow,
  OptionChain,
} from '../../../../shared/domain/instruments/option-chain.js'
import type { OptionQuery } from './option-query.js'

const OTHER_CYCLES = 1

/** Monthly expirations are meant when a text names only the month. */
const cycleRank = ({ cycle }: ChainExpiry): number => (cycle === 'monthly' ? 0 : OTHER_CYCLES)

const isMeant =
  ({ year, month, day }: OptionQuery['expiration']) =>
  ({ expiration }: ChainExpiry): boolean => {
    const [listedYear = 0, listedMonth = 0, listedDay = 0] = expiration.split('-').map(Number)
    return (
      (year === null || year === listedYear) &&
      (month === null || month === listedMonth) &&
      (day === null || day === listedDay)
    )
  }

/** Returns the expiries that a query means, the likeliest first. */
function expiriesOf({ expiries }: OptionChain, query: OptionQuery): readonly ChainExpiry[] {
  const meant = expiries.filter(isMeant(query.expiration))
  const namesMonth = query.expiration.month !== null && query.expiration.day === null
  return namesMonth ? meant.toSorted((a, b) => cycleRank(a) - cycleRank(b)) : meant
}

/** Returns rows by their distance from a strike, the nearest first. */
const nearestTo = (rows: readonly ChainRow[], strike: Decimal): readonly ChainRow[] =>
  rows.toSorted((a, b) => cmp(abs(sub(a.strike, strike)), abs(sub(b.strike, strike))))

function ofRow(
  { expiration }: ChainExpiry,
  row: ChainRow,
  types: readonly OptionType[],
): readonly InstrumentMatch[] {
  return types.flatMap((type) => {
    const symbol = row[type]
    return symbol === null
      ? []
      : [
          {
            symbol,
            assetClass: 'option' as const,
            name: '',
            exchange: '',
            tradable: 'yes' as const,
            expires: expiration,
            isFront: false,
          },
        ]
  })
}

/**
 * Returns the contracts of a chain that a query means, the likeliest first: the strike of the query
 * in each expiry, or the nearest one that is listed; without a strike those around the underlying's
 * price (`spot`, null where unknown) in the first expiry.
 */
export function findOptions(
  chain: OptionChain,
  query: OptionQuery,
  spot: Decimal | null,
  limit: number,
): readonly InstrumentMatch[] {
  const types = query.type === null ? OPTION_TYPES : [query.type]
  const expiries = expiriesOf(chain, query)
  const { strike } = query
  if (strike !== null) {
    return expiries
      .flatMap((expiry) =>
        nearestTo(expiry.rows, strike)
          .slice(0, 1)
          .flatMap((row) => ofRow(expiry, row, types)),
      )
      .slice(0, limit)
  }
  const [first] = expiries
  if (first === undefined || spot === null) return []
  return nearestTo(first.rows, spot)
    .flatMap((row) => ofRow(first, row, types))
    .slice(0, limit)
}
