import { expect } from 'vitest'
import { BROKER_LEDGER_OPERATIONS } from '../../../shared/wire/families/broker/broker-ledger.js'
import { basic } from '../../contract/practice/broker/broker-fixture.js'
import { boughtOne } from './broker-orders.js'
import type { Context } from '../session/context.js'
import type { ToolAnswer, Examples } from '../session/example.js'

const INVALID: ToolAnswer = [417, 'INVALID_PARAMETER']
const DENIED: ToolAnswer = [403, 'ACCOUNT_ACCESS_DENIED']

const credit = async (context: Context, amount = '50.00', account?: string) => ({
  client_request_id: context.requestId(),
  account_id: account ?? (await context.customer()),
  credit_type: 'PROMOTION' as const,
  amount,
  description: 'Welcome',
})
/** Returns an account with money. */
const funded = async (context: Context): Promise<string> => {
  const account = await context.customer()
  await context.call(BROKER_LEDGER_OPERATIONS.createCredit, await credit(context, '50.00', account))
  return account
}
const invested = async (context: Context): Promise<string> => {
  const account = await context.customer()
  await context.call(
    BROKER_LEDGER_OPERATIONS.createCredit,
    await credit(context, '100.00', account),
  )
  await boughtOne(context, account)
  return account
}
const fee = async (context: Context) => ({
  client_request_id: context.requestId(),
  account_id: await funded(context),
  fee_type: 'WIRE_FEE' as const,
  amount: '1.25',
})
const babbage = () => ({
  customer_info: {
    ...basic().json_data.customer_info,
    first_name: 'Charles',
    last_name: 'Babbage',
    identity_number: '999888777',
  },
})
const otherCustomer = (context: Context, recipient: 'herself' | 'somebody'): Promise<string> =>
  context.once(`customer ${recipient}`, () =>
    context.openAccount(recipient === 'somebody' ? babbage() : {}),
  )
const journal = async (context: Context, recipient: 'herself' | 'somebody') => ({
  client_request_id: context.requestId(),
  from_account_id: await funded(context),
  to_account_id: await otherCustomer(context, recipient),
  amount: '2.50',
})
const newRequest =
  (change: Readonly<Record<string, unknown>>) =>
  (request: object, { requestId }: Context) => ({
    ...request,
    client_request_id: requestId(),
    ...change,
  })

const wrongMoves = [
  {
    what: 'a journal to itself',
    with: (request: { from_account_id: string }, context: Context) =>
      newRequest({ to_account_id: request.from_account_id })(request, context),
    answer: INVALID,
  },
  {
    what: 'from an account of nobody',
    with: newRequest({ from_account_id: 'NOBODY' }),
    answer: DENIED,
  },
  { what: 'more than there is', with: newRequest({ amount: '900000' }), answer: INVALID },
  { what: 'a fraction of a cent', with: newRequest({ amount: '0.001' }), answer: INVALID },
]

/** Examples of BROKER-1: assets, credits, fees, journals. */
export const BROKER_LEDGER: Examples = {
  'broker.balances.get': {
    request: async (context) => ({ account_id: await funded(context) }),
    shows: (answer) => expect(Number(answer.total_cash_balance)).toBeGreaterThan(0),
  },
  'broker.positions.list': {
    request: async (context) => ({ account_id: await invested(context) }),
    shows: (rows) => expect(rows.map(({ symbol }) => symbol)).toEqual(['F']),
  },
  'broker.summaries.get': {
    request: async ({ customer }) => ({ account_id: await customer() }),
    shows: async (answer, request, { call }) =>
      expect(answer.total_cash_balance).toBe(
        (await call(BROKER_LEDGER_OPERATIONS.getBrokerBalance, request)).total_cash_balance,
      ),
  },
  'broker.credits.create': {
    request: credit,
    shows: async (answer, request, { call }) => {
      expect(answer).toMatchObject({ status: 'COMPLETED', amount: '50.00' })
      expect((await call(BROKER_LEDGER_OPERATIONS.createCredit, request)).credit_id).toBe(
        answer.credit_id,
      )
    },
    refuses: [
      { what: 'a fraction of a cent', with: newRequest({ amount: '0.001' }), answer: INVALID },
      { what: 'the id of another request', with: { amount: '51.00' }, answer: INVALID },
    ],
  },
  'broker.credits.get': {
    request: async (context) => ({
      credit_id: (await context.call(BROKER_LEDGER_OPERATIONS.createCredit, await credit(context)))
        .credit_id,
    }),
    refuses: [{ what: 'an unknown credit', with: { credit_id: 'NOSUCH' }, answer: INVALID }],
  },
  'broker.fees.create': {
    request: fee,
    shows: (answer) => expect(answer).toMatchObject({ status: 'COMPLETED', amount: '1.25' }),
    refuses: [
      { what: 'more than there is', with: newRequest({ amount: '900000' }), answer: INVALID },
    ],
  },
  'broker.fees.get': {
    request: async (context) => ({
      fee_id: (await context.call(BROKER_LEDGER_OPERATIONS.createFee, await fee(context))).fee_id,
    }),
    refuses: [{ what: 'an unknown fee', with: { fee_id: 'NOSUCH' }, answer: INVALID }],
  },
  'broker.journals.create': {
    request: (context) => journal(context, 'herself'),
    shows: (answer) => expect(answer.status).toBe('COMPLETED'),
    refuses: [
      ...wrongMoves,
      {
        what: 'an account of another customer',
        with: async (request, context) => ({
          ...request,
          client_request_id: context.requestId(),
          to_account_id: await otherCustomer(context, 'somebody'),
        }),
        answer: INVALID,
      },
    ],
  },
  'broker.journals.get': {
    request: async (context) => ({
      journal_id: (
        await context.call(
          BROKER_LEDGER_OPERATIONS.createJournal,
          await journal(context, 'herself'),
        )
      ).journal_id,
    }),
    refuses: [{ what: 'an unknown journal', with: { journal_id: 'NOSUCH' }, answer: INVALID }],
  },
  'broker.third-party-journals.create': {
    request: (context) => journal(context, 'somebody'),
    shows: (answer) => expect(answer.status).toBe('COMPLETED'),
    refuses: [
      ...wrongMoves,
      {
        what: 'an account of the same customer',
        with: async (request, context) => ({
          ...request,
          client_request_id: context.requestId(),
          to_account_id: await otherCustomer(context, 'herself'),
        }),
        answer: INVALID,
      },
    ],
  },
  'broker.third-party-journals.get': {
    request: async (context) => ({
      journal_id: (
        await context.call(
          BROKER_LEDGER_OPERATIONS.createThirdPartyJournal,
          await journal(context, 'somebody'),
        )
      ).journal_id,
    }),
    refuses: [{ what: 'an unknown journal', with: { journal_id: 'NOSUCH' }, answer: INVALID }],
  },
  'broker.cash-activities.list': {
    request: async (context) => ({ account_id: await invested(context) }),
    refuses: [{ what: 'an unknown type', with: { activity_types: 'GIFT' }, answer: INVALID }],
  },
}
