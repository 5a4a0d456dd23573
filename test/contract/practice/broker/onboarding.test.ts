import { describe, expect, it } from 'vitest'
import { ONBOARDING_OPERATIONS } from '../../../../shared/wire/families/broker/broker-onboarding.js'
import { W_FORM_CODES, W_MASTER_DATA_TYPES } from '../../../../shared/wire/broker-enums.js'
import { sharedBroker } from './shared-broker.js'
import { BROKERAGE_AGREEMENTS } from './broker-fixture.js'

const broker = sharedBroker()

const REFUSED = [417, 'INVALID_PARAMETER']
const PDF = Buffer.from('%PDF-1.4 a passport').toString('base64')

describe('master data, forms and agreements', () => {
  it.each(W_MASTER_DATA_TYPES)('include %s without repetitions', async (data_type) => {
    const rows = await broker.call(ONBOARDING_OPERATIONS.listEnums, { data_type })
    expect(rows.length).toBeGreaterThan(1)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    if (data_type === 'STATE') {
      expect(new Set(rows.map((row) => row.parent_code))).toEqual(new Set(['US']))
    }
  })

  it('are refused for an unknown or missing data type', async () => {
    expect(await broker.refusal(ONBOARDING_OPERATIONS.listEnums, { data_type: 'PLANET' })).toEqual(
      REFUSED,
    )
    expect(await broker.refusal(ONBOARDING_OPERATIONS.listEnums, {})).toEqual(REFUSED)
  })

  it('include the trading days, without holidays and with half days marked', async () => {
    const days = await broker.call(ONBOARDING_OPERATIONS.listTradingCalendar, {
      start_date: '2026-11-23',
      end_date: '2026-11-30',
    })
    expect(days.map(({ trade_date, close_time }) => [trade_date, close_time])).toEqual([
      ['2026-11-23', '16:00'],
      ['2026-11-24', '16:00'],
      ['2026-11-25', '16:00'],
      ['2026-11-27', '13:00'],
      ['2026-11-30', '16:00'],
    ])
    expect(days.map((day) => day.is_half_day)).toEqual([false, false, false, true, false])
    expect(
      (await broker.call(ONBOARDING_OPERATIONS.listTradingCalendar, {})).length,
    ).toBeGreaterThan(15)
    expect(
      await broker.refusal(ONBOARDING_OPERATIONS.listTradingCalendar, {
        start_date: '2026-11-30',
        end_date: '2026-11-23',
      }),
    ).toEqual(REFUSED)
    expect(
      await broker.refusal(ONBOARDING_OPERATIONS.listTradingCalendar, {
        start_date: '2020-01-01',
        end_date: '2026-11-23',
      }),
    ).toEqual(REFUSED)
    expect(
      await broker.refusal(ONBOARDING_OPERATIONS.listTradingCalendar, { start_date: 'today' }),
    ).toEqual(REFUSED)
  })

  it('include the three forms with their versions and content', async () => {
    expect(
      (await broker.call(ONBOARDING_OPERATIONS.listForms, {})).map((form) => form.form_code),
    ).toEqual([...W_FORM_CODES])
    for (const form_code of W_FORM_CODES) {
      expect(
        await broker.call(ONBOARDING_OPERATIONS.listFormVersions, { form_code }),
      ).toMatchObject([{ form_code, version: '1.0', status: 'ACTIVE' }])
      expect(
        await broker.call(ONBOARDING_OPERATIONS.getForm, { form_code, version: '1.0' }),
      ).toMatchObject({
        content: { type: 'object', properties: { agreements: { type: 'array' } } },
      })
    }
    const { content, required_agreements } = await broker.call(ONBOARDING_OPERATIONS.getForm, {
      form_code: 'BROKERAGE_ADDITIONAL_FORM',
    })
    expect(required_agreements).toEqual(BROKERAGE_AGREEMENTS)
    expect(content).toMatchObject({
      required: expect.arrayContaining(['account_type', 'agreements']) as unknown,
    })
    const customer = await broker.call(ONBOARDING_OPERATIONS.getForm, {
      form_code: 'NEW_ACCOUNT_BASIC_FORM',
    })
    expect(customer.content).toMatchObject({
      properties: { customer_info: { properties: { num_dependents: { type: 'integer' } } } },
    })
    expect(
      await broker.refusal(ONBOARDING_OPERATIONS.getForm, {
        form_code: 'NEW_ACCOUNT_BASIC_FORM',
        version: '0.9',
      }),
    ).toEqual(REFUSED)
    expect(await broker.refusal(ONBOARDING_OPERATIONS.getForm, {})).toEqual(REFUSED)
    expect(
      await broker.refusal(ONBOARDING_OPERATIONS.listFormVersions, { form_code: 'OTHER' }),
    ).toEqual(REFUSED)
  })

  it('include the agreements that the seed requires, with their text', async () => {
    const rows = await broker.call(ONBOARDING_OPERATIONS.listAgreements, {
      form_code: 'BROKERAGE_ADDITIONAL_FORM',
    })
    expect(rows.filter((row) => row.required).map((row) => row.agreement_code)).toEqual(
      BROKERAGE_AGREEMENTS,
    )
    for (const { agreement_code } of await broker.call(ONBOARDING_OPERATIONS.listAgreements, {})) {
      expect(
        (await broker.call(ONBOARDING_OPERATIONS.getAgreement, { agreement_code })).content,
      ).toMatch(/\w{3}/)
    }
    expect(
      await broker.refusal(ONBOARDING_OPERATIONS.getAgreement, { agreement_code: 'NOPE' }),
    ).toEqual(REFUSED)
    expect(
      await broker.refusal(ONBOARDING_OPERATIONS.getAgreement, {
        agreement_code: 'OTC_AGREEMENT',
        version: '9',
      }),
    ).toEqual(REFUSED)
    expect(
      await broker.refusal(ONBOARDING_OPERATIONS.listAgreements, { form_code: 'NOPE' }),
    ).toEqual(REFUSED)
  })
})

describe('documents', () => {
  it('are returned as they were sent', async () => {
    const sent = await broker.call(ONBOARDING_OPERATIONS.uploadDocument, {
      document_type: 'PASSPORT',
      file_name: 'passport.pdf',
      content_type: 'application/pdf',
      content: PDF,
    })
    expect(sent).toMatchObject({ document_type: 'PASSPORT', file_name: 'passport.pdf', size: 19 })
    expect(
      await broker.call(ONBOARDING_OPERATIONS.downloadDocument, { document_id: sent.document_id }),
    ).toEqual({
      ...sent,
      content: PDF,
    })
  })

  it.each([
    ['not base64', { content: 'a passport!' }],
    ['of another kind than it says', { content_type: 'image/png' }],
    [
      'too large',
      { content: Buffer.concat([Buffer.from('%PDF'), Buffer.alloc(524_290)]).toString('base64') },
    ],
    ['of no known type', { document_type: 'SELFIE' }],
    ['without a name', { file_name: '' }],
  ])('are refused when %s', async (_name, change) => {
    expect(
      await broker.refusal(ONBOARDING_OPERATIONS.uploadDocument, {
        document_type: 'PASSPORT',
        file_name: 'p.pdf',
        content_type: 'application/pdf',
        content: PDF,
        ...change,
      }),
    ).toEqual(REFUSED)
  })

  it('are refused when unknown', async () => {
    expect(
      await broker.refusal(ONBOARDING_OPERATIONS.downloadDocument, { document_id: '../keys' }),
    ).toEqual(REFUSED)
    expect(await broker.refusal(ONBOARDING_OPERATIONS.downloadDocument, {})).toEqual(REFUSED)
  })
})

describe('the host of the Broker API', () => {
  it('requires a signature and no token', async () => {
    const base = broker.exchange.practice.ready.hosts.broker
    const reply = await broker.exchange.client.raw({
      base,
      path: ONBOARDING_OPERATIONS.listForms.path,
      headers: { 'x-version': 'v3' },
    })
    expect([reply.status, (reply.json as { error_code: string }).error_code]).toEqual([
      401,
      'MISSING_APP_KEY',
    ])
    const forged = await broker.exchange.client.signed({
      base,
      path: ONBOARDING_OPERATIONS.listForms.path,
      appSecret: 'x'.repeat(32),
    })
    expect(forged.status).toBe(401)
  })

  it('serves no path of the other hosts, and they serve none of its paths', async () => {
    const base = broker.exchange.practice.ready.hosts.broker
    expect(
      (await broker.exchange.client.signed({ base, path: '/trading/accounts/list' })).status,
    ).toBe(404)
    expect(
      (await broker.exchange.client.signed({ path: ONBOARDING_OPERATIONS.listForms.path })).status,
    ).toBe(404)
  })
})
