import { expect } from 'vitest'
import { FUNDING_OPERATIONS } from '../../../shared/wire/families/broker/broker-funding.js'
import type { Context } from '../session/context.js'
import type { ToolAnswer, Examples } from '../session/example.js'

const INVALID: ToolAnswer = [417, 'INVALID_PARAMETER']
let number = 10_000_000

const bankNumber = (): string => String((number += 1))
const achRequest = async (context: Context) => ({
  client_request_id: context.requestId(),
  account_id: await context.customer(),
  account_owner_name: 'Ada King',
  bank_name: 'First Bank',
  routing_number: '021000021',
  bank_account_number: `${bankNumber()}1`,
  bank_account_type: 'CHECKING' as const,
})
const bankRequest = async (context: Context) => ({
  client_request_id: context.requestId(),
  account_id: await context.customer(),
  account_owner_name: 'Ada King',
  bank_name: 'First Bank',
  bank_code: 'CHASUS33',
  bank_account_number: `WIRE${bankNumber()}`,
})
/** Returns a verified bank relationship, which transfers require. */
const wireBank = async (context: Context): Promise<string> => {
  const { relationship_id } = await context.call(
    FUNDING_OPERATIONS.createBank,
    await bankRequest(context),
  )
  await context.advanceTime(11_000)
  return relationship_id
}
const deposit = async (context: Context) => ({
  client_request_id: context.requestId(),
  account_id: await context.customer(),
  relationship_id: await wireBank(context),
  transfer_method: 'WIRE' as const,
  direction: 'INCOMING' as const,
  amount: '100.50',
})
const pending = async (context: Context): Promise<string> =>
  (await context.call(FUNDING_OPERATIONS.createFunding, await deposit(context))).transfer_id
const newRequest =
  (change: Readonly<Record<string, unknown>>) =>
  (request: object, { requestId }: Context) => ({
    ...request,
    client_request_id: requestId(),
    ...change,
  })

const unknownRelationship = {
  what: 'an unknown bank',
  with: { relationship_id: 'NOSUCH' },
  answer: INVALID,
}
const unknownTransfer = {
  what: 'an unknown transfer',
  with: { transfer_id: 'NOSUCH' },
  answer: INVALID,
}

/** Examples of BROKER-1: funding. */
export const BROKER_FUNDING: Examples = {
  'broker.ach.create': {
    request: achRequest,
    shows: (answer) =>
      expect(answer).toMatchObject({
        status: 'PENDING',
        bank_account_number: expect.stringMatching(/^\*{4}\d{4}$/) as string,
      }),
    refuses: [
      {
        what: 'an account of somebody else at the bank',
        with: newRequest({
          account_owner_name: 'Charles Babbage',
          bank_account_number: '99990001',
        }),
        answer: INVALID,
      },
      {
        what: 'a short routing number',
        with: newRequest({ routing_number: '123' }),
        answer: INVALID,
      },
      { what: 'the same bank account twice', with: newRequest({}), answer: INVALID },
    ],
  },
  'broker.ach.delete': {
    request: async (context) => ({
      account_id: await context.customer(),
      relationship_id: (await context.call(FUNDING_OPERATIONS.createAch, await achRequest(context)))
        .relationship_id,
    }),
    shows: (answer) => expect(answer.status).toBe('CANCELLED'),
    refuses: [unknownRelationship],
  },
  'broker.ach.list': {
    request: async (context) => {
      await context.call(FUNDING_OPERATIONS.createAch, await achRequest(context))
      return { account_id: await context.customer() }
    },
  },
  'broker.bank.create': {
    request: bankRequest,
    shows: (answer) => expect(answer.status).toBe('PENDING'),
    refuses: [
      {
        what: 'a code that is none of a bank',
        with: newRequest({ bank_code: '12' }),
        answer: INVALID,
      },
      {
        what: 'an account of somebody else at the bank',
        with: newRequest({ account_owner_name: 'Charles Babbage', bank_account_number: 'WIRE1' }),
        answer: INVALID,
      },
    ],
  },
  'broker.bank.delete': {
    request: async (context) => ({
      account_id: await context.customer(),
      relationship_id: (
        await context.call(FUNDING_OPERATIONS.createBank, await bankRequest(context))
      ).relationship_id,
    }),
    shows: (answer) => expect(answer.status).toBe('CANCELLED'),
    refuses: [unknownRelationship],
  },
  'broker.bank.list': {
    request: async (context) => {
      await context.call(FUNDING_OPERATIONS.createBank, await bankRequest(context))
      return { account_id: await context.customer() }
    },
  },
  'broker.transfers.create': {
    request: deposit,
    shows: async (answer, request, { call }) => {
      expect(answer).toMatchObject({ status: 'PENDING', amount: '100.50', direction: 'INCOMING' })
      // A repeated request does not transfer again.
      expect((await call(FUNDING_OPERATIONS.createFunding, request)).transfer_id).toBe(
        answer.transfer_id,
      )
    },
    refuses: [
      unknownRelationship,
      { what: 'an amount of zero', with: newRequest({ amount: '0' }), answer: INVALID },
      { what: 'a fraction of a cent', with: newRequest({ amount: '1.001' }), answer: INVALID },
      { what: 'the id of another request', with: { amount: '1.00' }, answer: INVALID },
      {
        what: 'more than there is',
        with: newRequest({ direction: 'OUTGOING', amount: '900000.00' }),
        answer: INVALID,
      },
    ],
  },
  'broker.transfers.cancel': {
    request: async (context) => ({
      account_id: await context.customer(),
      transfer_id: await pending(context),
    }),
    shows: (answer) => expect(answer.status).toBe('CANCELLED'),
    refuses: [unknownTransfer, { what: 'a transfer that is cancelled', with: {}, answer: INVALID }],
  },
  'broker.transfers.get': {
    request: async (context) => ({
      account_id: await context.customer(),
      transfer_id: await pending(context),
    }),
    shows: (answer, request) => expect(answer.transfer_id).toBe(request.transfer_id),
    refuses: [unknownTransfer],
  },
  'broker.transfers.list': {
    request: async (context) => {
      await pending(context)
      return { account_id: await context.customer(), direction: 'INCOMING' }
    },
    shows: ({ data }) => expect(data.every(({ direction }) => direction === 'INCOMING')).toBe(true),
  },
  'broker.instant.create': {
    request: async (context) => ({
      client_request_id: context.requestId(),
      account_id: await context.customer(),
      transfer_id: await pending(context),
      amount: '10.00',
    }),
    shows: (answer) => expect(answer.status).toBe('GRANTED'),
    refuses: [
      unknownTransfer,
      {
        what: 'more than the half',
        with: async (request, context) => ({
          ...request,
          client_request_id: context.requestId(),
          transfer_id: await pending(context),
          amount: '50.26',
        }),
        answer: INVALID,
      },
    ],
  },
  'broker.instant.get': {
    request: async (context) => {
      const account_id = await context.customer()
      const funding = await context.call(FUNDING_OPERATIONS.createInstantFunding, {
        client_request_id: context.requestId(),
        account_id,
        transfer_id: await pending(context),
        amount: '10.00',
      })
      return { account_id, instant_funding_id: funding.instant_funding_id }
    },
    refuses: [
      { what: 'an unknown grant', with: { instant_funding_id: 'NOSUCH' }, answer: INVALID },
    ],
  },
}
