import type { Operation, RequestOf, ResponseOf } from '../../../../shared/wire/operation.js'
import {
  startExchange,
  type TestExchange,
  type TestExchangeOptions,
} from '../support/test-exchange.js'
import type { Reply } from '../client/http-client.js'
import { BROKER_ACCOUNT_OPERATIONS } from '../../../../shared/wire/families/broker/broker-accounts.js'

/** An exchange whose calls go to the Broker API's host, with a signature and without a token. */
export interface BrokerFixture {
  readonly exchange: TestExchange
  raw<O extends Operation>(operation: O, request: unknown): Promise<Reply>
  /** Returns the answer, parsed with the operation's schema. */
  call<O extends Operation>(operation: O, request: RequestOf<O>): Promise<ResponseOf<O>>
  /** Returns status and error code of a refusal. */
  refusal<O extends Operation>(operation: O, request: unknown): Promise<readonly [number, unknown]>
  /** Advances the exchange time. */
  advanceTime(ms: number): Promise<void>
  now(): Promise<number>
  close(): Promise<void>
}

export async function startBroker(options: TestExchangeOptions = {}): Promise<BrokerFixture> {
  return brokerFixtureOf(withoutToken(await startExchange(options)))
}

/** Returns an exchange whose client signs but sends no token, as institutions do. */
export function withoutToken(exchange: TestExchange): TestExchange {
  exchange.client.token = null
  return exchange
}

/** Returns the Broker API of an exchange whose client is {@link withoutToken}. */
export function brokerFixtureOf(exchange: TestExchange): BrokerFixture {
  const raw = (operation: Operation, request: unknown): Promise<Reply> => {
    const base = exchange.practice.ready.hosts.broker
    return operation.method === 'GET'
      ? exchange.client.signed({
          base,
          path: operation.path,
          query: Object.entries(request as Record<string, string>),
        })
      : exchange.client.signed({ base, path: operation.path, json: request })
  }
  const clock = async (to?: number) =>
    (
      (await exchange.practice.command({
        command: 'clock',
        ...(to === undefined ? {} : { to }),
      })) as {
        exchangeTime: number
      }
    ).exchangeTime
  return {
    exchange,
    raw,
    call: async (operation, request) => {
      const reply = await raw(operation, request)
      if (reply.status !== 200) throw new Error(`${operation.id}: ${reply.status} ${reply.text}`)
      return operation.response.parse(reply.json) as never
    },
    refusal: async (operation, request) => {
      const reply = await raw(operation, request)
      return [reply.status, (reply.json as { error_code?: string } | undefined)?.error_code]
    },
    advanceTime: async (ms) => {
      await clock((await clock()) + ms)
    },
    now: () => clock(),
    close: () => exchange.close(),
  }
}

const signed = (...codes: string[]) =>
  codes.map((agreement_code) => ({
    agreement_code,
    version: '1.0',
    accepted_at: '2026-11-20T15:00:00Z',
  }))
const address = {
  country: 'US',
  state: 'NY',
  city: 'New York',
  street: '11 Wall Street',
  postal_code: '10005',
}

/** Returns the form of a complete customer; `change` is merged over its groups. */
export const basic = (change: Record<string, unknown> = {}) => ({
  form_info: { form_code: 'NEW_ACCOUNT_BASIC_FORM' as const, version: '1.0' },
  json_data: {
    customer_info: {
      first_name: 'Ada',
      last_name: 'King',
      date_of_birth: '1985-12-10',
      num_dependents: 2,
      country_of_citizenship: 'US',
      identity_type: 'SSN',
      identity_number: '123456789',
    },
    contact_info: {
      email: 'ada@example.com',
      phone_number: '+12125550100',
      residential_address: address,
    },
    employment_info: { employment_status: 'EMPLOYED', employer_name: 'Analytical Engines' },
    financial_info: {
      annual_income: 'FROM_100K_TO_250K',
      liquid_net_worth: 'FROM_100K_TO_250K',
      total_net_worth: 'FROM_250K_TO_1M',
      funds_source: ['SALARY'],
    },
    disclosure_info: {
      is_affiliated: false,
      is_control_person: false,
      is_politically_exposed: false,
    },
    tax_info: { tax_residence: 'US', tax_id: '123456789', is_subject_to_backup_withholding: false },
    agreements: signed('CUSTOMER_AGREEMENT', 'PRIVACY_POLICY', 'ELECTRONIC_DELIVERY_CONSENT'),
    ...change,
  },
})

export const BROKERAGE_AGREEMENTS = [
  'OTC_AGREEMENT',
  'FRACTIONAL_SHARES_AGREEMENT',
  'DAY_TRADING_RISK_DISCLOSURE',
  'EXTENDED_HOURS_TRADING_DISCLOSURE',
  'LOW_PRICED_SECURITIES_ALERT',
]
export const brokerage = (
  type: 'CASH' | 'MARGIN' = 'CASH',
  agreements = type === 'MARGIN'
    ? [...BROKERAGE_AGREEMENTS, 'MARGIN_AGREEMENT']
    : BROKERAGE_AGREEMENTS,
) => ({
  form_info: { form_code: 'BROKERAGE_ADDITIONAL_FORM' as const, version: '1.0' },
  json_data: {
    account_type: type,
    investment_objective: 'GROWTH',
    risk_tolerance: 'MODERATE',
    investment_experience: 'GOOD',
    agreements: signed(...agreements),
  },
})
export const event = (shared?: boolean) => ({
  form_info: { form_code: 'EVENT_CONTRACT_ADDITIONAL_FORM' as const, version: '1.0' },
  json_data: JSON.stringify({
    investment_experience: 'GOOD',
    ...(shared === undefined ? {} : { is_bp_shared: shared }),
    agreements: signed('EVENT_CONTRACT_AGREEMENT', 'EVENT_CONTRACT_RISK_DISCLOSURE'),
  }),
})

let requests = 0
export const requestId = (): string => `request-${(requests += 1)}`

/** Applies for an account and returns the application after the review. */
export async function apply(
  broker: BrokerFixture,
  request: Omit<
    RequestOf<typeof BROKER_ACCOUNT_OPERATIONS.createBrokerAccount>,
    'client_request_id'
  >,
) {
  const { application_id } = await broker.call(BROKER_ACCOUNT_OPERATIONS.createBrokerAccount, {
    client_request_id: requestId(),
    ...request,
  })
  await broker.advanceTime(6_000)
  return broker.call(BROKER_ACCOUNT_OPERATIONS.getApplication, { application_id })
}

/** Opens an account and returns its id. */
export async function opened(
  broker: BrokerFixture,
  type: 'CASH' | 'MARGIN' = 'CASH',
  customer: Record<string, unknown> = {},
): Promise<string> {
  const { account_id } = await apply(broker, { forms: [basic(customer), brokerage(type)] })
  if (account_id === null) throw new Error('the account was not opened')
  return account_id
}
