import { beforeAll, describe, expect, it } from 'vitest'
import { BROKER_LEDGER_OPERATIONS } from '../../../../shared/wire/families/broker/broker-ledger.js'
import { sharedBroker } from './shared-broker.js'
import { basic, opened, requestId } from './broker-fixture.js'

const broker = sharedBroker()
let [account, second, other] = ['', '', '']
beforeAll(async () => {
  account = await opened(broker)
  second = await opened(broker, 'MARGIN')
  other = await opened(broker, 'CASH', {
    customer_info: {
      ...basic().json_data.customer_info,
      first_name: 'Charles',
      last_name: 'Babbage',
      identity_number: '999888777',
    },
  })
})

const REFUSED = [417, 'INVALID_PARAMETER']
const DENIED = [403, 'ACCOUNT_ACCESS_DENIED']
const cash = async (account_id: string) =>
  (await broker.call(BROKER_LEDGER_OPERATIONS.getBrokerBalance, { account_id })).total_cash_balance
const credit = (account_id: string, amount: string) => ({
  client_request_id: requestId(),
  account_id,
  credit_type: 'PROMOTION' as const,
  amount,
  description: 'Welcome',
})
const fee = (account_id: string, amount: string) => ({
  client_request_id: requestId(),
  account_id,
  fee_type: 'WIRE_FEE' as const,
  amount,
})
const journal = (from_account_id: string, to_account_id: string, amount: string) => ({
  client_request_id: requestId(),
  from_account_id,
  to_account_id,
  amount,
})

describe('credits, fees and journals', () => {
  it('change the balance to the cent, once per request', async () => {
    const request = credit(account, '100.01')
    const credited = await broker.call(BROKER_LEDGER_OPERATIONS.createCredit, request)
    expect(await broker.call(BROKER_LEDGER_OPERATIONS.createCredit, request)).toEqual(credited)
    expect(credited).toMatchObject({
      status: 'COMPLETED',
      amount: '100.01',
      credit_type: 'PROMOTION',
      account_id: account,
      description: 'Welcome',
    })
    expect(
      await broker.call(BROKER_LEDGER_OPERATIONS.getCredit, { credit_id: credited.credit_id }),
    ).toEqual(credited)
    const charged = await broker.call(BROKER_LEDGER_OPERATIONS.createFee, fee(account, '0.02'))
    expect(await broker.call(BROKER_LEDGER_OPERATIONS.getFee, { fee_id: charged.fee_id })).toEqual(
      charged,
    )
    expect(await cash(account)).toBe('99.99')
    expect(await broker.refusal(BROKER_LEDGER_OPERATIONS.createFee, fee(account, '100'))).toEqual(
      REFUSED,
    )
    expect(await cash(account)).toBe('99.99')
  })

  it('move money between two accounts of one customer', async () => {
    const transferred = await broker.call(
      BROKER_LEDGER_OPERATIONS.createJournal,
      journal(account, second, '9.99'),
    )
    expect(transferred).toMatchObject({
      from_account_id: account,
      to_account_id: second,
      amount: '9.99',
      status: 'COMPLETED',
    })
    expect(
      await broker.call(BROKER_LEDGER_OPERATIONS.getJournal, {
        journal_id: transferred.journal_id,
      }),
    ).toEqual(transferred)
    expect([await cash(account), await cash(second)]).toEqual(['90.00', '9.99'])
    expect(
      await broker.refusal(BROKER_LEDGER_OPERATIONS.getThirdPartyJournal, {
        journal_id: transferred.journal_id,
      }),
    ).toEqual(REFUSED)
  })

  it('move money to another customer only as third-party journals', async () => {
    expect(
      await broker.refusal(BROKER_LEDGER_OPERATIONS.createJournal, journal(account, other, '40')),
    ).toEqual(REFUSED)
    expect(
      await broker.refusal(
        BROKER_LEDGER_OPERATIONS.createThirdPartyJournal,
        journal(account, second, '40'),
      ),
    ).toEqual(REFUSED)
    const thirdParty = await broker.call(
      BROKER_LEDGER_OPERATIONS.createThirdPartyJournal,
      journal(account, other, '40'),
    )
    expect(
      await broker.call(BROKER_LEDGER_OPERATIONS.getThirdPartyJournal, {
        journal_id: thirdParty.journal_id,
      }),
    ).toEqual(thirdParty)
    expect(
      await broker.refusal(BROKER_LEDGER_OPERATIONS.getJournal, {
        journal_id: thirdParty.journal_id,
      }),
    ).toEqual(REFUSED)
    expect([await cash(account), await cash(other)]).toEqual(['50.00', '40.00'])
    expect(
      await broker.refusal(
        BROKER_LEDGER_OPERATIONS.createThirdPartyJournal,
        journal(account, other, '50.01'),
      ),
    ).toEqual(REFUSED)
  })

  it.each([
    [BROKER_LEDGER_OPERATIONS.createCredit, { ...credit('', '1'), account_id: 'NOBODY' }],
    [BROKER_LEDGER_OPERATIONS.createFee, { ...fee('', '1'), account_id: 'NOBODY' }],
    [BROKER_LEDGER_OPERATIONS.createJournal, journal('NOBODY', 'NOBODY', '1')],
    [BROKER_LEDGER_OPERATIONS.createThirdPartyJournal, journal('NOBODY', 'NOBODY', '1')],
  ] as const)('refuse unknown accounts', async (operation, request) =>
    expect(await broker.refusal(operation, request)).toEqual(DENIED),
  )

  it('refuse a journal to itself, unknown ids and bad amounts', async () => {
    expect(
      await broker.refusal(BROKER_LEDGER_OPERATIONS.createJournal, journal(account, account, '1')),
    ).toEqual(REFUSED)
    for (const [operation, request] of [
      [BROKER_LEDGER_OPERATIONS.getCredit, { credit_id: 'X' }],
      [BROKER_LEDGER_OPERATIONS.getFee, { fee_id: 'X' }],
      [BROKER_LEDGER_OPERATIONS.getJournal, { journal_id: 'X' }],
      [BROKER_LEDGER_OPERATIONS.getThirdPartyJournal, { journal_id: 'X' }],
    ] as const) {
      expect(await broker.refusal(operation, request)).toEqual(REFUSED)
    }
    expect(
      await broker.refusal(BROKER_LEDGER_OPERATIONS.createCredit, credit(account, '0.001')),
    ).toEqual(REFUSED)
    expect(
      await broker.refusal(BROKER_LEDGER_OPERATIONS.createCredit, {
        ...credit(account, '1'),
        credit_type: 'GIFT',
      }),
    ).toEqual(REFUSED)
    expect(
      await broker.refusal(BROKER_LEDGER_OPERATIONS.createFee, {
        ...fee(account, '1'),
        fee_type: 'GIFT',
      }),
    ).toEqual(REFUSED)
  })
})

describe('account assets', () => {
  it('agree with the cash activities', async () => {
    const rows = (
      await broker.call(BROKER_LEDGER_OPERATIONS.listBrokerCashActivities, { account_id: account })
    ).data
    expect(rows.map((row) => [row.activity_type, row.activity_sub_type, row.net_amount])).toEqual([
      ['JOURNAL', 'THIRD_PARTY_CASH_JOURNAL', '-40.00'],
      ['JOURNAL', 'CASH_JOURNAL', '-9.99'],
      ['FEES', 'WIRE_FEE', '-0.02'],
      ['JOURNAL', 'CREDIT_PROMOTION', '100.01'],
    ])
    expect(
      (
        await broker.call(BROKER_LEDGER_OPERATIONS.listBrokerCashActivities, {
          account_id: account,
          activity_types: 'FEES',
        })
      ).data,
    ).toHaveLength(1)
    expect(
      await broker.call(BROKER_LEDGER_OPERATIONS.getAssetSummary, { account_id: account }),
    ).toMatchObject({
      total_asset: '50.00',
      total_market_value: '0.00',
      available_withdrawal: '50.00',
    })
    expect(
      await broker.call(BROKER_LEDGER_OPERATIONS.listBrokerPositions, { account_id: account }),
    ).toEqual([])
  })

  it.each([
    BROKER_LEDGER_OPERATIONS.getBrokerBalance,
    BROKER_LEDGER_OPERATIONS.listBrokerPositions,
    BROKER_LEDGER_OPERATIONS.getAssetSummary,
    BROKER_LEDGER_OPERATIONS.listBrokerCashActivities,
  ])("are returned for the broker's own customers only", async (operation) => {
    expect(await broker.refusal(operation, { account_id: 'NOBODY' })).toEqual(DENIED)
    expect(await broker.refusal(operation, {})).toEqual(REFUSED)
  })
})
