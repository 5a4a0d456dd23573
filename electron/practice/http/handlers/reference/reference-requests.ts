import { err, ok, type Result } from '../../../../../shared/domain/result.js'
import type { ExchangeDay } from '../../../../../shared/domain/market/exchange-time.js'
import { CODES } from '../../../../../shared/wire/errors.js'
import type { Listing } from '../../../market/securities/market-types.js'
import type { CompanyFacts } from '../../../reference/company-facts.js'
import type { FundFacts } from '../../../reference/fund-facts.js'
import { dayOf } from '../../../reference/reference.js'
import type { Books } from '../../../reference/statements.js'
import type { Services } from '../../operations/services.js'
import { refused, type Refusal } from '../../message/refusal.js'
import { findListings } from '../market-data/market-requests.js'

/** A listed symbol and the current day in New York. */
export interface Subject {
  readonly listing: Listing
  readonly today: ExchangeDay
}
export interface Company extends Subject {
  readonly facts: CompanyFacts
  readonly books: Books
}
export interface Fund extends Subject {
  readonly facts: FundFacts
}

const none = (symbol: string, subject: string): Result<never, Refusal> =>
  err(refused(CODES.unsupportedSymbol, `invalid symbols: [${symbol}]: not a ${subject}.`))

export function subjectOf({ market, now }: Services, symbol: string): Result<Subject, Refusal> {
  const found = findListings(market, [symbol])
  if (!found.ok) return found
  const listing = found.value[0]
  return listing === undefined
    ? none(symbol, 'listed symbol')
    : ok({ listing, today: dayOf(now()) })
}

/** Finds a company; refuses funds, which have no financial statements. */
export function companyOf(services: Services, symbol: string): Result<Company, Refusal> {
  const subject = subjectOf(services, symbol)
  if (!subject.ok) return subject
  const [facts, books] = [services.reference.company(symbol), services.reference.booksOf(symbol)]
  return facts === undefined || books === undefined
    ? none(symbol, 'company')
    : ok({ ...subject.value, facts, books })
}

/** Finds a fund; refuses companies. */
export function fundOf(services: Services, symbol: string): Result<Fund, Refusal> {
  const subject = subjectOf(services, symbol)
  if (!subject.ok) return subject
  const facts = services.reference.fund(symbol)
  return facts === undefined ? none(symbol, 'fund') : ok({ ...subject.value, facts })
}
