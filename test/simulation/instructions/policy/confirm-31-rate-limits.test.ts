import { describe, expect, it } from 'vitest'
import { evaluatePolicy } from '../../../../electron/core/instructions/policy/policy-engine.js'
import { ASSISTANT, InstructionFixture, OTHER } from '../harness/instruction-fixture.js'
import { draft } from '../harness/fake-order-gateway.js'

const priced = (index: number) => draft(`${100 + index}`)
const code = (answer: Awaited<ReturnType<InstructionFixture['request']>>): string =>
  answer.ok ? 'ok' : answer.error.code
const createFixture = async (): Promise<InstructionFixture> => {
  const fixture = await new InstructionFixture().start()
  fixture.evaluatePolicy = evaluatePolicy
  return fixture
}

describe('CONFIRM-31: limits on number and rate', () => {
  it('accept three new requests a minute, and more a minute later', async () => {
    const fixture = await createFixture()
    for (const index of [1, 2, 3]) {
      expect(code(await fixture.request(`k${index}`, priced(index)))).toBe('ok')
    }
    const fourth = await fixture.request('k4', priced(4))
    expect(fourth).toMatchObject({
      ok: false,
      error: { code: 'too-many', message: expect.stringContaining('at most 3') as string },
    })
    await fixture.advance(60_000)
    expect(code(await fixture.request('k4', priced(4)))).toBe('ok')
  })

  it('accept five pending instructions, and another once one of them has ended', async () => {
    const fixture = await createFixture()
    fixture.policy = { maxPerMinute: 60 }
    for (const index of [1, 2, 3, 4, 5]) {
      expect(code(await fixture.request(`k${index}`, priced(index)))).toBe('ok')
    }
    expect(code(await fixture.request('k6', priced(6)))).toBe('too-many')
    await fixture.drawCards(3_400)
    await fixture.decline()
    expect(code(await fixture.request('k6', priced(6)))).toBe('ok')
  })

  it('are settings of each connection', async () => {
    const fixture = await createFixture()
    fixture.policy = { maxPerMinute: 1, maxPending: 1 }
    expect(code(await fixture.request('k1', priced(1)))).toBe('ok')
    expect(code(await fixture.request('k2', priced(2)))).toBe('too-many')
    expect(code(await fixture.request('k1', priced(1), OTHER))).toBe('ok')
  })

  it('count a batch as one card and one request', async () => {
    const fixture = await createFixture()
    fixture.policy = { maxPending: 2, maxPerMinute: 2, maxWorking: 40 }
    expect(code(await fixture.request('k1', [1, 2, 3, 4, 5, 6].map(priced)))).toBe('ok')
    expect(code(await fixture.request('k2', priced(7)))).toBe('ok')
    expect(code(await fixture.request('k3', priced(8)))).toBe('too-many')
    // Its rows do not block each other when they are evaluated again.
    await fixture.drawCards(10_000)
    expect(fixture.instructions().every(({ status }) => status === 'PENDING')).toBe(true)
  })

  it('pause the assistant after three refusals and withdraw its pending instructions', async () => {
    const fixture = await createFixture()
    for (const index of [1, 2, 3]) await fixture.request(`k${index}`, priced(index))
    for (const index of [4, 5]) {
      expect(code(await fixture.request(`k${index}`, priced(index)))).toBe('too-many')
    }
    expect(fixture.pauses).toEqual([])
    expect(code(await fixture.request('k6', priced(6)))).toBe('too-many')
    expect(fixture.pauses).toMatchObject([{ id: ASSISTANT, minutes: 15 }])
    expect(
      fixture
        .instructions()
        .every(({ status, ending }) => status === 'REJECTED' && ending?.why === 'withdrawn'),
    ).toBe(true)
    expect(code(await fixture.request('k7', priced(7)))).toBe('paused')
    expect(fixture.auditRecords('refused').map(({ body }) => [body['code'], body['more']])).toEqual(
      [
        ['too-many', undefined],
        ['paused', undefined],
      ],
    )
    await fixture.drawCards(60_000)
    expect(
      fixture
        .auditRecords('refused')
        .slice(2)
        .map(({ body, line }) => [body['code'], body['more'], line]),
    ).toEqual([
      ['too-many', 2, expect.stringMatching(/at most 3 may be\. \(and 2 more within a minute\)$/)],
    ])
  })

  it('count refusals over a restart', async () => {
    const fixture = await createFixture()
    for (const index of [1, 2, 3]) await fixture.request(`k${index}`, priced(index))
    for (const index of [4, 5]) {
      expect(code(await fixture.request(`k${index}`, priced(index)))).toBe('too-many')
    }
    await fixture.restart()
    expect(fixture.pauses).toEqual([])
    expect(code(await fixture.request('k6', priced(6)))).toBe('too-many')
    expect(fixture.pauses).toMatchObject([{ id: ASSISTANT, minutes: 15 }])
  })

  it('do not add up refusals that are far apart', async () => {
    const fixture = await createFixture()
    fixture.policy = { maxPending: 1, validMinutes: 60 }
    await fixture.request('k0', priced(0))
    for (const index of [1, 2, 3, 4]) {
      expect(code(await fixture.request(`k${index}`, priced(index)))).toBe('too-many')
      await fixture.advance(6 * 60_000)
    }
    expect(fixture.pauses).toEqual([])
  })

  it('merge equal requests within 60 s into one card with a count, whatever key and notation', async () => {
    const fixture = await createFixture()
    const first = await fixture.request('k1', draft('187.50'))
    for (const [key, price] of [
      ['k1', '187.50'],
      [null, '187.5'],
      ['k2', '187.500'],
    ] as const) {
      const repeated = await fixture.request(key, draft(price))
      expect(repeated.ok && first.ok && repeated.value[0]?.id).toBe(first.ok && first.value[0]?.id)
    }
    expect(fixture.card().requestCount).toBe(4)
    expect(fixture.instructions()).toHaveLength(1)
    expect(fixture.auditRecords('folded').map(({ line }) => line)).toEqual([
      'Requested 2 times',
      'Requested 3 times',
      'Requested 4 times',
    ])
    await fixture.restart()
    expect(fixture.latest().requestCount).toBe(4)
  })

  it('treat the same request without a key as new after 60 s', async () => {
    const fixture = await createFixture()
    await fixture.request(null)
    await fixture.advance(59_999)
    await fixture.request(null)
    expect(fixture.instructions()).toHaveLength(1)
    await fixture.advance(1)
    await fixture.request(null)
    expect(fixture.instructions()).toHaveLength(2)
  })

  it("treat another assistant's equal order as its own", async () => {
    const fixture = await createFixture()
    await fixture.request('k1')
    await fixture.request('k1', draft(), OTHER)
    expect([fixture.instructions().length, fixture.instructions(OTHER).length]).toEqual([1, 1])
  })
})

it('CONFIRM-31: repeated requests share one card until they exceed the limit', async () => {
  const fixture = await new InstructionFixture().start()
  for (let call = 1; call <= 99; call += 1) {
    expect(await fixture.request('one')).toMatchObject({ ok: true })
  }
  const records = fixture.audit.length
  for (const call of [1, 2, 3]) {
    expect(await fixture.request('one'), String(call)).toMatchObject({
      ok: false,
      error: { code: 'too-many' },
    })
  }
  expect([fixture.pauses.length, fixture.instructions().length]).toEqual([1, 1])
  // One refusal record at once, the others counted, and the end of the pending instruction.
  expect(fixture.audit.slice(records).map(({ kind }) => kind)).toEqual(['refused', 'ended'])
})
