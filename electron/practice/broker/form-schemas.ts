import { z } from 'zod'
import { W_DOCUMENT_TYPES } from '../../../shared/wire/broker-enums.js'
import { W_ACCOUNT_TYPES } from '../../../shared/wire/enums.js'
import { IDENTITY_TYPES, codesOf, type DataType } from './master-data.js'

/**
 * Contents of the three forms. BROKER-2 lists the groups and confirmed members; the unlisted
 * members are what US brokers must know about a customer (FINRA rules 2090 and 4512, SEC rule
 * 17a-3).
 */
const text = z.string().trim().min(1).max(200)
const code = (type: DataType) => z.enum(codesOf(type))
const day = z.iso.date()
const name = z.string().trim().min(1).max(60)

const zAddress = z
  .object({
    country: code('COUNTRY'),
    state: z.string().trim().min(1).max(60),
    city: name,
    street: text,
    postal_code: z.string().trim().min(3).max(12),
    // Optional since a change of the API; these three were once required (BROKER-2).
    neighborhood_code: text.optional(),
    apartment_number: text.optional(),
    building_number: text.optional(),
  })
  .refine(({ country, state }) => country !== 'US' || codesOf('STATE').includes(state), {
    path: ['state'],
    message: 'not a state of the US',
  })

const zCustomer = z.object({
  first_name: name,
  middle_name: name.optional(),
  last_name: name,
  date_of_birth: day,
  marital_status: code('MARITAL_STATUS').optional(),
  // An integer; once a string (BROKER-2).
  num_dependents: z.int().min(0).max(99).optional(),
  country_of_citizenship: code('COUNTRY'),
  identity_type: z.enum(IDENTITY_TYPES),
  identity_number: z.string().trim().min(5).max(20),
})

const zContact = z.object({
  email: z.email(),
  phone_number: z.string().regex(/^\+\d{7,15}$/, 'a number with its country code, +…'),
  residential_address: zAddress,
  mailing_address: zAddress.optional(),
})
const zTrusted = z.object({
  first_name: name,
  last_name: name,
  relationship: code('RELATIONSHIP'),
  email: z.email().optional(),
  phone_number: text.optional(),
})
const zEmployment = z
  .object({
    employment_status: code('EMPLOYMENT_STATUS'),
    employer_name: text.optional(),
    occupation: text.optional(),
  })
  .refine(
    ({ employment_status: status, employer_name: employer }) =>
      status !== 'EMPLOYED' || employer !== undefined,
    { path: ['employer_name'], message: 'required of the employed' },
  )
const zFinancial = z.object({
  annual_income: code('INCOME_RANGE'),
  liquid_net_worth: code('NET_WORTH_RANGE'),
  total_net_worth: code('NET_WORTH_RANGE'),
  funds_source: z.array(code('FUNDS_SOURCE')).min(1),
})
const zDisclosure = z.object({
  is_affiliated: z.boolean(),
  is_control_person: z.boolean(),
  is_politically_exposed: z.boolean(),
})
const zTax = z.object({
  tax_residence: code('COUNTRY'),
  tax_id: z.string().trim().min(5).max(20),
  is_subject_to_backup_withholding: z.boolean(),
})
/** All fields of the W8BEN form are mandatory. */
const zW8ben = z.object({
  full_name: text,
  date_of_birth: day,
  country_of_citizenship: code('COUNTRY'),
  permanent_address: text,
  permanent_country: code('COUNTRY'),
  mailing_address: text,
  mailing_country: code('COUNTRY'),
  foreign_tax_id: z.string().trim().min(5).max(20),
  treaty_country: code('COUNTRY'),
  signature_name: text,
  signature_date: day,
  signer_capacity: text,
})
/** One agreement that the customer accepted. */
const zSigned = z.object({
  agreement_code: z.string().min(1),
  version: z.string().min(1),
  accepted_at: z.iso.datetime({ offset: true }),
})
const zAttachment = z.object({
  document_id: z.string().min(1),
  document_type: z.enum(W_DOCUMENT_TYPES),
})

export const zBasicForm = z
  .object({
    customer_info: zCustomer,
    contact_info: zContact,
    trusted_contact_info: zTrusted.optional(),
    employment_info: zEmployment,
    financial_info: zFinancial,
    disclosure_info: zDisclosure,
    tax_info: zTax,
    w8ben_info: zW8ben.optional(),
    additional_infos: z
      .array(z.object({ code: text, value: text }))
      .max(50)
      .optional(),
    document_attachments: z.array(zAttachment).max(20).optional(),
    agreements: z.array(zSigned).min(1),
  })
  .refine(
    ({ tax_info: tax, w8ben_info: w8ben }) => tax.tax_residence === 'US' || w8ben !== undefined,
    { path: ['w8ben_info'], message: 'required of customers who are not tax residents of the US' },
  )

export const zBrokerageForm = z.object({
  account_type: z.enum(W_ACCOUNT_TYPES),
  investment_objective: code('INVESTMENT_OBJECTIVE'),
  risk_tolerance: code('RISK_TOLERANCE'),
  investment_experience: code('INVESTMENT_EXPERIENCE'),
  agreements: z.array(zSigned).min(1),
})

export const zEventForm = z.object({
  investment_experience: code('INVESTMENT_EXPERIENCE'),
  // True when the event contracts share the buying power of the brokerage side of the account
  // (BROKER-2).
  is_bp_shared: z.boolean().optional(),
  agreements: z.array(zSigned).min(1),
})

export type BasicForm = z.infer<typeof zBasicForm>
export type BrokerageForm = z.infer<typeof zBrokerageForm>
export type EventForm = z.infer<typeof zEventForm>
export type SignedAgreement = z.infer<typeof zSigned>
