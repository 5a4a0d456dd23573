import { describe, expect, test } from 'vitest'
import { digestOf } from '../../../../electron/core/instructions/requests/digest.js'
import { asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { accountId, clientOrderId } from '../../../../shared/domain/ids.js'
import { nodeCrypto } from '../../../../electron/adapters/crypto.js'
import { ASSISTANT, InstructionFixture } from '../harness/instruction-fixture.js'
import { orderRow, draft } from '../harness/fake-order-gateway.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import type { Result } from '../../../../shared/domain/result.js'

const draftFor = (account: string) => draft('187.50', '10', { accountId: accountId(account) })
type GatewayAnswer = Result<readonly Instruction[], { readonly code: string }>
const idsOf = (answer: GatewayAnswer): readonly string[] =>
  answer.ok ? answer.value.map(({ id }) => id) : [answer.error.code]

describe('SEC-23: account ids that look like the same number are different accounts', () => {
  test('the same order for each is two instructions, and their keys are separate', async () => {
    const fixture = await new InstructionFixture().start()
    const [first] = idsOf(await fixture.request(null, draftFor('7')))
    const [second] = idsOf(await fixture.request(null, draftFor('007')))
    expect(new Set([first, second]).size).toBe(2)
    expect(
      fixture
        .instructions()
        .map(({ action }) => (action.kind === 'place' ? action.draft.accountId : '')),
    ).toEqual(['7', '007'])
    await fixture.request('k', draftFor('12'))
    expect(idsOf(await fixture.request('k', draftFor('0012')))).toEqual(['key-conflict'])
  })

  /**
   * Returns the digest that an earlier version stored for account 007, which it read as a number.
   */
  const older = (): string => {
    const { terms: _terms, ...plain } = draftFor('007')
    return digestOf(nodeCrypto, {
      connection: ASSISTANT,
      orders: [
        {
          kind: 'place',
          draft: {
            ...plain,
            accountId: '7',
            size: { kind: 'quantity', quantity: '10' },
            limitPrice: '187.5',
            terms: null,
          },
        },
      ],
    })
  }

  test('an instruction of an earlier version is found again and keeps its own digest', async () => {
    const fixture = await new InstructionFixture().start()
    const [first] = idsOf(await fixture.request('k', draftFor('007')))
    const [line = ''] = fixture.journalLines
    const storedDigest = fixture.latest().requestDigest
    expect(older()).not.toBe(storedDigest)
    fixture.journalLines[0] = line.replaceAll(storedDigest, older())
    await fixture.restart()
    expect(idsOf(await fixture.request('k', draftFor('007')))).toEqual([first])
    expect(fixture.instructions().map(({ requestDigest }) => requestDigest)).toEqual([older()])
    // It is still not the request of the other account, which that version would have confused with
    // it.
    expect(idsOf(await fixture.request('k', draftFor('7')))).toEqual(['key-conflict'])
  })

  test('a batch of an earlier version is found again', async () => {
    const fixture = await new InstructionFixture().start()
    const both = [draftFor('007'), draftFor('008')]
    const ids = idsOf(await fixture.request('k', both))
    const storedDigest = fixture.latest().requestDigest
    fixture.journalLines[0] = (fixture.journalLines[0] ?? '').replaceAll(
      storedDigest,
      'f'.repeat(64),
    )
    await fixture.restart()
    expect(idsOf(await fixture.request('k', both))).toEqual(ids)
    expect(idsOf(await fixture.request('k', [...both].reverse()))).toEqual(['key-conflict'])
  })

  test('a change of an order is the same request in any notation, also after a restart', async () => {
    const fixture = await new InstructionFixture().start()
    fixture.gateway.setOrder(orderRow(draftFor('7'), 'o1'))
    const change = (limit: string, quantity: string) =>
      fixture.service.intake.instruct(ASSISTANT, {
        key: 'k',
        reason: '',
        action: {
          kind: 'replace',
          accountId: accountId('7'),
          clientOrderId: clientOrderId('o1'),
          change: { limitPrice: asPrice(dec(limit)), quantity: asQuantity(dec(quantity)) },
        },
      })
    const ids = idsOf(await change('187.5', '10'))
    expect(ids).toHaveLength(1)
    expect(idsOf(await change('187.50', '10.0'))).toEqual(ids)
    await fixture.restart()
    expect(idsOf(await change('187.500', '10'))).toEqual(ids)
    expect(idsOf(await change('187.51', '10'))).toEqual(['key-conflict'])
  })
})
