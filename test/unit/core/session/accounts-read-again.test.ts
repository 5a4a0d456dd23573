import { describe, expect, it } from 'vitest'
import type { Account, UnsupportedAccount } from '../../../../shared/domain/account/account.js'
import { accountId } from '../../../../shared/domain/ids.js'
import { writtenOut } from '../../../harness/written-out.js'
import { ACCOUNT, SessionFixture } from './session-fixture.js'

const OTHER: Account = {
  accountId: accountId('OTHER'),
  accountNumber: '2',
  type: 'cash',
  product: 'crypto',
  label: 'Crypto',
}
const UNSUPPORTED: UnsupportedAccount = { ...OTHER, product: 'unsupported' }
const idsOf = (accounts: readonly Account[]): readonly string[] =>
  accounts.map((account) => account.accountId)

describe('the accounts of a session', () => {
  it('are read again when the stream of order events reconnects, and events follow them', async () => {
    const desk = new SessionFixture()
    const session = await desk.start()
    desk.accounts = [...desk.accounts, OTHER]
    desk.eventListener?.onSubscribed()
    await desk.simulation.run(desk.simulation.now + 1_000)
    expect(idsOf(session.connection.view().accounts)).toEqual([ACCOUNT, 'OTHER'])
    expect(session.connection.view().selectedAccount).toBe(ACCOUNT)
    expect(desk.eventAccounts).toEqual([ACCOUNT, 'OTHER'])
  })

  it('are those of the person who signs in later, and nothing of the earlier ones remains', async () => {
    const desk = new SessionFixture()
    const session = await desk.start()
    await session.connection.signOut()
    desk.accounts = [OTHER]
    const signedIn = session.connection.signIn()
    await desk.simulation.run(desk.simulation.now + 3_000)
    expect(await signedIn).toMatchObject({ phase: 'ready', selectedAccount: 'OTHER' })
    expect(idsOf(session.connection.view().accounts)).toEqual(['OTHER'])
    expect(desk.eventAccounts).toEqual(['OTHER'])
  })

  it('are read again by a sign-in while the session is connected', async () => {
    const desk = new SessionFixture()
    const session = await desk.start()
    desk.accounts = [OTHER]
    const signedIn = session.connection.signIn()
    await desk.simulation.run(desk.simulation.now + 3_000)
    await signedIn
    expect(session.connection.view()).toMatchObject({ phase: 'ready', selectedAccount: 'OTHER' })
    expect(desk.eventAccounts).toEqual(['OTHER'])
  })

  it('stay as they are when they cannot be read again', async () => {
    const desk = new SessionFixture()
    const session = await desk.start()
    desk.accountsFail = true
    desk.eventListener?.onSubscribed()
    await desk.simulation.run(desk.simulation.now + 1_000)
    expect(idsOf(session.connection.view().accounts)).toEqual([ACCOUNT])
    expect(session.connection.view().phase).toBe('ready')
  })
})

describe('a session whose accounts are all of a kind that is not supported', () => {
  it('names them and says what to do, and continues once there is another', async () => {
    const desk = new SessionFixture()
    const { accounts } = desk
    desk.accounts = [UNSUPPORTED]
    const session = await desk.start()
    const view = writtenOut(session.connection.view())
    expect(view).toMatchObject({ phase: 'attention', accounts: [], selectedAccount: null })
    expect(view.problem).toMatch(/does not support \(2\).*Choose another profile/)
    expect(view.unsupportedAccounts).toHaveLength(1)
    desk.accounts = [...accounts, UNSUPPORTED]
    const exchanges = desk.calls['exchange'] ?? 0
    const retried = session.connection.signIn()
    await desk.simulation.run(desk.simulation.now + 3_000)
    expect(await retried).toMatchObject({ phase: 'ready', problem: null, selectedAccount: ACCOUNT })
    // The accounts are read again without another sign-in.
    expect(desk.calls['exchange'] ?? 0).toBe(exchanges)
  })

  it('says so without any account too', async () => {
    const desk = new SessionFixture()
    desk.accounts = []
    const session = await desk.start()
    expect(writtenOut(session.connection.view())).toMatchObject({
      phase: 'attention',
      problem: expect.stringContaining('no account for this sign-in'),
    })
  })

  it('ends what it showed of accounts that are gone', async () => {
    const desk = new SessionFixture()
    const session = await desk.start()
    expect(session.streams.positions.get()).not.toHaveLength(0)
    desk.accounts = [UNSUPPORTED]
    desk.eventListener?.onSubscribed()
    await desk.simulation.run(desk.simulation.now + 1_000)
    expect(session.connection.view()).toMatchObject({ phase: 'attention', selectedAccount: null })
    expect(session.streams.positions.get()).toBeNull()
  })
})
