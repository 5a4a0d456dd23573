import { describe, expect, test } from 'vitest'
import { ticketOf } from '../../../../../electron/core/instructions/queue/gateway/dispatch-outcome.js'
import { clientOrderIdOf } from '../../../../../electron/core/instructions/queue/hosted-gate.js'
import type { InstructionAction } from '../../../../../shared/domain/instructions/instruction.schema.js'
import type { InstructionId } from '../../../../../shared/domain/ids.js'
import { err, ok, type Result } from '../../../../../shared/domain/result.js'
import type { TradeOutcome } from '../../../../../shared/domain/orders/trade-outcome.js'
import { appError } from '../../../../../shared/domain/app/app-error.js'
import { settle } from '../../../../simulation/core/simulation.js'
import { order } from '../policy/policy-fixture.js'
import { foreign } from '../../../../../shared/messages/make-message.js'
import { type GatewayAnswer, ID, PLACE, change, LONG, openDispatch } from './dispatch-fixture.js'

describe('CONFIRM-12: the answer of the order service is recorded at once', () => {
  test.each<[string, GatewayAnswer, string]>([
    [
      'records an acknowledged order',
      ok({ outcome: 'acknowledged', order: order('o1') }),
      'acknowledged o1: The broker accepted it',
    ],
    [
      'records a rejection with its order',
      ok({ outcome: 'rejected', order: order('o1'), code: 'NO', reason: foreign('too poor') }),
      'rejected o1: The broker refused it: too poor',
    ],
    [
      'records a rejection without an order',
      ok({
        outcome: 'rejected',
        order: null,
        code: 'NO',
        reason: foreign('too poor'),
      } as unknown as TradeOutcome),
      'rejected none: The broker refused it: too poor',
    ],
    [
      'records a denial',
      ok({ outcome: 'denied', reasons: [foreign('one'), foreign('two')] }),
      'denied none: Not sent: one; two',
    ],
    [
      'records an unknown outcome',
      ok({ outcome: 'unknown', order: order('o1') }),
      'unknown o1: It is not known yet whether it was done; Countersign is checking',
    ],
    [
      'records an error that proves that nothing was sent as a denial',
      err(appError('session/not-ready', foreign('not connected'), { order: 'not-placed' })),
      'denied none: not connected',
    ],
    [
      'records an error after which the order may exist as unknown',
      err(appError('session/not-ready', foreign('gone'), { order: 'may-exist' })),
      'unknown none: It is not known whether it was done: gone',
    ],
    [
      'records an error that says neither as unknown',
      err(appError('session/not-ready', foreign('gone'), { class: 'ambiguous' })),
      'unknown none: It is not known whether it was done: gone',
    ],
  ])('%s', async (_title, answer, text) => {
    const fixture = await openDispatch()
    fixture.state.answer = () => Promise.resolve(answer)
    await fixture.send()
    expect([fixture.first(), fixture.state.calls[0], fixture.state.audit.at(2)]).toEqual([
      text,
      `submit ${ticketOf(ID)}`,
      `outcome: ${text.slice(text.indexOf(':') + 2)}`,
    ])
  })

  test('queries the outcome only when it is unknown', async () => {
    const [known, open] = [await openDispatch(), await openDispatch()]
    open.state.answer = () => Promise.resolve(ok({ outcome: 'unknown', order: order('o1') }))
    await known.send()
    await open.send()
    expect([known.state.calls, open.state.calls]).toEqual([
      [`submit i-${ID}`],
      [`submit i-${ID}`, `outcome i-${ID}`],
    ])
  })

  test.each<[string, InstructionAction, string]>([
    ['an order', PLACE, 'none'],
    ['a change', change('replace'), 'o1'],
    ['a cancel', change('cancel'), 'o1'],
  ])('records %s whose request failed as unknown, with its id', async (_title, action, name) => {
    const fixture = await openDispatch(action)
    fixture.state.answer = () => Promise.reject(new Error('broken'))
    await fixture.send()
    expect(fixture.first()).toBe(
      `unknown ${name}: It is not known whether it was done: the request was interrupted`,
    )
  })

  test("keeps the order's id for a change and a cancel, whatever the answer is", async () => {
    for (const kind of ['replace', 'cancel'] as const) {
      const fixture = await openDispatch(change(kind))
      fixture.state.answer = () =>
        Promise.resolve(ok({ outcome: 'denied', reasons: [foreign('no')] }))
      await fixture.send()
      expect([fixture.state.calls, fixture.first()]).toEqual([
        [`${kind} o1`],
        'denied o1: Not sent: no',
      ])
    }
  })

  test('shortens long texts for the records, and logs an outcome that could not be stored', async () => {
    const fixture = await openDispatch()
    fixture.state.answer = () =>
      Promise.resolve(ok({ outcome: 'denied', reasons: [foreign(LONG)] }))
    fixture.state.storeFails = 'outcome'
    await fixture.send(LONG)
    expect([
      fixture.instruction().outcome?.text.length,
      fixture.instruction().ending?.detail.length,
      fixture.state.audit.at(-1)?.length,
      fixture.state.logged,
    ]).toEqual([500, 500, 'outcome: '.length + 300, ['instruction.outcome-not-saved']])
    const stored = await openDispatch()
    await stored.send()
    expect(stored.state.logged).toEqual([])
  })
})

describe('CONFIRM-12: stopping an order between the decision and the order service', () => {
  test('accepts the first stop while the send is written down, and waits for it', async () => {
    const fixture = await openDispatch()
    const sending = fixture.send()
    expect([
      fixture.dispatch.isRunning(ID),
      fixture.dispatch.isRunning('2'.repeat(32) as InstructionId),
      fixture.dispatch.stop('2'.repeat(32) as InstructionId, { why: 'revoked', detail: '' }),
    ]).toEqual([true, false, null])
    const stopping = fixture.dispatch.stop(ID, { why: 'revoked', detail: LONG })
    void fixture.dispatch.stop(ID, { why: 'withdrawn', detail: 'later' })
    await stopping
    expect([
      fixture.dispatch.isRunning(ID),
      fixture.state.calls,
      fixture.instruction().status,
      fixture.instruction().ending?.why,
      fixture.instruction().ending?.detail.length,
      fixture.state.audit.at(-1)?.length,
    ]).toEqual([false, [], 'REJECTED', 'revoked', 500, 'ended: '.length + 300])
    await sending
  })

  test('refuses a stop after the order was handed over, and records the real outcome', async () => {
    const fixture = await openDispatch()
    let resolveAnswer: () => void = () => undefined
    fixture.state.answer = () =>
      new Promise((resolve) => {
        resolveAnswer = () => resolve(ok({ outcome: 'acknowledged', order: order('o1') }))
      })
    const sending = fixture.send()
    await settle()
    expect([
      fixture.state.calls.length,
      fixture.dispatch.isRunning(ID),
      fixture.dispatch.stop(ID, { why: 'revoked', detail: 'too late' }),
    ]).toEqual([1, false, null])
    resolveAnswer()
    await sending
    expect([fixture.after(), fixture.dispatch.isRunning(ID)]).toEqual([
      'acknowledged o1: The broker accepted it',
      false,
    ])
  })

  test('sends nothing when the store cannot be written', async () => {
    const fixture = await openDispatch()
    fixture.state.storeFails = 'sending'
    await fixture.send()
    expect([fixture.state.calls, fixture.after()]).toEqual([
      [],
      'REJECTED: withdrawn Not sent: it could not be saved',
    ])
  })

  test('sends, queries and subscribes nothing after the session ended', async () => {
    const fixture = await openDispatch()
    const sending = fixture.send()
    fixture.dispatch.dispose()
    await sending
    expect([fixture.state.calls, fixture.after(), fixture.state.subscribed]).toEqual([
      [],
      'denied none: Not sent: the session ended',
      0,
    ])
  })
})

describe('CONFIRM-12: an instruction of the hosted server', () => {
  const hosted = (acquire: () => Promise<Result<void, string>>) =>
    openDispatch(PLACE, { sourceId: 's1', acquire })

  test('is sent only after the provider released it, under an id that the provider knows', async () => {
    const [fixture, local] = [
      await hosted(() => Promise.resolve(ok(undefined))),
      await openDispatch(),
    ]
    await fixture.send()
    await local.send()
    expect([fixture.state.calls, fixture.state.names, local.state.names]).toEqual([
      [`submit i-${ID}`],
      [clientOrderIdOf(ID)],
      [],
    ])
  })

  test.each<[string, () => Promise<Result<void, string>>, string]>([
    [
      'is not sent when it was taken back at the provider',
      () => Promise.resolve(err('it was taken back')),
      'denied none: Not sent: it was taken back',
    ],
    [
      'is not sent when the provider could not be reached',
      () => Promise.reject(new Error('broken')),
      'denied none: Not sent: the broker could not be asked whether it is still pending',
    ],
  ])('%s', async (_title, acquire, text) => {
    const fixture = await hosted(acquire)
    await fixture.send()
    expect([fixture.state.calls, fixture.after()]).toEqual([[], text])
  })

  test('is not sent when it is stopped while the provider is asked to release it', async () => {
    let release: () => void = () => undefined
    const fixture = await hosted(
      () =>
        new Promise((resolve) => {
          release = () => resolve(ok(undefined))
        }),
    )
    const sending = fixture.send()
    await settle()
    void fixture.dispatch.stop(ID, { why: 'revoked', detail: 'halted' })
    release()
    await sending
    expect([fixture.state.calls, fixture.after()]).toEqual([[], 'denied none: halted'])
  })

  test('is not sent when there is no hosted source to release it', async () => {
    const fixture = await openDispatch(PLACE, { sourceId: 's1' })
    await fixture.send()
    expect([fixture.state.calls, fixture.after()]).toEqual([
      [],
      'denied none: Not sent: the broker could not be asked whether it is still pending',
    ])
  })
})
