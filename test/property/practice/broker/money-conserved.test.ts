import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addEntry } from '../../../../electron/practice/broker/entries.js'
import { Desk, type AccountBooks } from '../../../../electron/practice/broker/desk.js'
import {
  cancelTransfer,
  createTransfer,
  grantInstant,
  settleTransfers,
} from '../../../../electron/practice/broker/funding.js'
import {
  noBroker,
  zBrokerState,
  type BrokerState,
} from '../../../../electron/practice/broker/state.js'
import { DAY_MS, epochMs, type EpochMs } from '../../../../shared/domain/time.js'

const START = epochMs(Date.parse('2026-11-19T15:00:00Z'))

interface Told {
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

/** How everything stands by what the event push told last of it. */
const standing = (told: readonly Told[]): ReadonlyMap<string, string> =>
  new Map(
    told.map(({ payload }) => [
      payload.instant_funding_id ??
        payload.transfer_id ??
        payload.credit_id ??
        payload.fee_id ??
        payload.journal_id ??
        '',
      payload.status,
    ]),
  )
/** How everything stands. */
const recorded = ({ transfers, instants, entries }: BrokerState): ReadonlyMap<string, string> =>
  new Map([
    ...[...transfers, ...instants].map(({ id, status }): [string, string] => [id, status]),
    ...entries.map(({ id }): [string, string] => [id, 'COMPLETED']),
  ])

/** Books that only add: what the desk moves is all that happens to them. */
function rig() {
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
  const told: Told[] = []
  const desk = new Desk({
    books,
    now: () => clock.now,
    ids: (kind, number) => `${kind}-${number}`,
    tell: (type, payload) => void told.push({ type, payload: payload as Told['payload'] }),
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
  desk.state = {
    ...noBroker(),
    accounts: [account('A', 'one'), account('B', 'one'), account('C', 'two')],
    relationships: ['A', 'B', 'C'].flatMap((id) => [
      bank(`good-${id}`, id, '12345'),
      bank(`bad-${id}`, id, '10000'),
    ]),
  }
  return { desk, cash, clock, told }
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

/** What an account must hold by the records alone. */
function owed({ transfers, instants, entries }: BrokerState, id: string): number {
  const mine = transfers.filter((one) => one.accountId === id)
  const journals = entries.map(({ cents: amount, what }) =>
    what.kind === 'journal'
      ? (what.to === id ? amount : 0) - (what.from === id ? amount : 0)
      : what.accountId === id
        ? what.kind === 'credit'
          ? amount
          : -amount
        : 0,
  )
  return (
    sum(mine.filter((one) => one.direction === 'INCOMING' && one.status === 'COMPLETED')) -
    sum(mine.filter((one) => one.direction === 'OUTGOING' && one.status !== 'CANCELLED')) +
    sum(instants.filter((one) => one.accountId === id && one.status === 'GRANTED')) +
    journals.reduce((total, one) => total + one, 0)
  )
}

it('every balance is what the records of transfers, grants, credits, fees and journals add up to, to the cent, and the event push tells each record as it stands', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
      const { desk, cash, clock, told } = rig()
      actions.forEach((one, index) => {
        const id = `r${index}`
        const picked =
          'pick' in one
            ? desk.state.transfers[one.pick % Math.max(1, desk.state.transfers.length)]
            : undefined
        if (one.kind === 'transfer') {
          createTransfer(desk, id, {
            accountId: one.account,
            relationshipId: `${one.bank}-${one.account}`,
            method: 'ACH',
            direction: one.direction,
            cents: one.cents,
          })
        } else if (one.kind === 'cancel' && picked !== undefined) {
          cancelTransfer(desk, picked.accountId, picked.id)
        } else if (one.kind === 'instant' && picked !== undefined) {
          grantInstant(desk, id, picked.accountId, picked.id, one.cents)
        } else if (one.kind === 'credit') {
          addEntry(desk, id, {
            cents: one.cents,
            note: null,
            what: { kind: 'credit', accountId: one.account, type: 'GOODWILL' },
          })
        } else if (one.kind === 'fee') {
          addEntry(desk, id, {
            cents: one.cents,
            note: null,
            what: { kind: 'fee', accountId: one.account, type: 'OTHER' },
          })
        } else if (one.kind === 'journal') {
          addEntry(desk, id, {
            cents: one.cents,
            note: null,
            what: { kind: 'journal', thirdParty: one.thirdParty, from: one.account, to: one.to },
          })
        } else if (one.kind === 'day') {
          clock.now = epochMs(clock.now + DAY_MS)
          settleTransfers(desk)
        }
        for (const [name, held] of cash) expect(held).toBe(owed(desk.state, name))
        expect(standing(told)).toEqual(recorded(desk.state))
      })
      expect(zBrokerState.parse(JSON.parse(JSON.stringify(desk.state)))).toEqual(desk.state)
    }),
    { numRuns: 150 },
  )
})

it('a deposit from a bank account that bounces takes back what was granted against it', () => {
  const { desk, cash, clock } = rig()
  const made = createTransfer(desk, 't', {
    accountId: 'A',
    relationshipId: 'bad-A',
    method: 'ACH',
    direction: 'INCOMING',
    cents: 50_000,
  })
  const transferId = made.ok ? made.value.id : ''
  expect(grantInstant(desk, 'g', 'A', transferId, 25_000)).toMatchObject({
    ok: true,
    value: { status: 'GRANTED' },
  })
  expect(cash.get('A')).toBe(25_000)
  clock.now = epochMs(clock.now + DAY_MS)
  settleTransfers(desk)
  expect(desk.state.transfers).toMatchObject([
    { status: 'FAILED', failure: expect.stringContaining('R01') as string },
  ])
  expect(desk.state.instants).toMatchObject([{ status: 'REVERSED' }])
  expect(cash.get('A')).toBe(0)
})
