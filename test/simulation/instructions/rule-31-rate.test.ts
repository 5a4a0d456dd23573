import { describe, expect, it } from 'vitest'
import { judgePolicy } from '../../../electron/core/instructions/judge.js'
import { ASSISTANT, DeskWorld, draft, OTHER } from './desk-world.js'

const priced = (index: number) => draft(`${100 + index}`)
const code = (answer: Awaited<ReturnType<DeskWorld['ask']>>): string =>
  answer.ok ? 'ok' : answer.error.code
const desk = async (): Promise<DeskWorld> => {
  const at = await new DeskWorld().start()
  at.judge = judgePolicy
  return at
}

describe('rule 31: not too many, not too often', () => {
  it('three new a minute, then refused with a reason; a minute later again', async () => {
    const at = await desk()
    for (const index of [1, 2, 3]) expect(code(await at.ask(`k${index}`, priced(index)))).toBe('ok')
    const fourth = await at.ask('k4', priced(4))
    expect(fourth).toMatchObject({
      ok: false,
      error: { code: 'too-many', message: expect.stringContaining('at most 3') as string },
    })
    await at.pass(60_000)
    expect(code(await at.ask('k4', priced(4)))).toBe('ok')
  })

  it('five waiting at a time, until one of them is over', async () => {
    const at = await desk()
    at.policy = { maxPerMinute: 60 }
    for (const index of [1, 2, 3, 4, 5]) {
      expect(code(await at.ask(`k${index}`, priced(index)))).toBe('ok')
    }
    expect(code(await at.ask('k6', priced(6)))).toBe('too-many')
    await at.look(3_400)
    await at.decline()
    expect(code(await at.ask('k6', priced(6)))).toBe('ok')
  })

  it('both are settings of the connection, and each assistant has its own', async () => {
    const at = await desk()
    at.policy = { maxPerMinute: 1, maxPending: 1 }
    expect(code(await at.ask('k1', priced(1)))).toBe('ok')
    expect(code(await at.ask('k2', priced(2)))).toBe('too-many')
    expect(code(await at.ask('k1', priced(1), OTHER))).toBe('ok')
  })

  it('a batch is one card and one request, however many rows it has', async () => {
    const at = await desk()
    at.policy = { maxPending: 2, maxPerMinute: 2, maxWorking: 40 }
    expect(code(await at.ask('k1', [1, 2, 3, 4, 5, 6].map(priced)))).toBe('ok')
    expect(code(await at.ask('k2', priced(7)))).toBe('ok')
    expect(code(await at.ask('k3', priced(8)))).toBe('too-many')
    // Its rows do not crowd each other out when they are judged again.
    await at.look(10_000)
    expect(at.all().every(({ status }) => status === 'PENDING')).toBe(true)
  })

  it('after three refusals the assistant is paused for a while, and what waits is withdrawn', async () => {
    const at = await desk()
    for (const index of [1, 2, 3]) await at.ask(`k${index}`, priced(index))
    for (const index of [4, 5]) {
      expect(code(await at.ask(`k${index}`, priced(index)))).toBe('too-many')
    }
    expect(at.pauses).toEqual([])
    expect(code(await at.ask('k6', priced(6)))).toBe('too-many')
    expect(at.pauses).toMatchObject([{ id: ASSISTANT, minutes: 15 }])
    expect(
      at.all().every(({ status, ending }) => status === 'REJECTED' && ending?.why === 'withdrawn'),
    ).toBe(true)
    expect(code(await at.ask('k7', priced(7)))).toBe('paused')
    expect(at.kinds('refused').map(({ body }) => [body['code'], body['more']])).toEqual([
      ['too-many', undefined],
      ['paused', undefined],
    ])
    await at.look(60_000)
    expect(
      at
        .kinds('refused')
        .slice(2)
        .map(({ body, line }) => [body['code'], body['more'], line]),
    ).toEqual([
      ['too-many', 2, expect.stringMatching(/at most 3 may be\. \(and 2 more within a minute\)$/)],
    ])
  })

  it('ending the program in between forgives nothing', async () => {
    const at = await desk()
    for (const index of [1, 2, 3]) await at.ask(`k${index}`, priced(index))
    for (const index of [4, 5]) {
      expect(code(await at.ask(`k${index}`, priced(index)))).toBe('too-many')
    }
    await at.restart()
    expect(at.pauses).toEqual([])
    expect(code(await at.ask('k6', priced(6)))).toBe('too-many')
    expect(at.pauses).toMatchObject([{ id: ASSISTANT, minutes: 15 }])
  })

  it('refusals that lie far apart do not add up', async () => {
    const at = await desk()
    at.policy = { maxPending: 1, validMinutes: 60 }
    await at.ask('k0', priced(0))
    for (const index of [1, 2, 3, 4]) {
      expect(code(await at.ask(`k${index}`, priced(index)))).toBe('too-many')
      await at.pass(6 * 60_000)
    }
    expect(at.pauses).toEqual([])
  })

  it('the same within 60 s folds into one card that says how often, under any key and any spelling', async () => {
    const at = await desk()
    const first = await at.ask('k1', draft('187.50'))
    for (const [key, price] of [
      ['k1', '187.50'],
      [null, '187.5'],
      ['k2', '187.500'],
    ] as const) {
      const again = await at.ask(key, draft(price))
      expect(again.ok && first.ok && again.value[0]?.id).toBe(first.ok && first.value[0]?.id)
    }
    expect(at.card().asked).toBe(4)
    expect(at.all()).toHaveLength(1)
    expect(at.kinds('folded').map(({ line }) => line)).toEqual([
      'Asked 2 times',
      'Asked 3 times',
      'Asked 4 times',
    ])
    await at.restart()
    expect(at.only().asked).toBe(4)
  })

  it('after 60 s the same under no key of its own is another wish', async () => {
    const at = await desk()
    await at.ask(null)
    await at.pass(59_999)
    await at.ask(null)
    expect(at.all()).toHaveLength(1)
    await at.pass(1)
    await at.ask(null)
    expect(at.all()).toHaveLength(2)
  })

  it('another assistant’s same order is its own', async () => {
    const at = await desk()
    await at.ask('k1')
    await at.ask('k1', draft(), OTHER)
    expect([at.all().length, at.all(OTHER).length]).toEqual([1, 1])
  })
})

it('rule 31: the same request again and again is one card, until it is asked for so often that it is too much', async () => {
  const at = await new DeskWorld().start()
  for (let call = 1; call <= 99; call += 1) expect(await at.ask('one')).toMatchObject({ ok: true })
  const records = at.audit.length
  for (const call of [1, 2, 3]) {
    expect(await at.ask('one'), String(call)).toMatchObject({
      ok: false,
      error: { code: 'too-many' },
    })
  }
  expect([at.pauses.length, at.all().length]).toEqual([1, 1])
  // One refusal at once, the others counted, and the end of what waited.
  expect(at.audit.slice(records).map(({ kind }) => kind)).toEqual(['refused', 'ended'])
})
