import { beforeAll, describe, expect, it } from 'vitest'
import { FUNDING_OPERATIONS } from '../../../../shared/wire/families/broker/broker-funding.js'
import { BROKER_LEDGER_OPERATIONS } from '../../../../shared/wire/families/broker/broker-ledger.js'
import { BROKER_ACCOUNT_OPERATIONS } from '../../../../shared/wire/families/broker/broker-accounts.js'
import { sharedBroker } from './shared-broker.js'
import { opened, requestId } from './broker-fixture.js'

const broker = sharedBroker()
let account_id: string
beforeAll(async () => {
  account_id = await opened(broker)
})

const REFUSED = [417, 'INVALID_PARAMETER']
const DENIED = [403, 'ACCOUNT_ACCESS_DENIED']
const ach = (bank_account_number = '1234567890') => ({
  client_request_id: requestId(),
  account_id,
  account_owner_name: 'Ada King',
  bank_name: 'First Bank',
  routing_number: '021000021',
  bank_account_number,
  bank_account_type: 'CHECKING' as const,
})
const bank = () => ({
  client_request_id: requestId(),
  account_id,
  account_owner_name: 'ADA  king',
  bank_name: 'First Bank',
  bank_code: 'CHASUS33',
  bank_account_number: '9876543210',
})
const cash = async () =>
  (await broker.call(BROKER_LEDGER_OPERATIONS.getBrokerBalance, { account_id })).total_cash_balance
const move = (
  relationship_id: string,
  direction: 'INCOMING' | 'OUTGOING',
  amount: string,
  transfer_method: 'ACH' | 'WIRE' = 'ACH',
) => ({
  client_request_id: requestId(),
  account_id,
  relationship_id,
  transfer_method,
  direction,
  amount,
})
const verified = async (number?: string): Promise<string> => {
  const { relationship_id } = await broker.call(FUNDING_OPERATIONS.createAch, ach(number))
  await broker.advanceTime(11_000)
  return relationship_id
}
const wireBank = async (): Promise<string> => {
  const { relationship_id } = await broker.call(FUNDING_OPERATIONS.createBank, {
    ...bank(),
    bank_account_number: `WIRE${(banks += 1)}`,
  })
  await broker.advanceTime(11_000)
  return relationship_id
}
let banks = 1_000
const halfAnHour = () => broker.advanceTime(31 * 60_000)

describe('bank accounts', () => {
  it('are verified, listed masked, and removed', async () => {
    const relationship = await broker.call(FUNDING_OPERATIONS.createAch, ach('555000111'))
    expect(relationship).toMatchObject({
      status: 'PENDING',
      bank_account_number: '****0111',
      account_id,
    })
    expect(
      await broker.refusal(
        FUNDING_OPERATIONS.createFunding,
        move(relationship.relationship_id, 'INCOMING', '10'),
      ),
    ).toEqual(REFUSED)
    await broker.advanceTime(11_000)
    expect(await broker.call(FUNDING_OPERATIONS.listAch, { account_id })).toEqual([
      { ...relationship, status: 'APPROVED' },
    ])
    expect(await broker.refusal(FUNDING_OPERATIONS.createAch, ach('555000111'))).toEqual(REFUSED)
    expect(
      await broker.call(FUNDING_OPERATIONS.deleteAch, {
        account_id,
        relationship_id: relationship.relationship_id,
      }),
    ).toMatchObject({ status: 'CANCELLED' })
    expect(await broker.call(FUNDING_OPERATIONS.listAch, { account_id })).toEqual([])
    const wire = await broker.call(FUNDING_OPERATIONS.createBank, bank())
    expect(await broker.call(FUNDING_OPERATIONS.listBanks, { account_id })).toEqual([wire])
    expect(
      await broker.refusal(FUNDING_OPERATIONS.deleteAch, {
        account_id,
        relationship_id: wire.relationship_id,
      }),
    ).toEqual(REFUSED)
    expect(
      await broker.call(FUNDING_OPERATIONS.deleteBank, {
        account_id,
        relationship_id: wire.relationship_id,
      }),
    ).toMatchObject({ status: 'CANCELLED' })
    expect(await broker.call(FUNDING_OPERATIONS.listBanks, { account_id })).toEqual([])
  })

  it.each([
    ['of somebody else', { account_owner_name: 'Charles Babbage' }, REFUSED],
    ['with a short routing number', { routing_number: '123' }, REFUSED],
    ['with letters in its number', { bank_account_number: 'ABC' }, REFUSED],
    ['of no known type', { bank_account_type: 'BOND' }, REFUSED],
    ['of an unknown account', { account_id: 'NOBODY' }, DENIED],
  ])('are refused for %s', async (_name, change, answer) => {
    expect(
      await broker.refusal(FUNDING_OPERATIONS.createAch, {
        ...ach('777'),
        bank_account_number: '777888',
        ...change,
      }),
    ).toEqual(answer)
  })

  it('are refused for wires the same way', async () => {
    expect(
      await broker.refusal(FUNDING_OPERATIONS.createBank, {
        ...bank(),
        account_owner_name: 'Charles Babbage',
      }),
    ).toEqual(REFUSED)
    expect(
      await broker.refusal(FUNDING_OPERATIONS.createBank, { ...bank(), bank_code: '12' }),
    ).toEqual(REFUSED)
    for (const operation of [FUNDING_OPERATIONS.deleteAch, FUNDING_OPERATIONS.deleteBank]) {
      expect(await broker.refusal(operation, { account_id, relationship_id: 'NOBODY' })).toEqual(
        REFUSED,
      )
    }
    for (const operation of [FUNDING_OPERATIONS.listAch, FUNDING_OPERATIONS.listBanks]) {
      expect(await broker.refusal(operation, { account_id: 'NOBODY' })).toEqual(DENIED)
    }
  })
})

describe('transfers', () => {
  it('transfers by wire credit money after half an hour, and debit it at once', async () => {
    const bankId = await wireBank()
    const deposit = await broker.call(
      FUNDING_OPERATIONS.createFunding,
      move(bankId, 'INCOMING', '1000.50', 'WIRE'),
    )
    expect(deposit).toMatchObject({ status: 'PENDING', amount: '1000.50', direction: 'INCOMING' })
    expect(await cash()).toBe('0.00')
    expect(
      await broker.call(BROKER_LEDGER_OPERATIONS.getAssetSummary, { account_id }),
    ).toMatchObject({
      pending_deposit: '1000.50',
      total_asset: '0.00',
    })
    expect(
      await broker.refusal(FUNDING_OPERATIONS.deleteBank, { account_id, relationship_id: bankId }),
    ).toEqual(REFUSED)
    expect(
      await broker.refusal(FUNDING_OPERATIONS.createFunding, move(bankId, 'INCOMING', '1', 'ACH')),
    ).toEqual(REFUSED)
    expect(
      await broker.refusal(
        FUNDING_OPERATIONS.createFunding,
        move(bankId, 'INCOMING', '1000000.01', 'WIRE'),
      ),
    ).toEqual(REFUSED)
    await halfAnHour()
    expect(
      await broker.call(FUNDING_OPERATIONS.getFunding, {
        account_id,
        transfer_id: deposit.transfer_id,
      }),
    ).toMatchObject({ status: 'COMPLETED', failure_reason: null })
    expect(await cash()).toBe('1000.50')
    const withdrawal = await broker.call(
      FUNDING_OPERATIONS.createFunding,
      move(bankId, 'OUTGOING', '400.25', 'WIRE'),
    )
    expect(await cash()).toBe('600.25')
    expect(
      await broker.call(BROKER_LEDGER_OPERATIONS.getAssetSummary, { account_id }),
    ).toMatchObject({
      pending_withdrawal: '400.25',
      available_withdrawal: '600.25',
    })
    expect(
      await broker.refusal(
        FUNDING_OPERATIONS.createFunding,
        move(bankId, 'OUTGOING', '600.26', 'WIRE'),
      ),
    ).toEqual(REFUSED)
    expect(
      await broker.refusal(BROKER_ACCOUNT_OPERATIONS.closeBrokerAccount, {
        client_request_id: requestId(),
        account_id,
        close_reason: 'Full',
      }),
    ).toEqual(REFUSED)
    expect(
      await broker.call(FUNDING_OPERATIONS.cancelFunding, {
        account_id,
        transfer_id: withdrawal.transfer_id,
      }),
    ).toMatchObject({ status: 'CANCELLED' })
    expect(await cash()).toBe('1000.50')
    expect(
      await broker.refusal(FUNDING_OPERATIONS.cancelFunding, {
        account_id,
        transfer_id: withdrawal.transfer_id,
      }),
    ).toEqual(REFUSED)
    expect(
      await broker.refusal(BROKER_ACCOUNT_OPERATIONS.closeBrokerAccount, {
        client_request_id: requestId(),
        account_id,
        close_reason: 'Full',
      }),
    ).toEqual(REFUSED)
  })

  it('can be partially credited before they arrive', async () => {
    const bankId = await wireBank()
    const before = Number(await cash())
    const { transfer_id } = await broker.call(
      FUNDING_OPERATIONS.createFunding,
      move(bankId, 'INCOMING', '1000', 'WIRE'),
    )
    const grant = (amount: string) => ({
      client_request_id: requestId(),
      account_id,
      transfer_id,
      amount,
    })
    expect(await broker.refusal(FUNDING_OPERATIONS.createInstantFunding, grant('500.01'))).toEqual(
      REFUSED,
    )
    const funding = await broker.call(FUNDING_OPERATIONS.createInstantFunding, grant('500'))
    expect(funding).toMatchObject({ status: 'GRANTED', amount: '500.00' })
    expect(await broker.refusal(FUNDING_OPERATIONS.createInstantFunding, grant('1'))).toEqual(
      REFUSED,
    )
    expect(
      await broker.refusal(FUNDING_OPERATIONS.cancelFunding, { account_id, transfer_id }),
    ).toEqual(REFUSED)
    const summary = await broker.call(BROKER_LEDGER_OPERATIONS.getAssetSummary, { account_id })
    expect(summary).toMatchObject({
      total_cash_balance: (before + 500).toFixed(2),
      available_withdrawal: before.toFixed(2),
      instant_funding: '500.00',
    })
    await halfAnHour()
    expect(
      await broker.call(FUNDING_OPERATIONS.getInstantFunding, {
        account_id,
        instant_funding_id: funding.instant_funding_id,
      }),
    ).toMatchObject({ status: 'REPAID' })
    expect(Number(await cash())).toBe(before + 1000)
    expect(await broker.refusal(FUNDING_OPERATIONS.createInstantFunding, grant('1'))).toEqual(
      REFUSED,
    )
    expect(
      await broker.refusal(FUNDING_OPERATIONS.getInstantFunding, {
        account_id,
        instant_funding_id: 'NOBODY',
      }),
    ).toEqual(REFUSED)
  })

  it('run once per request, within the daily limit', async () => {
    const bankId = await verified('100200303')
    const request = move(bankId, 'INCOMING', '50000')
    const first = await broker.call(FUNDING_OPERATIONS.createFunding, request)
    expect(await broker.call(FUNDING_OPERATIONS.createFunding, request)).toEqual(first)
    expect(
      await broker.refusal(FUNDING_OPERATIONS.createFunding, { ...request, amount: '1' }),
    ).toEqual(REFUSED)
    expect(
      await broker.refusal(FUNDING_OPERATIONS.createFunding, move(bankId, 'INCOMING', '0.01')),
    ).toEqual(REFUSED)
    expect(
      await broker.call(FUNDING_OPERATIONS.cancelFunding, {
        account_id,
        transfer_id: first.transfer_id,
      }),
    ).toMatchObject({ status: 'CANCELLED' })
    await broker.call(FUNDING_OPERATIONS.createFunding, move(bankId, 'INCOMING', '0.01'))
  })

  it.each([['0'], ['-1'], ['1.001'], ['abc'], ['']])('refuse the amount "%s"', async (amount) => {
    expect(
      await broker.refusal(FUNDING_OPERATIONS.createFunding, move('x', 'INCOMING', amount)),
    ).toEqual(REFUSED)
  })

  it('are listed newest first, filtered and paged without loss', async () => {
    const bankId = await verified('100200304')
    for (let count = 0; count < 21; count += 1) {
      await broker.call(FUNDING_OPERATIONS.createFunding, move(bankId, 'INCOMING', '1'))
    }
    const first = await broker.call(FUNDING_OPERATIONS.listFunding, { account_id })
    const second = await broker.call(FUNDING_OPERATIONS.listFunding, {
      account_id,
      pagination_key: first.pagination_key ?? '',
    })
    const times = [...first.data, ...second.data].map((row) => row.create_time)
    expect(times).toEqual([...times].sort((a, b) => b - a))
    expect(new Set([...first.data, ...second.data].map((row) => row.transfer_id)).size).toBe(
      first.data.length + second.data.length,
    )
    const cancelled = await broker.call(FUNDING_OPERATIONS.listFunding, {
      account_id,
      direction: 'OUTGOING',
      status: 'CANCELLED',
    })
    expect(cancelled.data.map((row) => row.amount)).toEqual(['400.25'])
    expect(
      await broker.refusal(FUNDING_OPERATIONS.listFunding, {
        account_id,
        status: 'FAILED',
        pagination_key: first.pagination_key ?? '',
      }),
    ).toEqual(REFUSED)
    expect(await broker.refusal(FUNDING_OPERATIONS.listFunding, { account_id: 'NOBODY' })).toEqual(
      DENIED,
    )
    expect(
      await broker.refusal(FUNDING_OPERATIONS.getFunding, { account_id, transfer_id: 'NOBODY' }),
    ).toEqual(REFUSED)
    expect(
      await broker.refusal(FUNDING_OPERATIONS.cancelFunding, { account_id, transfer_id: 'NOBODY' }),
    ).toEqual(REFUSED)
  })
})
