import { describe, expect, test } from 'vitest'
import { digestOf } from '../../../electron/core/instructions/digest.js'
import { asPrice, asQuantity, dec } from '../../../shared/domain/decimal.js'
import { accountId, clientOrderId } from '../../../shared/domain/ids.js'
import { nodeCrypto } from '../../../electron/adapters/crypto.js'
import { ASSISTANT, DeskWorld, draft } from './desk-world.js'
import { orderRow } from './fake-door.js'

const of = (account: string) => draft('187.50', '10', { accountId: accountId(account) })
const idsOf = (answer: Awaited<ReturnType<DeskWorld['ask']>>): readonly string[] =>
  answer.ok ? answer.value.map(({ id }) => id) : [answer.error.code]

describe('sec-023: accounts whose names look like the same number are two accounts', () => {
  test('the same order for each of them is two instructions, and a key of one is not a key of the other', async () => {
    const at = await new DeskWorld().start()
    const [first] = idsOf(await at.ask(null, of('7')))
    const [second] = idsOf(await at.ask(null, of('007')))
    expect(new Set([first, second]).size).toBe(2)
    expect(
      at.all().map(({ action }) => (action.kind === 'place' ? action.draft.accountId : '')),
    ).toEqual(['7', '007'])
    await at.ask('k', of('12'))
    expect(idsOf(await at.ask('k', of('0012')))).toEqual(['key-conflict'])
  })

  /**
   * What an earlier version of this program kept of a request for account 007: it took the name for
   * a number.
   */
  const older = (): string => {
    const { terms: _terms, ...plain } = of('007')
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

  test('what an earlier version kept is the same request after a start of this one, and its own digest stays on it', async () => {
    const at = await new DeskWorld().start()
    const [first] = idsOf(await at.ask('k', of('007')))
    const [line = ''] = at.lines
    const kept = at.only().requestDigest
    expect(older()).not.toBe(kept)
    at.lines[0] = line.replaceAll(kept, older())
    await at.restart()
    expect(idsOf(await at.ask('k', of('007')))).toEqual([first])
    expect(at.all().map(({ requestDigest }) => requestDigest)).toEqual([older()])
    // And it is still not the request of another account, which that version would have taken it
    // for.
    expect(idsOf(await at.ask('k', of('7')))).toEqual(['key-conflict'])
  })

  test('a batch of that version too', async () => {
    const at = await new DeskWorld().start()
    const both = [of('007'), of('008')]
    const ids = idsOf(await at.ask('k', both))
    const kept = at.only().requestDigest
    at.lines[0] = (at.lines[0] ?? '').replaceAll(kept, 'f'.repeat(64))
    await at.restart()
    expect(idsOf(await at.ask('k', both))).toEqual(ids)
    expect(idsOf(await at.ask('k', [...both].reverse()))).toEqual(['key-conflict'])
  })

  test('a change of an order is the same request however its numbers are written, over a restart too', async () => {
    const at = await new DeskWorld().start()
    at.door.row(orderRow(of('7'), 'o1'))
    const change = (limit: string, quantity: string) =>
      at.desk.instruct(ASSISTANT, {
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
    await at.restart()
    expect(idsOf(await change('187.500', '10'))).toEqual(ids)
    expect(idsOf(await change('187.51', '10'))).toEqual(['key-conflict'])
  })
})
