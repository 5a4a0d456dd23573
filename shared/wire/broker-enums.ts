/**
 * Enumerations of the Broker API (contract/broker.md). Where only the kind of value is published,
 * the members are ours: see `ASSUMPTIONS.broker`.
 */
export const W_FORM_CODES = [
  'NEW_ACCOUNT_BASIC_FORM',
  'BROKERAGE_ADDITIONAL_FORM',
  'EVENT_CONTRACT_ADDITIONAL_FORM',
] as const
export const W_RESTRICTION_CODES = [
  'RISK',
  'TRADING',
  'TRADING_STOCK_ETF',
  'TRADING_FRACTIONAL',
  'TRADING_OPTIONS',
  'TRADING_EVENT',
  'TRADING_OTC',
  'TRADING_OVERNIGHT',
  'ACCOUNT_LINKING',
  'FUNDING_ACH',
  'FUNDING_DEBIT_CARD',
  'FUNDING_DIRECT_DEPOSIT',
  'WITHDRAWAL',
  'TRANSFER_ACATS_IN',
  'TRANSFER_ACATS_OUT',
] as const
/**
 * contract/broker.md, seed: the agreements that a Brokerage account needs, and those that our forms
 * add.
 */
export const W_AGREEMENT_CODES = [
  'CUSTOMER_AGREEMENT',
  'PRIVACY_POLICY',
  'ELECTRONIC_DELIVERY_CONSENT',
  'OTC_AGREEMENT',
  'FRACTIONAL_SHARES_AGREEMENT',
  'DAY_TRADING_RISK_DISCLOSURE',
  'EXTENDED_HOURS_TRADING_DISCLOSURE',
  'LOW_PRICED_SECURITIES_ALERT',
  'MARGIN_AGREEMENT',
  'EVENT_CONTRACT_AGREEMENT',
  'EVENT_CONTRACT_RISK_DISCLOSURE',
] as const
export const W_APPLICATION_STATUSES = ['PENDING', 'RESUBMIT', 'APPROVED', 'REJECTED'] as const
export const W_RESUBMISSION_CODES = ['IDENTITY_DOCUMENT', 'AFFILIATION_LETTER'] as const
export const W_DOCUMENT_TYPES = [
  'PASSPORT',
  'DRIVERS_LICENSE',
  'NATIONAL_ID',
  'PROOF_OF_ADDRESS',
  'AFFILIATION_LETTER',
  'BANK_STATEMENT',
  'OTHER',
] as const
export const W_DOCUMENT_CONTENT = ['application/pdf', 'image/jpeg', 'image/png'] as const
export const W_BANK_ACCOUNT_TYPES = ['CHECKING', 'SAVINGS'] as const
export const W_RELATIONSHIP_STATUSES = ['PENDING', 'APPROVED', 'CANCELLED'] as const
export const W_FUNDING_METHODS = ['ACH', 'WIRE'] as const
export const W_INSTANT_FUNDING_STATUSES = ['GRANTED', 'REPAID', 'REVERSED'] as const
export const W_CREDIT_TYPES = ['PROMOTION', 'GOODWILL', 'CORRECTION'] as const
export const W_FEE_TYPES = ['WIRE_FEE', 'RETURNED_PAYMENT', 'ADVISORY_FEE', 'OTHER'] as const
/**
 * contract/broker.md, Event push: its modules. Only `APPLICATION` is published as a word, see
 * `ASSUMPTIONS.brokerPush`.
 */
export const W_BROKER_EVENTS = [
  'APPLICATION',
  'ACCOUNT',
  'FUNDING',
  'FEES_CREDITS',
  'JOURNAL',
  'MASTER_DATA',
  'INSTRUMENT',
  'TRADE',
  'CORPORATE_ACTION',
  'EVENT_CONTRACT',
  'SOD',
] as const
export const W_MASTER_DATA_TYPES = [
  'COUNTRY',
  'STATE',
  'MARITAL_STATUS',
  'EMPLOYMENT_STATUS',
  'INCOME_RANGE',
  'NET_WORTH_RANGE',
  'FUNDS_SOURCE',
  'INVESTMENT_OBJECTIVE',
  'RISK_TOLERANCE',
  'INVESTMENT_EXPERIENCE',
  'RELATIONSHIP',
  'IDENTITY_TYPE',
  'DOCUMENT_TYPE',
  'ACCOUNT_TYPE',
  'AGREEMENT',
  'FORM',
  'RESTRICTION',
  'RESUBMISSION',
  'BANK_ACCOUNT_TYPE',
  'CREDIT_TYPE',
  'FEE_TYPE',
] as const
