import { describe, expect, it } from 'vitest'
import { accountId, symbol, type AccountId } from '../../../../shared/domain/ids.js'
import { ok } from '../../../../shared/domain/result.js'
import { MSFT, shares } from './client-fixture.js'
import { account, CRYPTO, FIRST, PortfolioTest, SECOND } from './portfolio-fixture.js'

describe('the accounts', () => {
  it('are those that trade a known product; the first one of securities is selected', async () => {
    const test = new PortfolioTest()
    test.accounts = [...test.accounts, account(accountId('X'), 'unsupported')]
    expect([test.portfolio.accounts, test.portfolio.unsupportedAccounts]).toEqual([[], []])
    expect(test.portfolio.selected).toBeNull()
    expect(await test.load()).toEqual(ok(undefined))
    expect(test.portfolio.accounts.map(({ accountId: id }) => id)).toEqual([CRYPTO, FIRST, SECOND])
    expect(test.portfolio.unsupportedAccounts).toMatchObject([{ accountId: 'X' }])
    expect(test.portfolio.selected).toBe(FIRST)
  })

  it('the accounts without securities begin with the first one', async () => {
    const test = new PortfolioTest()
    test.accounts = [account(CRYPTO, 'crypto'), account(accountId('E'), 'events')]
    await test.load()
    expect(test.portfolio.selected).toBe(CRYPTO)
  })

  it('keep the choice of the person when they are read again, and its figures', async () => {
    const test = await new PortfolioTest().open()
    test.portfolio.select(SECOND)
    await test.pass(1_000)
    await test.load()
    expect(test.portfolio.selected).toBe(SECOND)
    expect(test.values()).toEqual(['100.00'])
  })

  it('lose the choice with the account, and every figure with the last account', async () => {
    const test = await new PortfolioTest().open()
    test.accounts = [account(SECOND, 'securities')]
    await test.load()
    expect(test.portfolio.selected).toBe(SECOND)
    await test.pass(1_000)
    test.accounts = []
    await test.load()
    expect(test.portfolio.selected).toBeNull()
    expect([test.values(), test.net()]).toEqual([undefined, undefined])
    test.forget()
    await test.portfolio.refresh()
    expect(test.requested).toEqual([])
  })

  it('say why they could not be read, and stay as they were', async () => {
    const test = await new PortfolioTest().open()
    test.fails = 'accounts'
    expect(await test.load()).toMatchObject({ ok: false, error: { kind: 'timeout' } })
    expect(test.portfolio.selected).toBe(FIRST)
    expect(test.portfolio.accounts).toHaveLength(3)
  })
})

describe('REL-41: the account that is selected', () => {
  it('shows nothing of the account before it, and is read at once', async () => {
    const test = await new PortfolioTest().open()
    expect(test.net()).toBe('1000')
    expect(test.portfolio.select(SECOND)).toBe(true)
    expect(test.portfolio.positions.get()).toBeNull()
    expect(test.portfolio.balance.get()).toBeNull()
    expect(test.published).toEqual(['positions', 'balance'])
    expect(test.failures.at(-1)).toBeNull()
    await test.pass(100)
    expect(test.requested).toEqual(['positions A2', 'balance A2'])
    expect(test.portfolio.balance.get()?.accountId).toBe(SECOND)
  })

  it('is not read again when it is selected again, and an unknown one is refused', async () => {
    const test = await new PortfolioTest().open()
    expect(test.portfolio.select(FIRST)).toBe(true)
    expect(test.portfolio.select(accountId('nobody'))).toBe(false)
    await test.pass(100)
    expect(test.requested).toEqual([])
    expect(test.portfolio.selected).toBe(FIRST)
  })

  it('never shows answers that were asked for another account', async () => {
    const test = await new PortfolioTest().open()
    test.answerMs = 500
    void test.portfolio.refresh()
    await test.pass(100)
    test.held = []
    test.portfolio.select(SECOND)
    await test.pass(450)
    expect(test.portfolio.positions.get()).toBeNull()
    expect(test.portfolio.balance.get()).toBeNull()
    await test.pass(600)
    expect(test.values()).toEqual([])
    expect(test.portfolio.balance.get()?.accountId).toBe(SECOND)
    // Only the balance that is shown remembers prices, beside the portfolio itself.
    await test.pass(1_000)
    expect(test.listeners).toBe(1)
  })

  it('says nothing of the account before it that could not be read', async () => {
    const test = await new PortfolioTest().open()
    test.answerMs = 500
    test.fails = 'positions'
    void test.portfolio.refresh()
    await test.pass(100)
    test.portfolio.select(SECOND)
    test.failures.length = 0
    await test.pass(450)
    expect(test.failures).toEqual([])
    await test.pass(500)
    expect(test.failures).toEqual(['timeout'])
  })
})

describe('the figures of the account', () => {
  it('are asked for once more where a refresh is wanted during one', async () => {
    const test = await new PortfolioTest().open()
    const first = test.portfolio.refresh()
    const second = test.portfolio.refresh()
    void test.portfolio.refresh()
    expect(second).toBe(first)
    await test.pass(1_000)
    expect(test.requested).toEqual(['positions A1', 'balance A1', 'positions A1', 'balance A1'])
    void test.portfolio.refresh()
    await test.pass(1_000)
    expect(test.requested).toHaveLength(6)
  })

  it('stay as they are while they cannot be read', async () => {
    const test = await new PortfolioTest().open()
    test.fails = 'balance'
    test.held = []
    void test.portfolio.refresh()
    await test.pass(100)
    expect(test.values()).toEqual([])
    expect(test.net()).toBe('1000')
    test.fails = 'positions'
    test.held = [shares()]
    void test.portfolio.refresh()
    await test.pass(100)
    expect(test.values()).toEqual([])
    expect(test.failures.at(-1)).toBeNull()
  })

  it('have the multiplier of the listing where the broker states none', async () => {
    const test = new PortfolioTest()
    test.multiplier = '5'
    test.held = [shares({ multiplier: null, marketValue: null, unrealizedPnl: null })]
    await test.open()
    expect(test.values()).toEqual(['500.00'])
  })

  it('are gone after the end of the session, with all that was due, until it starts again', async () => {
    const test = await new PortfolioTest().open()
    test.portfolio.onPositionsChanged(FIRST, null)
    test.portfolio.stop()
    expect(test.portfolio.positions.get()).toBeNull()
    expect(test.portfolio.balance.get()).toBeNull()
    expect([...test.subscribed]).toEqual(['none'])
    test.forget()
    await test.pass(120_000)
    expect(test.requested).toEqual([])
    test.portfolio.start()
    await test.pass(100)
    expect(test.values()).toEqual(['100.00'])
    expect([...test.subscribed]).toEqual(['AAPL'])
  })

  it('are read every 30 s by one clock, however often the session starts', async () => {
    const test = await new PortfolioTest().open()
    test.portfolio.start()
    await test.pass(1_000)
    test.forget()
    await test.pass(30_000)
    expect(test.requested).toEqual(['positions A1', 'balance A1'])
  })

  it('are not read, published or listened for after the program ended', async () => {
    const test = await new PortfolioTest().open()
    test.price('AAPL', '11')
    test.portfolio.onPositionsChanged(FIRST, null)
    void test.portfolio.refresh()
    void test.portfolio.refresh()
    test.forget()
    test.portfolio.dispose()
    expect([...test.subscribed]).toEqual([])
    await test.pass(120_000)
    test.health.emit()
    expect(test.requested).toEqual([])
    expect(test.published).toEqual([])
    expect(test.listeners).toBe(0)
    expect(test.health.size).toBe(0)
  })

  it('are not read again for positions that were never known after the program ended', async () => {
    const test = new PortfolioTest()
    test.fails = 'positions'
    await test.open()
    expect(test.failures).toContain('timeout')
    test.portfolio.dispose()
    await test.pass(60_000)
    expect(test.requested).toEqual([])
    const late = new PortfolioTest()
    late.fails = 'positions'
    await late.load()
    late.failures.length = 0
    void late.portfolio.refresh()
    late.portfolio.dispose()
    await late.pass(60_000)
    expect(late.failures).toEqual([])
  })
})

describe('the quotes of what is held', () => {
  it('are subscribed while it is held, and the new ones before the old ones end', async () => {
    const test = await new PortfolioTest().open()
    expect(test.subscriptions).toEqual(['AAPL'])
    void test.portfolio.refresh()
    await test.pass(100)
    expect(test.subscriptions).toEqual(['AAPL'])
    test.held = [shares({ symbol: MSFT })]
    void test.portfolio.refresh()
    await test.pass(100)
    expect(test.subscriptions).toEqual(['AAPL', 'MSFT'])
    expect([...test.subscribed]).toEqual(['MSFT'])
    test.held = [shares({ symbol: MSFT }), shares({ positionId: 'P2' })]
    void test.portfolio.refresh()
    await test.pass(100)
    expect([...test.subscribed]).toEqual(['MSFT AAPL'])
    test.held = [shares({ symbol: MSFT }), shares({ positionId: 'P2', symbol: symbol('IBM') })]
    void test.portfolio.refresh()
    await test.pass(100)
    expect([...test.subscribed]).toEqual(['MSFT IBM'])
  })

  it('change the figures in one publication; those of other symbols do not', async () => {
    const test = await new PortfolioTest().open()
    test.price('MSFT', '70')
    await test.pass(500)
    expect(test.published).toEqual([])
    test.price('AAPL', '11')
    test.price('AAPL', '12')
    await test.pass(500)
    expect(test.published).toEqual(['positions', 'balance'])
    expect([test.values(), test.net()]).toEqual([['120.00'], '1020'])
  })

  it('are published again when the market data changes its health, unless nothing is held', async () => {
    const unread = new PortfolioTest()
    unread.health.emit()
    await unread.pass(500)
    expect(unread.published).toEqual([])
    const test = await new PortfolioTest().open()
    test.health.emit()
    await test.pass(500)
    expect(test.published).toEqual(['positions', 'balance'])
    test.held = []
    void test.portfolio.refresh()
    await test.pass(500)
    test.forget()
    test.health.emit()
    await test.pass(500)
    expect(test.published).toEqual([])
  })
})

describe('the changes of other accounts', () => {
  it('are told to those who show them, and read nothing here', async () => {
    const test = await new PortfolioTest().open()
    const notified: AccountId[] = []
    const stop = test.portfolio.onOtherPositions((id) => notified.push(id))
    test.portfolio.onPositionsChanged(SECOND, null)
    test.portfolio.onOrdersChanged(SECOND)
    await test.pass(5_000)
    expect(notified).toEqual([SECOND])
    expect(test.requested).toEqual([])
    test.price('AAPL', '11')
    expect(test.values()).toEqual(['110.00'])
    stop()
    test.portfolio.onPositionsChanged(SECOND, null)
    expect(notified).toEqual([SECOND])
    test.portfolio.onPositionsChanged(FIRST, null)
    expect(notified).toEqual([SECOND])
  })
})
