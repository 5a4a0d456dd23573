import { describe, expect, test } from 'vitest'
import { asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import type { ClientOrderId } from '../../../../shared/domain/ids.js'
import { SessionFixture, ACCOUNT, draft } from './session-fixture.js'
import { foreign } from '../../../../shared/messages/make-message.js'

type Command = 'submit' | 'replace' | 'cancel' | 'close'

/** Opens a session with one resting order and ten shares held. */
async function resting(
  environment: 'practice' | 'production',
): Promise<{ readonly desk: SessionFixture; readonly id: ClientOrderId }> {
  const desk = new SessionFixture({ environment })
  const session = await desk.start()
  session.trading.arm()
  const placed = await desk.wait(
    session.orders.submit('ticket-0000', draft({ limitPrice: asPrice(dec('90')) })),
  )
  if (!placed.ok || placed.value.outcome !== 'acknowledged') throw new Error('not placed')
  return { desk, id: placed.value.order.clientOrderId }
}
async function reachesExchange(
  { desk, id }: Awaited<ReturnType<typeof resting>>,
  command: Command,
): Promise<boolean> {
  const { session } = desk
  const before = desk.exchange.sent.length
  const run = (): Promise<unknown> => {
    switch (command) {
      case 'submit':
        return session.orders.submit('ticket-0001', draft({ limitPrice: asPrice(dec('91')) }))
      case 'replace':
        return session.orders.replace(ACCOUNT, id, { limitPrice: asPrice(dec('92')) })
      case 'cancel':
        return session.orders.cancel(ACCOUNT, id)
      case 'close':
        return session.orders.close(
          'ticket-0002',
          draft({
            side: 'sell',
            limitPrice: asPrice(dec('99')),
            size: { kind: 'quantity', quantity: asQuantity(dec('1')) },
          }),
        )
    }
  }
  await desk.wait(run())
  return desk.exchange.sent.length > before
}

describe('REL-36: the commands that reach the exchange by state', () => {
  test.each<[string, (desk: SessionFixture) => unknown, Readonly<Record<Command, boolean>>]>([
    [
      'all while trading is active',
      () => undefined,
      { submit: true, replace: true, cancel: true, close: true },
    ],
    [
      'cancels and closing orders while trading is halted',
      (desk) => desk.session.trading.set('halted', foreign('x')),
      { submit: false, replace: false, cancel: true, close: true },
    ],
    [
      'only cancels during a profile switch',
      (desk) => desk.session.trading.suspend(),
      { submit: false, replace: false, cancel: true, close: false },
    ],
    [
      'none after signing out',
      (desk) => desk.wait(desk.session.connection.signOut()),
      { submit: false, replace: false, cancel: false, close: false },
    ],
  ])('%s', async (_state, enterState, allowed) => {
    for (const command of Object.keys(allowed) as Command[]) {
      const fixture = await resting('practice')
      await enterState(fixture.desk)
      expect([command, await reachesExchange(fixture, command)]).toEqual([
        command,
        allowed[command],
      ])
    }
  })

  test('unarmed production sends only cancels and closing orders', async () => {
    for (const [command, isSent] of [
      ['submit', false],
      ['replace', false],
      ['cancel', true],
      ['close', true],
    ] as const) {
      const fixture = await resting('production')
      await fixture.desk.restart()
      expect(fixture.desk.session.trading.armed).toBe(false)
      expect([command, await reachesExchange(fixture, command)]).toEqual([command, isSent])
    }
  })
})
