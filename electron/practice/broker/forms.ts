import { z } from 'zod'
import type { W_AGREEMENT_CODES, W_FORM_CODES } from '../../../shared/wire/broker-enums.js'
import { zBasicForm, zBrokerageForm, zEventForm } from './form-schemas.js'

export type FormCode = (typeof W_FORM_CODES)[number]
export type AgreementCode = (typeof W_AGREEMENT_CODES)[number]

export const FORM_VERSION = '1.0'
export const AGREEMENT_VERSION = '1.0'
/** When the forms of this exchange came into force. */
export const FORMS_VALID_FROM = '2026-01-02'

const FORM_NAMES: Readonly<Record<FormCode, string>> = {
  NEW_ACCOUNT_BASIC_FORM: 'New account: the customer',
  BROKERAGE_ADDITIONAL_FORM: 'Brokerage account',
  EVENT_CONTRACT_ADDITIONAL_FORM: 'Event contract account',
}
const CONTENT: Readonly<Record<FormCode, z.ZodType>> = {
  NEW_ACCOUNT_BASIC_FORM: zBasicForm,
  BROKERAGE_ADDITIONAL_FORM: zBrokerageForm,
  EVENT_CONTRACT_ADDITIONAL_FORM: zEventForm,
}

/** The record of a form (BROKER-1, Forms). */
export interface FormRecord {
  readonly form_code: FormCode
  readonly version: string
  readonly name: string
  readonly status: 'ACTIVE'
}

export const formRecord = (code: FormCode): FormRecord => ({
  form_code: code,
  version: FORM_VERSION,
  name: FORM_NAMES[code],
  status: 'ACTIVE',
})
export const allForms = (): readonly FormRecord[] =>
  (Object.keys(FORM_NAMES) as FormCode[]).map(formRecord)

/** Returns the JSON Schema of a form's data, generated from the schema that checks it. */
export const formContent = (code: FormCode): unknown =>
  z.toJSONSchema(CONTENT[code], { io: 'input' })

interface Agreement {
  readonly name: string
  readonly form: FormCode
  /** `margin`: required for margin accounts only. */
  readonly required: 'always' | 'margin'
  readonly text: string
}

const says = (
  name: string,
  form: FormCode,
  text: string,
  required: Agreement['required'] = 'always',
): Agreement => ({ name, form, text, required })

/**
 * The required agreements of a Brokerage account include the five from OTC to low-priced
 * securities. The texts are written for a practice exchange.
 */
const AGREEMENTS: Readonly<Record<AgreementCode, Agreement>> = {
  CUSTOMER_AGREEMENT: says(
    'Customer Agreement',
    'NEW_ACCOUNT_BASIC_FORM',
    'The customer opens a practice account. No money and no securities in it are real.',
  ),
  PRIVACY_POLICY: says(
    'Privacy Policy',
    'NEW_ACCOUNT_BASIC_FORM',
    'What is entered here stays on this computer, in the data folder of the practice exchange.',
  ),
  ELECTRONIC_DELIVERY_CONSENT: says(
    'Electronic Delivery Consent',
    'NEW_ACCOUNT_BASIC_FORM',
    'The customer takes all records through this interface and none on paper.',
  ),
  OTC_AGREEMENT: says(
    'OTC Agreement',
    'BROKERAGE_ADDITIONAL_FORM',
    'Securities traded over the counter may be thinly traded and may tell little about themselves.',
  ),
  FRACTIONAL_SHARES_AGREEMENT: says(
    'Fractional Shares Agreement',
    'BROKERAGE_ADDITIONAL_FORM',
    'Fractions of a share are held on the books of the broker and cannot be transferred to another one.',
  ),
  DAY_TRADING_RISK_DISCLOSURE: says(
    'Day-Trading Risk Disclosure',
    'BROKERAGE_ADDITIONAL_FORM',
    'Day trading can be extremely risky and is not suited to those of limited means or experience.',
  ),
  EXTENDED_HOURS_TRADING_DISCLOSURE: says(
    'Extended Hours Trading Disclosure',
    'BROKERAGE_ADDITIONAL_FORM',
    'Outside of regular hours there is less liquidity, more volatility and wider spreads.',
  ),
  LOW_PRICED_SECURITIES_ALERT: says(
    'Low-Priced Securities Alert',
    'BROKERAGE_ADDITIONAL_FORM',
    'Low-priced securities are open to manipulation and may lose all of their value.',
  ),
  MARGIN_AGREEMENT: says(
    'Margin Agreement',
    'BROKERAGE_ADDITIONAL_FORM',
    'Securities bought on margin secure the loan, and may be sold without notice to meet a margin call.',
    'margin',
  ),
  EVENT_CONTRACT_AGREEMENT: says(
    'Event Contract Agreement',
    'EVENT_CONTRACT_ADDITIONAL_FORM',
    'An event contract settles at one dollar or at nothing.',
  ),
  EVENT_CONTRACT_RISK_DISCLOSURE: says(
    'Event Contract Risk Disclosure',
    'EVENT_CONTRACT_ADDITIONAL_FORM',
    'The whole price of an event contract can be lost.',
  ),
}

const entries = Object.entries(AGREEMENTS) as readonly [AgreementCode, Agreement][]

/**
 * The record of an agreement (BROKER-1, Agreements). One that only margin accounts need is listed
 * as not required.
 */
export interface AgreementRecord {
  readonly agreement_code: AgreementCode
  readonly version: string
  readonly name: string
  readonly form_code: FormCode
  readonly required: boolean
}

const record = (code: AgreementCode, { name, form, required }: Agreement): AgreementRecord => ({
  agreement_code: code,
  version: AGREEMENT_VERSION,
  name,
  form_code: form,
  required: required === 'always',
})

export const allAgreements = (form?: FormCode): readonly AgreementRecord[] =>
  entries
    .filter(([, agreement]) => form === undefined || agreement.form === form)
    .map(([code, agreement]) => record(code, agreement))

/** Returns one agreement with its text; null when there is none of that code. */
export function agreementText(
  code: string,
): (AgreementRecord & { readonly content: string }) | null {
  const found = entries.find(([known]) => known === code)
  return found === undefined
    ? null
    : { ...record(...found), content: `${found[1].name}\n\n${found[1].text}` }
}

/** Returns the agreements that a form must include; for a margin account also those of margin. */
export const requiredAgreements = (form: FormCode, margin: boolean): readonly AgreementCode[] =>
  entries
    .filter(
      ([, agreement]) => agreement.form === form && (margin || agreement.required === 'always'),
    )
    .map(([code]) => code)
