import { z } from 'zod'
import {
  AUCTIONS,
  COMPANY_SECTIONS,
  FOOTPRINT_SPANS,
  REPORT_PERIODS,
  type CompanyQuery,
} from '../../domain/reference/fundamentals.js'
import { mirror } from '../../domain/readonly-schema.js'
import { zSymbol } from '../../domain/scalars.schema.js'

export const zCompanyQuery = mirror<CompanyQuery>()(
  z.strictObject({
    symbol: zSymbol,
    section: z.enum(COMPANY_SECTIONS),
    reports: z.enum(REPORT_PERIODS),
  }),
)
export const zFootprintSpan = z.enum(FOOTPRINT_SPANS)
export const zAuction = z.enum(AUCTIONS)
/** The most symbols of one news summary. */
export const MAX_NEWS_SYMBOLS = 50
