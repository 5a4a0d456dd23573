import { describe, expect, it } from 'vitest'
import { BROKER_ACCOUNT_OPERATIONS } from '../../../../shared/wire/families/broker/broker-accounts.js'
import { ONBOARDING_OPERATIONS } from '../../../../shared/wire/families/broker/broker-onboarding.js'
import { sharedBroker } from './shared-broker.js'
import {
  BROKERAGE_AGREEMENTS,
  apply,
  basic,
  brokerage,
  event,
  opened,
  requestId,
  startBroker,
} from './broker-fixture.js'

const broker = sharedBroker()

const REFUSED = [417, 'INVALID_PARAMETER']
const create = (forms: readonly unknown[], more: Record<string, unknown> = {}) =>
  broker.refusal(BROKER_ACCOUNT_OPERATIONS.createBrokerAccount, {
    client_request_id: requestId(),
    forms,
    ...more,
  })
const codes = async (account_id: string) =>
  (
    await broker.call(BROKER_ACCOUNT_OPERATIONS.getBrokerAccount, { account_id })
  ).restrict_infos?.map((row) => row.restriction_code)
const customer = (change: Record<string, unknown>) => ({
  ...basic().json_data.customer_info,
  ...change,
})

const W8BEN = {
  full_name: 'Ada King',
  date_of_birth: '1985-12-10',
  country_of_citizenship: 'GB',
  permanent_address: '12 St James Square',
  permanent_country: 'GB',
  mailing_address: '12 St James Square',
  mailing_country: 'GB',
  foreign_tax_id: 'QQ123456C',
  treaty_country: 'GB',
  signature_name: 'Ada King',
  signature_date: '2026-11-20',
  signer_capacity: 'Individual',
}
const foreign = {
  customer_info: customer({
    country_of_citizenship: 'GB',
    identity_type: 'PASSPORT',
    identity_number: '987654321',
  }),
  tax_info: { tax_residence: 'GB', tax_id: 'QQ123456C', is_subject_to_backup_withholding: false },
  w8ben_info: W8BEN,
}

describe('opening an account', () => {
  it('accepts all three forms at once and returns them in the detail', async () => {
    const client_request_id = requestId()
    const { application_id } = await broker.call(BROKER_ACCOUNT_OPERATIONS.createBrokerAccount, {
      client_request_id,
      forms: [basic(), brokerage('MARGIN'), event(true)],
    })
    expect(
      await broker.call(BROKER_ACCOUNT_OPERATIONS.getApplication, { application_id }),
    ).toMatchObject({
      status: 'PENDING',
      account_id: null,
      client_request_id,
    })
    await broker.advanceTime(6_000)
    const detail = await broker.call(BROKER_ACCOUNT_OPERATIONS.getApplication, { application_id })
    expect(detail).toMatchObject({
      status: 'APPROVED',
      customer_info: { num_dependents: 2, last_name: 'King' },
      contact_info: { email: 'ada@example.com' },
      is_bp_shared: true,
      resubmission_codes: [],
    })
    const account = await broker.call(BROKER_ACCOUNT_OPERATIONS.getBrokerAccount, {
      account_id: detail.account_id ?? '',
    })
    expect(account).toMatchObject({
      account_id: detail.account_id,
      account_number: detail.account_number,
      account_type: 'MARGIN',
      restrict_infos: [],
    })
  })

  it('adds the other account type later, by related_account_id', async () => {
    const first = await apply(broker, { forms: [basic(), event()] })
    const account_id = first.account_id ?? ''
    expect(await codes(account_id)).toEqual(['TRADING_STOCK_ETF'])
    const added = await apply(broker, { related_account_id: account_id, forms: [brokerage()] })
    expect(added).toMatchObject({
      status: 'APPROVED',
      account_id,
      account_number: first.account_number,
    })
    expect(await codes(account_id)).toEqual([])
    expect(await create([brokerage()], { related_account_id: account_id })).toEqual(REFUSED)
    expect(await create([basic(), brokerage()], { related_account_id: account_id })).toEqual(
      REFUSED,
    )
    expect(await create([brokerage()], { related_account_id: 'NOBODY' })).toEqual([
      403,
      'ACCOUNT_ACCESS_DENIED',
    ])
  })

  it('requests documents from a foreign customer, and opens the account once they arrive', async () => {
    const application = await apply(broker, { forms: [basic(foreign), brokerage()] })
    expect(application).toMatchObject({
      status: 'RESUBMIT',
      resubmission_codes: ['IDENTITY_DOCUMENT'],
      account_id: null,
      w8ben_info: { treaty_country: 'GB' },
    })
    const { document_id } = await broker.call(ONBOARDING_OPERATIONS.uploadDocument, {
      document_type: 'PASSPORT',
      file_name: 'p.pdf',
      content_type: 'application/pdf',
      content: Buffer.from('%PDF-1.4').toString('base64'),
    })
    const attached = basic({
      ...foreign,
      document_attachments: [{ document_id, document_type: 'PASSPORT' }],
    })
    expect(await create([attached], { application_id: 'NOBODY' })).toEqual(REFUSED)
    const done = await apply(broker, {
      application_id: application.application_id,
      forms: [attached],
    })
    expect(done).toMatchObject({
      application_id: application.application_id,
      status: 'APPROVED',
      document_attachments: [{ document_id }],
    })
    expect(await create([attached], { application_id: application.application_id })).toEqual(
      REFUSED,
    )
  })

  it.each(Object.keys(W8BEN))('requires %s of the W8BEN form', async (field) => {
    const { [field as keyof typeof W8BEN]: _left, ...rest } = W8BEN
    expect(await create([basic({ ...foreign, w8ben_info: rest }), brokerage()])).toEqual(REFUSED)
  })

  it.each(BROKERAGE_AGREEMENTS)('requires %s', async (agreement) => {
    expect(
      await create([
        basic(),
        brokerage(
          'CASH',
          BROKERAGE_AGREEMENTS.filter((name) => name !== agreement),
        ),
      ]),
    ).toEqual(REFUSED)
  })

  it.each([
    ['the basic form alone', [basic()]],
    ['no basic form', [brokerage()]],
    ['a form twice', [basic(), brokerage(), brokerage()]],
    ['no forms', []],
    [
      'a foreign tax resident without a W8BEN',
      [basic({ ...foreign, w8ben_info: undefined }), brokerage()],
    ],
    ['margin without its agreement', [basic(), brokerage('MARGIN', BROKERAGE_AGREEMENTS)]],
    [
      'dependents as text',
      [basic({ customer_info: customer({ num_dependents: '2' }) }), brokerage()],
    ],
    ['a child', [basic({ customer_info: customer({ date_of_birth: '2015-01-01' }) }), brokerage()]],
    [
      'a state that is none',
      [
        basic({
          contact_info: {
            ...basic().json_data.contact_info,
            residential_address: {
              ...basic().json_data.contact_info.residential_address,
              state: 'XX',
            },
          },
        }),
        brokerage(),
      ],
    ],
    [
      'a document that was never uploaded',
      [
        basic({ document_attachments: [{ document_id: 'X', document_type: 'PASSPORT' }] }),
        brokerage(),
      ],
    ],
    [
      'an unknown form',
      [basic(), { form_info: { form_code: 'OTHER', version: '1.0' }, json_data: {} }],
    ],
    [
      'an old version',
      [
        basic(),
        { ...brokerage(), form_info: { form_code: 'BROKERAGE_ADDITIONAL_FORM', version: '0.1' } },
      ],
    ],
    ['text that is no JSON', [basic(), { ...brokerage(), json_data: '{' }]],
  ])('refuses %s', async (_name, forms) => {
    expect(await create(forms)).toEqual(REFUSED)
  })

  it('runs a repeated request once, and refuses its id for another request', async () => {
    const request = { client_request_id: requestId(), forms: [basic(), brokerage()] }
    const first = await broker.call(BROKER_ACCOUNT_OPERATIONS.createBrokerAccount, request)
    expect(await broker.call(BROKER_ACCOUNT_OPERATIONS.createBrokerAccount, request)).toEqual(first)
    expect(
      await broker.refusal(BROKER_ACCOUNT_OPERATIONS.createBrokerAccount, {
        ...request,
        forms: [basic(), brokerage('MARGIN')],
      }),
    ).toEqual(REFUSED)
    expect(
      await broker.refusal(BROKER_ACCOUNT_OPERATIONS.getApplication, { application_id: 'NOBODY' }),
    ).toEqual(REFUSED)
  })
})

describe('an open account', () => {
  it('is updated form by form, but not its owner or type', async () => {
    const account_id = await opened(broker)
    const change = (forms: readonly unknown[]) =>
      broker.refusal(BROKER_ACCOUNT_OPERATIONS.updateBrokerAccount, {
        client_request_id: requestId(),
        account_id,
        forms,
      })
    expect(
      await change([
        basic({ customer_info: customer({ num_dependents: 3, last_name: 'Lovelace' }) }),
      ]),
    ).toEqual([200, undefined])
    expect(
      await change([basic({ customer_info: customer({ identity_number: '555555555' }) })]),
    ).toEqual(REFUSED)
    expect(await change([brokerage('MARGIN')])).toEqual(REFUSED)
    expect(await change([event(true)])).toEqual(REFUSED)
    expect(
      await broker.refusal(BROKER_ACCOUNT_OPERATIONS.updateBrokerAccount, {
        client_request_id: requestId(),
        account_id: 'NOBODY',
        forms: [basic()],
      }),
    ).toEqual([403, 'ACCOUNT_ACCESS_DENIED'])
  })

  it('is closed when empty, and is no longer listed', async () => {
    const account_id = await opened(broker)
    const listed = async () =>
      (await broker.call(BROKER_ACCOUNT_OPERATIONS.listBrokerAccounts, {})).data.some(
        (row) => row.account_id === account_id,
      )
    expect(await listed()).toBe(true)
    expect(
      await broker.refusal(BROKER_ACCOUNT_OPERATIONS.closeBrokerAccount, {
        client_request_id: requestId(),
        account_id,
        close_reason: 'x'.repeat(513),
      }),
    ).toEqual(REFUSED)
    expect(
      await broker.call(BROKER_ACCOUNT_OPERATIONS.closeBrokerAccount, {
        client_request_id: requestId(),
        account_id,
        close_reason: 'Moved',
      }),
    ).toMatchObject({ account_id })
    expect(await listed()).toBe(false)
    expect(await codes(account_id)).toEqual(['TRADING', 'FUNDING_ACH', 'WITHDRAWAL'])
    expect(
      await broker.refusal(BROKER_ACCOUNT_OPERATIONS.closeBrokerAccount, {
        client_request_id: requestId(),
        account_id,
        close_reason: 'Again',
      }),
    ).toEqual(REFUSED)
    expect(
      await broker.refusal(BROKER_ACCOUNT_OPERATIONS.updateBrokerAccount, {
        client_request_id: requestId(),
        account_id,
        forms: [basic()],
      }),
    ).toEqual(REFUSED)
  })

  it('is listed once across the pages, under both paths', async () => {
    for (let count = 0; count < 22; count += 1) {
      await broker.call(BROKER_ACCOUNT_OPERATIONS.createBrokerAccount, {
        client_request_id: requestId(),
        forms: [basic(), brokerage()],
      })
    }
    await broker.advanceTime(6_000)
    const ids: string[] = []
    let key: string | undefined
    do {
      const page = await broker.call(
        BROKER_ACCOUNT_OPERATIONS.listBrokerAccounts,
        key === undefined ? {} : { pagination_key: key },
      )
      ids.push(...page.data.map((row) => row.account_id))
      key = page.pagination_key ?? undefined
    } while (key !== undefined)
    expect(ids.length).toBeGreaterThan(22)
    expect(new Set(ids).size).toBe(ids.length)
    const seed = await broker.exchange.client.signed({
      base: broker.exchange.practice.ready.hosts.broker,
      path: '/accounts',
    })
    expect(
      BROKER_ACCOUNT_OPERATIONS.listBrokerAccounts.response
        .parse(seed.json)
        .data.map((row) => row.account_id),
    ).toEqual(ids.slice(0, 20))
    expect(
      await broker.refusal(BROKER_ACCOUNT_OPERATIONS.listBrokerAccounts, { pagination_key: 'x' }),
    ).toEqual(REFUSED)
    expect(
      await broker.refusal(BROKER_ACCOUNT_OPERATIONS.getBrokerAccount, { account_id: 'NOBODY' }),
    ).toEqual([403, 'ACCOUNT_ACCESS_DENIED'])
  })

  it('is separate from the accounts of the practice user', async () => {
    await broker.exchange.client.signIn()
    const accounts = (await broker.exchange.client.get('/trading/accounts/list')).json as {
      account_id: string
    }[]
    expect(accounts).toHaveLength(5)
    const ownAccounts = await broker.call(BROKER_ACCOUNT_OPERATIONS.listBrokerAccounts, {})
    expect(
      (
        await broker.exchange.client.get('/trading/assets/balances/get', {
          account_id: ownAccounts.data[0]?.account_id ?? '',
        })
      ).status,
    ).toBe(403)
    expect(
      await broker.refusal(BROKER_ACCOUNT_OPERATIONS.getBrokerAccount, {
        account_id: accounts[0]?.account_id,
      }),
    ).toEqual([403, 'ACCOUNT_ACCESS_DENIED'])
  })
})

it('the exchange keeps applications, accounts and documents across a restart', async () => {
  const first = await startBroker({ retainFolder: true })
  const account_id = await opened(first)
  const { document_id } = await first.call(ONBOARDING_OPERATIONS.uploadDocument, {
    document_type: 'OTHER',
    file_name: 'o.png',
    content_type: 'image/png',
    content: Buffer.from('89504e470d0a1a0a', 'hex').toString('base64'),
  })
  await first.close()
  const second = await startBroker({ dataDir: first.exchange.dataDir })
  try {
    expect(
      (await second.call(BROKER_ACCOUNT_OPERATIONS.listBrokerAccounts, {})).data,
    ).toMatchObject([{ account_id }])
    expect(second.exchange.practice.ready.notes).toEqual([])
    expect(
      (
        await second.raw(
          {
            ...ONBOARDING_OPERATIONS.uploadDocument,
            method: 'GET',
            path: '/broker/documents/download',
          },
          { document_id },
        )
      ).status,
    ).toBe(200)
  } finally {
    await second.close()
  }
})
