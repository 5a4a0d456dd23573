import type { z } from 'zod'
import { exchangeClock } from '../../../shared/domain/market/exchange-time.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { CODES } from '../../../shared/wire/errors.js'
import type { zFilledForm } from '../../../shared/wire/families/broker/broker-accounts.js'
import { refuse, type Refusal } from '../exchange/api/refusals.js'
import {
  zBasicForm,
  zBrokerageForm,
  zEventForm,
  type BasicForm,
  type BrokerageForm,
  type EventForm,
  type SignedAgreement,
} from './form-schemas.js'
import { AGREEMENT_VERSION, FORM_VERSION, requiredAgreements, type FormCode } from './forms.js'

export type FilledForm = z.output<typeof zFilledForm>

/** The forms of one request, checked. */
export interface Filled {
  readonly basic: BasicForm | null
  readonly brokerage: BrokerageForm | null
  readonly event: EventForm | null
}

const ADULT_YEARS = 18
export const wrong = (message: string): Refusal => refuse(CODES.invalidParameter, message)

function dataOf(form: FilledForm): Result<unknown, Refusal> {
  if (typeof form.json_data !== 'string') return ok(form.json_data)
  try {
    const value: unknown = JSON.parse(form.json_data)
    return ok(value)
  } catch {
    return err(wrong(`${form.form_info.form_code}: json_data is not JSON.`))
  }
}

function parse<T>(schema: z.ZodType<T>, form: FilledForm): Result<T, Refusal> {
  const data = dataOf(form)
  if (!data.ok) return data
  const parsed = schema.safeParse(data.value)
  if (parsed.success) return ok(parsed.data)
  const issue = parsed.error.issues[0]
  return err(
    wrong(
      `${form.form_info.form_code}.${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'does not fit'}`,
    ),
  )
}

function unsigned(
  form: FormCode,
  signed: readonly SignedAgreement[],
  margin: boolean,
): Refusal | null {
  const missing = requiredAgreements(form, margin).filter(
    (code) =>
      !signed.some(
        (agreement) => agreement.agreement_code === code && agreement.version === AGREEMENT_VERSION,
      ),
  )
  return missing.length === 0
    ? null
    : wrong(`${form}.agreements: missing ${missing.join(', ')} (version ${AGREEMENT_VERSION})`)
}

/** Returns the day on which a person born on `birth` comes of age. */
const comesOfAge = (birth: string): string =>
  `${Number(birth.slice(0, 4)) + ADULT_YEARS}${birth.slice(4)}`

function agreed(filled: Filled, now: EpochMs): Refusal | null {
  const { basic, brokerage, event } = filled
  if (basic !== null && comesOfAge(basic.customer_info.date_of_birth) > exchangeClock(now).day) {
    return wrong('NEW_ACCOUNT_BASIC_FORM.customer_info.date_of_birth: the customer is not of age')
  }
  return (
    (basic === null ? null : unsigned('NEW_ACCOUNT_BASIC_FORM', basic.agreements, false)) ??
    (brokerage === null
      ? null
      : unsigned(
          'BROKERAGE_ADDITIONAL_FORM',
          brokerage.agreements,
          brokerage.account_type === 'MARGIN',
        )) ??
    (event === null ? null : unsigned('EVENT_CONTRACT_ADDITIONAL_FORM', event.agreements, false))
  )
}

/**
 * Reads the forms of a request: each form once, of a known version, complete, with its agreements.
 * 417 INVALID_PARAMETER names the problem.
 */
export function readForms(forms: readonly FilledForm[], now: EpochMs): Result<Filled, Refusal> {
  const codes = forms.map((form) => form.form_info.form_code)
  if (new Set(codes).size !== codes.length) return err(wrong('forms: a form stands there twice.'))
  const old = forms.find((form) => form.form_info.version !== FORM_VERSION)
  if (old !== undefined) {
    return err(
      wrong(
        `${old.form_info.form_code}: version ${old.form_info.version.slice(0, 16)} is not in force.`,
      ),
    )
  }
  const filled: { -readonly [Form in keyof Filled]: Filled[Form] } = {
    basic: null,
    brokerage: null,
    event: null,
  }
  for (const form of forms) {
    const read = readOne(form)
    if (!read.ok) return read
    Object.assign(filled, read.value)
  }
  const problem = agreed(filled, now)
  return problem === null ? ok(filled) : err(problem)
}

function readOne(form: FilledForm): Result<Partial<Filled>, Refusal> {
  switch (form.form_info.form_code) {
    case 'NEW_ACCOUNT_BASIC_FORM': {
      const basic = parse(zBasicForm, form)
      return basic.ok ? ok({ basic: basic.value }) : basic
    }
    case 'BROKERAGE_ADDITIONAL_FORM': {
      const brokerage = parse(zBrokerageForm, form)
      return brokerage.ok ? ok({ brokerage: brokerage.value }) : brokerage
    }
    case 'EVENT_CONTRACT_ADDITIONAL_FORM': {
      const event = parse(zEventForm, form)
      return event.ok ? ok({ event: event.value }) : event
    }
  }
}
