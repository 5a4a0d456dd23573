import { BROKER_ACCOUNT_OPERATIONS } from './broker-accounts.js'
import { FUNDING_OPERATIONS } from './broker-funding.js'
import { BROKER_EVENT_OPERATIONS } from './broker-events.js'
import { BROKER_INSTRUMENT_OPERATIONS } from './broker-instruments.js'
import { BROKER_LEDGER_OPERATIONS } from './broker-ledger.js'
import { ONBOARDING_OPERATIONS } from './broker-onboarding.js'
import { BROKER_ORDER_OPERATIONS } from './broker-orders.js'

/** The operations of the Broker API that are implemented. */
export const BROKER_OPERATIONS = [
  ...ONBOARDING_OPERATIONS,
  ...BROKER_ACCOUNT_OPERATIONS,
  ...FUNDING_OPERATIONS,
  ...BROKER_LEDGER_OPERATIONS,
  ...BROKER_ORDER_OPERATIONS,
  ...BROKER_INSTRUMENT_OPERATIONS,
  ...BROKER_EVENT_OPERATIONS,
] as const
