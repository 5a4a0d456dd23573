import { describe, expect, it } from 'vitest'
import type { CardFacts } from '../../../../electron/core/instructions/policy/policy-types.js'
import { asMoney, asPrice, dec } from '../../../../shared/domain/decimal.js'
import { draft } from '../harness/fake-order-gateway.js'
import { InstructionFixture, RICH } from '../harness/instruction-fixture.js'

const quoteOf = (bid: string, ask: string): NonNullable<CardFacts['price']> => ({
  bid: asPrice(dec(bid)),
  ask: asPrice(dec(ask)),
  last: asPrice(dec(bid)),
  ageMs: 0,
})
const powerOf = (amount: string): NonNullable<CardFacts['balance']> => ({
  ...RICH,
  currencies: [
    {
      currency: 'USD',
      cash: null,
      settledCash: null,
      unsettledCash: null,
      marketValue: null,
      frozen: null,
      buyingPower: asMoney(dec(amount)),
      dayBuyingPower: null,
      overnightBuyingPower: null,
      optionBuyingPower: null,
      unrealizedPnl: null,
      dayPnl: null,
      availableToWithdraw: null,
    },
  ],
})

/** A card that is read and armed, at a quote of 187.40 to 187.42. */
async function armedCard(): Promise<InstructionFixture> {
  const fixture = await new InstructionFixture().start()
  fixture.facts = { price: quoteOf('187.40', '187.42'), balance: powerOf('50000') }
  await fixture.requestAndArm()
  expect(fixture.card().arming.armed).toBe(true)
  return fixture
}

const valueOf = (fixture: InstructionFixture, id: string) =>
  [...fixture.card().market, ...fixture.card().effect, ...fixture.card().money].find(
    (field) => field.id === id,
  )?.value

describe('CONFIRM-51: approve is disarmed only by what the person can see change', () => {
  it('stays armed for 30 s while the market moves within the tolerance, and shows each quote', async () => {
    const fixture = await armedCard()
    let armed = 0
    for (let step = 1; step <= 60; step += 1) {
      const cents = `${40 + (step % 5)}`
      fixture.facts = {
        price: quoteOf(`187.${cents}`, `187.${Number(cents) + 2}`),
        balance: powerOf(`${50_000 + (step % 7)}`),
      }
      fixture.cost = `${1_875 + (step % 3)}.00`
      await fixture.drawCards(500)
      armed += fixture.card().arming.armed ? 1 : 0
    }
    expect(armed).toBe(60)
    expect(valueOf(fixture, 'bid')).not.toBe('187.40')
    expect(valueOf(fixture, 'power')).not.toBe('$48,125.00')
    expect(await fixture.approve()).toBe('ok')
  })

  it('stays armed, and keeps a press, when the page has not yet drawn the next quote', async () => {
    const fixture = await armedCard()
    const before = fixture.decision()
    fixture.facts = { price: quoteOf('187.43', '187.45'), balance: powerOf('50001') }
    for (let ms = 0; ms < 3_600 && fixture.card().digest === before.digest; ms += 100) {
      await fixture.advance(100)
    }
    expect(fixture.card().digest).not.toBe(before.digest)
    expect(fixture.card().arming).toMatchObject({ armed: true, nonce: before.nonce })
    expect((await fixture.service.decisions.decide(before)).ok).toBe(true)
    expect(fixture.sent).toHaveLength(1)
  })

  it('refuses a decision on an estimate of more than 5 s ago, although a newer one differs little', async () => {
    const fixture = await armedCard()
    const before = fixture.decision()
    fixture.facts = { price: quoteOf('187.43', '187.45'), balance: powerOf('50001') }
    await fixture.advance(9_000)
    expect((await fixture.service.decisions.decide(before)).ok).toBe(false)
    expect(fixture.sent).toEqual([])
  })

  it('refuses a decision on figures that moved beyond the tolerance since, in small steps', async () => {
    const fixture = await armedCard()
    const before = fixture.decision()
    fixture.facts = { price: quoteOf('186.60', '186.62'), balance: powerOf('50000') }
    await fixture.advance(3_600)
    expect(fixture.card().arming.armed).toBe(true)
    fixture.facts = { price: quoteOf('186.00', '186.02'), balance: powerOf('50000') }
    await fixture.service.review.requote(fixture.card().id)
    expect(fixture.card().arming).toMatchObject({
      armed: false,
      because: { subject: 'Bid', from: '187.40', to: '186.00' },
    })
    expect((await fixture.service.decisions.decide(before)).ok).toBe(false)
  })

  it.each([
    ['fees', { fees: '1.25' }, 'Fees'],
    ['the session', { session: 'closed' as const }, 'Market'],
  ] as const)('says that %s changed, with old and new', async (_what, change, subject) => {
    const fixture = await armedCard()
    if ('fees' in change) fixture.gateway.fees = change.fees
    else fixture.facts = { ...fixture.facts, ...change }
    await fixture.advance(3_600)
    expect(fixture.card().arming.armed).toBe(false)
    const { because } = fixture.card().arming
    expect(because?.subject).toBe(subject)
    expect(because?.from).not.toBe(because?.to)
  })

  it('says that the cost moved beyond the tolerance, and gives the full time', async () => {
    const fixture = await armedCard()
    fixture.cost = '1890.00'
    await fixture.advance(3_600)
    await fixture.drawCards()
    expect(fixture.card().arming).toMatchObject({
      armed: false,
      armsInMs: 1_500,
      because: { subject: 'Estimated cost', from: '$1,875.00', to: '$1,890.00' },
    })
  })

  it('says that the window moved', async () => {
    const fixture = await armedCard()
    fixture.window({ bounds: { x: 30, y: 0, width: 400, height: 600 } })
    expect(fixture.card().arming.because).toEqual({
      subject: 'The window moved',
      from: null,
      to: null,
    })
  })

  it('gives no reason while a new card is read for the first time', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.request('k1', draft('180'))
    await fixture.drawCards()
    expect(fixture.card().arming).toMatchObject({ armed: false, because: null })
  })
})
