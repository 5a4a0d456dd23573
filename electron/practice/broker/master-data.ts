import { W_ACCOUNT_TYPES } from '../../../shared/wire/enums.js'
import {
  W_AGREEMENT_CODES,
  W_BANK_ACCOUNT_TYPES,
  W_CREDIT_TYPES,
  W_DOCUMENT_TYPES,
  W_FEE_TYPES,
  W_FORM_CODES,
  W_RESTRICTION_CODES,
  W_RESUBMISSION_CODES,
  type W_MASTER_DATA_TYPES,
} from '../../../shared/wire/broker-enums.js'

/** The enumeration that a form field takes its codes from. */
export type DataType = (typeof W_MASTER_DATA_TYPES)[number]

/** One row of an enumeration (BROKER-1, Master data). */
export interface EnumRow {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly parent_code: string | null
}

const COUNTRIES =
  'US United States|AR Argentina|AU Australia|AT Austria|BE Belgium|BR Brazil|CA Canada|CL Chile|CN China|CO Colombia|CZ Czechia|DK Denmark|FI Finland|FR France|DE Germany|GR Greece|HK Hong Kong|HU Hungary|IN India|ID Indonesia|IE Ireland|IL Israel|IT Italy|JP Japan|MY Malaysia|MX Mexico|NL Netherlands|NZ New Zealand|NO Norway|PE Peru|PH Philippines|PL Poland|PT Portugal|RO Romania|SG Singapore|ZA South Africa|KR South Korea|ES Spain|SE Sweden|CH Switzerland|TW Taiwan|TH Thailand|TR Türkiye|AE United Arab Emirates|GB United Kingdom|VN Vietnam'
const STATES =
  'AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming'

type Member = readonly [code: string, name: string]
const split = (text: string): readonly Member[] =>
  text.split('|').map((entry) => [entry.slice(0, 2), entry.slice(3)])
/** Formats "FUNDING_ACH" as "Funding ach". */
const spoken = (code: string): string =>
  code.charAt(0) + code.slice(1).toLowerCase().replaceAll('_', ' ')
const plain = (codes: readonly string[]): readonly Member[] =>
  codes.map((code) => [code, spoken(code)])

export const IDENTITY_TYPES = ['SSN', 'ITIN', 'PASSPORT'] as const
const RANGES = [
  'UNDER_25K',
  'FROM_25K_TO_50K',
  'FROM_50K_TO_100K',
  'FROM_100K_TO_250K',
  'FROM_250K_TO_1M',
  'OVER_1M',
] as const

const MEMBERS: Readonly<Record<DataType, readonly Member[]>> = {
  COUNTRY: split(COUNTRIES),
  STATE: split(STATES),
  MARITAL_STATUS: plain(['SINGLE', 'MARRIED', 'DIVORCED', 'WIDOWED']),
  EMPLOYMENT_STATUS: plain(['EMPLOYED', 'SELF_EMPLOYED', 'UNEMPLOYED', 'RETIRED', 'STUDENT']),
  INCOME_RANGE: plain(RANGES),
  NET_WORTH_RANGE: plain(RANGES),
  FUNDS_SOURCE: plain([
    'SALARY',
    'SAVINGS',
    'INVESTMENTS',
    'INHERITANCE',
    'BUSINESS',
    'PENSION',
    'FAMILY',
  ]),
  INVESTMENT_OBJECTIVE: plain(['CAPITAL_PRESERVATION', 'INCOME', 'GROWTH', 'SPECULATION']),
  RISK_TOLERANCE: plain(['LOW', 'MODERATE', 'HIGH']),
  INVESTMENT_EXPERIENCE: plain(['NONE', 'LIMITED', 'GOOD', 'EXTENSIVE']),
  RELATIONSHIP: plain(['SPOUSE', 'PARENT', 'CHILD', 'SIBLING', 'FRIEND', 'OTHER']),
  IDENTITY_TYPE: plain(IDENTITY_TYPES),
  DOCUMENT_TYPE: plain(W_DOCUMENT_TYPES),
  ACCOUNT_TYPE: plain(W_ACCOUNT_TYPES),
  AGREEMENT: plain(W_AGREEMENT_CODES),
  FORM: plain(W_FORM_CODES),
  RESTRICTION: plain(W_RESTRICTION_CODES),
  RESUBMISSION: plain(W_RESUBMISSION_CODES),
  BANK_ACCOUNT_TYPE: plain(W_BANK_ACCOUNT_TYPES),
  CREDIT_TYPE: plain(W_CREDIT_TYPES),
  FEE_TYPE: plain(W_FEE_TYPES),
}

const parentOf = (type: DataType): string | null => (type === 'STATE' ? 'US' : null)

/** Returns the rows of one enumeration. States belong to the country US. */
export const enumRows = (type: DataType): readonly EnumRow[] =>
  MEMBERS[type].map(([code, name]) => ({
    id: `${type}_${code}`,
    code,
    name,
    parent_code: parentOf(type),
  }))

/** Returns the codes of one enumeration, for the forms' fields; never empty. */
export const codesOf = (type: DataType): [string, ...string[]] => {
  const [first = '', ...rest] = MEMBERS[type].map(([code]) => code)
  return [first, ...rest]
}
