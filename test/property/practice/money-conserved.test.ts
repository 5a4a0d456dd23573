import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addEntry } from '../../../electron/practice/broker/entries.js'
import {
  BrokerContext,
  type AccountBooks,
} from '../../../electron/practice/broker/broker-context.js'
import {
  cancelTransfer,
  createTransfer,
  grantInstant,
  settleTransfers,
} from '../../../electron/practice/broker/funding.js'
import {
  noBroker,
  zBrokerState,
  type BrokerState,
} from '../../../electron/practice/broker/state.js'
import { DAY_MS, epochMs, type EpochMs } from '../../../shared/domain/time.js'

const START = epochMs(Date.parse('2026-11-19T15:00:00Z'))

interface PushedEvent {
  readonly type: string
  readonly payload: {
    readonly biz_type: string
    readonly status: string
    readonly transfer_id?: string
    readonly instant_funding_id?: string
    readonly credit_id?: string
    readonly fee_id?: string
    readonly journal_id?: string
  }
}

/** Returns the status of each record according to the event push. */
const latestStatus = (events: readonly PushedEvent[]): ReadonlyMap<string, string> =>
  new Map(
    events.map(({ payload }) => [
      payload.instant_funding_id ??
        payload.transfer_id ??
        payload.credit_id ??
        payload.fee_id ??
        payload.journal_id ??
        '',
      payload.status,
    ]),
  )
/** Returns the stored status of each record. */
const recorded = ({ transfers, instants, entries }: BrokerState): ReadonlyMap<string, string> =>
  new Map([
    ...[...transfers, ...instants].map(({ id, status }): [string, string] => [id, status]),
    ...entries.map(({ id }): [string, string] => [id, 'COMPLETED']),
  ])

/** Creates a broker over simple cash balances, which only its own operations change. */
function brokerFixture() {
  const cash = new Map<string, number>([
    ['A', 0],
    ['B', 0],
    ['C', 0],
  ])
  const books: AccountBooks = {
    openAccount: () => undefined,
    moveCash: ({ accountId, cents }) =>
      void cash.set(accountId, (cash.get(accountId) ?? 0) + cents),
    withdrawable: (id) => Math.max(0, cash.get(id) ?? 0),
    isEmpty: (id) => cash.get(id) === 0,
  }
  const clock: { now: EpochMs } = { now: START }
  const events: PushedEvent[] = []
  const broker = new BrokerContext({
    books,
    now: () => clock.now,
    ids: (kind, number) => `${kind}-${number}`,
    emit: (type, payload) => void events.push({ type, payload: payload as PushedEvent['payload'] }),
  })
  const account = (id: string, owner: string): BrokerState['accounts'][number] => ({
    id,
    number: id,
    type: 'CASH',
    owner,
    filled: { basic: null, brokerage: null, event: null },
    openedAt: START,
    restrictions: [],
    closedAt: null,
  })
  const bank = (
    id: string,
    accountId: string,
    accountNumber: string,
  ): BrokerState['relationships'][number] => ({
    id,
    kind: 'ACH',
    accountId,
    holder: 'x',
    bankName: '',
    routing: '0',
    accountNumber,
    accountType: null,
    nickname: null,
    status: 'APPROVED',
    createdAt: START,
  })
  broker.state = {
    ...noBroker(),
    accounts: [account('A', 'one'), account('B', 'one'), account('C', 'two')],
    relationships: ['A', 'B', 'C'].flatMap((id) => [
      bank(`good-${id}`, id, '12345'),
      bank(`bad-${id}`, id, '10000'),
    ]),
  }
  return { broker, cash, clock, events }
}

const account = fc.constantFrom('A', 'B', 'C')
const cents = fc.integer({ min: 1, max: 3_000_000 })
const action = fc.oneof(
  fc.record({
    kind: fc.constant('transfer' as const),
    account,
    bank: fc.constantFrom('good', 'bad'),
    direction: fc.constantFrom('INCOMING' as const, 'OUTGOING' as const),
    cents,
  }),
  fc.record({ kind: fc.constant('cancel' as const), pick: fc.nat() }),
  fc.record({ kind: fc.constant('instant' as const), pick: fc.nat(), cents }),
  fc.record({ kind: fc.constant('credit' as const), account, cents }),
  fc.record({ kind: fc.constant('fee' as const), account, cents }),
  fc.record({
    kind: fc.constant('journal' as const),
    account,
    to: account,
    thirdParty: fc.boolean(),
    cents,
  }),
  fc.record({ kind: fc.constant('day' as const) }),
)

const sum = (rows: readonly { readonly cents: number }[]): number =>
  rows.reduce((total, row) => total + row.cents, 0)

/** Returns the balance that an account must have according to the records alone. */
function owed({ transfers, instants, entries }: BrokerState, id: string): number {
  const ownTransfers = transfers.filter((transfer) => transfer.accountId === id)
  const journals = entries.map(({ cents: amount, what: reason }) =>
    reason.kind === 'journal'
      ? (reason.to === id ? amount : 0) - (reason.from === id ? amount : 0)
      : reason.accountId === id
        ? reason.kind === 'credit'
          ? amount
          : -amount
        : 0,
  )
  return (
    sum(
      ownTransfers.filter(
        (transfer) => transfer.direction === 'INCOMING' && transfer.status === 'COMPLETED',
      ),
    ) -
    sum(
      ownTransfers.filter(
        (transfer) => transfer.direction === 'OUTGOING' && transfer.status !== 'CANCELLED',
      ),
    ) +
    sum(instants.filter((advance) => advance.accountId === id && advance.status === 'GRANTED')) +
    journals.reduce((total, amount) => total + amount, 0)
  )
}

it('every balance equals the sum of its records, and the event push sends each present status', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
      const { broker, cash, clock, events } = brokerFixture()
      actions.forEach((step, index) => {
        const id = `r${index}`
        const picked =
          'pick' in step
            ? broker.state.transfers[step.pick % Math.max(1, broker.state.transfers.length)]
            : undefined
        if (step.kind === 'transfer') {
          createTransfer(broker, id, {
            accountId: step.account,
            relationshipId: `${step.bank}-${step.account}`,
            method: 'ACH',
            direction: step.direction,
            cents: step.cents,
          })
        } else if (step.kind === 'cancel' && picked !== undefined) {
          cancelTransfer(broker, picked.accountId, picked.id)
        } else if (step.kind === 'instant' && picked !== undefined) {
          grantInstant(broker, {
            requestId: id,
            accountId: picked.accountId,
            transferId: picked.id,
            cents: step.cents,
          })
        } else if (step.kind === 'credit') {
          addEntry(broker, id, {
            cents: step.cents,
            note: null,
            what: { kind: 'credit', accountId: step.account, type: 'GOODWILL' },
          })
        } else if (step.kind === 'fee') {
          addEntry(broker, id, {
            cents: step.cents,
            note: null,
            what: { kind: 'fee', accountId: step.account, type: 'OTHER' },
          })
        } else if (step.kind === 'journal') {
          addEntry(broker, id, {
            cents: step.cents,
            note: null,
            what: { kind: 'journal', thirdParty: step.thirdParty, from: step.account, to: step.to },
          })
        } else if (step.kind === 'day') {
          clock.now = epochMs(clock.now + DAY_MS)
          settleTransfers(broker)
        }
        for (const [name, held] of cash) expect(held).toBe(owed(broker.state, name))
        expect(latestStatus(events)).toEqual(recorded(broker.state))
      })
      expect(zBrokerState.parse(JSON.parse(JSON.stringify(broker.state)))).toEqual(broker.state)
    }),
    { numRuns: 150 },
  )
})

it('a returned bank deposit takes back the amount granted against it', () => {
  const { broker, cash, clock } = brokerFixture()
  const transfer = createTransfer(broker, 't', {
    accountId: 'A',
    relationshipId: 'bad-A',
    method: 'ACH',
    direction: 'INCOMING',
    cents: 50_000,
  })
  const transferId = transfer.ok ? transfer.value.id : ''
  expect(
    grantInstant(broker, { requestId: 'g', accountId: 'A', transferId, cents: 25_000 }),
  ).toMatchObject({
    ok: true,
    value: { status: 'GRANTED' },
  })
  expect(cash.get('A')).toBe(25_000)
  clock.now = epochMs(clock.now + DAY_MS)
  settleTransfers(broker)
  expect(broker.state.transfers).toMatchObject([
    { status: 'FAILED', failure: expect.stringContaining('R01') as string },
  ])
  expect(broker.state.instants).toMatchObject([{ status: 'REVERSED' }])
  expect(cash.get('A')).toBe(0)
})
