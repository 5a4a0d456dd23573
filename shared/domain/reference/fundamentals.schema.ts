import { z } from 'zod'
import { zSymbol } from '../scalars.schema.js'
import { COMPANY_SECTIONS, REPORT_PERIODS } from './fundamentals.js'
import { asReadonly } from '../readonly-schema.js'

/** What is read; `reports` is the period of statements and indicators. */
export const CompanyQuery = asReadonly(
  z.strictObject({
    symbol: zSymbol,
    section: z.enum(COMPANY_SECTIONS),
    reports: z.enum(REPORT_PERIODS),
  }),
)
export type CompanyQuery = z.output<typeof CompanyQuery>
