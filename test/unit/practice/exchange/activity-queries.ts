import { add, dec, type Decimal } from '../../../../shared/domain/decimal.js'
import { MARGIN, value, type ExchangeFixture } from './exchange-fixture.js'

/** Adds up decimal amounts. */
export const sumOf = (values: readonly string[]): Decimal =>
  values.reduce((total, item) => add(total, dec(item)), dec('0'))
/** The refusal of a query with an invalid parameter. */
export const refused = { ok: false, error: { status: 417, code: 'INVALID_PARAMETER' } }
/** Queries the cash activities of an account. */
export const cashActivities = (
  fixture: ExchangeFixture,
  over: {
    readonly types?: readonly string[]
    readonly startTime?: string
    readonly endTime?: string
  } = {},
  accountId = MARGIN,
) => value(fixture.exchange.cashActivities({ accountId, types: [], ...over }))
/** Queries the executions of the margin account. */
export const executions = (
  fixture: ExchangeFixture,
  over: {
    readonly clientOrderId?: string
    readonly startDate?: string
    readonly endDate?: string
  } = {},
) => value(fixture.exchange.executions({ accountId: MARGIN, ...over }))
/** The filters of a query for all transfers. */
export const NO_FILTERS = { methods: [], statuses: [], acatsTypes: [] }
