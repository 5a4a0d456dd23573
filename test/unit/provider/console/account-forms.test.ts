import { describe, expect, it } from 'vitest'
import { AccountForms } from '../../../../electron/provider/console/account-forms.js'
import type { Caller } from '../../../../electron/provider/http/caller.js'
import { ok } from '../../../../shared/domain/result.js'

const CONTENT = {
  type: 'object',
  properties: {
    customer_info: {
      type: 'object',
      properties: {
        first_name: { type: 'string', maxLength: 60 },
        num_dependents: { type: 'integer' },
        country: { type: 'string', enum: ['US', 'ES'] },
        is_affiliated: { type: 'boolean' },
      },
      required: ['first_name', 'is_affiliated'],
    },
    funds_source: { type: 'array', items: { type: 'string', enum: ['SALARY', 'SAVINGS'] } },
    agreements: {
      type: 'array',
      items: {
        type: 'object',
        properties: { agreement_code: { type: 'string' }, version: { type: 'string' } },
        required: ['agreement_code', 'version'],
      },
    },
  },
  required: ['customer_info', 'agreements'],
}

/** The broker's forms, with one form that requires two agreements. */
const formsFixture = (): AccountForms =>
  new AccountForms({
    call: () =>
      Promise.resolve(
        ok({
          form_code: 'NEW_ACCOUNT_BASIC_FORM',
          version: '1.2',
          name: 'The customer',
          status: 'ACTIVE',
          content: CONTENT,
          required_agreements: ['TERMS', 'PRIVACY'],
        }),
      ),
  } as unknown as Caller)

describe('an account form of the institution console', () => {
  it('has the fields that the broker describes: kinds, choices, what is required', async () => {
    const form = await formsFixture().read('NEW_ACCOUNT_BASIC_FORM')
    if (form?.ok !== true) throw new Error('there is no form')
    expect(form.value.version).toBe('1.2')
    expect(
      form.value.fields.map(({ path, kind, required, choices }) => [
        path,
        kind,
        required,
        choices.join(' '),
      ]),
    ).toEqual([
      ['customer_info.first_name', 'text', true, ''],
      ['customer_info.num_dependents', 'number', false, ''],
      ['customer_info.country', 'choice', false, 'US ES'],
      ['customer_info.is_affiliated', 'yes-no', true, 'true false'],
      ['funds_source', 'list', false, 'SALARY SAVINGS'],
      ['agreements.0.agreement_code', 'choice', true, 'TERMS'],
      ['agreements.0.version', 'text', true, ''],
      ['agreements.1.agreement_code', 'choice', true, 'PRIVACY'],
      ['agreements.1.version', 'text', true, ''],
    ])
  })

  it('becomes the data of the request, with the types of its fields', async () => {
    const forms = formsFixture()
    await forms.read('NEW_ACCOUNT_BASIC_FORM')
    const typed = {
      'customer_info.first_name': 'Ada',
      'customer_info.num_dependents': '2',
      'customer_info.is_affiliated': 'false',
      funds_source: 'SALARY, SAVINGS',
      'agreements.0.agreement_code': 'TERMS',
      'agreements.0.version': '1.0',
      'agreements.1.agreement_code': 'PRIVACY',
      'agreements.1.version': '1.0',
    }
    const data = Object.entries(typed).map(([path, text]) => [`forms.0.json_data.${path}`, text])
    const filled = forms.withData({
      'forms.0.form_info.form_code': 'NEW_ACCOUNT_BASIC_FORM',
      ...Object.fromEntries(data),
    })
    if (!filled.ok) throw new Error(JSON.stringify(filled.problems))
    expect(JSON.parse(filled.fields['forms.0.json_data'] ?? '')).toEqual({
      customer_info: { first_name: 'Ada', num_dependents: 2, is_affiliated: false },
      funds_source: ['SALARY', 'SAVINGS'],
      agreements: [
        { agreement_code: 'TERMS', version: '1.0' },
        { agreement_code: 'PRIVACY', version: '1.0' },
      ],
    })
  })

  it('says at its fields what is missing or wrong', async () => {
    const forms = formsFixture()
    await forms.read('NEW_ACCOUNT_BASIC_FORM')
    const filled = forms.withData({
      'forms.0.form_info.form_code': 'NEW_ACCOUNT_BASIC_FORM',
      'forms.0.json_data.customer_info.num_dependents': 'two',
      'forms.0.json_data.customer_info.is_affiliated': 'false',
    })
    expect(filled).toMatchObject({ ok: false })
    const problems = filled.ok ? [] : filled.problems
    expect(problems.map(({ path, kind }) => `${path.slice(18)} ${kind}`).slice(0, 2)).toEqual([
      'customer_info.first_name missing',
      'customer_info.num_dependents wrong',
    ])
  })
})
