import { add, dec, type Decimal } from '../../../../shared/domain/decimal.js'
import { ExchangeFixture, MARGIN, value } from './exchange-fixture.js'

export const sum = (values: readonly string[]): Decimal =>
  values.reduce((total, item) => add(total, dec(item)), dec('0'))
export const refused = { ok: false, error: { status: 417, code: 'INVALID_PARAMETER' } }
export const cash = (
  fixture: ExchangeFixture,
  over: {
    readonly types?: readonly string[]
    readonly startTime?: string
    readonly endTime?: string
  } = {},
  accountId = MARGIN,
) => value(fixture.exchange.cashActivities({ accountId, types: [], ...over }))
export const executions = (
  fixture: ExchangeFixture,
  over: {
    readonly clientOrderId?: string
    readonly startDate?: string
    readonly endDate?: string
  } = {},
) => value(fixture.exchange.executions({ accountId: MARGIN, ...over }))
export const NO_FILTERS = { methods: [], statuses: [], acatsTypes: [] }
