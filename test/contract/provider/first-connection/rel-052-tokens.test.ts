import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { symbol } from '../../../../shared/domain/ids.js'
import { USUAL_BROKER } from '../../../../shared/practice/broker-variant.js'
import { signInAt, startBroker, type BrokerStandIn } from './broker-stand-in.js'

let broker: BrokerStandIn
beforeAll(async () => {
  broker = await startBroker('production')
})
afterAll(() => broker.close())
beforeEach(async () => {
  await broker.play(USUAL_BROKER)
  // Nobody has to enter a code here: what is counted is who requested one.
  await broker.practice.command({ command: 'two-factor', mode: 'immediate' })
})

/** How often an operation was requested since the given count. */
async function counted(before: Readonly<Record<string, number>>, id: string): Promise<number> {
  return ((await broker.requests())[id] ?? 0) - (before[id] ?? 0)
}

describe('REL-52: an account without two-factor sign-in', () => {
  it('is read without a token, and none is created, where the broker says so', async () => {
    await broker.play({ config: 'unchecked', tokenCheck: 'none' })
    const before = await broker.requests()
    const provider = broker.provider()
    expect(await provider.portfolio.accounts()).toMatchObject({ ok: true })
    expect(await provider.market.snapshots([symbol('AAPL')])).toMatchObject({ ok: true })
    expect(provider.appToken.state()).toEqual({ kind: 'unneeded' })
    expect(await counted(before, 'auth.token.create')).toBe(0)
    expect(await counted(before, 'auth.config')).toBe(1)
  })

  it('gets a token once the broker demands one after all', async () => {
    await broker.play({ config: 'unchecked', tokenCheck: 'required' })
    const provider = broker.provider()
    expect(await provider.portfolio.accounts()).toMatchObject({ ok: true })
    expect(provider.appToken.state()).toMatchObject({ kind: 'ready' })
  })

  it('gets a token as usual where the broker does not say whether one is needed', async () => {
    await broker.play({ config: 'missing' })
    const provider = broker.provider()
    expect(await provider.portfolio.accounts()).toMatchObject({ ok: true })
    expect(provider.appToken.state()).toMatchObject({ kind: 'ready' })
  })

  it('is read without a token where the broker lets the application create none', async () => {
    await broker.play({ config: 'missing', createToken: 'refused', tokenCheck: 'none' })
    const provider = broker.provider()
    expect(await provider.portfolio.accounts()).toMatchObject({ ok: true })
    expect(provider.appToken.state()).toEqual({ kind: 'unneeded' })
  })

  it('is told what to do where a token is demanded and none may be created', async () => {
    await broker.play({ createToken: 'refused', tokenCheck: 'required' })
    const provider = broker.provider()
    expect(await provider.portfolio.accounts()).toMatchObject({ ok: false })
    expect(provider.appToken.state()).toMatchObject({
      kind: 'failed',
      message: { code: 'auth.tokenRefused' },
    })
  })
})

describe('REL-52: a production account by browser alone', () => {
  it('reads prices with the sign-in where the broker allows it, and requests no code', async () => {
    await broker.play({ bearerMarketData: true })
    const before = await broker.requests()
    const provider = broker.provider({ mode: 'connect', bearer: await signInAt(broker) })
    expect(await provider.portfolio.accounts()).toMatchObject({ ok: true })
    expect(await provider.market.snapshots([symbol('AAPL')])).toMatchObject({ ok: true })
    expect(await counted(before, 'auth.token.create')).toBe(0)
  })

  it('sends no code to the phone before the person requests one', async () => {
    const before = await broker.requests()
    const provider = broker.provider({ mode: 'connect', bearer: await signInAt(broker) })
    expect(await provider.market.snapshots([symbol('AAPL')])).toMatchObject({
      ok: false,
      error: { kind: 'not-confirmed' },
    })
    expect(await provider.portfolio.accounts()).toMatchObject({ ok: true })
    expect(await counted(before, 'auth.token.create')).toBe(0)
    expect(provider.appToken.state()).toMatchObject({
      kind: 'failed',
      message: { code: 'auth.codeNotRequested' },
    })
    await provider.appToken.obtain()
    expect(await provider.market.snapshots([symbol('AAPL')])).toMatchObject({ ok: true })
    expect(await counted(before, 'auth.token.create')).toBe(1)
  })
})
