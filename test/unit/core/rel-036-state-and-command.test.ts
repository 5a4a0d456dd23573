import { describe, expect, test } from 'vitest'
import { asPrice, asQuantity, dec } from '../../../shared/domain/decimal.js'
import type { ClientOrderId } from '../../../shared/domain/ids.js'
import { DeskRig, ACCOUNT, draft } from './desk-rig.js'

type Command = 'submit' | 'replace' | 'cancel' | 'close'

/** A desk with one order at rest and ten shares held, on which the rest is tried. */
async function resting(
  environment: 'practice' | 'production',
): Promise<{ readonly rig: DeskRig; readonly id: ClientOrderId }> {
  const rig = new DeskRig({ environment })
  const session = await rig.up()
  session.arm()
  const placed = await rig.wait(
    session.submit('ticket-0000', draft({ limitPrice: asPrice(dec('90')) })),
  )
  if (!placed.ok || placed.value.outcome !== 'acknowledged') throw new Error('not placed')
  return { rig, id: placed.value.order.clientOrderId }
}
async function tried(
  { rig, id }: Awaited<ReturnType<typeof resting>>,
  command: Command,
): Promise<boolean> {
  const { session } = rig
  const before = rig.exchange.sent.length
  const run = (): Promise<unknown> => {
    switch (command) {
      case 'submit':
        return session.submit('ticket-0001', draft({ limitPrice: asPrice(dec('91')) }))
      case 'replace':
        return session.replace(ACCOUNT, id, { limitPrice: asPrice(dec('92')) })
      case 'cancel':
        return session.cancel(ACCOUNT, id)
      case 'close':
        return session.close(
          'ticket-0002',
          draft({
            side: 'sell',
            limitPrice: asPrice(dec('99')),
            size: { kind: 'quantity', quantity: asQuantity(dec('1')) },
          }),
        )
    }
  }
  await rig.wait(run())
  return rig.exchange.sent.length > before
}

describe('rel-036: what leaves in which state', () => {
  test.each<[string, (rig: DeskRig) => unknown, Readonly<Record<Command, boolean>>]>([
    ['active', () => undefined, { submit: true, replace: true, cancel: true, close: true }],
    [
      'halted',
      (rig) => rig.session.setTrading('halted', 'x'),
      { submit: false, replace: false, cancel: true, close: true },
    ],
    [
      'changing to another profile',
      (rig) => rig.session.suspend(),
      { submit: false, replace: false, cancel: true, close: false },
    ],
    [
      'signed out',
      (rig) => rig.wait(rig.session.signOut()),
      { submit: false, replace: false, cancel: false, close: false },
    ],
  ])('%s', async (_state, become, allowed) => {
    for (const command of Object.keys(allowed) as Command[]) {
      const at = await resting('practice')
      await become(at.rig)
      expect([command, await tried(at, command)]).toEqual([command, allowed[command]])
    }
  })

  test('production that is not armed: nothing but what makes the risk smaller', async () => {
    for (const [command, leaves] of [
      ['submit', false],
      ['replace', false],
      ['cancel', true],
      ['close', true],
    ] as const) {
      const at = await resting('production')
      await at.rig.restart()
      expect(at.rig.session.armed).toBe(false)
      expect([command, await tried(at, command)]).toEqual([command, leaves])
    }
  })
})
