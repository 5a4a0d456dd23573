import { expect } from 'vitest'
import { BROKER_ACCOUNT_OPERATIONS } from '../../../shared/wire/families/broker/broker-accounts.js'
import { ONBOARDING_OPERATIONS } from '../../../shared/wire/families/broker/broker-onboarding.js'
import { basic, brokerage } from '../../contract/practice/broker/broker-fixture.js'
import type { ToolAnswer, Examples } from '../session/example.js'

const INVALID: ToolAnswer = [417, 'INVALID_PARAMETER']
const FORM = 'NEW_ACCOUNT_BASIC_FORM' as const
const PDF = Buffer.from('%PDF-1.4 a passport').toString('base64')
const aPassport = {
  document_type: 'PASSPORT',
  file_name: 'passport.pdf',
  content_type: 'application/pdf',
  content: PDF,
} as const

/** Examples of BROKER-1: master data, forms, agreements, documents, accounts. */
export const BROKER_ACCOUNTS: Examples = {
  'broker.enums.list': {
    request: () => ({ data_type: 'STATE' }),
    shows: (rows) => expect(rows.every(({ parent_code: parent }) => parent === 'US')).toBe(true),
  },
  'broker.calendar.list': {
    request: () => ({ start_date: '2026-11-23', end_date: '2026-11-30' }),
    shows: (days) =>
      expect(days.map(({ trade_date: day }) => day)).toEqual([
        '2026-11-23',
        '2026-11-24',
        '2026-11-25',
        '2026-11-27',
        '2026-11-30',
      ]),
    refuses: [
      { what: 'an end before its start', with: { start_date: '2026-12-01' }, answer: INVALID },
      { what: 'a start that is no day', with: { start_date: 'today' }, answer: INVALID },
    ],
  },
  'broker.forms.list': { request: () => ({}), shows: (forms) => expect(forms).toHaveLength(3) },
  'broker.forms.get': {
    request: () => ({ form_code: FORM, version: '1.0' }),
    shows: (form) => expect(form.content).toMatchObject({ type: 'object' }),
    refuses: [{ what: 'a version that never was', with: { version: '0.9' }, answer: INVALID }],
  },
  'broker.forms.versions': {
    request: () => ({ form_code: FORM }),
    shows: (versions) => expect(versions.every(({ form_code: code }) => code === FORM)).toBe(true),
  },
  'broker.agreements.list': {
    request: () => ({ form_code: FORM }),
    shows: (rows) => expect(rows.every(({ form_code: code }) => code === FORM)).toBe(true),
  },
  'broker.agreements.get': {
    request: () => ({ agreement_code: 'CUSTOMER_AGREEMENT' }),
    shows: (answer) => expect(answer.content.length).toBeGreaterThan(50),
    refuses: [
      { what: 'an unknown agreement', with: { agreement_code: 'NOSUCH' }, answer: INVALID },
    ],
  },
  'broker.documents.upload': {
    request: () => aPassport,
    shows: (answer) =>
      expect([answer.file_name, answer.size]).toEqual([
        'passport.pdf',
        Buffer.from(PDF, 'base64').length,
      ]),
    refuses: [
      { what: 'content that is not base64', with: { content: '%%%%' }, answer: INVALID },
      {
        what: 'content of another type than it says',
        with: { content_type: 'image/png' },
        answer: INVALID,
      },
    ],
  },
  'broker.documents.download': {
    request: async ({ call }) => ({
      document_id: (await call(ONBOARDING_OPERATIONS.uploadDocument, aPassport)).document_id,
    }),
    shows: (answer) => expect(answer.content).toBe(PDF),
    refuses: [{ what: 'an unknown document', with: { document_id: 'NOSUCH' }, answer: INVALID }],
  },
  'broker.accounts.list': {
    request: async ({ customer }) => {
      await customer()
      return {}
    },
  },
  'broker.accounts.get': {
    request: async ({ customer }) => ({ account_id: await customer() }),
    shows: (answer, request) =>
      expect([answer.account_id, answer.account_type]).toEqual([request.account_id, 'CASH']),
  },
  'broker.accounts.create': {
    request: ({ requestId }) => ({
      client_request_id: requestId(),
      forms: [basic(), brokerage('CASH')],
    }),
    shows: async (answer, request, { call }) => {
      expect(answer.client_request_id).toBe(request.client_request_id)
      // A repeated request returns the same application.
      expect(await call(BROKER_ACCOUNT_OPERATIONS.createBrokerAccount, request)).toEqual(answer)
    },
    refuses: [
      { what: 'no forms', with: { forms: [] }, answer: INVALID },
      {
        what: 'a form that is not filled in',
        with: (request, { requestId }) => ({
          ...request,
          client_request_id: requestId(),
          forms: [{ ...basic(), json_data: {} }, brokerage('CASH')],
        }),
        answer: INVALID,
      },
      {
        what: 'an unknown application',
        with: (request, { requestId }) => ({
          ...request,
          client_request_id: requestId(),
          application_id: 'NOSUCH',
        }),
        answer: INVALID,
      },
    ],
  },
  'broker.accounts.update': {
    request: async ({ customer, requestId }) => ({
      client_request_id: requestId(),
      account_id: await customer(),
      forms: [basic()],
    }),
    shows: (answer, request) =>
      expect(answer).toEqual({
        client_request_id: request.client_request_id,
        account_id: request.account_id,
      }),
    refuses: [{ what: 'no forms', with: { forms: [] }, answer: INVALID }],
  },
  'broker.accounts.close': {
    request: async ({ openAccount, requestId }) => ({
      client_request_id: requestId(),
      account_id: await openAccount(),
      close_reason: 'Moved away',
    }),
    shows: (answer, request) => expect(answer.account_id).toBe(request.account_id),
    refuses: [
      {
        what: 'a reason that is too long',
        with: { close_reason: 'x'.repeat(513) },
        answer: INVALID,
      },
      {
        what: 'an account that is closed',
        with: (request, { requestId }) => ({ ...request, client_request_id: requestId() }),
        answer: INVALID,
      },
    ],
  },
  'broker.applications.get': {
    request: async ({ call, advanceTime, requestId }) => {
      const { application_id } = await call(BROKER_ACCOUNT_OPERATIONS.createBrokerAccount, {
        client_request_id: requestId(),
        forms: [basic(), brokerage('CASH')],
      })
      await advanceTime(6_000)
      return { application_id }
    },
    shows: async (answer, _request, { call }) => {
      expect(answer.status).toBe('APPROVED')
      expect(
        (
          await call(BROKER_ACCOUNT_OPERATIONS.getBrokerAccount, {
            account_id: answer.account_id ?? '',
          })
        ).account_number,
      ).toBe(answer.account_number)
    },
    refuses: [
      { what: 'an unknown application', with: { application_id: 'NOSUCH' }, answer: INVALID },
    ],
  },
}
